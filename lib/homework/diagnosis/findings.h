#pragma once

// What is wrong with a program, by name: from its numbers, its error, its source
// and the properties that it breaks.

#include <vector>

#include "homework/trial/probes.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// Writes the verdicts on the stages, the findings and the remarks into `result`,
/// of which the subject, the seed and the properties are read. `probes` are what
/// probe() gave for `choice`.
void name_findings(Program& program, const Choice& choice, const std::vector<Probed>& probes,
                   Result& result);

}  // namespace mha::homework
