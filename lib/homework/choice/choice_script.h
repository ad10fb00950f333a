#pragma once

// Chooses which homework a program of loose statements answers.

#include <optional>
#include <vector>

#include "homework/choice/choice.h"

namespace mha::homework {

/// The fraction of the assignment's tensors that the program made, under this matching.
double share_of(const Choice& c, size_t matching);

/// The assignment, or form of one, that covers most of what the statements made, and of which
/// they made most. None if they are about something else.
std::optional<Choice> choose_script(Program& program,
                                    const std::vector<const Assignment*>& among);

}  // namespace mha::homework
