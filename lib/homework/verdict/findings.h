#pragma once

// What is wrong with a program, by name: from its numbers, its error, its source
// and the properties that it breaks.

#include <vector>

#include "homework/choice/probes.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// What was found: in Result these have the same names.
struct Named {
  double tolerance = 0;
  std::vector<StageResult> stages;
  std::vector<Finding> findings, remarks;
  std::optional<MendResult> mend;
};

/// `probes` are what probe() gave for `choice`, all with numbers of `seed`;
/// `properties` are those of the choice.
Named name_findings(Program& program, const Choice& choice, const std::vector<Probed>& probes,
                    const std::vector<PropertyResult>& properties, uint32_t seed);

}  // namespace mha::homework
