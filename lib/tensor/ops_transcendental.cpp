#include <cmath>

#include "tensor/elementwise.h"
#include "tensor/numerics.h"
#include "tensor/ops_unary.h"
#include "tensor/sleef_f32.h"

// exp, log, roots, circular and hyperbolic functions. Of float32 they follow
// the roundings of Sleef, which PyTorch calls; those that are seldom met are
// computed in double and rounded once, within half a unit of the last place.
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

// Those that Sleef computes by whole vectors: sin and cos.
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

template <typename F>
Tensor map(const char* kernel, const char* name, const Tensor& target,
           const Tensor& self, F f) {
  const DType dtype =
      is_floating(self.dtype()) ? self.dtype() : default_dtype();
  return finish(name, unary(Floats{}, {kernel, dtype, dtype, target}, self, f),
                target, self);
}

}  // namespace

// MHA_UNARY(exp, "Exp", f) defines exp() and exp_().
#define MHA_UNARY(op, name, ...)                                           \
  Tensor op(const Tensor& self) {                                          \
    return map(#op "_vml_cpu", name "Backward0", {}, self, __VA_ARGS__);   \
  }                                                                        \
  Tensor op##_(const Tensor& self) {                                       \
    return map(#op "_vml_cpu", name "Backward0", self, self, __VA_ARGS__); \
  }

#define MHA_SLEEF(kind, op) \
  kind { sleef::op, [](double x) { return std::op(x); } }

MHA_UNARY(exp, "Exp", Exp{})
MHA_UNARY(log, "Log", Log{})
MHA_UNARY(sqrt, "Sqrt", [](auto x) { return std::sqrt(x); })
MHA_UNARY(rsqrt, "Rsqrt", []<typename T>(T x) { return T(1) / std::sqrt(x); })
MHA_UNARY(reciprocal, "Reciprocal", []<typename T>(T x) { return T(1) / x; })
MHA_UNARY(exp2, "Exp2", [](auto x) { return std::exp2(x); })
MHA_UNARY(expm1, "Expm1", MHA_SLEEF(BySleef, expm1))
MHA_UNARY(log2, "Log2", MHA_SLEEF(BySleef, log2))
MHA_UNARY(log10, "Log10", MHA_SLEEF(BySleef, log10))
MHA_UNARY(log1p, "Log1P", MHA_SLEEF(BySleef, log1p))
MHA_UNARY(sin, "Sin", MHA_SLEEF(ByVectors, sin))
MHA_UNARY(cos, "Cos", MHA_SLEEF(ByVectors, cos))
MHA_UNARY(tan, "Tan", Rounded{[](double x) { return std::tan(x); }})
MHA_UNARY(asin, "Asin", Rounded{[](double x) { return std::asin(x); }})
MHA_UNARY(acos, "Acos", Rounded{[](double x) { return std::acos(x); }})
MHA_UNARY(atan, "Atan", Rounded{[](double x) { return std::atan(x); }})
MHA_UNARY(sinh, "Sinh", MHA_SLEEF(BySleef, sinh))
MHA_UNARY(cosh, "Cosh", MHA_SLEEF(BySleef, cosh))
MHA_UNARY(tanh, "Tanh", MHA_SLEEF(BySleef, tanh))
MHA_UNARY(erf, "Erf", MHA_SLEEF(BySleef, erf))

#undef MHA_SLEEF
#undef MHA_UNARY

}  // namespace mha
