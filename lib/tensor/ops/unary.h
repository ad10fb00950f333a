#pragma once

#include <optional>

#include "tensor/core/tensor.h"

/// Elementwise ops on one operand. Of an integer tensor, those that need
/// fractions give the default float dtype. The forms with an underscore write
/// into `self` and return it.
namespace mha {

Tensor neg(const Tensor& self);
Tensor abs(const Tensor& self);
Tensor sign(const Tensor& self);
Tensor square(const Tensor& self);
Tensor reciprocal(const Tensor& self);
Tensor floor(const Tensor& self);
Tensor ceil(const Tensor& self);
/// Half to even; `decimals` may be negative.
Tensor round(const Tensor& self, int64_t decimals = 0);
Tensor trunc(const Tensor& self);
Tensor frac(const Tensor& self);

Tensor exp(const Tensor& self);
Tensor exp2(const Tensor& self);
Tensor expm1(const Tensor& self);
Tensor log(const Tensor& self);
Tensor log2(const Tensor& self);
Tensor log10(const Tensor& self);
Tensor log1p(const Tensor& self);
Tensor sqrt(const Tensor& self);
Tensor rsqrt(const Tensor& self);
Tensor sin(const Tensor& self);
Tensor cos(const Tensor& self);
Tensor tan(const Tensor& self);
Tensor asin(const Tensor& self);
Tensor acos(const Tensor& self);
Tensor atan(const Tensor& self);
Tensor sinh(const Tensor& self);
Tensor cosh(const Tensor& self);
Tensor tanh(const Tensor& self);
Tensor erf(const Tensor& self);
Tensor erfinv(const Tensor& self);

Tensor sigmoid(const Tensor& self);
Tensor relu(const Tensor& self);
/// `approximate` is "none" or "tanh"; throws RuntimeError otherwise.
Tensor gelu(const Tensor& self, const std::string& approximate = "none");
Tensor silu(const Tensor& self);
Tensor leaky_relu(const Tensor& self, double negative_slope = 0.01);
Tensor elu(const Tensor& self, double alpha = 1.0);
Tensor softplus(const Tensor& self, double beta = 1.0, double threshold = 20.0);

/// Throws RuntimeError if both bounds are absent.
Tensor clamp(const Tensor& self, std::optional<Scalar> min,
             std::optional<Scalar> max);
Tensor clamp(const Tensor& self, const Tensor& min, const Tensor& max);
Tensor nan_to_num(const Tensor& self, std::optional<double> nan = {},
                  std::optional<double> posinf = {},
                  std::optional<double> neginf = {});

// Bool results.
Tensor isnan(const Tensor& self);
Tensor isinf(const Tensor& self);
Tensor isfinite(const Tensor& self);
Tensor logical_not(const Tensor& self);
/// ~x of integers and bools; TypeError for floats.
Tensor bitwise_not(const Tensor& self);

// In place.
Tensor neg_(const Tensor& self);
Tensor abs_(const Tensor& self);
Tensor sign_(const Tensor& self);
Tensor square_(const Tensor& self);
Tensor reciprocal_(const Tensor& self);
Tensor floor_(const Tensor& self);
Tensor ceil_(const Tensor& self);
Tensor round_(const Tensor& self, int64_t decimals = 0);
Tensor trunc_(const Tensor& self);
Tensor frac_(const Tensor& self);
Tensor exp_(const Tensor& self);
Tensor exp2_(const Tensor& self);
Tensor expm1_(const Tensor& self);
Tensor log_(const Tensor& self);
Tensor log2_(const Tensor& self);
Tensor log10_(const Tensor& self);
Tensor log1p_(const Tensor& self);
Tensor sqrt_(const Tensor& self);
Tensor rsqrt_(const Tensor& self);
Tensor sin_(const Tensor& self);
Tensor cos_(const Tensor& self);
Tensor tan_(const Tensor& self);
Tensor asin_(const Tensor& self);
Tensor acos_(const Tensor& self);
Tensor atan_(const Tensor& self);
Tensor sinh_(const Tensor& self);
Tensor cosh_(const Tensor& self);
Tensor tanh_(const Tensor& self);
Tensor erf_(const Tensor& self);
Tensor erfinv_(const Tensor& self);
Tensor sigmoid_(const Tensor& self);
Tensor relu_(const Tensor& self);
Tensor silu_(const Tensor& self);
Tensor leaky_relu_(const Tensor& self, double negative_slope = 0.01);
Tensor elu_(const Tensor& self, double alpha = 1.0);
Tensor clamp_(const Tensor& self, std::optional<Scalar> min,
              std::optional<Scalar> max);
Tensor nan_to_num_(const Tensor& self, std::optional<double> nan = {},
                   std::optional<double> posinf = {},
                   std::optional<double> neginf = {});
Tensor logical_not_(const Tensor& self);
Tensor bitwise_not_(const Tensor& self);

}  // namespace mha
