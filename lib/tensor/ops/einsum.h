#pragma once

#include <span>
#include <string_view>

#include "tensor/core/tensor.h"

namespace mha {

/// Sums of products by subscripts: "bhqd,bhkd->bhqk". Takes everything that
/// torch.einsum takes as an equation: an ellipsis, a letter twice in one
/// operand (its diagonal), no arrow (letters seen once, in order), sizes of 1
/// that broadcast, any number of operands (from left to right). Throws
/// RuntimeError in PyTorch's words.
Tensor einsum(std::string_view equation, std::span<const Tensor> operands);

}  // namespace mha
