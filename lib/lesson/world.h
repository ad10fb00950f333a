#pragma once

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

/// What running a piece of code came to.
struct Outcome {
  std::string output;                   // printed, and a last value's repr
  lang::Value value;                    // of a last expression, or undefined
  std::optional<torch::Report> failure;
};

/// The environment of a lesson: an interpreter with torch in it, in which the
/// cells, the learner's lines and the answers are run.
class World {
 public:
  explicit World(torch::TorchOptions options);
  ~World();

  Outcome run(const SourcePtr& code);
  Outcome run(const std::string& name, const std::string& code);
  lang::Interpreter& interpreter() { return *interp_; }
  /// What the expression of a picture shows, now.
  PictureData picture(const Picture& picture);

 private:
  std::string output_;
  Origins origins_;
  std::unique_ptr<lang::Interpreter> interp_;
};

/// How a learner's answer compares with what came.
enum class Match { right, close, wrong, wrong_shape, unreadable };

/// Compares by value: (2, 3), [2, 3], torch.Size([2, 3]) and "2, 3" are the
/// same answer; a number is right to the digits that were typed (one decimal
/// at least); a tensor never agrees with one of another shape.
Match compare(World& world, const lang::Value& came, const std::string& said);

/// The form an answer to this value takes: "a shape, such as (2, 3)".
std::string answer_form(World& world, const lang::Value& value);

/// True if the text holds literals only: an answer, not code to be tried.
bool is_literal(const std::string& text);

}  // namespace mha::lesson
