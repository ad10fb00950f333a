#include "tensor/ops/binary.h"

#include <cmath>
#include <functional>

#include "tensor/kernels/elementwise.h"
#include "tensor/kernels/sleef_f32.h"
#include "tensor/ops/unary.h"

// Arithmetic.
namespace mha {

namespace {

DType dtype_of(const Operand& a) {
  return a.is_tensor() ? a.tensor().dtype() : a.scalar().dtype();
}

void require_divisor(int64_t b) {
  if (b == 0) throw RuntimeError("ZeroDivisionError");
}

// Integers wrap around: this library is compiled so.
struct Plus {
  bool operator()(bool a, bool b) const { return a || b; }
  auto operator()(auto a, auto b) const { return a + b; }
};

struct PlusScaled {
  Scalar alpha;
  template <typename T>
  T operator()(T a, T b) const {
    return std::fma(b, static_cast<T>(alpha.to_double()), a);
  }
  int64_t operator()(int64_t a, int64_t b) const { return a + alpha.to_int() * b; }
  bool operator()(bool a, bool b) const { return a || (alpha.to_bool() && b); }
};

struct Times {
  bool operator()(bool a, bool b) const { return a && b; }
  auto operator()(auto a, auto b) const { return a * b; }
};

struct DivideTrunc {
  template <typename T>
  T operator()(T a, T b) const {
    return std::trunc(a / b);
  }
  int64_t operator()(int64_t a, int64_t b) const {
    require_divisor(b);
    return b == -1 ? -a : a / b;
  }
};

struct DivideFloor {
  // Computes the quotient from an exact remainder, as Python does, so that it
  // is right even if a / b rounds up to the next whole number.
  template <typename T>
  T operator()(T a, T b) const {
    if (b == 0) return a / b;
    const T rest = std::fmod(a, b);
    T quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
    if (quotient == 0) return std::copysign(T(0), a / b);
    const T whole = std::floor(quotient);
    return quotient - whole > T(0.5) ? whole + 1 : whole;
  }
  int64_t operator()(int64_t a, int64_t b) const {
    require_divisor(b);
    if (b == -1) return -a;
    const int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
  }
};

struct Remainder {
  template <typename T>
  T operator()(T a, T b) const {
    const T rest = std::fmod(a, b);
    return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;
  }
  int64_t operator()(int64_t a, int64_t b) const {
    require_divisor(b);
    if (b == -1) return 0;
    const int64_t rest = a % b;
    return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;
  }
};

struct Fmod {
  template <typename T>
  T operator()(T a, T b) const {
    return std::fmod(a, b);
  }
  int64_t operator()(int64_t a, int64_t b) const {
    require_divisor(b);
    return b == -1 ? 0 : a % b;
  }
};

struct Power {
  static float wide(float a, float b) { return sleef::pow(a, b); }
  static double wide(double a, double b) { return std::pow(a, b); }
  float operator()(float a, float b) const { return std::pow(a, b); }
  double operator()(double a, double b) const { return std::pow(a, b); }
  int64_t operator()(int64_t a, int64_t b) const {
    if (b < 0) {
      if (a == 1) return 1;
      if (a == -1) return b % 2 == 0 ? 1 : -1;
      return 0;
    }
    int64_t result = 1;
    for (; b > 0; b >>= 1) {
      if (b & 1) result *= a;
      a *= a;
    }
    return result;
  }
};

void check_alpha(Scalar alpha, DType dtype) {
  throw_if(alpha.kind() == Scalar::Kind::boolean && dtype != DType::bool_,
           "Boolean alpha only supported for Boolean results.");
  throw_if(alpha.is_floating() && !is_floating(dtype),
           "For integral input tensors, argument alpha must not be a floating point number.");
}

// In place, the result type may be larger than the target's but not of a higher
// kind; the op then stores the target's dtype.
Elementwise plan(const char* kernel, const Operand& a, const Operand& b,
                 const Tensor& target) {
  const DType common = result_type(a, b);
  return {kernel, common, common, target};
}

Elementwise float_plan(const char* kernel, const Operand& a, const Operand& b,
                       const Tensor& target) {
  Elementwise op = plan(kernel, a, b, target);
  if (!is_floating(op.compute)) op.compute = op.result = default_dtype();
  return op;
}

/// A whole op, computed in the operands' common dtype.
template <typename K, typename F, typename Save>
Tensor computed_in_common(GradName name, K kinds, const char* kernel, const Operand& a,
                          const Operand& b, const Tensor& target, F f, Save save) {
  return finish(name, binary(kinds, plan(kernel, a, b, target), a, b, f), target, save, a, b);
}

void check_subtractable(const Operand& a, const Operand& b) {
  const bool first = dtype_of(a) == DType::bool_;
  const bool second = dtype_of(b) == DType::bool_;
  throw_if(first && second,
           "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
           "`logical_xor()` operator instead.");
  throw_if(first || second,
           "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying "
           "to invert a mask, use the `~` or `logical_not()` operator instead.");
}

Tensor sub_into(const Tensor& target, const Operand& a, const Operand& b,
                Scalar alpha, const char* name) {
  check_subtractable(a, b);
  const Elementwise op = plan("sub", a, b, target);
  check_alpha(alpha, op.compute);
  const auto save = [&](Node& node) { node.with(alpha); };
  if (alpha.to_double() == 1.0) {
    return finish({name, "sub"}, binary(Numbers{}, op, a, b, std::minus<>{}), target, save,
                  a, b);
  }
  const Scalar minus = alpha.is_floating() ? Scalar(-alpha.to_double())
                                           : Scalar(-alpha.to_int());
  return finish({name, "sub"}, binary(Numbers{}, op, a, b, PlusScaled{minus}),
                target, save, a, b);
}

// A few exponents have exact shortcuts, which round differently from pow().
Tensor pow_number(const Elementwise& op, const Tensor& base, Scalar exponent) {
  const double e = exponent.to_double();
  const auto map = [&](auto f) { return unary(Numbers{}, op, base, f); };
  if (e == 0.0) return map([]<typename T>(T) { return T(1); });
  if (e == 1.0) return map([](auto x) { return x; });
  if (e == 2.0) return map([](auto x) { return Times{}(x, x); });
  if (e == 3.0) return map([](auto x) { return Times{}(Times{}(x, x), x); });
  const auto map_float = [&](auto f) { return unary(Floats{}, op, base, f); };
  if (is_floating(op.compute)) {
    if (e == 0.5) return map_float([](auto x) { return std::sqrt(x); });
    if (e == -0.5) {
      return map_float([]<typename T>(T x) { return T(1) / std::sqrt(x); });
    }
    if (e == -1.0) return map_float([]<typename T>(T x) { return T(1) / x; });
    if (e == -2.0) {
      return map_float([]<typename T>(T x) { return T(1) / (x * x); });
    }
  }
  if (!is_floating(op.compute)) {
    return binary(Numbers{}, op, base, exponent, Power{});
  }
  return map_float(InVectors{
      [=]<typename T>(T x) { return Power::wide(x, static_cast<T>(e)); },
      [=]<typename T>(T x) {
        return static_cast<T>(std::pow(static_cast<double>(x), e));
      }});
}

}  // namespace

Tensor add(const Operand& a, const Operand& b, Scalar alpha,
           const Tensor& target) {
  const Elementwise op = plan("add", a, b, target);
  check_alpha(alpha, op.compute);
  const bool plain =
      !alpha.is_floating() ? alpha.to_int() == 1 : alpha.to_double() == 1.0;
  return finish("AddBackward0",
                plain ? binary(Everything{}, op, a, b, Plus{})
                      : binary(Everything{}, op, a, b, PlusScaled{alpha}),
                target, [&](Node& node) { node.with(alpha); }, a, b);
}

Tensor sub(const Operand& a, const Operand& b, Scalar alpha,
           const Tensor& target) {
  return sub_into(target, a, b, alpha,
                  a.is_tensor() ? "SubBackward0" : "RsubBackward1");
}
Tensor rsub(const Tensor& a, const Operand& b, Scalar alpha) {
  return sub_into({}, b, a, alpha,
                  b.is_tensor() ? "RsubBackward0" : "RsubBackward1");
}

Tensor mul(const Operand& a, const Operand& b, const Tensor& target) {
  const Operand old = before_write(a, target, needs_grad(b));
  return computed_in_common("MulBackward0", Everything{}, "mul", a, b, target, Times{},
                            [&](Node& node) { node.save_for(1, old).save_for(0, b); });
}

Tensor div(const Operand& a, const Operand& b, Rounding rounding,
           const Tensor& target) {
  // number / tensor is a reciprocal and a product: two roundings.
  if (!a.is_tensor() && b.is_tensor() && rounding == Rounding::none) {
    return mul(reciprocal(b.tensor()), a);
  }
  const GradName rounded{"DivBackward2", "floor"};
  if (rounding == Rounding::trunc) {
    return computed_in_common(rounded, Numbers{}, "div_trunc_cpu", a, b, target, DivideTrunc{},
                              kNothing);
  }
  if (rounding == Rounding::floor) {
    return computed_in_common(rounded, Numbers{}, "div_floor_cpu", a, b, target, DivideFloor{},
                              kNothing);
  }
  const Operand old = before_write(a, target, needs_grad(b));
  return finish(
      "DivBackward0",
      binary(Floats{}, float_plan("div_cpu", a, b, target), a, b, std::divides<>{}),
      target, [&](Node& node) { node.save_for(1, old).save(b); }, a, b);
}

Tensor floor_divide(const Operand& a, const Operand& b, const Tensor& target) {
  return computed_in_common({"NotImplemented", "floor_divide"}, Numbers{}, "div_floor_cpu", a, b,
                            target, DivideFloor{}, kNothing);
}

Tensor remainder(const Operand& a, const Operand& b, const Tensor& target) {
  const Operand old = before_write(a, target, needs_grad(b));
  return computed_in_common(b.is_tensor() ? "RemainderBackward1" : "RemainderBackward0", Numbers{},
                            "remainder_cpu", a, b, target, Remainder{},
                            [&](Node& node) { node.save_for(1, old).save_for(1, b); });
}

Tensor fmod(const Operand& a, const Operand& b, const Tensor& target) {
  const Operand old = before_write(a, target, needs_grad(b));
  return computed_in_common(b.is_tensor() ? "FmodBackward1" : "FmodBackward0", Numbers{}, "fmod_cpu",
                            a, b, target, Fmod{},
                            [&](Node& node) { node.save_for(1, old).save_for(1, b); });
}

Tensor pow(const Operand& a, const Operand& b, const Tensor& target) {
  const Operand old = before_write(a, target, needs_grad(a) || needs_grad(b));
  const Elementwise op = plan("pow", a, b, target);
  if (!b.is_tensor() && target.defined() && is_floating(op.result) && !is_floating(target.dtype())) {
    throw_error("Found dtype {} but expected {}", scalar_type_name(target.dtype()),
                scalar_type_name(op.result));
  }
  if (!b.is_tensor()) {
    throw_if(!is_floating(op.compute) && b.scalar().to_double() < 0,
             "Integers to negative integer powers are not allowed.");
    if (a.is_tensor()) {
      return finish("PowBackward0", pow_number(op, a.tensor(), b.scalar()), target,
                    [&](Node& node) { node.save(old).with(b.scalar()); }, a);
    }
  }
  const Tensor out = binary(Numbers{}, op, a, b, Power{});
  return finish({"PowBackward1", "pow_tensor"}, out, target,
                [&](Node& node) { node.save(old).save(b).save_result(out); }, a, b);
}

}  // namespace mha
