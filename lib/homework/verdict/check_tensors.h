#pragma once

#include <vector>

#include "homework/spec/assignment.h"
#include "homework/verdict/check.h"

namespace mha::homework {

/// Judges numbers that were computed elsewhere, from what `homework export` gave
/// for the same seed. Any stage's tensor may be among them, in any layout.
/// Throws Error for a file that cannot be read.
Result check_tensors(const Request& request, const std::vector<const Assignment*>& among);

}  // namespace mha::homework
