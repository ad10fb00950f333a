#pragma once

#include <span>
#include <string>
#include <vector>

#include "tensor/core/tensor.h"

/// Joining several tensors into one; triangles and diagonals.
namespace mha {

/// Throws PyTorch's RuntimeError if the shapes do not fit.
Tensor cat(std::span<const Tensor> tensors, int64_t dim = 0);
/// Along a new dimension.
Tensor stack(std::span<const Tensor> tensors, int64_t dim = 0);
Tensor hstack(std::span<const Tensor> tensors);
Tensor vstack(std::span<const Tensor> tensors);

/// Keeps the elements on and below (on and above) the given diagonal, with 0
/// elsewhere. In place if `target` is `self`.
Tensor tril(const Tensor& self, int64_t diagonal = 0,
            const Tensor& target = {});
Tensor triu(const Tensor& self, int64_t diagonal = 0,
            const Tensor& target = {});

/// A vector as the diagonal of a square matrix, or the diagonal of a matrix.
Tensor diag(const Tensor& self, int64_t diagonal = 0);

}  // namespace mha
