#pragma once

// The step at which a program made a mistake.

#include <optional>

#include "homework/diagnosis.h"

namespace mha::homework {

/// Where in the trial's recording the mistake begins: the first tensor there that
/// the mistake's own lines make on their way and the reference, given the same
/// tensors, does not. None for a step that was left out, which makes nothing.
std::optional<size_t> first_step(Reference& reference, Diagnosis& diagnosis, const Trial& trial,
                                 const Explanation& explanation, const Slip& slip);

}  // namespace mha::homework
