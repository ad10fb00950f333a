#pragma once

#include "tensor/core/tensor.h"

/// Products. Operands may have any strides: a transposed matrix is not copied.
/// float32 results are rounded as PyTorch's are (kernels/gemm.h says how). Both
/// operands must have the same dtype. Throws errors in PyTorch's words.
namespace mha {

/// PyTorch's rules: 1-d operands are a row or a column, everything before the
/// last two dimensions is a batch, and batches broadcast.
Tensor matmul(const Tensor& a, const Tensor& b);
/// (n, k) @ (k, m)
Tensor mm(const Tensor& a, const Tensor& b);
/// (b, n, k) @ (b, k, m)
Tensor bmm(const Tensor& a, const Tensor& b);
/// (n, k) @ (k)
Tensor mv(const Tensor& a, const Tensor& v);
/// (k) @ (k), 0-d
Tensor dot(const Tensor& a, const Tensor& b);
/// (n), (m) -> (n, m)
Tensor outer(const Tensor& a, const Tensor& b);
/// beta * self + alpha * (mat1 @ mat2)
Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2,
             Scalar beta = 1, Scalar alpha = 1);
Tensor baddbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2,
               Scalar beta = 1, Scalar alpha = 1);
Tensor addmv(const Tensor& self, const Tensor& mat, const Tensor& vec,
             Scalar beta = 1, Scalar alpha = 1);
/// x @ weight.T + bias over the last dimension; `bias` may be undefined.
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias = {});
/// Sums over the last `dims` dimensions of `a` and the first `dims` of `b`.
Tensor tensordot(const Tensor& a, const Tensor& b, int64_t dims = 2);
Tensor tensordot(const Tensor& a, const Tensor& b, const Shape& dims_a,
                 const Shape& dims_b);

}  // namespace mha
