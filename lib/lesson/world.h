#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lang/interpreter.h"
#include "lesson/lesson.h"
#include "lesson/origins.h"
#include "lesson/picture.h"
#include "tensor/tensor.h"
#include "torch/register.h"
#include "torch/report.h"

namespace mha::lesson {

/// What running a piece of code came to. The value lives as long as its World.
struct Outcome {
  std::string output;                   // printed, and a last value's repr
  lang::Value value;                    // of a last expression, or undefined
  std::optional<torch::Report> failure;
};

/// The environment of a lesson: an interpreter with torch in it, in which the
/// cells, the learner's lines and the answers are run. Worlds share nothing: each
/// has its own stream of random numbers, too.
class World {
 public:
  explicit World(torch::TorchOptions options);
  ~World();

  /// As it was when it was made: no names, the first draws. Modules stay imported.
  void begin_anew();
  Outcome run(const SourcePtr& code);
  Outcome run(const std::string& name, const std::string& code);
  /// Runs what was parsed before, or one of its statements `only`; without the repr of a
  /// last value.
  Outcome run(const lang::ModulePtr& code, const lang::Stmt* only = nullptr);
  /// The same; the text of the error if it fails, or empty.
  std::string attempt(const lang::ModulePtr& code);
  /// Runs an expression as if it had not been run: later draws are the same.
  Outcome evaluate(const std::string& expression);
  /// The same without the repr of its value.
  Outcome value_of(const std::string& expression);
  /// Runs C++ that calls into the program; what that throws is the failure.
  Outcome perform(const std::function<lang::Value()>& work);
  lang::Interpreter& interpreter() { return *interp_; }
  /// What the expression of a picture shows, now.
  PictureData picture(const Picture& picture);

  /// Ends the code that is running in any world (Ctrl-C). It may be called from
  /// a signal handler.
  static void interrupt_running();

 private:
  struct Settings;
  class AtWork;
  Outcome outcome_of(const std::function<lang::Value()>& work);
  std::unique_ptr<Settings> settings_;
  std::string output_;
  Origins origins_;
  std::unique_ptr<lang::Interpreter> interp_;
  std::vector<std::pair<lang::Symbol, lang::Value>> first_names_;
};

/// How a learner's answer compares with what came.
enum class Match { right, close, wrong, wrong_shape, unreadable };

/// Compares by value: (2, 3), [2, 3], torch.Size([2, 3]) and "2, 3" are the
/// same answer; a number is right to the digits that were typed (one decimal
/// at least); a tensor never agrees with one of another shape. Of a tensor of
/// True and False the answer is the places of the True ones (places.h).
Match compare(World& world, const lang::Value& came, const std::string& said);

/// True if `said` is the likely answer `likely`, an expression or places.
bool same_answer(World& world, const lang::Value& came, const std::string& likely,
                 const std::string& said);

/// What is said to a wrong answer that no lesson has a reply for.
std::string wrong_text(const lang::Value& came, const std::string& said, Match match);

/// True if two programs came to the same: the same shapes, numbers that agree
/// but for rounding, whatever their types.
bool same_value(World& world, const lang::Value& a, const lang::Value& b);

/// True if the question is which cells: a tensor of True and False with one or
/// two dimensions.
bool asks_for_places(const lang::Value& value);

/// The form an answer to this value takes: "a shape, such as (2, 3)".
std::string answer_form(World& world, const lang::Value& value);

/// True if the text holds literals only: an answer, not code to be tried.
bool is_literal(const std::string& text);

}  // namespace mha::lesson
