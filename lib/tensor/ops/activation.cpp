// Implements unary.h. Activation functions. They reject integers, except for
// relu and sigmoid.

#include <algorithm>
#include <cmath>

#include "tensor/core/numerics.h"
#include "tensor/kernels/elementwise.h"
#include "tensor/kernels/gelu.h"
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
