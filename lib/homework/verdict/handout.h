#pragma once

// The numbers of a homework, to be computed with anywhere: what is handed in
// as tensors is judged against what the stages make of them.

#include <vector>

#include "homework/compare/reference.h"
#include "io/tensor_file.h"

namespace mha::homework {

struct Handout {
  Setting setting;  // of the assignment's first probe
  Names names;      // sizes, inputs, what the setup makes
  Roles weights;    // without biases
};

/// The same for a seed, everywhere.
Handout handout(Reference& reference, uint32_t seed);

/// As a file has it: the inputs, the weights (used as x @ W), and the sizes that
/// are numbers.
std::vector<NamedTensor> tensors_of(const Handout& handout, const Assignment& assignment);

}  // namespace mha::homework
