#pragma once

#include <optional>

#include "tensor/core/tensor.h"

/// exp(x) / sum(exp(x)) along `dim`, after subtracting the largest element, in
/// PyTorch's order of float32 roundings. A row that is all -inf becomes NaN, as
/// in PyTorch.
namespace mha {

/// Converts to `dtype` first, if given. Throws RuntimeError for integers
/// without one.
Tensor softmax(const Tensor& self, int64_t dim,
               std::optional<DType> dtype = {});
Tensor log_softmax(const Tensor& self, int64_t dim,
                   std::optional<DType> dtype = {});

}  // namespace mha
