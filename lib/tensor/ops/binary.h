#pragma once

#include <optional>

#include "tensor/core/operand.h"

/// Elementwise ops on two operands, broadcast, with PyTorch's type promotion.
/// An op with a trailing underscore writes into `self` and returns it.
namespace mha {

enum class Rounding { none, trunc, floor };

// Arithmetic. add: a + alpha * b. Two numbers give a 0-d tensor.
Tensor add(const Operand& a, const Operand& b, Scalar alpha = 1);
Tensor sub(const Operand& a, const Operand& b, Scalar alpha = 1);
/// b - alpha * a, as `1 - x` is computed.
Tensor rsub(const Tensor& a, const Operand& b, Scalar alpha = 1);
Tensor mul(const Operand& a, const Operand& b);
Tensor div(const Operand& a, const Operand& b,
           Rounding rounding = Rounding::none);
Tensor floor_divide(const Operand& a, const Operand& b);
/// Python's %, the sign of the divisor; fmod has the sign of the dividend.
Tensor remainder(const Operand& a, const Operand& b);
Tensor fmod(const Operand& a, const Operand& b);
Tensor pow(const Operand& base, const Operand& exponent);
Tensor maximum(const Tensor& a, const Tensor& b);
Tensor minimum(const Tensor& a, const Tensor& b);
Tensor fmax(const Tensor& a, const Tensor& b);
Tensor fmin(const Tensor& a, const Tensor& b);
Tensor atan2(const Tensor& a, const Tensor& b);
Tensor lerp(const Tensor& start, const Tensor& end, const Operand& weight);
Tensor addcmul(const Tensor& self, const Tensor& t1, const Tensor& t2,
               Scalar value = 1);
Tensor addcdiv(const Tensor& self, const Tensor& t1, const Tensor& t2,
               Scalar value = 1);

// Comparisons and logic: bool results.
Tensor eq(const Operand& a, const Operand& b);
Tensor ne(const Operand& a, const Operand& b);
Tensor lt(const Operand& a, const Operand& b);
Tensor le(const Operand& a, const Operand& b);
Tensor gt(const Operand& a, const Operand& b);
Tensor ge(const Operand& a, const Operand& b);
Tensor logical_and(const Tensor& a, const Tensor& b);
Tensor logical_or(const Tensor& a, const Tensor& b);
Tensor logical_xor(const Tensor& a, const Tensor& b);
Tensor isclose(const Tensor& a, const Tensor& b, double rtol = 1e-5,
               double atol = 1e-8, bool equal_nan = false);
bool allclose(const Tensor& a, const Tensor& b, double rtol = 1e-5,
              double atol = 1e-8, bool equal_nan = false);

// On bits, of integers and bools: & | ^ << >>.
Tensor bitwise_and(const Operand& a, const Operand& b);
Tensor bitwise_or(const Operand& a, const Operand& b);
Tensor bitwise_xor(const Operand& a, const Operand& b);
Tensor bitwise_left_shift(const Operand& a, const Operand& b);
Tensor bitwise_right_shift(const Operand& a, const Operand& b);

// Choosing.
Tensor where(const Tensor& condition, const Operand& a, const Operand& b);
/// Throws RuntimeError unless the mask is bool, as PyTorch 2 does.
Tensor masked_fill(const Tensor& self, const Tensor& mask,
                   const Operand& value);

// In place. The result must fit self's shape and dtype.
Tensor add_(const Tensor& self, const Operand& other, Scalar alpha = 1);
Tensor sub_(const Tensor& self, const Operand& other, Scalar alpha = 1);
Tensor mul_(const Tensor& self, const Operand& other);
Tensor div_(const Tensor& self, const Operand& other,
            Rounding rounding = Rounding::none);
Tensor floor_divide_(const Tensor& self, const Operand& other);
Tensor remainder_(const Tensor& self, const Operand& other);
Tensor fmod_(const Tensor& self, const Operand& other);
Tensor pow_(const Tensor& self, const Operand& other);
Tensor eq_(const Tensor& self, const Operand& other);
Tensor ne_(const Tensor& self, const Operand& other);
Tensor lt_(const Tensor& self, const Operand& other);
Tensor le_(const Tensor& self, const Operand& other);
Tensor gt_(const Tensor& self, const Operand& other);
Tensor ge_(const Tensor& self, const Operand& other);
Tensor logical_and_(const Tensor& self, const Tensor& other);
Tensor logical_or_(const Tensor& self, const Tensor& other);
Tensor logical_xor_(const Tensor& self, const Tensor& other);
Tensor bitwise_and_(const Tensor& self, const Operand& other);
Tensor bitwise_or_(const Tensor& self, const Operand& other);
Tensor bitwise_xor_(const Tensor& self, const Operand& other);
Tensor bitwise_left_shift_(const Tensor& self, const Operand& other);
Tensor bitwise_right_shift_(const Tensor& self, const Operand& other);
Tensor lerp_(const Tensor& self, const Tensor& end, const Operand& weight);
Tensor addcmul_(const Tensor& self, const Tensor& t1, const Tensor& t2,
                Scalar value = 1);
Tensor addcdiv_(const Tensor& self, const Tensor& t1, const Tensor& t2,
                Scalar value = 1);
Tensor masked_fill_(const Tensor& self, const Tensor& mask,
                    const Operand& value);
Tensor zero_(const Tensor& self);
/// Source is broadcast and converted to self's dtype.
Tensor copy_(const Tensor& self, const Tensor& source);
Tensor fill_diagonal_(const Tensor& self, Scalar value);

}  // namespace mha
