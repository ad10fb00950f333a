#pragma once

#include <span>
#include <string>
#include <vector>

#include "tensor/core/tensor.h"

/// Several tensors made into one, and triangles of one.
namespace mha {

/// Throws PyTorch's RuntimeError where the shapes do not fit.
Tensor cat(std::span<const Tensor> tensors, int64_t dim = 0);
/// Along a new dimension.
Tensor stack(std::span<const Tensor> tensors, int64_t dim = 0);
Tensor hstack(std::span<const Tensor> tensors);
Tensor vstack(std::span<const Tensor> tensors);

/// What is not above (not below) the given diagonal; 0 elsewhere. In place
/// where `target` is `self`.
Tensor tril(const Tensor& self, int64_t diagonal = 0,
            const Tensor& target = {});
Tensor triu(const Tensor& self, int64_t diagonal = 0,
            const Tensor& target = {});

/// A vector as the diagonal of a square matrix, or the diagonal of a matrix.
Tensor diag(const Tensor& self, int64_t diagonal = 0);

/// `indexing` is "ij" or "xy".
std::vector<Tensor> meshgrid(std::span<const Tensor> tensors,
                             const std::string& indexing = "ij");

}  // namespace mha
