#include "lesson/lesson.h"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "lesson/embedded.h"

namespace mha::lesson {

const std::vector<std::string>& picture_kinds() {
  static const std::vector<std::string> kinds = {
      "heatmap", "tape", "heads", "matmul", "provenance"};
  return kinds;
}

const Question* question_of(const Block& block) {
  return std::visit(
      [](const auto& b) -> const Question* {
        if constexpr (std::is_convertible_v<decltype(&b), const Question*>) {
          return &b;
        } else {
          return nullptr;
        }
      },
      block);
}

Question* question_of(Block& block) {
  return const_cast<Question*>(question_of(std::as_const(block)));
}

const Block* Step::question() const {
  return !blocks.empty() && question_of(blocks.back()) ? &blocks.back() : nullptr;
}

int Lesson::questions() const {
  return static_cast<int>(std::count_if(
      steps.begin(), steps.end(), [](const Step& s) { return s.question(); }));
}

const std::vector<Lesson>& course() {
  static const std::vector<Lesson> lessons = [] {
    std::vector<Lesson> all;
    std::vector<Problem> problems;
    for (const EmbeddedFile& file : embedded_lessons()) {
      // Lessons stand at the top of the folder, as NN-name.md.
      const std::string name(file.name);
      if (name.find('/') != std::string::npos || name.size() < 3 ||
          !std::isdigit(static_cast<unsigned char>(name[0]))) {
        continue;
      }
      all.push_back(read_lesson(
          std::make_shared<Source>(name, std::string(file.text)), problems));
    }
    assert(problems.empty());
    std::sort(all.begin(), all.end(), [](const Lesson& a, const Lesson& b) {
      return a.number < b.number;
    });
    return all;
  }();
  return lessons;
}

const Lesson& quiz() {
  static const Lesson lesson = [] {
    std::vector<Problem> problems;
    Lesson found;
    for (const EmbeddedFile& file : embedded_lessons()) {
      if (file.name != std::string(kQuiz) + ".md") continue;
      found = read_lesson(std::make_shared<Source>(std::string(file.name),
                                                   std::string(file.text)),
                          problems);
    }
    assert(problems.empty());
    return found;
  }();
  return lesson;
}

const Lesson& find_lesson(const std::vector<Lesson>& lessons,
                          const std::string& name) {
  const Lesson* beginning = nullptr;
  int beginnings = 0;
  std::vector<std::string> ids;
  const bool is_number =
      !name.empty() && name.size() < 5 &&
      name.find_first_not_of("0123456789") == std::string::npos;
  for (const Lesson& lesson : lessons) {
    if (lesson.id == name) return lesson;
    if (is_number && lesson.number == std::stoi(name)) return lesson;
    if (!name.empty() && lesson.id.starts_with(name)) {
      beginning = &lesson;
      ++beginnings;
    }
    ids.push_back(lesson.id);
  }
  if (beginnings == 1) return *beginning;
  std::string message = "no lesson '" + name + "'";
  if (const std::string near = nearest(name, ids); !near.empty()) {
    message += "; did you mean '" + near + "'?";
  } else {
    message += "; 'mha-tutor list' shows what there is";
  }
  throw Error("LessonError", message);
}

}  // namespace mha::lesson
