#pragma once

// The numbers of a homework, which a learner can compute with in any program. Tensors that are
// submitted are compared with what the stages make of them.

#include <vector>

#include "homework/compare/reference.h"
#include "io/tensor_file.h"

namespace mha::homework {

struct Handout {
  Setting setting;  // of the assignment's first probe
  Names names;      // sizes, inputs, what the setup makes
  Roles weights;    // without biases
};

/// The handout for a seed, the same on every machine. Throws Error of kind "HomeworkError" if an input
/// of the homework is not numbers.
Handout handout(Reference& reference, uint32_t seed);

/// The handout as named tensors: the inputs, the weights (for x @ W), and the sizes that are
/// numbers.
std::vector<NamedTensor> tensors_of(const Handout& handout, const Assignment& assignment);

}  // namespace mha::homework
