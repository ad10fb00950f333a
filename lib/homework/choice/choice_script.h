#pragma once

// Which homework a program of loose statements is an answer to.

#include <optional>
#include <vector>

#include "homework/choice/choice.h"

namespace mha::homework {

/// How many of the assignment's tensors were seen, from 0 to 1, if the weights
/// are read in this way.
double share_of(const Choice& c, size_t casting);

/// The assignment, or form of one, that tells most of what the statements made and
/// of which most was made. None if the statements are about something else.
std::optional<Choice> choose_script(Program& program,
                                    const std::vector<const Assignment*>& among);

}  // namespace mha::homework
