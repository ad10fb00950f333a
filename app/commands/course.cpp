#include "commands/course.h"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "learner_files.h"
#include "lesson/steering.h"
#include "render/lesson_view.h"
#include "render/markdown.h"
#include "terminal.h"

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
    throw Error("LessonError", "no lessons in '" + settings.lessons + "': their names are NN-name.md");
  }
  return pack->second;
}

lesson::Progress progress_of(const Settings& settings) {
  lesson::Progress progress(progress_file(settings));
  lesson::keep_reworded(course_of(settings), progress);
  return progress;
}

void Elsewhere::say(const std::string& text) const {
  const render::Style style = output_style();
  write_screen(style, render::markdown(style, text));
}

bool Elsewhere::take(const std::string& typed) {
  const std::string line(trim(typed));
  write_out("\n");
  try {
    const std::vector<lesson::Lesson>& course = course_of(settings_);
    const std::optional<std::string> name = lesson::lesson_request(line);
    const lesson::Lesson* lesson = name ? &lesson::find_lesson(course, *name) : here_;
    if (!lesson || lesson == here_) {
      // With its goals, the list would take three screens.
      const render::Style style = output_style();
      if (lesson::command_of(line) == "list") write_screen(style, render::course_text(style, course, &progress_, /*goals=*/false));
      say((here_ ? fmt::format("You are in lesson {}. ", here_->number) : "") + "`learn` and a number or a name goes to that lesson.");
    } else {
      const lesson::LessonProgress* before = progress_.find(lesson->id);
      const std::string from = before && before->step > 0 ? fmt::format(", from step {} on", before->step + 1) : "";
      say(fmt::format("Now lesson {}, {}{}. {}", lesson->number, lesson->title, from, back_));
      wanted_ = lesson;
    }
  } catch (const Error& e) {
    say(e.message() + ".");
  }
  return wanted_ != nullptr;
}

}  // namespace mha::app
