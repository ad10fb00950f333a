#pragma once

// Finds two mistakes one after the other: after a first edit, the program is judged like any other.

#include <optional>
#include <vector>

#include "homework/mend/edits.h"
#include "homework/verdict/findings.h"

namespace mha::homework {

/// A first edit, and what is wrong besides.
struct InTurn {
  Edit first;
  const Misconception* known = nullptr;  // what the first edit corrects
  /// What is wrong after that edit, with places in the submitted program; empty if nothing is.
  std::vector<Finding> rest;
  std::optional<MendResult> mend;  // both edits, if the second mistake was found by an edit
};

/// The first of these edits after which nothing is wrong any more, or one known mistake or one more
/// edit explains all the rest; nothing if there is none. `probes` and `properties` belong to the
/// unedited program.
std::optional<InTurn> in_turn(Program& program, const Choice& choice, const std::vector<Probed>& probes,
                              const std::vector<PropertyResult>& properties, const std::vector<Edit>& steps, uint32_t seed);

}  // namespace mha::homework
