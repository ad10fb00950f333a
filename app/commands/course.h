#pragma once

#include <string>
#include <utility>
#include <vector>

#include "commands/command.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "lesson/review.h"

namespace mha::app {

/// The course that the commands work on: the folder given by --lessons, or the
/// built-in course. Throws Error of kind "LessonError" with the first problem
/// of a folder whose lessons have problems.
const std::vector<lesson::Lesson>& course_of(const Settings& settings);

/// What the learner has done in that course, and in the quiz. Throws Error.
lesson::Progress progress_of(const Settings& settings);

/// Carries out commands that leave the task at a prompt: `list`, `learn 4`.
class Elsewhere {
 public:
  /// `here` is the lesson of the prompt, or null; `back` says how to get back
  /// to it. All arguments but `back` must outlive the object.
  Elsewhere(const Settings& settings, const lesson::Progress& progress, const lesson::Lesson* here, std::string back)
      : settings_(settings), progress_(progress), here_(here), back_(std::move(back)) {}

  /// Does what such a line asks for, or says why it cannot. True if the prompt
  /// should end, to go to the lesson wanted().
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

/// Goes through the lessons from this one on, each from where the learner left
/// it, until the learner leaves.
void learn_from(const Settings& settings, const lesson::Lesson& lesson, lesson::Progress& progress);

/// Asks these questions outside their lessons, until they are done or the learner
/// leaves; `command` asks the rest.
void ask_again(const Settings& settings, lesson::Progress& progress, std::vector<lesson::ReviewItem> items,
               const std::string& command);

}  // namespace mha::app
