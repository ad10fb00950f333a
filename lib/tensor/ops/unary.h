#pragma once

#include <optional>

#include "tensor/core/tensor.h"

/// Elementwise ops on one operand. For an integer tensor, ops with fractional
/// results return the default float dtype. An op with a `target` writes there
/// and returns it: PyTorch's neg_() is neg(self, self). If `target` is
/// undefined, the result gets fresh storage.
namespace mha {

Tensor neg(const Tensor& self, const Tensor& target = {});
Tensor abs(const Tensor& self, const Tensor& target = {});
Tensor sign(const Tensor& self, const Tensor& target = {});
Tensor square(const Tensor& self, const Tensor& target = {});
Tensor reciprocal(const Tensor& self, const Tensor& target = {});
Tensor floor(const Tensor& self, const Tensor& target = {});
Tensor ceil(const Tensor& self, const Tensor& target = {});
/// Half to even; `decimals` may be negative.
Tensor round(const Tensor& self, int64_t decimals = 0,
             const Tensor& target = {});
Tensor trunc(const Tensor& self, const Tensor& target = {});
Tensor frac(const Tensor& self, const Tensor& target = {});

Tensor exp(const Tensor& self, const Tensor& target = {});
Tensor exp2(const Tensor& self, const Tensor& target = {});
Tensor expm1(const Tensor& self, const Tensor& target = {});
Tensor log(const Tensor& self, const Tensor& target = {});
Tensor log2(const Tensor& self, const Tensor& target = {});
Tensor log10(const Tensor& self, const Tensor& target = {});
Tensor log1p(const Tensor& self, const Tensor& target = {});
Tensor sqrt(const Tensor& self, const Tensor& target = {});
Tensor rsqrt(const Tensor& self, const Tensor& target = {});
Tensor sin(const Tensor& self, const Tensor& target = {});
Tensor cos(const Tensor& self, const Tensor& target = {});
Tensor tan(const Tensor& self, const Tensor& target = {});
Tensor asin(const Tensor& self, const Tensor& target = {});
Tensor acos(const Tensor& self, const Tensor& target = {});
Tensor atan(const Tensor& self, const Tensor& target = {});
Tensor sinh(const Tensor& self, const Tensor& target = {});
Tensor cosh(const Tensor& self, const Tensor& target = {});
Tensor tanh(const Tensor& self, const Tensor& target = {});
Tensor erf(const Tensor& self, const Tensor& target = {});
Tensor erfinv(const Tensor& self, const Tensor& target = {});

Tensor sigmoid(const Tensor& self, const Tensor& target = {});
Tensor relu(const Tensor& self, const Tensor& target = {});
/// `approximate` is "none" or "tanh"; throws RuntimeError otherwise.
Tensor gelu(const Tensor& self, const std::string& approximate = "none");
Tensor silu(const Tensor& self, const Tensor& target = {});
Tensor leaky_relu(const Tensor& self, double negative_slope = 0.01,
                  const Tensor& target = {});
Tensor elu(const Tensor& self, double alpha = 1.0, const Tensor& target = {});
Tensor softplus(const Tensor& self, double beta = 1.0, double threshold = 20.0);

/// Throws RuntimeError if both bounds are absent.
Tensor clamp(const Tensor& self, std::optional<Scalar> min,
             std::optional<Scalar> max, const Tensor& target = {},
             const char* name = "ClampBackward1");
Tensor clamp(const Tensor& self, const Tensor& min, const Tensor& max);
Tensor nan_to_num(const Tensor& self, std::optional<double> nan = {},
                  std::optional<double> posinf = {},
                  std::optional<double> neginf = {}, const Tensor& target = {});

// Bool results.
Tensor isnan(const Tensor& self);
Tensor isinf(const Tensor& self);
Tensor isposinf(const Tensor& self);
Tensor isneginf(const Tensor& self);
Tensor isfinite(const Tensor& self);
Tensor logical_not(const Tensor& self, const Tensor& target = {});
/// ~x of integers and bools; TypeError for floats.
Tensor bitwise_not(const Tensor& self, const Tensor& target = {});

}  // namespace mha
