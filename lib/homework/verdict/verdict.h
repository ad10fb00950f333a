#pragma once

// Decides between right, wrong and undecided; says what proves that a program is wrong.

#include <string>

#include "base/front_end.h"
#include "homework/choice/probes.h"
#include "homework/verdict/check.h"
#include "homework/verdict/findings.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// What a check has found out.
struct Evidence {
  const Request& request;
  Program& program;
  const Choice& choice;
  const std::vector<Probed>& probes;
  const std::optional<torch::Report>& error;  // raised by the program or a call
  bool named = false;  // the learner named the homework
  /// Whether it stops at the same place if no name for a size can be mistaken for another.
  bool stops_in_squares = false;
};

/// What helps a file that imports another.
inline std::string with_modules() {
  const std::string way = front_end().modules();
  return way.empty() ? "" : way + " lets it import the modules of that folder";
}

struct Decision {
  Verdict verdict = Verdict::unjudged;
  Named named;  // the findings, without those that nothing proves
  std::vector<PropertyResult> properties;
  int lost = 0;
  std::string trouble, help;
  std::optional<Experiment> next;
  /// What stops the file's own use of the program, where nothing else does.
  std::optional<torch::Report> own_error;
};

/// A program is called wrong only with proof: a named cause that explains every number, an edit
/// that mends everything, a property that fails, an error that the program's own use raises too, or
/// a wrong step whose inputs are all right. If the result differs without such proof, the verdict
/// is undecided, and the learner is told what would help.
Decision decide(const Evidence& evidence, Named named, std::vector<PropertyResult> properties);

}  // namespace mha::homework
