#pragma once

// A lesson as data: steps made of blocks. read_lesson() makes it from a
// Markdown file; a Session (session.h) runs it.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/source.h"

namespace mha::lesson {

struct Prose {
  std::string markdown;
};

/// A piece of the file with its place, so that later problems can be reported
/// there.
struct Text {
  std::string text;
  Span span;
};

struct Hint : Text {
  bool first = false;  // speaks of the lesson's own numbers, so it is not given with new ones
};

/// PyTorch code that is shown and run.
struct Cell {
  SourcePtr code;
  bool hidden = false;     // run, not shown
  bool must_fail = false;  // the lesson shows the error it ends in
  Span span = {};          // of the code in the lesson file
};

/// The fields that every question has.
struct Question {
  std::string id;  // unique in the lesson: "predict-x-shape"
  std::string lesson;  // in the quiz: the id of the lesson that it is from
  Span span;       // the line it begins at
  std::vector<Hint> hints;
  std::string why;  // shown once the question is settled, right or wrong
  /// Code that gives the question new numbers when it comes back, if it has
  /// any.
  std::optional<Text> fresh;
};

/// The reply to one likely wrong answer.
struct Reply {
  std::string answer;  // an expression, compared by value, or places
  std::string text;
  Span span = {};
};

/// A value asked for before it is shown. The right answer is `expression`, run.
struct Predict : Question {
  std::string expression;
  std::string question;  // instead of "what is EXPRESSION?", or empty
  std::vector<Reply> replies;
};

struct Choice : Question {
  struct Option {
    bool right = false;
    std::string text;
    std::string reply;
    std::vector<std::string> also = {};  // what people say who mean it, in other words
  };
  std::string question;
  std::vector<Option> options;
};

/// Lines to put in order, stored in the right order.
struct Order : Question {
  std::string question;
  std::vector<std::string> lines;
};

/// A common wrong program, and the reply to learners whose program gives the
/// same.
struct WrongProgram {
  std::string code;
  std::string reply;
  Span span = {};  // of the code
};

/// Code to complete or to write. It is right if it gives the same values as the
/// solution: of each of `checks` or, without any, of `name`. If `name` is a
/// function, it is called with the lesson's values of its parameters' names.
struct Exercise : Question {
  std::string name;
  Text start;
  Text solution;
  std::vector<Text> checks;
  std::vector<WrongProgram> wrong;
};

/// A picture of a value: `kind` is one of pictures::kinds().
struct Picture {
  std::string kind;
  std::string expression;
  Span span = {};
};

/// A value that the learner changes in a Play: a number, the cells of a tensor,
/// a text, or one of several expressions.
struct Knob {
  std::string name;
  std::string start;                 // an expression; of `options`, the first
  std::vector<std::string> options;  // expressions; empty: a number, a tensor or a text
  std::optional<double> low, high;   // of the number, or of each cell
  std::optional<double> step;
  Span span = {};
};

/// A view whose numbers the learner changes to reach a goal. After every
/// change, `code` runs with the knobs' values and the pictures are drawn again.
struct Play : Question {
  std::string name;  // unique in the course: "divisor"
  std::string title;  // what there is to see: "scores, and what softmax makes of them"
  std::string task;
  std::vector<Knob> knobs;
  Text code;
  std::vector<Picture> pictures;
  Text goal;               // an expression that is true at the goal
  std::vector<Text> way;   // what to set to reach it: "scores[0, 2] = 3"
};

using Block =
    std::variant<Prose, Cell, Predict, Choice, Order, Exercise, Picture, Play>;

/// The block as a question, or null if it is not one.
const Question* question_of(const Block& block);
Question* question_of(Block& block);

/// What the learner sees before they act. Only the last block may be a
/// question.
struct Step {
  std::string heading;  // of the section, if the step opens one
  std::vector<Block> blocks;
  /// The question at its end, or null; then Enter goes on.
  const Block* question() const;
  /// True if it shows something: prose, code or a picture, not only a question.
  bool shows_something() const;
};

class Models;

struct Lesson {
  std::string id;      // "dot-products", from the file name 01-dot-products.md
  int number = 0;      // 1
  std::string title;
  std::string goal;
  int minutes = 0;     // about how long it takes
  std::vector<std::string> needs;  // ids
  Span needs_span;
  SourcePtr file;
  std::shared_ptr<const Models> models;  // of its course; null: none
  std::vector<Step> steps;
  int questions() const;
};

/// A problem in a lesson file.
struct Problem {
  SourcePtr source;
  Span span;
  std::string message;
  std::string help;
};

/// Reads one lesson and adds all problems of the file to `problems`; the lesson
/// is complete only if there are none. In a proven file it does not check the
/// code for syntax errors.
Lesson read_lesson(const SourcePtr& file, std::vector<Problem>& problems, bool proven = false);

/// The course built into the program, in order. The tests have checked these
/// files, so a problem is a bug and ends in an assert.
const std::vector<Lesson>& course();

/// The questions of lessons/quiz.md: a lesson without a place in the course,
/// its number 0.
inline constexpr std::string_view kQuiz = "quiz";
const Lesson& quiz();

/// The lessons of another course, from the files NN-name.md of a folder, in
/// order; adds their problems to `problems`. Throws Error if the folder cannot
/// be read or has none.
std::vector<Lesson> load_course(const std::filesystem::path& folder,
                                std::vector<Problem>& problems);

/// A lesson by number ("2"), id or the unambiguous beginning of one. Throws
/// Error of kind "LessonError" with the nearest id.
const Lesson& find_lesson(const std::vector<Lesson>& lessons,
                          const std::string& name);

}  // namespace mha::lesson
