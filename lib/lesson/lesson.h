#pragma once

// A lesson as its Markdown file says it: steps made of blocks. read_lesson()
// makes one; the Session (session.h) walks through it.

#include <string>
#include <variant>
#include <vector>

#include "base/source.h"

namespace mha::lesson {

struct Prose {
  std::string markdown;
};

/// PyTorch code that is shown and run.
struct Cell {
  SourcePtr code;
  bool hidden = false;     // run, not shown
  bool must_fail = false;  // the lesson shows the error it ends in
};

/// What is said to one likely wrong answer.
struct Reply {
  std::string answer;  // an expression, compared by value
  std::string text;
};

/// A value asked for before it is shown. The right answer is `expression`, run.
struct Predict {
  std::string expression;
  std::vector<Reply> replies;
  std::vector<std::string> hints;
  std::string why;  // said after the answer, right or wrong
};

struct Choice {
  struct Option {
    bool right = false;
    std::string text;
    std::string reply;
  };
  std::string question;
  std::vector<Option> options;
  std::vector<std::string> hints;
};

/// Code to complete or to write. It is right if `name` then has the value that
/// the solution gives it; a function is called with the lesson's own values of
/// its parameters' names.
struct Exercise {
  std::string name;
  std::string start;
  std::string solution;
  std::vector<std::string> hints;
};

/// A picture of a value: `kind` is one of picture_kinds().
struct Picture {
  std::string kind;
  std::string expression;
};

const std::vector<std::string>& picture_kinds();

using Block = std::variant<Prose, Cell, Predict, Choice, Exercise, Picture>;

/// What is on the screen before the learner acts. Only its last block may be a
/// question (Predict, Choice, Exercise).
struct Step {
  std::string heading;  // of the section, if the step opens one
  std::vector<Block> blocks;
  /// The question it ends in, or null: then Enter goes on.
  const Block* question() const;
};

struct Lesson {
  std::string id;      // "dot-products", from the file name 01-dot-products.md
  int number = 0;      // 1
  std::string title;
  std::string goal;
  int minutes = 0;     // how long it takes about
  std::vector<std::string> needs;  // ids
  std::vector<Step> steps;
  int questions() const;
};

/// Something wrong in a lesson file.
struct Problem {
  SourcePtr source;
  Span span;
  std::string message;
  std::string help;
};

/// Reads one lesson. All problems of the file are added to `problems`; the
/// lesson is complete only if there are none.
Lesson read_lesson(SourcePtr file, std::vector<Problem>& problems);

/// The course that is built into the program, in order. The files have been
/// proven by the tests; problems are a bug and end in an assert.
const std::vector<Lesson>& course();

/// A lesson by number ("2"), id or the unambiguous beginning of one. Throws
/// Error of kind "LessonError" with the nearest id.
const Lesson& find_lesson(const std::vector<Lesson>& lessons,
                          const std::string& name);

}  // namespace mha::lesson
