#pragma once

#include <optional>

#include "tensor/core/operand.h"

/// Elementwise ops on two operands, broadcast, with PyTorch's type promotion.
/// An op with a `target` writes there and returns it: PyTorch's x.add_(y) is
/// add(x, y, 1, x), whose result must fit x's shape and dtype. If `target` is
/// undefined, the result gets fresh storage. An op with a trailing underscore
/// writes into `self`.
namespace mha {

enum class Rounding { none, trunc, floor };

// Arithmetic. add: a + alpha * b. Two numbers give a 0-d tensor.
Tensor add(const Operand& a, const Operand& b, Scalar alpha = 1,
           const Tensor& target = {});
Tensor sub(const Operand& a, const Operand& b, Scalar alpha = 1,
           const Tensor& target = {});
/// b - alpha * a, as `1 - x` is computed.
Tensor rsub(const Tensor& a, const Operand& b, Scalar alpha = 1);
Tensor mul(const Operand& a, const Operand& b, const Tensor& target = {});
Tensor div(const Operand& a, const Operand& b,
           Rounding rounding = Rounding::none, const Tensor& target = {});
Tensor floor_divide(const Operand& a, const Operand& b,
                    const Tensor& target = {});
/// Python's %, the sign of the divisor; fmod has the sign of the dividend.
Tensor remainder(const Operand& a, const Operand& b, const Tensor& target = {});
Tensor fmod(const Operand& a, const Operand& b, const Tensor& target = {});
Tensor pow(const Operand& base, const Operand& exponent,
           const Tensor& target = {});
Tensor maximum(const Tensor& a, const Tensor& b);
Tensor minimum(const Tensor& a, const Tensor& b);
Tensor atan2(const Tensor& a, const Tensor& b);
Tensor lerp(const Tensor& start, const Tensor& end, const Operand& weight,
            const Tensor& target = {});
Tensor addcmul(const Tensor& self, const Tensor& t1, const Tensor& t2,
               Scalar value = 1, const Tensor& target = {});
Tensor addcdiv(const Tensor& self, const Tensor& t1, const Tensor& t2,
               Scalar value = 1, const Tensor& target = {});

// Comparisons and logic: bool results.
Tensor eq(const Operand& a, const Operand& b, const Tensor& target = {});
Tensor ne(const Operand& a, const Operand& b, const Tensor& target = {});
Tensor lt(const Operand& a, const Operand& b, const Tensor& target = {});
Tensor le(const Operand& a, const Operand& b, const Tensor& target = {});
Tensor gt(const Operand& a, const Operand& b, const Tensor& target = {});
Tensor ge(const Operand& a, const Operand& b, const Tensor& target = {});
Tensor logical_and(const Tensor& a, const Tensor& b, const Tensor& target = {});
Tensor logical_or(const Tensor& a, const Tensor& b, const Tensor& target = {});
Tensor logical_xor(const Tensor& a, const Tensor& b, const Tensor& target = {});
Tensor isclose(const Tensor& a, const Tensor& b, double rtol = 1e-5,
               double atol = 1e-8, bool equal_nan = false);
bool allclose(const Tensor& a, const Tensor& b, double rtol = 1e-5,
              double atol = 1e-8, bool equal_nan = false);

// On bits, of integers and bools: & | ^ << >>.
Tensor bitwise_and(const Operand& a, const Operand& b,
                   const Tensor& target = {});
Tensor bitwise_or(const Operand& a, const Operand& b,
                  const Tensor& target = {});
Tensor bitwise_xor(const Operand& a, const Operand& b,
                   const Tensor& target = {});

// Choosing.
Tensor where(const Tensor& condition, const Operand& a, const Operand& b);
/// Throws RuntimeError unless the mask is bool, as PyTorch 2 does.
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Operand& value,
                   const Tensor& target = {});

// In place.
Tensor zero_(const Tensor& self);
/// Broadcasts `source` and converts it to self's dtype.
Tensor copy_(const Tensor& self, const Tensor& source);
Tensor fill_diagonal_(const Tensor& self, Scalar value);

}  // namespace mha
