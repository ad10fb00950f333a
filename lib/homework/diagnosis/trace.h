#pragma once

// Locates the step at which a program made a mistake.

#include <optional>

#include "homework/diagnosis/diagnosis.h"

namespace mha::homework {

/// What a recording shows of one mistake.
struct Trace {
  /// The first tensor that differs because of the mistake.
  std::optional<size_t> first;
  /// False if the mistake's lines make intermediate tensors that the program did not make: it
  /// came to the same numbers by other steps.
  bool likely = true;
  /// How many intermediate tensors of the mistake's lines the program did not make.
  size_t missing = 0;
  /// How many of those missing tensors are right ones.
  size_t absent = 0;
};

/// Follows the lines of a mistake to the first of their tensors that the reference, continued
/// from the same tensors, does not make, or not a second time. A step that was left out has
/// no such tensor.
Trace trace(Diagnosis& diagnosis, const Explanation& explanation, const Mistake& mistake);

/// The first of a mistake's tensors that its lines do not come to make, since they fail; or "".
std::string stops_at(Diagnosis& diagnosis, const Explanation& explanation, const Mistake& mistake);

/// Whether the program assigned a tensor to a name that learners use for `name`.
bool is_named(const Recording& recording, size_t made, const std::string& name);

}  // namespace mha::homework
