#pragma once

// Two mistakes, one after the other: with a first change made, what is left of the program
// is judged like any other.

#include <optional>
#include <vector>

#include "homework/mend/edits.h"
#include "homework/verdict/findings.h"

namespace mha::homework {

/// What is wrong beside a first change.
struct InTurn {
  Edit first;
  const Misconception* known = nullptr;  // what the first change mends
  /// What is wrong with that change made, by the places of the program as it was handed in;
  /// empty if nothing is.
  std::vector<Finding> rest;
  std::optional<MendResult> mend;  // all changes, where the second is one, too
};

/// The first of these changes with which nothing is wrong any more, or one known mistake or one
/// more change accounts for all that is left; nothing if there is no such. `probes`: of the
/// program as it is.
std::optional<InTurn> in_turn(Program& program, const Choice& choice, const std::vector<Probed>& probes,
                              const std::vector<Edit>& steps, uint32_t seed);

}  // namespace mha::homework
