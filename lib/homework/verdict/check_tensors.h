#pragma once

#include <vector>

#include "homework/spec/assignment.h"
#include "homework/verdict/check.h"

namespace mha::homework {

/// Judges tensors that were computed elsewhere from the numbers of `homework export` with the same
/// seed. The file may hold the tensors of any stages, in any layout. Throws Error if the file
/// cannot be read.
Result check_tensors(const Request& request, const std::vector<const Assignment*>& among);

}  // namespace mha::homework
