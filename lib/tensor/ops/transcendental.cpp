// Implements unary.h. exp, log, roots, trigonometric and hyperbolic functions.
// In float32 they follow the roundings of Sleef, which PyTorch calls; rare
// functions are computed in double and rounded once, within half a unit of the
// last place.

#include <cmath>
#include <numbers>

#include "tensor/core/numerics.h"
#include "tensor/kernels/elementwise.h"
#include "tensor/kernels/sleef_f32.h"
#include "tensor/ops/unary.h"

namespace mha {
namespace {

template <typename F>
struct Rounded {
  F f;
  float operator()(float x) const {
    return static_cast<float>(f(static_cast<double>(x)));
  }
  double operator()(double x) const { return f(x); }
};
template <typename F>
Rounded(F) -> Rounded<F>;

struct Exp {
  float operator()(float x) const { return exp_f32(x); }
  double operator()(double x) const { return std::exp(x); }
  void operator()(const float* in, float* out, int64_t n) const {
    exp_f32(in, out, n);
  }
};

struct Log {
  float operator()(float x) const { return log_f32(x); }
  double operator()(double x) const { return std::log(x); }
};

// One of Sleef's functions in float32, the C library's in double.
template <typename Single, typename Double>
struct BySleef {
  Single single;
  Double exact;
  float operator()(float x) const { return single(x); }
  double operator()(double x) const { return exact(x); }
};
template <typename S, typename D>
BySleef(S, D) -> BySleef<S, D>;

// Functions that Sleef computes by whole vectors: sin and cos.
template <typename Vectors, typename Double>
struct ByVectors {
  Vectors vectors;
  Double exact;
  float operator()(float x) const {
    vectors(&x, &x, 1);
    return x;
  }
  void operator()(const float* in, float* out, int64_t n) const {
    vectors(in, out, n);
  }
  double operator()(double x) const { return exact(x); }
};
template <typename V, typename D>
ByVectors(V, D) -> ByVectors<V, D>;

// What the derivative needs: the number, or the function's value there.
enum class Saves { self, result };

template <typename F>
Tensor map_to_floats(const char* kernel, GradName name, Saves saves, const Tensor& target,
           const Tensor& self, F f) {
  const DType dtype =
      is_floating(self.dtype()) ? self.dtype() : default_dtype();
  const Operand old =
      before_write(self, target, saves == Saves::self && needs_grad(self));
  const Tensor out = unary(Floats{}, {kernel, dtype, dtype, target}, self, f);
  return finish(name, out, target, [&](Node& node) {
    saves == Saves::self ? node.save(old) : node.save_result(out);
  }, self);
}

// The inverse of erf: a rational guess, then two of Newton's steps.
template <typename T>
T inverse_erf(T y) {
  constexpr T kCentral = T(0.7);
  T x;
  if (std::abs(y) <= kCentral) {
    const T z = y * y;
    const T above =
        ((T(-0.140543331) * z + T(0.914624893)) * z + T(-1.645349621)) * z +
        T(0.886226899);
    const T below =
        (((T(0.012229801) * z + T(-0.329097515)) * z + T(1.442710462)) * z +
         T(-2.118377725)) *
            z +
        T(1);
    x = y * above / below;
  } else {
    const T z = std::sqrt(-std::log((T(1) - std::abs(y)) / T(2)));
    const T above =
        ((T(1.641345311) * z + T(3.429567803)) * z + T(-1.624906493)) * z +
        T(-1.970840454);
    const T below = (T(1.637067800) * z + T(3.543889200)) * z + T(1);
    x = std::copysign(above, y) / below;
  }
  constexpr T kSlope = T(2 * std::numbers::inv_sqrtpi);
  for (int step = 0; step < 2; ++step) {
    x = x - (std::erf(x) - y) / (kSlope * std::exp(-x * x));
  }
  return x;
}

}  // namespace

// MHA_UNARY(exp, "Exp", result, f) defines exp().
#define MHA_UNARY(op, name, saves, ...)                                         \
  Tensor op(const Tensor& self, const Tensor& target) {                         \
    return map_to_floats(#op "_vml_cpu", {name "Backward0", #op}, Saves::saves, target,   \
               self, __VA_ARGS__);                                              \
  }

#define MHA_SLEEF(kind, op)                        \
  kind {                                           \
    sleef::op, [](double x) { return std::op(x); } \
  }

MHA_UNARY(exp, "Exp", result, Exp{})
MHA_UNARY(log, "Log", self, Log{})
MHA_UNARY(sqrt, "Sqrt", result, [](auto x) { return std::sqrt(x); })
MHA_UNARY(rsqrt, "Rsqrt", result, []<typename T>(T x) { return T(1) / std::sqrt(x); })
MHA_UNARY(reciprocal, "Reciprocal", result, []<typename T>(T x) { return T(1) / x; })
MHA_UNARY(exp2, "Exp2", result, [](auto x) { return std::exp2(x); })
MHA_UNARY(expm1, "Expm1", result, MHA_SLEEF(BySleef, expm1))
MHA_UNARY(log2, "Log2", self, MHA_SLEEF(BySleef, log2))
MHA_UNARY(log10, "Log10", self, MHA_SLEEF(BySleef, log10))
MHA_UNARY(log1p, "Log1P", self, MHA_SLEEF(BySleef, log1p))
MHA_UNARY(sin, "Sin", self, MHA_SLEEF(ByVectors, sin))
MHA_UNARY(cos, "Cos", self, MHA_SLEEF(ByVectors, cos))
MHA_UNARY(tan, "Tan", result, Rounded{[](double x) { return std::tan(x); }})
MHA_UNARY(asin, "Asin", self, Rounded{[](double x) { return std::asin(x); }})
MHA_UNARY(acos, "Acos", self, Rounded{[](double x) { return std::acos(x); }})
MHA_UNARY(atan, "Atan", self, Rounded{[](double x) { return std::atan(x); }})
MHA_UNARY(sinh, "Sinh", self, MHA_SLEEF(BySleef, sinh))
MHA_UNARY(cosh, "Cosh", self, MHA_SLEEF(BySleef, cosh))
MHA_UNARY(tanh, "Tanh", result, MHA_SLEEF(BySleef, tanh))
MHA_UNARY(erf, "Erf", self, MHA_SLEEF(BySleef, erf))
MHA_UNARY(erfinv, "Erfinv", result, [](auto x) { return inverse_erf(x); })

#undef MHA_SLEEF
#undef MHA_UNARY

}  // namespace mha
