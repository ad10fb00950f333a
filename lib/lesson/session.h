#pragma once

// A learner going through a lesson: a state machine without input or output of
// its own. It gets what the learner types and returns what to show.

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "lesson/prompting.h"

namespace mha::lesson {

class Session : public Prompting {
 public:
  /// Starts at `step` and runs the earlier cells without showing them.
  /// `progress` must outlive the session, which reports every answer and step
  /// to it. In a lesson that was left half-way, it does not ask settled
  /// questions again.
  Session(const Lesson& lesson, LessonProgress& progress, int step,
          torch::TorchOptions options);

  /// What to show first: the step, and before the first step the title.
  Events begin();
  /// Takes a line that the learner typed: a command, an answer or code. Returns
  /// what to show. A finished lesson still runs code, and `back` opens it again.
  Events take(const std::string& line);

  /// The view that the last line asked for, or null. The events of that line
  /// show it in words and pictures; a caller with a screen opens the view
  /// instead, and then calls played().
  Playing* play_wanted() const { return wanted_; }
  Events played();

  int step() const { return scene_.step(); }
  /// "Lesson 5: The scale".
  std::string place() const {
    return "Lesson " + std::to_string(scene_.lesson().number) + ": " + scene_.lesson().title;
  }
  int step_count() const { return static_cast<int>(scene_.lesson().steps.size()); }

 protected:
  std::vector<std::string> meaningless() const override;

 private:
  Scene& scene() override { return scene_; }
  void keep_answer(Events& out) override;
  void go_to(int step, Events& out);
  void forward(Events& out);
  void advance(Events& out);
  void again(Events& out);
  void fresh(Events& out);
  void finish(Events& out);
  bool take_play(const std::string& line, Events& out);
  bool comes_later(const Play& play) const;
  void open_play(const std::string& line, Events& out);
  Playing* view_with(const std::string& name);

  LessonProgress& progress_;
  Scene scene_;
  Playing* wanted_ = nullptr;
  std::unique_ptr<Playing> beside_;  // a view that is not this step's question
  bool repeated_ = false;  // the answer was on the screen: do not save it
  std::set<std::string> settled_;  // in this walk through the lesson
  int first_ = 0;
  int furthest_ = 0;
};

/// The whole lesson for reading, when nobody can answer: each question is
/// followed by its answer.
Events read_through(const Lesson& lesson, torch::TorchOptions options);

/// A seed for new numbers.
uint32_t new_seed();

}  // namespace mha::lesson
