#pragma once

// Suggests an experiment when the mistake is not known: a line to type into the program.

#include <optional>

#include "homework/choice/probes.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// The most informative line, from what was seen of the program. For a wrong step: what its shape,
/// its row sums or its first wrong number should be. For steps that were not recognised: what the
/// program makes after the last right one. For a line that fails: the shapes of its operands.
/// `stages` are those of `probed`. Nothing if the program has no place for such a line.
std::optional<Experiment> next_experiment(Program& program, const Choice& choice, const Probed& probed,
                                          const std::vector<StageResult>& stages);

}  // namespace mha::homework
