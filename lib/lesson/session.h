#pragma once

// A lesson being walked through: a state machine without input or output of
// its own. It is given what the learner typed and answers with what to show.

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lesson/asking.h"
#include "lesson/completion.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "lesson/scene.h"
#include "lesson/steering.h"

namespace mha::lesson {

class Session {
 public:
  /// Starts at `step`; the cells before it are run unseen. `progress` outlives
  /// the session and is told of every answer and step. A lesson that was left
  /// half-way goes on: what was settled is not asked again.
  Session(const Lesson& lesson, LessonProgress& progress, int step,
          torch::TorchOptions options);

  /// What is to be shown first: the step, and before the first the title.
  Events begin();
  /// What follows from a line the learner typed: a command, an answer or code.
  Events take(const std::string& line);

  /// The view that the last line asked for, or null. The events of that line show it
  /// in words and pictures; where there is a screen to play on, it is opened instead,
  /// and played() says what has come of that.
  Playing* play_wanted() const { return wanted_; }
  Events played();

  /// The last line, if it asked for what is not this lesson's: `learn 4`, `list`. The
  /// program around sees to it.
  const std::string& elsewhere() const { return elsewhere_; }

  Waiting waiting() const;
  /// The code that the prompt begins with: of an open exercise, what was tried last or
  /// the start; else none.
  std::string draft() const { return asking_ ? asking_->draft() : ""; }
  /// Of an open exercise, its name; else empty.
  std::string exercise() const { return waiting() == Waiting::code ? asking_->question_name() : ""; }
  /// What may follow at the prompt.
  Completions completions(const std::string& before_cursor);
  int step() const { return scene_.step(); }
  /// "Lesson 5: The scale".
  std::string place() const {
    return "Lesson " + std::to_string(scene_.lesson().number) + ": " + scene_.lesson().title;
  }
  int step_count() const { return static_cast<int>(scene_.lesson().steps.size()); }
  /// Ends a line of code that is running (Ctrl-C).
  void interrupt() { World::interrupt_running(); }

 private:
  std::vector<std::string> meaningless() const;  // commands that do nothing here
  void go_to(int step, Events& out);
  void forward(Events& out);
  void advance(Events& out);
  void again(Events& out);
  void fresh(Events& out);
  void finish(Events& out);
  void keep_answer(Events& out);
  bool asks() const { return asking_ && asking_->open(); }
  bool take_play(const std::string& line, Events& out);
  void open_play(const std::string& name, Events& out);
  Playing* view_with(const std::string& name);

  LessonProgress& progress_;
  Scene scene_;
  std::unique_ptr<Asking> asking_;  // null at a step without a question
  Playing* wanted_ = nullptr;
  std::string elsewhere_;
  std::unique_ptr<Playing> beside_;  // a view that is no question of this step
  bool repeated_ = false;  // the answer has been on the screen: nothing is kept
  std::set<std::string> settled_;  // in this walk through the lesson
  int first_ = 0;
  int furthest_ = 0;
  bool finished_ = false;
  bool left_ = false;
};

/// The whole lesson as it is read when nobody is there to answer: each
/// question is followed by its answer.
Events read_through(const Lesson& lesson, torch::TorchOptions options);

/// Answers that an earlier version kept by step find their questions.
void adopt_answers(const Lesson& lesson, LessonProgress& progress);

/// A seed for new numbers.
uint32_t new_seed();

}  // namespace mha::lesson
