#pragma once

#include "tensor/core/tensor.h"

/// The arithmetic of products, once shapes and dtypes are known to fit. Results
/// are fresh and not recorded. For the sources of lib/tensor only.
namespace mha {

/// (n, k) @ (k, m)
Tensor matrix_product(const Tensor& a, const Tensor& b);
/// bias + a @ b, of float32, where bias has or expands to the result's shape.
Tensor matrix_product_onto(const Tensor& bias, const Tensor& a,
                           const Tensor& b);
/// (b, n, k) @ (b, k, m)
Tensor batched_product(const Tensor& a, const Tensor& b);
/// (n, k) @ (k)
Tensor matrix_vector_product(const Tensor& a, const Tensor& v);
/// (k) @ (k), 0-d
Tensor vector_product(const Tensor& a, const Tensor& b);

/// beta * bias + alpha * product; a beta of 0 ignores the numbers in `bias`,
/// even NaN.
Tensor add_product(const Tensor& bias, const Tensor& product, Scalar beta,
                   Scalar alpha);

}  // namespace mha
