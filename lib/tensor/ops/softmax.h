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
/// softmax(-self)
Tensor softmin(const Tensor& self, int64_t dim,
               std::optional<DType> dtype = {});
/// The default dimension of F.softmax: 0 for 0-d, 1-d and 3-d input, else 1.
/// PyTorch warns about using it.
int64_t implicit_softmax_dim(int64_t rank);

}  // namespace mha
