#pragma once

// The step at which a program made a mistake.

#include <optional>

#include "homework/diagnosis/diagnosis.h"

namespace mha::homework {

/// What a trial's recording shows of one mistake.
struct Trace {
  /// The first tensor that is there because of the mistake.
  std::optional<size_t> first;
  /// False if the mistake's lines make tensors on their way that the program did
  /// not: it came to the same numbers by other steps.
  bool likely = true;
  /// How many of the tensors that its lines make on their way the program did not
  /// make.
  size_t missing = 0;
  /// How many right ones among them it did not make.
  size_t absent = 0;
};

/// Follows the lines of a mistake: the first of their tensors that the reference,
/// given the same ones before, does not make, or not once more. A step that was
/// left out has none.
Trace trace(Diagnosis& diagnosis, const Explanation& explanation, const Mistake& mistake);

/// True if a tensor was given a name that learners use for `name`.
bool is_named(const Recording& recording, size_t made, const std::string& name);

}  // namespace mha::homework
