#include <cmath>

#include "tensor/elementwise.h"
#include "tensor/numerics.h"
#include "tensor/ops_unary.h"

// What networks put between their layers. Integers are refused, but for relu
// and sigmoid.
namespace mha {
namespace {

// exp() as the vector kernels have it in float32.
float vector_exp(float x) { return exp_f32(x); }
double vector_exp(double x) { return std::exp(x); }
float plain_exp(float x) { return std::exp(x); }
double plain_exp(double x) { return std::exp(x); }

// PyTorch runs these in steps of two vectors, and what is left over through
// the C library, which rounds otherwise.
template <typename Wide, typename Plain>
struct InVectors {
  Wide wide;
  Plain plain;
  template <typename T>
  T operator()(T x) const {
    return plain(x);
  }
  template <typename T>
  void operator()(const T* in, T* out, int64_t n) const {
    constexpr int64_t step = 64 / static_cast<int64_t>(sizeof(T));
    const int64_t whole = n / step * step;
    for (int64_t i = 0; i < whole; ++i) out[i] = wide(in[i]);
    for (int64_t i = whole; i < n; ++i) out[i] = plain(in[i]);
  }
};
template <typename W, typename P>
InVectors(W, P) -> InVectors<W, P>;

template <typename F>
Tensor map(const char* kernel, const char* name, const Tensor& target,
           const Tensor& self, F f) {
  return finish(name,
                unary(Floats{}, {kernel, self.dtype(), self.dtype(), target},
                      self, f),
                target, self);
}

Tensor sigmoid_into(const Tensor& target, const Tensor& self) {
  const DType dtype =
      is_floating(self.dtype()) ? self.dtype() : default_dtype();
  const InVectors f{[]<typename T>(T x) {
                      return T(1) / (T(1) + vector_exp(T(0) - x));
                    },
                    []<typename T>(T x) {
                      return T(1) / (T(1) + plain_exp(-x));
                    }};
  return finish("SigmoidBackward0",
                unary(Floats{}, {"sigmoid_cpu", dtype, dtype, target}, self, f),
                target, self);
}

Tensor relu_into(const Tensor& target, const Tensor& self) {
  if (self.dtype() == DType::bool_) {
    throw RuntimeError("Boolean inputs not supported for relu");
  }
  return finish(
      "ReluBackward0",
      unary(Numbers{}, {"clamp_min", self.dtype(), self.dtype(), target}, self,
            []<typename T>(T x) { return x < T(0) ? T(0) : x; }),
      target, self);
}

Tensor silu_into(const Tensor& target, const Tensor& self) {
  return map("silu_cpu", "SiluBackward0", target, self,
             InVectors{[]<typename T>(T x) {
                         return x / (T(1) + vector_exp(-x));
                       },
                       []<typename T>(T x) {
                         return x / (T(1) + plain_exp(-x));
                       }});
}

Tensor leaky_relu_into(const Tensor& target, const Tensor& self,
                       double negative_slope) {
  return map("leaky_relu_cpu", "LeakyReluBackward0", target, self,
             [=]<typename T>(T x) {
               return x > T(0) ? x : x * static_cast<T>(negative_slope);
             });
}

Tensor elu_into(const Tensor& target, const Tensor& self, double alpha) {
  return map("elu_cpu", "EluBackward0", target, self, [=]<typename T>(T x) {
    if (!(x < T(0))) return x;
    return static_cast<T>(std::expm1(static_cast<double>(x))) *
           static_cast<T>(alpha);
  });
}

}  // namespace

Tensor sigmoid(const Tensor& self) { return sigmoid_into({}, self); }
Tensor sigmoid_(const Tensor& self) { return sigmoid_into(self, self); }
Tensor relu(const Tensor& self) { return relu_into({}, self); }
Tensor relu_(const Tensor& self) { return relu_into(self, self); }
Tensor silu(const Tensor& self) { return silu_into({}, self); }
Tensor silu_(const Tensor& self) { return silu_into(self, self); }
Tensor leaky_relu(const Tensor& self, double negative_slope) {
  return leaky_relu_into({}, self, negative_slope);
}
Tensor leaky_relu_(const Tensor& self, double negative_slope) {
  return leaky_relu_into(self, self, negative_slope);
}
Tensor elu(const Tensor& self, double alpha) {
  return elu_into({}, self, alpha);
}
Tensor elu_(const Tensor& self, double alpha) {
  return elu_into(self, self, alpha);
}

Tensor gelu(const Tensor& self, const std::string& approximate) {
  if (approximate == "none") {
    const auto f = []<typename T>(T x) {
      const T scaled = x * static_cast<T>(M_SQRT1_2);
      const T e = static_cast<T>(std::erf(static_cast<double>(scaled)));
      return x * T(0.5) * (T(1) + e);
    };
    return map("GeluKernelImpl", "GeluBackward0", {}, self, f);
  }
  if (approximate != "tanh") {
    throw RuntimeError("approximate argument must be either none or tanh.");
  }
  const auto f = []<typename T>(T x) {
    const T beta = static_cast<T>(M_SQRT2 * M_2_SQRTPI * 0.5);
    const T inner = beta * std::fma(T(0.044715), x * x * x, x);
    const T h = static_cast<T>(std::tanh(static_cast<double>(inner)));
    return T(0.5) * x * (T(1) + h);
  };
  return map("GeluKernelImpl", "GeluBackward0", {}, self, f);
}

Tensor softplus(const Tensor& self, double beta, double threshold) {
  return map("softplus_cpu", "SoftplusBackward0", {}, self,
             [=]<typename T>(T x) {
               const T scaled = x * static_cast<T>(beta);
               if (scaled > static_cast<T>(threshold)) return x;
               const T grown = static_cast<T>(
                   std::log1p(std::exp(static_cast<double>(scaled))));
               return grown / static_cast<T>(beta);
             });
}

}  // namespace mha
