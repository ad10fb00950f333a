#pragma once

#include <string>

#include "homework/spec/assignment.h"
#include "tensor/tensor.h"

namespace mha::homework {

/// Where a cell of a stage's tensor is: "batch 1, head 0, query 2 "starts"".
std::string cell_words(const Assignment& assignment, const StageSpec& stage, const Shape& index);

}  // namespace mha::homework
