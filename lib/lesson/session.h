#pragma once

// A lesson being walked through: a state machine without input or output of
// its own. It is given what the learner typed and answers with what to show.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "lesson/world.h"

namespace mha::lesson {

/// One thing to show. How it looks is lib/render's business.
struct Event {
  enum class Kind {
    title,     // text: the lesson's title; detail: its goal
    heading,   // text
    prose,     // text: Markdown
    code,      // text
    output,    // text: what a cell printed, ending in a newline
    failure,   // report
    picture,   // picture
    question,  // text: what is asked; detail: the form an answer takes
    option,    // text, detail: its letter
    starter,   // text: the code to start from
    right,     // text: said after a right answer
    wrong,     // text: said after a wrong one
    compared,  // text: what the learner said; detail: what came
    hint,      // text; detail: "1 of 3"
    note,      // text: a word from the tutor
    done       // text: the end of the lesson
  };
  Kind kind;
  std::string text;
  std::string detail;
  std::shared_ptr<torch::Report> report;
  std::shared_ptr<PictureData> picture;
};

/// What the prompt is waiting for.
enum class Waiting { enter, answer, code, finished, left };

class Session {
 public:
  /// Starts at `step`; the cells before it are run unseen. `progress` outlives
  /// the session and is told of every answer and step.
  Session(const Lesson& lesson, LessonProgress& progress, int step,
          torch::TorchOptions options);
  ~Session();

  /// What is to be shown first: the step, and before the first the title.
  std::vector<Event> begin();
  /// What follows from a line the learner typed: a command, an answer or code.
  std::vector<Event> take(const std::string& line);

  Waiting waiting() const { return waiting_; }
  /// The line is the first of code that goes on in further lines.
  bool needs_more(const std::string& text) const;
  int step() const { return step_; }
  int step_count() const { return static_cast<int>(lesson_.steps.size()); }
  /// Ends a line of code that is running (Ctrl-C).
  void interrupt();

 private:
  using Events = std::vector<Event>;
  void show_step(Events& out);
  void go_to(int step, Events& out);
  void advance(Events& out);
  void rebuild();
  void run_cell(const Cell& cell, bool silent, Events* out);
  void ask(Events& out);
  void answer_predict(const Predict& q, const std::string& line, Events& out);
  void answer_choice(const Choice& q, const std::string& line, Events& out);
  void answer_exercise(const Exercise& q, const std::string& code, Events& out);
  void live(const std::string& code, Events& out);
  void hint(Events& out);
  void skip(Events& out);
  void settled(bool right, const std::string& said, Events& out);
  void show_answer(Events& out);
  const Block* question() const;

  const Lesson& lesson_;
  LessonProgress& progress_;
  torch::TorchOptions options_;
  std::unique_ptr<World> world_;
  int step_ = 0;
  int tries_ = 0;
  int hints_shown_ = 0;
  bool answered_ = false;
  bool dirty_ = false;  // the learner's own code ran since the last cell
  Waiting waiting_ = Waiting::enter;
};

/// The whole lesson as it is read when nobody is there to answer: each
/// question is followed by its answer. `begin` and `end` bracket nothing else.
std::vector<Event> read_through(const Lesson& lesson, torch::TorchOptions options);

/// The words that steer a lesson, for the help screen: (word, what it does).
const std::vector<std::pair<std::string, std::string>>& commands();

}  // namespace mha::lesson
