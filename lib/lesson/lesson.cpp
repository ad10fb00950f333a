#include "lesson/lesson.h"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/front_end.h"
#include "base/text.h"
#include "lesson/course/embedded.h"
#include "lesson/course/models.h"

namespace mha::lesson {

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

bool Step::shows_something() const {
  return std::any_of(blocks.begin(), blocks.end(), [](const Block& b) {
    const auto* cell = std::get_if<Cell>(&b);
    return cell ? !cell->hidden : std::holds_alternative<Prose>(b) || std::holds_alternative<Picture>(b);
  });
}

int Lesson::questions() const {
  return static_cast<int>(std::count_if(
      steps.begin(), steps.end(), [](const Step& s) { return s.question(); }));
}

namespace {

/// Lessons stand at the top of a folder, as NN-name.md.
bool is_lesson_name(const std::string& name) {
  return name.ends_with(".md") && name.find('/') == std::string::npos &&
         std::isdigit(static_cast<unsigned char>(name[0]));
}

void sort_by_number(std::vector<Lesson>& lessons) {
  std::stable_sort(lessons.begin(), lessons.end(), [](const Lesson& a, const Lesson& b) {
    return a.number < b.number;
  });
}

}  // namespace

std::vector<Lesson> load_course(const std::filesystem::path& folder,
                                std::vector<Problem>& problems) {
  constexpr int64_t kMaxBytes = 1 << 20;
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (is_lesson_name(entry.path().filename().string())) files.push_back(entry.path());
  }
  if (error) {
    throw Error("LessonError", "no lessons in '" + folder.string() + "': " + error.message());
  }
  if (files.empty()) {
    throw Error("LessonError", "no lessons in '" + folder.string() +
                                   "': their names are like 01-name.md");
  }
  std::sort(files.begin(), files.end());
  std::vector<Lesson> lessons;
  const std::shared_ptr<const Models> models = Models::beside(folder);
  for (const auto& file : files) {
    lessons.push_back(read_lesson(
        std::make_shared<Source>(file.string(), read_file(file, kMaxBytes)), problems));
    lessons.back().models = models;
  }
  sort_by_number(lessons);
  return lessons;
}

const std::vector<Lesson>& course() {
  static const std::vector<Lesson> lessons = [] {
    std::vector<Lesson> all;
    std::vector<Problem> problems;
    for (const EmbeddedFile& file : embedded_lessons()) {
      const std::string name(file.name);
      if (!is_lesson_name(name)) continue;
      all.push_back(read_lesson(
          std::make_shared<Source>(name, std::string(file.text)), problems, /*proven=*/true));
      all.back().models = Models::built_in();
    }
    assert(problems.empty());
    sort_by_number(all);
    return all;
  }();
  return lessons;
}

SourcePtr embedded_source(std::string_view name) {
  const std::span<const EmbeddedFile> files = embedded_lessons();
  const auto file = std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& f) { return f.name == name; });
  assert(file != files.end());
  return std::make_shared<Source>(std::string(name), std::string(file->text));
}

const Lesson& quiz() {
  static const Lesson lesson = [] {
    std::vector<Problem> problems;
    Lesson found = read_lesson(embedded_source(std::string(kQuiz) + ".md"), problems, /*proven=*/true);
    assert(problems.empty());
    return found;
  }();
  return lesson;
}

const Lesson& find_lesson(const std::vector<Lesson>& lessons,
                          const std::string& name) {
  std::vector<const Lesson*> beginnings;
  std::vector<std::string> ids;
  const bool is_number =
      !name.empty() && name.size() < 5 &&
      name.find_first_not_of("0123456789") == std::string::npos;
  for (const Lesson& lesson : lessons) {
    if (lesson.id == name) return lesson;
    if (is_number && lesson.number == std::stoi(name)) return lesson;
    if (!name.empty() && lesson.id.starts_with(name)) {
      beginnings.push_back(&lesson);
    }
    ids.push_back(lesson.id);
  }
  if (beginnings.size() == 1) return *beginnings[0];
  std::string message = "no lesson '" + name + "'";
  if (!beginnings.empty()) {
    std::vector<std::string> begin_so;
    for (const Lesson* lesson : beginnings) begin_so.push_back("'" + lesson->id + "'");
    message += "; did you mean " + join(begin_so, " or ") + "?";
  } else if (const std::string near = nearest(name, ids); !near.empty()) {
    message += "; did you mean '" + near + "'?";
  } else {
    message += "; " + front_end().lessons() + " shows what there is";
  }
  throw Error("LessonError", message);
}

}  // namespace mha::lesson
