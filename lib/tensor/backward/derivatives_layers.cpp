#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "tensor/backward/derivatives.h"
#include "tensor/core/internal.h"
#include "tensor/core/numerics.h"
#include "tensor/kernels/gelu.h"
#include "tensor/kernels/sleef_f32.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/unary.h"

// Of softmax, layer_norm, embedding, nll_loss and gelu: a pass or two over each row.

namespace mha {
namespace {

constexpr int64_t kGrain = 1 << 14;  // elements worth a thread

/// Sums f(i) for i below n, in lanes.
template <typename T, typename F>
T sum_in_lanes(int64_t n, F f) {
  constexpr int64_t kLanes = 32 / sizeof(T);
  std::array<T, kLanes> lane{};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int64_t l = 0; l < kLanes; ++l) lane[static_cast<size_t>(l)] += f(i + l);
  }
  T total = 0;
  for (const T v : lane) total += v;
  for (; i < n; ++i) total += f(i);
  return total;
}

template <typename F>
void each_row(int64_t rows, int64_t n, F f) {
  parallel_for(rows, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, n)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t i = begin; i < end; ++i) f(i);
               });
}

template <bool kLog>
void of_softmax_kind(const Node& node, Grads grads, Inputs inputs) {
  const Tensor y = contiguous(node.saved(0));
  const int64_t dim = param<int64_t>(node, 1);
  const Tensor& grad = grads[0];
  const bool rows = y.dim() == 0 || dim == y.dim() - 1;
  const bool plain = y.dtype() == grad.dtype() && (y.dtype() == DType::float32 ||
                                                   y.dtype() == DType::float64);
  if (!rows || !plain || y.numel() == 0) {
    if (kLog) {
      inputs[0] = sub(grad, mul(exp(y), sum(grad, {dim}, /*keepdim=*/true)));
    } else {
      inputs[0] = mul(sub(grad, sum(mul(grad, y), {dim}, /*keepdim=*/true)), y);
    }
    return;
  }
  const Tensor g = contiguous(grad);
  const Tensor out = Tensor::empty(y.shape(), y.dtype());
  const int64_t n = y.dim() == 0 ? 1 : y.size(-1);
  const auto run = [&]<typename T>(Type<T>) {
    each_row(y.numel() / n, n, [&](int64_t row) {
      const T* gs = g.data<T>() + row * n;
      const T* ys = y.data<T>() + row * n;
      T* to = out.data<T>() + row * n;
      if constexpr (kLog) {
        const T total = sum_in_lanes<T>(n, [&](int64_t i) { return gs[i]; });
        if constexpr (std::is_same_v<T, float>) {
          exp_f32(ys, to, n);
        } else {
          for (int64_t i = 0; i < n; ++i) to[i] = std::exp(ys[i]);
        }
        for (int64_t i = 0; i < n; ++i) to[i] = gs[i] - to[i] * total;
      } else {
        const T total = sum_in_lanes<T>(n, [&](int64_t i) { return gs[i] * ys[i]; });
        for (int64_t i = 0; i < n; ++i) to[i] = (gs[i] - total) * ys[i];
      }
    });
  };
  y.dtype() == DType::float32 ? run(Type<float>{}) : run(Type<double>{});
  inputs[0] = out;
}

template <typename T>
struct RowMoments {
  T mean, rstd;
};

template <typename T>
RowMoments<T> row_moments(const T* x, int64_t n, double eps) {
  const Moments<T> m = moments(x, n);
  return {m.mean, T(1) / std::sqrt(std::max(m.variance, T(0)) + static_cast<T>(eps))};
}

