// Implements binary.h. Comparisons, logic and bits.

#include <cmath>
#include <functional>

#include "tensor/kernels/elementwise.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/unary.h"

namespace mha {
namespace {

template <typename F>
Tensor compare(const Tensor& target, const Operand& a, const Operand& b, F f) {
  const Elementwise op{"compare", result_type(a, b), DType::bool_, target};
  const Tensor out = binary(Everything{}, op, a, b, f);
  if (target.defined()) record_in_place("NotImplemented", target, {});
  return out;
}

template <typename F>
Tensor bits(const char* kernel, const Tensor& target, const Operand& a,
            const Operand& b, F f) {
  const DType common = result_type(a, b);
  return finish(kernel,
                binary(Integers{}, {kernel, common, common, target}, a, b, f),
                target, kNothing, a, b);
}

// Compares truth values: any number but 0 is true.
template <typename F>
Tensor logic(const Tensor& target, const Tensor& a, const Tensor& b, F f) {
  const Elementwise op{"logical", DType::bool_, DType::bool_, target};
  const Tensor out = binary(Kinds<bool>{}, op, a, b, f);
  if (target.defined()) record_in_place("NotImplemented", target, {});
  return out;
}

struct BitAnd {
  int64_t operator()(int64_t a, int64_t b) const { return a & b; }
  bool operator()(bool a, bool b) const { return a && b; }
};
struct BitOr {
  int64_t operator()(int64_t a, int64_t b) const { return a | b; }
  bool operator()(bool a, bool b) const { return a || b; }
};
struct BitXor {
  int64_t operator()(int64_t a, int64_t b) const { return a ^ b; }
  bool operator()(bool a, bool b) const { return a != b; }
};

}  // namespace

Tensor eq(const Operand& a, const Operand& b, const Tensor& target) {
  return compare(target, a, b, std::equal_to<>{});
}
Tensor ne(const Operand& a, const Operand& b, const Tensor& target) {
  return compare(target, a, b, std::not_equal_to<>{});
}
Tensor lt(const Operand& a, const Operand& b, const Tensor& target) {
  return compare(target, a, b, std::less<>{});
}
Tensor le(const Operand& a, const Operand& b, const Tensor& target) {
  return compare(target, a, b, std::less_equal<>{});
}
Tensor gt(const Operand& a, const Operand& b, const Tensor& target) {
  return compare(target, a, b, std::greater<>{});
}
Tensor ge(const Operand& a, const Operand& b, const Tensor& target) {
  return compare(target, a, b, std::greater_equal<>{});
}
Tensor logical_and(const Tensor& a, const Tensor& b, const Tensor& target) {
  return logic(target, a, b, BitAnd{});
}
Tensor logical_or(const Tensor& a, const Tensor& b, const Tensor& target) {
  return logic(target, a, b, BitOr{});
}
Tensor logical_xor(const Tensor& a, const Tensor& b, const Tensor& target) {
  return logic(target, a, b, BitXor{});
}

Tensor bitwise_and(const Operand& a, const Operand& b, const Tensor& target) {
  return bits("bitwise_and_cpu", target, a, b, BitAnd{});
}
Tensor bitwise_or(const Operand& a, const Operand& b, const Tensor& target) {
  return bits("bitwise_or_cpu", target, a, b, BitOr{});
}
Tensor bitwise_xor(const Operand& a, const Operand& b, const Tensor& target) {
  return bits("bitwise_xor_cpu", target, a, b, BitXor{});
}
Tensor isclose(const Tensor& a, const Tensor& b, double rtol, double atol,
               bool equal_nan) {
  throw_if(a.dtype() != b.dtype(), "{} did not match {}", scalar_type_name(a.dtype()),
           scalar_type_name(b.dtype()));
  throw_if(rtol < 0 || atol < 0, "{} must be greater than or equal to zero, but got {}",
           rtol < 0 ? "rtol" : "atol", rtol < 0 ? rtol : atol);
  const auto close = [=]<typename T>(T x, T y) {
    if (x == y) return true;
    if constexpr (std::is_floating_point_v<T>) {
      if (equal_nan && std::isnan(x) && std::isnan(y)) return true;
      const T allowed =
          static_cast<T>(atol) + std::abs(static_cast<T>(rtol) * y);
      const T off = std::abs(x - y);
      return std::isfinite(off) && off <= allowed;
    } else {
      const auto p = static_cast<double>(x);
      const auto q = static_cast<double>(y);
      return std::abs(p - q) <= atol + std::abs(rtol * q);
    }
  };
  return compare({}, a, b, close);
}

bool allclose(const Tensor& a, const Tensor& b, double rtol, double atol,
              bool equal_nan) {
  const Tensor close = isclose(a, b, rtol, atol, equal_nan);
  bool all = true;
  const Tensor flat = close.is_contiguous() ? close : row_major_copy(close);
  for (int64_t i = 0; i < flat.numel(); ++i) all = all && flat.data<bool>()[i];
  return all;
}

}  // namespace mha
