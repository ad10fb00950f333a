#pragma once

// What to try where nobody can say what is wrong: a line to type into the program.

#include <optional>

#include "homework/choice/probes.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// The line that tells most, from what was seen of the program: of a step that is wrong
/// what its axes, the sums of its rows, or the first number that differs should be; of
/// steps that were not recognised, what comes next after the last right one; before a
/// line that stops, the shapes of what goes into it. `stages` are those of `probed`.
/// Nothing if the program has no place for it.
std::optional<Experiment> next_experiment(Program& program, const Choice& choice, const Probed& probed,
                                          const std::vector<StageResult>& stages);

}  // namespace mha::homework
