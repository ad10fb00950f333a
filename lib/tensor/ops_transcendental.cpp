#include <cmath>

#include "tensor/elementwise.h"
#include "tensor/numerics.h"
#include "tensor/ops_unary.h"

// exp, log, roots, circular and hyperbolic functions. Of float32 they are
// computed in double and rounded once, which is within half a unit of the last
// place; exp() and log() follow PyTorch's own roundings.
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

// Sleef's tanhf is exactly 1 from here on.
struct Tanh {
  float operator()(float x) const {
    if (std::abs(x) > 8.664339742F) return std::copysign(1.0F, x);
    return static_cast<float>(std::tanh(static_cast<double>(x)));
  }
  double operator()(double x) const { return std::tanh(x); }
};

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

MHA_UNARY(exp, "Exp", Exp{})
MHA_UNARY(log, "Log", Log{})
MHA_UNARY(sqrt, "Sqrt", [](auto x) { return std::sqrt(x); })
MHA_UNARY(rsqrt, "Rsqrt", []<typename T>(T x) { return T(1) / std::sqrt(x); })
MHA_UNARY(reciprocal, "Reciprocal", []<typename T>(T x) { return T(1) / x; })
MHA_UNARY(exp2, "Exp2", Rounded{[](double x) { return std::exp2(x); }})
MHA_UNARY(expm1, "Expm1", Rounded{[](double x) { return std::expm1(x); }})
MHA_UNARY(log2, "Log2", Rounded{[](double x) { return std::log2(x); }})
MHA_UNARY(log10, "Log10", Rounded{[](double x) { return std::log10(x); }})
MHA_UNARY(log1p, "Log1P", Rounded{[](double x) { return std::log1p(x); }})
MHA_UNARY(sin, "Sin", Rounded{[](double x) { return std::sin(x); }})
MHA_UNARY(cos, "Cos", Rounded{[](double x) { return std::cos(x); }})
MHA_UNARY(tan, "Tan", Rounded{[](double x) { return std::tan(x); }})
MHA_UNARY(asin, "Asin", Rounded{[](double x) { return std::asin(x); }})
MHA_UNARY(acos, "Acos", Rounded{[](double x) { return std::acos(x); }})
MHA_UNARY(atan, "Atan", Rounded{[](double x) { return std::atan(x); }})
MHA_UNARY(sinh, "Sinh", Rounded{[](double x) { return std::sinh(x); }})
MHA_UNARY(cosh, "Cosh", Rounded{[](double x) { return std::cosh(x); }})
MHA_UNARY(tanh, "Tanh", Tanh{})
MHA_UNARY(erf, "Erf", Rounded{[](double x) { return std::erf(x); }})

#undef MHA_UNARY

}  // namespace mha