template <typename T>
void layer_norm_rows(const Tensor& x, const Tensor& g, const Tensor& weight, double eps, int64_t n,
                     Inputs inputs, bool of_x, bool of_weight, bool of_bias) {
  const int64_t rows = x.numel() / n;
  const T* w = weight.defined() ? weight.data<T>() : nullptr;
  const auto factor = [w](int64_t j) { return w ? w[j] : T(1); };
  if (of_x) {
    const Tensor out = Tensor::empty(x.shape(), x.dtype());
    each_row(rows, n, [&](int64_t row) {
      const T* xs = x.data<T>() + row * n;
      const T* gs = g.data<T>() + row * n;
      const auto [mean, rstd] = row_moments(xs, n, eps);
      const T ds = sum_in_lanes<T>(n, [&](int64_t j) { return gs[j] * xs[j] * factor(j); });
      const T db = sum_in_lanes<T>(n, [&](int64_t j) { return gs[j] * factor(j); });
      const T share = T(1) / static_cast<T>(n);
      const T b = (db * mean - ds) * rstd * rstd * rstd * share;
      const T c = -b * mean - db * rstd * share;
      T* to = out.data<T>() + row * n;
      for (int64_t j = 0; j < n; ++j) to[j] = rstd * gs[j] * factor(j) + b * xs[j] + c;
    });
    inputs[0] = out;
  }
  if (of_weight) {
    const Shape shape(x.shape().end() - weight.dim(), x.shape().end());
    const Tensor out = zeros(shape, x.dtype());
    T* to = out.data<T>();
    for (int64_t row = 0; row < rows; ++row) {
      const T* xs = x.data<T>() + row * n;
      const T* gs = g.data<T>() + row * n;
      const auto [mean, rstd] = row_moments(xs, n, eps);
      const T shift = -rstd * mean;
      for (int64_t j = 0; j < n; ++j) to[j] += gs[j] * (rstd * xs[j] + shift);
    }
    inputs[1] = out;
  }
  if (of_bias) inputs[2] = sum(reshape(g, {rows, n}), {0});
}

void of_layer_norm(const Node& node, Grads grads, Inputs inputs) {
  const Tensor saved = node.saved(0);
  const DType dtype = saved.dtype() == DType::float64 ? DType::float64 : DType::float32;
  const auto ready = [&](const Tensor& t) {
    return t.defined() ? contiguous(to(t, dtype)) : t;
  };
  const Tensor x = ready(saved);
  const Tensor weight = ready(node.saved(1));
  const auto& over = param<Shape>(node, 2);
  int64_t n = 1;
  for (const int64_t size : over) n *= size;
  if (x.numel() == 0) {
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (node.needs(i)) inputs[i] = zeros(node.shape_of_input(i), dtype);
    }
    return;
  }
  const auto run = dtype == DType::float64 ? layer_norm_rows<double> : layer_norm_rows<float>;
  run(x, ready(grads[0]), weight, param<double>(node, 3), n, inputs, node.needs(0), node.needs(1),
      false);
  if (node.needs(2)) inputs[2] = reshape(sum(reshape(grads[0], {grads[0].numel() / n, n}), {0}), over);
}

void of_embedding(const Node& node, Grads grads, Inputs inputs) {
  const DType dtype = compute_dtype(grads[0].dtype());
  const Tensor out = zeros(shape_param(node, 0), dtype);
  const Tensor picks = contiguous(to(node.saved(1), DType::int64));
  const int64_t padding = param<int64_t>(node, 2);
  const Tensor grad = contiguous(to(grads[0], dtype));
  const int64_t width = out.size(1);
  const auto run = [&]<typename T>(Type<T>) {
    for (int64_t i = 0; i < picks.numel(); ++i) {
      const int64_t row = picks.data<int64_t>()[i];
      if (row == padding) continue;
      T* sum = out.data<T>() + row * width;
      const T* from = grad.data<T>() + i * width;
      for (int64_t j = 0; j < width; ++j) sum[j] += from[j];
    }
  };
  dtype == DType::float64 ? run(Type<double>{}) : run(Type<float>{});
  inputs[0] = out;
}

