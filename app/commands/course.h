#pragma once

#include <string>
#include <utility>
#include <vector>

#include "commands/command.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"

namespace mha::app {

/// The course that the commands work on: that of the folder given by --lessons,
/// or the built-in one. Throws Error of kind "LessonError" for a folder whose
/// lessons have problems, and says the first of them.
const std::vector<lesson::Lesson>& course_of(const Settings& settings);

/// What is asked for at a prompt and lies outside what goes on there: `list`, `learn 4`.
class Elsewhere {
 public:
  /// `here` is the lesson of the prompt, or null; `back` says how to come back to what
  /// goes on there. All but `back` outlive it.
  Elsewhere(const Settings& settings, const lesson::Progress& progress, const lesson::Lesson* here, std::string back)
      : settings_(settings), progress_(progress), here_(here), back_(std::move(back)) {}

  /// Does what such a line asks for, and says what hinders it. True if the prompt is to be
  /// left, for the lesson wanted().
  bool take(const std::string& typed);
  const lesson::Lesson* wanted() const { return wanted_; }

 private:
  void say(const std::string& text) const;

  const Settings& settings_;
  const lesson::Progress& progress_;
  const lesson::Lesson* here_;
  std::string back_;
  const lesson::Lesson* wanted_ = nullptr;
};

/// Walks through the lessons from this one on, each from where it was left, until the
/// learner leaves.
void learn_from(const Settings& settings, const lesson::Lesson& lesson, lesson::Progress& progress);

}  // namespace mha::app
