#pragma once

// What is wrong with a program, by name: from its numbers, its error, its source
// and the properties that it breaks.

#include <vector>

#include "homework/choice/probes.h"
#include "homework/mend/edits.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// What was found: in Result these have the same names.
struct Named {
  double tolerance = 0;
  std::vector<StageResult> stages;
  std::vector<Finding> findings, remarks;
  std::optional<MendResult> mend;
  std::vector<Change> changes;  // those of a mend that is one edit
};

/// What is looked for: known mistakes, one at a time; also a change that mends all; also
/// several mistakes.
enum class Reach { known, one_change, several };

/// `probes` are what probe() gave for `choice`, all with numbers of `seed`;
/// `properties` are those of the choice.
Named name_findings(Program& program, const Choice& choice, const std::vector<Probed>& probes,
                    const std::vector<PropertyResult>& properties, uint32_t seed, Reach reach = Reach::several);

}  // namespace mha::homework