// The scores are (C), (N, C) or (N, C, ...); every target has its place among
// them.
void of_nll_loss(const Node& node, Grads grads, Inputs inputs) {
  const Shape shape = shape_param(node, 0);
  const Tensor target = contiguous(node.saved(1));
  const Tensor weight = node.saved(2);
  const int64_t ignored = param<int64_t>(node, 3);
  const std::string_view reduction = param<const char*>(node, 4);
  const DType dtype = compute_dtype(node.results[0].dtype);
  const Tensor out = zeros(shape, dtype);
  const int64_t classes = shape.size() == 1 ? shape[0] : shape[1];
  int64_t inner = 1;
  for (size_t d = 2; d < shape.size(); ++d) inner *= shape[d];
  const Tensor grad = contiguous(to(grads[0], dtype));
  const Tensor factors = weight.defined() ? contiguous(to(weight, dtype)) : weight;
  const auto run = [&]<typename T>(Type<T>) {
    const int64_t* at = target.data<int64_t>();
    const T* w = factors.defined() ? factors.data<T>() : nullptr;
    const auto factor = [w](int64_t c) { return w ? w[c] : T(1); };
    T share = 1;
    if (reduction == "mean") {
      T total = 0;
      for (int64_t i = 0; i < target.numel(); ++i) {
        if (at[i] != ignored) total += factor(at[i]);
      }
      share = grad.data<T>()[0] / total;
    } else if (reduction == "sum") {
      share = grad.data<T>()[0];
    }
    for (int64_t i = 0; i < target.numel(); ++i) {
      if (at[i] == ignored) continue;
      const T g = reduction == "none" ? grad.data<T>()[i] : share;
      const int64_t place = (i / inner * classes + at[i]) * inner + i % inner;
      out.data<T>()[place] = -factor(at[i]) * g;
    }
  };
  dtype == DType::float64 ? run(Type<double>{}) : run(Type<float>{});
  inputs[0] = out;
}

/// The slope of gelu's form that is bent by tanh.
template <typename T>
T bent_slope(T x) {
  const T beta = static_cast<T>(M_SQRT2 * M_2_SQRTPI * 0.5);
  const T inner = beta * (x + T(0.044715) * x * x * x);
  const T bend = std::is_same_v<T, float> ? static_cast<T>(sleef::tanh(static_cast<float>(inner)))
                                          : std::tanh(inner);
  return T(0.5) * (1 + bend) + T(0.5) * x * (1 - bend * bend) * beta * (1 + T(3 * 0.044715) * x * x);
}

double gelu_slope(double x) {
  constexpr double kDensity = M_2_SQRTPI * M_SQRT1_2 * 0.5;
  return 0.5 * (1 + std::erf(x * M_SQRT1_2)) + x * kDensity * std::exp(-0.5 * x * x);
}
float gelu_slope(float x) { return GeluOneDnn::slope(x); }

void of_gelu(const Node& node, Grads grads, Inputs inputs) {
  const Tensor saved = node.saved(0);
  const DType dtype = saved.dtype() == DType::float64 ? DType::float64 : DType::float32;
  const Tensor x = contiguous(to(saved, dtype)), g = contiguous(to(grads[0], dtype));
  const Tensor out = Tensor::empty(x.shape(), dtype);
  const auto run = [&]<typename T>(Type<T>) {
    const auto times_slope = [&](auto slope) {
      parallel_for(x.numel(), kGrain, [&](int64_t begin, int64_t end) {
        const T *xs = x.data<T>(), *gs = g.data<T>();
        T* to = out.data<T>();
        for (int64_t i = begin; i < end; ++i) to[i] = gs[i] * slope(xs[i]);
      });
    };
    if (param<bool>(node, 1)) {
      times_slope([](T v) { return bent_slope(v); });
    } else {
      times_slope([](T v) { return gelu_slope(v); });
    }
  };
  dtype == DType::float64 ? run(Type<double>{}) : run(Type<float>{});
  inputs[0] = out;
}

constexpr NativeRow kLayerDerivatives[] = {
    {"softmax", of_softmax_kind<false>}, {"log_softmax", of_softmax_kind<true>},
    {"layer_norm", of_layer_norm},       {"embedding", of_embedding},
    {"nll_loss", of_nll_loss},           {"gelu", of_gelu},
};

}  // namespace

std::span<const NativeRow> layer_derivatives() { return kLayerDerivatives; }

}  // namespace mha
