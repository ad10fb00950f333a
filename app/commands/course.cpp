#include "commands/course.h"

#include <fmt/format.h>

#include <map>

#include "base/error.h"

namespace mha::app {

const std::vector<lesson::Lesson>& course_of(const Settings& settings) {
  if (settings.lessons.empty()) return lesson::course();
  static std::map<std::string, std::vector<lesson::Lesson>> packs;
  const auto [pack, unread] = packs.try_emplace(settings.lessons);
  if (!unread) return pack->second;
  std::vector<lesson::Problem> problems;
  pack->second = lesson::load_course(settings.lessons, problems);
  if (!problems.empty()) {
    const lesson::Problem& p = problems.front();
    throw Error("LessonError",
                fmt::format("{}:{}: {}; `mha-tutor author check {}` names every problem",
                            p.source->name(), p.source->place(p.span.begin).line, p.message,
                            settings.lessons));
  }
  if (pack->second.empty()) {
    throw Error("LessonError", "no lessons in '" + settings.lessons + "': they are named NN-name.md");
  }
  return pack->second;
}

}  // namespace mha::app
