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
  /// Asks the question at the end of the scene's step; the scene must outlive
  /// it.
  explicit Asking(Scene& scene);

  /// Continues after the tries and hints that the learner has already used.
  void resume(const Answer& begun) { answer_ = begun; }
  /// The question itself, with options, lines or the code to start from.
  void ask(Events& out);
  /// The same; an exercise has its own start again, and not the last try.
  void ask_anew(Events& out) {
    tried_.clear();
    ask(out);
  }
  /// Takes an answer, or a line of code to run.
  void take(const std::string& line, Events& out);
  void hint(Events& out);
  /// True for a line that answers the question although it is a command
  /// elsewhere: n for no, `list` where an option says it.
  bool takes_as_answer(const std::string& line);
  /// Ends the question by showing the answer.
  void give_up(Events& out);
  /// A question that was settled earlier: the learner's answer beside the right
  /// one.
  void recall(const Answer& before, Events& out);

  /// In an open exercise: the learner's last try, or the starter code.
  std::string draft() const;

  /// What an exercise defines; else empty.
  std::string question_name() const;
  /// The first name that the exercise's start defines, that its solution needs
  /// and that this code does not have; else empty.
  std::string missing(const std::string& code) const;
  /// The `play` view of the question; null for another kind of question.
  Playing* playing();
  /// Takes the result after the learner has used the view.
  void played(Events& out);

  bool open() const { return open_; }
  Waiting waiting() const;
  const Question& question() const { return question_; }
  /// The learner's answer, the number of tries and the like; final once
  /// settled.
  const Answer& answer() const { return answer_; }

 private:
  /// Those that fit the question's numbers.
  std::vector<Hint> hints() const;
  void take_predict(const Predict& q, const std::string& typed, Events& out);
  /// `line`: what was typed, in Python.
  void take_code(const Predict& q, const Outcome& came, const std::string& typed,
                 const std::string& line, bool is_expression, Events& out);
  bool agrees_by_chance(const Predict& q, const std::string& line);
  const Reply* reply_of(const Predict& q, const lang::Value& came,
                        const std::string& line);
  std::string reply_to(const Predict& q, const lang::Value& came,
                       const std::string& line, Match match);
  void take_choice(const Choice& q, const std::string& line, Events& out);
  void take_order(const Order& q, const std::string& line, Events& out);
  void take_exercise(const Exercise& q, const std::string& code, Events& out);
  void take_play(const Play& q, const std::string& line, Events& out);
  void try_line(const std::string& line, Events& out);
  /// Shows what a line did, and that it answered nothing.
  void still_open(Events shown, Events& out);
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
  std::optional<Trial> tried_values_;  // and what it gave
  bool open_ = true;
  bool told_form_ = false;  // said which form an answer has
  std::vector<size_t>
      shuffled_;  // in an Order: the line of each letter
  std::unique_ptr<ExerciseJudge> judge_;
  std::unique_ptr<Playing> playing_;
};

/// The question as a sentence that can be read without its lesson.
std::string question_text(const Block& question);

}  // namespace mha::lesson
