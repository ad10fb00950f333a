#pragma once

// Right, wrong, or neither: what proves that a program is wrong.

#include <string>

#include "homework/verdict/check.h"
#include "homework/trial/probes.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// What a check knows when it comes to its end.
struct Evidence {
  const Request& request;
  Program& program;
  const Choice& choice;
  const std::vector<Probed>& probes;
};

/// Whether a program stopped because something of PyTorch or Python is missing here,
/// which is no mistake of the learner's.
bool is_refusal(const torch::Report& failure);

/// Sets the verdict. Wrong is said only with proof: a cause that is named and fits
/// every number, a change that mends all, a property that fails, an error that the
/// program's own use meets too, or a step that is wrong though all that it is made
/// of is right. Where the result differs and none of these is there, the tutor could
/// not follow, and says what would help.
void decide(const Evidence& evidence, Result& result);

}  // namespace mha::homework
