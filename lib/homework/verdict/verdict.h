#pragma once

// Right, wrong, or neither: what proves that a program is wrong.

#include <string>

#include "homework/choice/probes.h"
#include "homework/verdict/check.h"
#include "homework/verdict/findings.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// What a check knows when it comes to its end.
struct Evidence {
  const Request& request;
  Program& program;
  const Choice& choice;
  const std::vector<Probed>& probes;
  const std::optional<torch::Report>& error;  // that ended the program, or a call
  bool named = false;  // the homework was, by who asked
};

struct Decision {
  Verdict verdict = Verdict::unjudged;
  Named named;  // as it was found, without what nothing proves
  std::vector<PropertyResult> properties;
  int lost = 0;
  std::string trouble, help;
  std::optional<Experiment> next;
};

/// Wrong is said only with proof: a cause that is named and fits
/// every number, a change that mends all, a property that fails, an error that the
/// program's own use meets too, or a step that is wrong though all that it is made
/// of is right. Where the result differs and none of these is there, the tutor could
/// not follow, and says what would help.
Decision decide(const Evidence& evidence, Named named, std::vector<PropertyResult> properties);

}  // namespace mha::homework
