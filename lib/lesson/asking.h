#pragma once

// One question being asked: in its lesson by a Session, and later, with new
// numbers, by a ReviewSession.

#include <memory>

#include "lesson/answers/compare.h"
#include "lesson/event.h"
#include "lesson/exercise.h"
#include "lesson/play/play.h"
#include "lesson/progress.h"
#include "lesson/scene.h"

namespace mha::lesson {

class Asking {
 public:
  /// Asks the question that the scene's step ends in; the scene outlives it.
  explicit Asking(Scene& scene);

  /// Goes on from the tries and hints that the question has had already.
  void resume(const Answer& begun) { answer_ = begun; }
  /// The question itself, with options, lines or the code to start from.
  void ask(Events& out);
  /// An answer, or a line to be tried.
  void take(const std::string& line, Events& out);
  void hint(Events& out);
  /// True for a line that answers the question although it is a command
  /// elsewhere: n for no, `list` where an option says it.
  bool takes_as_answer(const std::string& line);
  /// Settles it by showing the answer.
  void give_up(Events& out);
  /// The question as it was settled earlier: what was said beside what came.
  void recall(const Answer& before, Events& out);

  /// Of an open exercise: what was tried last, or the code to start from.
  std::string draft() const;

  /// What an exercise defines; else empty.
  std::string question_name() const;
  /// The view that the question is about, to be played with; null for another kind.
  Playing* playing();
  /// It was played with: what has come of that.
  void played(Events& out);

  bool open() const { return open_; }
  Waiting waiting() const;
  const Question& question() const { return question_; }
  /// What was said, how often it was tried and the like; final once settled.
  const Answer& answer() const { return answer_; }

 private:
  void take_predict(const Predict& q, const std::string& line, Events& out);
  void take_code(const Predict& q, const Outcome& came, const std::string& line,
                 bool is_expression, Events& out);
  const Reply* reply_of(const Predict& q, const lang::Value& came,
                        const std::string& line);
  std::string reply_to(const Predict& q, const lang::Value& came,
                       const std::string& line, Match match);
  void take_choice(const Choice& q, const std::string& line, Events& out);
  void take_order(const Order& q, const std::string& line, Events& out);
  void take_exercise(const Exercise& q, const std::string& code, Events& out);
  void take_play(const Play& q, const std::string& line, Events& out);
  void try_line(const std::string& line, Events& out);
  void not_an_answer(const std::string& slip, const std::string& form,
                     Events& out);
  void try_again(Events& out);
  void settle(bool right, const std::string& said);
  void show_answer(Events& out);
  void say_why(Events& out) const;

  Scene& scene_;
  const Block& block_;
  const Question& question_;
  Answer answer_;
  std::string tried_;  // the last program for an exercise
  bool open_ = true;
  bool told_form_ = false;  // which form an answer has
  std::vector<size_t>
      shuffled_;  // of an Order: the line that each letter names
  std::unique_ptr<ExerciseJudge> judge_;
  std::unique_ptr<Playing> playing_;
};

/// What a question asks, in words that stand on their own.
std::string question_text(const Block& question);

}  // namespace mha::lesson
