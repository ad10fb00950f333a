#include "commands/candidates.h"

#include "commands/course.h"
#include "homework/spec/assignment.h"
#include "lesson/course/glossary.h"
#include "lesson/play/play.h"

namespace mha::app {

namespace {

using Named = std::vector<std::pair<std::string, std::string>>;

/// That of --lessons is not known while a line is being typed.
const std::vector<lesson::Lesson>& built_in_course() { return course_of(Settings()); }

/// The names of the things in a list, once they are asked for.
template <typename List, typename Pair>
Candidates names_of(List list, Pair pair) {
  return {.names = [list, pair] {
    Named names;
    for (const auto& one : list()) names.push_back(pair(one));
    return names;
  }};
}

}  // namespace

Candidates lesson_names() {
  return names_of(built_in_course, [](const lesson::Lesson& l) { return std::pair(l.id, l.title); });
}

Candidates view_names() {
  return {.names = [] {
    Named names;
    for (const lesson::Lesson& l : built_in_course()) {
      for (const lesson::Play* play : lesson::plays_of(l)) names.emplace_back(play->name, play->task);
    }
    return names;
  }};
}

Candidates term_names() {
  return names_of(lesson::glossary, [](const lesson::Term& term) { return std::pair(term.name, std::string()); });
}

Candidates homework_names() {
  return names_of(homework::assignments, [](const homework::Assignment& a) { return std::pair(a.id, a.title); });
}

Candidates program_files() { return {.endings = {".py", ".ipynb"}}; }

}  // namespace mha::app
