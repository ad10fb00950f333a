#pragma once

#include <optional>
#include <vector>

#include "tensor/core/tensor.h"

/// Tensors from numbers, and numbers as other dtypes.
namespace mha {

/// The dtype that torch.tensor(), zeros() and the rest give floats: float32
/// unless set. One value for the process.
DType default_dtype();
void set_default_dtype(DType dtype);

/// A tensor of these numbers in row-major order. Throws PyTorch's
/// RuntimeError if an int does not fit the dtype.
Tensor from_scalars(Shape shape, const std::vector<Scalar>& values,
                    DType dtype);
Tensor scalar_tensor(Scalar value, DType dtype);
Tensor scalar_tensor(Scalar value);

/// Throws in PyTorch's words on a negative size.
Tensor empty(const Shape& shape, DType dtype = default_dtype());
Tensor zeros(const Shape& shape, DType dtype = default_dtype());
Tensor ones(const Shape& shape, DType dtype = default_dtype());
/// Without a dtype it has the dtype of the value.
Tensor full(const Shape& shape, Scalar value, std::optional<DType> dtype = {});
/// Without a dtype it has int64 if all three are ints, else the default dtype.
Tensor arange(Scalar start, Scalar end, Scalar step = 1,
              std::optional<DType> dtype = {});
Tensor linspace(double start, double end, int64_t steps,
                DType dtype = default_dtype());
Tensor eye(int64_t n, std::optional<int64_t> m = {},
           DType dtype = default_dtype());
/// (2, N) int64: rows and columns of a triangle, row by row.
Tensor tril_indices(int64_t row, int64_t col, int64_t offset = 0);
Tensor triu_indices(int64_t row, int64_t col, int64_t offset = 0);

// Like `self`, with its strides if those are dense.
Tensor empty_like(const Tensor& self, std::optional<DType> dtype = {});
Tensor zeros_like(const Tensor& self, std::optional<DType> dtype = {});
Tensor ones_like(const Tensor& self, std::optional<DType> dtype = {});
Tensor full_like(const Tensor& self, Scalar value,
                 std::optional<DType> dtype = {});

/// Returns `self` itself if it already has the dtype and `copy` is false.
Tensor to(const Tensor& self, DType dtype, bool copy = false);

/// The numbers in row-major order.
std::vector<Scalar> to_scalars(const Tensor& self);

/// Same dtype, shape and numbers (NaN differs from itself).
bool equal(const Tensor& a, const Tensor& b);

}  // namespace mha
