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

}  // namespace

Candidates lesson_names() {
  return {.names = [] {
    Named names;
    for (const lesson::Lesson& l : built_in_course()) names.emplace_back(l.id, l.title);
    return names;
  }};
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
  return {.names = [] {
    Named names;
    for (const lesson::Term& term : lesson::glossary()) names.emplace_back(term.name, "");
    return names;
  }};
}

Candidates homework_names() {
  return {.names = [] {
    Named names;
    for (const homework::Assignment& a : homework::assignments()) names.emplace_back(a.id, a.title);
    return names;
  }};
}

Candidates program_files() { return {.endings = {".py", ".ipynb"}}; }

}  // namespace mha::app
