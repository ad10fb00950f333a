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
Trace trace(Reference& reference, Diagnosis& diagnosis, const Trial& trial,
            const Explanation& explanation, const Mistake& mistake);

/// Of explanations that give the same numbers, those first whose steps are the
/// program's own, and of these the one that begins earliest. Where one is there
/// with all its steps, those with others are dropped.
void put_likely_first(Reference& reference, Diagnosis& diagnosis, const Trial& trial,
                      std::vector<Explanation>& all);

/// The same by what the program calls its tensors: those first whose tensors have
/// their own names there, and remarks before mistakes. Each has a known mistake.
void put_best_named_first(const Reference& reference, const Trial& trial,
                          std::vector<Explanation>& all);

}  // namespace mha::homework
