#include "random/init.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "random/draws.h"
#include "tensor/factory.h"
#include "tensor/grad.h"
#include "tensor/ops_binary.h"
#include "tensor/ops_unary.h"
#include "tensor/views.h"

namespace mha::init {

namespace {

/// Nothing is recorded while it lives.
class Unrecorded {
 public:
  Unrecorded() : before_(grad_enabled()) { set_grad_enabled(false); }
  ~Unrecorded() { set_grad_enabled(before_); }
  Unrecorded(const Unrecorded&) = delete;
  Unrecorded& operator=(const Unrecorded&) = delete;

 private:
  bool before_;
};

int64_t fan(const Tensor& t, const std::string& mode) {
  if (mode != "fan_in" && mode != "fan_out") {
    throw ValueError("Mode " + mode +
                     " not supported, please use one of ['fan_in', 'fan_out']");
  }
  const Fans f = fan_in_and_fan_out(t);
  return mode == "fan_in" ? f.in : f.out;
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

template <typename T>
void inverse_erf_(const Tensor& t) {
  T* data = t.data<T>();
  for (int64_t i = 0; i < t.numel(); ++i) data[i] = inverse_erf(data[i]);
}

double normal_cdf(double x) {
  return (1.0 + std::erf(x / std::sqrt(2.0))) / 2.0;
}

}  // namespace

Fans fan_in_and_fan_out(const Tensor& t) {
  if (t.dim() < 2) {
    throw ValueError(
        "Fan in and fan out can not be computed for tensor with "
        "fewer than 2 dimensions");
  }
  int64_t field = 1;
  for (int64_t d = 2; d < t.dim(); ++d) field *= t.size(d);
  return {t.size(1) * field, t.size(0) * field};
}

double calculate_gain(const std::string& nonlinearity, double param) {
  if (nonlinearity == "tanh") return 5.0 / 3;
  if (nonlinearity == "relu") return std::sqrt(2.0);
  if (nonlinearity == "leaky_relu") return std::sqrt(2.0 / (1 + param * param));
  if (nonlinearity == "selu") return 3.0 / 4;
  for (const char* linear :
       {"linear", "conv1d", "conv2d", "conv3d", "sigmoid", "conv_transpose1d",
        "conv_transpose2d", "conv_transpose3d"}) {
    if (nonlinearity == linear) return 1;
  }
  throw ValueError("Unsupported nonlinearity " + nonlinearity);
}

Tensor uniform_(const Tensor& t, double a, double b) {
  const Unrecorded scope;
  return mha::uniform_(t, a, b);
}

Tensor normal_(const Tensor& t, double mean, double std) {
  const Unrecorded scope;
  return mha::normal_(t, mean, std);
}

Tensor trunc_normal_(const Tensor& t, double mean, double std, double a,
                     double b) {
  const Unrecorded scope;
  // Uniform between the two ends' probabilities, through the inverse normal.
  const double low = normal_cdf((a - mean) / std);
  const double high = normal_cdf((b - mean) / std);
  const bool wide = t.dtype() == DType::float64;
  const Tensor draws =
      mha::uniform_(empty(t.shape(), wide ? DType::float64 : DType::float32),
                    2 * low - 1, 2 * high - 1);
  wide ? inverse_erf_<double>(draws) : inverse_erf_<float>(draws);
  mul_(draws, std * std::sqrt(2.0));
  add_(draws, mean);
  return copy_(t, clamp_(draws, Scalar(a), Scalar(b)));
}

Tensor constant_(const Tensor& t, Scalar value) {
  const Unrecorded scope;
  return fill_(t, value);
}

Tensor ones_(const Tensor& t) { return constant_(t, 1); }
Tensor zeros_(const Tensor& t) { return constant_(t, 0); }

Tensor eye_(const Tensor& t) {
  if (t.dim() != 2) {
    throw ValueError("Only tensors with 2 dimensions are supported");
  }
  const Unrecorded scope;
  return copy_(t, eye(t.size(0), t.size(1), t.dtype()));
}

Tensor xavier_uniform_(const Tensor& t, double gain) {
  const Fans f = fan_in_and_fan_out(t);
  const double std = gain * std::sqrt(2.0 / static_cast<double>(f.in + f.out));
  const double bound = std::sqrt(3.0) * std;
  return init::uniform_(t, -bound, bound);
}

Tensor xavier_normal_(const Tensor& t, double gain) {
  const Fans f = fan_in_and_fan_out(t);
  return init::normal_(
      t, 0, gain * std::sqrt(2.0 / static_cast<double>(f.in + f.out)));
}

Tensor kaiming_uniform_(const Tensor& t, double a, const std::string& mode,
                        const std::string& nonlinearity) {
  if (t.numel() == 0) return t;
  const double std = calculate_gain(nonlinearity, a) /
                     std::sqrt(static_cast<double>(fan(t, mode)));
  const double bound = std::sqrt(3.0) * std;
  return init::uniform_(t, -bound, bound);
}

Tensor kaiming_normal_(const Tensor& t, double a, const std::string& mode,
                       const std::string& nonlinearity) {
  if (t.numel() == 0) return t;
  return init::normal_(t, 0,
                       calculate_gain(nonlinearity, a) /
                           std::sqrt(static_cast<double>(fan(t, mode))));
}

void linear_(const Tensor& weight, const Tensor& bias) {
  kaiming_uniform_(weight, std::sqrt(5.0));
  if (!bias.defined()) return;
  const int64_t in = weight.size(1);
  const double bound = in > 0 ? 1 / std::sqrt(static_cast<double>(in)) : 0;
  init::uniform_(bias, -bound, bound);
}

void embedding_(const Tensor& weight, int64_t padding_idx) {
  init::normal_(weight);
  if (padding_idx >= 0) zeros_(select(weight, 0, padding_idx));
}

}  // namespace mha::init
