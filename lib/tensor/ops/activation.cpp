// Implements unary.h. Activation functions. They reject integers, except for
// relu and sigmoid.

#include <algorithm>
#include <bit>
#include <cmath>

#include "tensor/core/numerics.h"
#include "tensor/kernels/elementwise.h"
#include "tensor/kernels/sleef_f32.h"
#include "tensor/ops/unary.h"

namespace mha {
namespace {

// exp() as the vector kernels have it in float32.
float vector_exp(float x) { return exp_f32(x); }
double vector_exp(double x) { return std::exp(x); }
float plain_exp(float x) { return std::exp(x); }
double plain_exp(double x) { return std::exp(x); }

float vector_tanh(float x) { return sleef::tanh(x); }
double vector_tanh(double x) { return std::tanh(x); }
float vector_log1p(float x) { return sleef::log1p(x); }
double vector_log1p(double x) { return std::log1p(x); }

// oneDNN's exp of numbers up to 0: 2^n times a polynomial of degree 5, all
// steps fused.
float exp_onednn(float x) {
  constexpr float kLog2E = 1.44269502F;
  constexpr float kLn2 = 0.693147182F;
  x = std::max(x, -87.336544036865F);
  const float n = std::floor(std::fma(x, kLog2E, 0.5F));
  const float r = std::fma(-n, kLn2, x);
  float p = 0.00828929059F;
  for (const float c :
       {0.0418978221F, 0.166676521F, 0.499991506F, 0.999999701F, 1.0F}) {
    p = std::fma(p, r, c);
  }
  return p * std::bit_cast<float>((static_cast<int32_t>(n) + 127) << 23);
}

// x * Phi(x) by formula 7.1.26 of Abramowitz and Stegun for erf, in oneDNN's
// order of roundings.
struct GeluOneDnn {
  float operator()(float x) const {
    const float s = x * 0.70710678F;
    const float a = std::abs(s);
    const float q = exp_onednn(-(s * s));
    const float t = 1.0F / std::fma(0.3275911F, a, 1.0F);
    float r = 1.061405429F;
    for (const float c :
         {-1.453152027F, 1.421413741F, -0.284496736F, 0.254829592F}) {
      r = std::fma(r, t, c);
    }
    const float e = std::copysign(std::fma(-(q * t), r, 1.0F), s);
    const float half = x * 0.5F;
    return std::fma(half, e, half);
  }
  double operator()(double x) const { return x; }
};

template <typename F, typename Save>
Tensor map_floats(const char* kernel, GradName name, const Tensor& target,
           const Tensor& self, F f, Save save) {
  return finish(
      name,
      unary(Floats{}, {kernel, self.dtype(), self.dtype(), target}, self, f), target,
      save, self);
}

}  // namespace

Tensor sigmoid(const Tensor& self, const Tensor& target) {
  const DType dtype =
      is_floating(self.dtype()) ? self.dtype() : default_dtype();
  const InVectors f{
      []<typename T>(T x) { return T(1) / (T(1) + vector_exp(T(0) - x)); },
      []<typename T>(T x) { return T(1) / (T(1) + plain_exp(-x)); }};
  const Tensor out =
      unary(Floats{}, {"sigmoid_cpu", dtype, dtype, target}, self, f);
  return finish("SigmoidBackward0", out, target, saving_result(out), self);
}

Tensor relu(const Tensor& self, const Tensor& target) {
  throw_if(self.dtype() == DType::bool_, "Boolean inputs not supported for relu");
  const Tensor out =
      unary(Numbers{}, {"clamp_min", self.dtype(), self.dtype(), target}, self,
            []<typename T>(T x) { return x < T(0) ? T(0) : x; });
  return finish("ReluBackward0", out, target, saving_result(out), self);
}

Tensor silu(const Tensor& self, const Tensor& target) {
  const Operand old = before_write(self, target, needs_grad(self));
  return map_floats(
      "silu_cpu", "SiluBackward0", target, self,
      InVectors{[]<typename T>(T x) { return x / (T(1) + vector_exp(-x)); },
                []<typename T>(T x) { return x / (T(1) + plain_exp(-x)); }},
      saving(old));
}

Tensor leaky_relu(const Tensor& self, double negative_slope,
                  const Tensor& target) {
  const Operand old = before_write(self, target, needs_grad(self));
  return map_floats("leaky_relu_cpu", "LeakyReluBackward0", target, self,
             [=]<typename T>(T x) {
               return x > T(0) ? x : x * static_cast<T>(negative_slope);
             },
             [&](Node& node) { node.save(old).with(negative_slope); });
}

Tensor elu(const Tensor& self, double alpha, const Tensor& target) {
  const Operand old = before_write(self, target, needs_grad(self));
  return map_floats("elu_cpu", "EluBackward0", target, self,
             InVectors{[=]<typename T>(T x) {
                         if (x > T(0)) return x;
                         return (vector_exp(x) - T(1)) * static_cast<T>(alpha);
                       },
                       [=]<typename T>(T x) {
                         if (x > T(0)) return x;
                         return (plain_exp(x) - T(1)) * static_cast<T>(alpha);
                       }},
             [&](Node& node) { node.save(old).with(alpha); });
}

Tensor gelu(const Tensor& self, const std::string& approximate) {
  const bool bent_by_tanh = approximate == "tanh";
  const auto save = [&](Node& node) { node.save(self).with(bent_by_tanh); };
  if (approximate == "none") {
    // Contiguous numbers go through oneDNN, as in PyTorch.
    const bool together = self.dtype() == DType::float32 && self.numel() > 1 &&
                          self.is_contiguous();
    if (together) return map_floats("", "GeluBackward0", {}, self, GeluOneDnn{}, save);
    const auto f = []<typename T>(T x) {
      const T scaled = x * static_cast<T>(M_SQRT1_2);
      const T e = static_cast<T>(std::erf(static_cast<double>(scaled)));
      return x * T(0.5) * (T(1) + e);
    };
    return map_floats("GeluKernelImpl", "GeluBackward0", {}, self, f, save);
  }
  throw_if(!bent_by_tanh, "approximate argument must be either none or tanh.");
  const auto blend = []<typename T>(T x, auto bend) {
    const T beta = static_cast<T>(M_SQRT2 * M_2_SQRTPI * 0.5);
    const T inner = beta * std::fma(T(0.044715), x * x * x, x);
    return T(0.5) * x * (T(1) + bend(inner));
  };
  const InVectors f{
      [=](auto x) { return blend(x, [](auto v) { return vector_tanh(v); }); },
      [=](auto x) { return blend(x, [](auto v) { return std::tanh(v); }); }};
  return map_floats("GeluKernelImpl", "GeluBackward0", {}, self, f, save);
}

Tensor softplus(const Tensor& self, double beta, double threshold) {
  const auto blend = [=]<typename T>(T x, auto grow) {
    const T scaled = x * static_cast<T>(beta);
    if (scaled > static_cast<T>(threshold)) return x;
    return grow(scaled) / static_cast<T>(beta);
  };
  const InVectors f{
      [=]<typename T>(T x) {
        return blend(x, [](T v) { return vector_log1p(vector_exp(v)); });
      },
      [=]<typename T>(T x) {
        return blend(x, [](T v) { return std::log1p(plain_exp(v)); });
      }};
  return map_floats("softplus_cpu", "SoftplusBackward0", {}, self, f, [&](Node& node) {
    node.save(self).with(beta).with(threshold);
  });
}

}  // namespace mha
