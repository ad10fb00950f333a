#pragma once

// The smallest change of a program's own text that makes it right: what to say of
// a mistake that has no name.

#include <optional>
#include <string>
#include <vector>

#include "homework/diagnosis/edits.h"
#include "homework/trial/probes.h"

namespace mha::homework {

struct Mend {
  /// One change, or two that only help together; each by the places of the program as it
  /// was handed in.
  std::vector<Edit> edits;
  /// Others that do as much, at other lines.
  std::vector<Edit> rivals;
  std::string text;  // the program with the changes made
};

/// What a search looks at.
struct MendRequest {
  Program& program;
  const Choice& choice;
  const std::vector<Probed>& probes;  // of the choice; at least one is wrong
  Location fault;  // where its first wrong tensor was made, if that is known
};

/// Nothing if no change that was tried makes the program right on all probes. The
/// search counts what it tries, not time: the answer is the same everywhere.
std::optional<Mend> find_mend(const MendRequest& request);

}  // namespace mha::homework
