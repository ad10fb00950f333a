#include "tensor/ops/softmax.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tensor/core/internal.h"
#include "tensor/core/numerics.h"

namespace mha {
namespace {

constexpr int64_t kLanes = 8;        // float32 numbers of an AVX2 vector
constexpr int64_t kGrain = 1 << 15;  // elements worth a thread

// NaN if there is one, else the largest.
template <typename T>
T largest(const T* x, int64_t n, int64_t step) {
  T top = x[0];
  bool nan = std::isnan(top);
  for (int64_t i = 1; i < n; ++i) {
    const T v = x[i * step];
    nan = nan || v != v;
    top = v > top ? v : top;
  }
  return nan ? std::numeric_limits<T>::quiet_NaN() : top;
}

// The same of n numbers side by side.
float largest_in_row(const float* x, int64_t n) {
  const Eigen::Map<const Eigen::ArrayXf> row(x, n);
  return row.maxCoeff<Eigen::PropagateNaN>();
}

// Along a last dimension. One reciprocal a row, then products.
void softmax_row(const float* x, float* out, int64_t n) {
  const float scale = 1.0f / exp_sum_f32(x, largest_in_row(x, n), out, n);
  for (int64_t i = 0; i < n; ++i) out[i] *= scale;
}

void log_softmax_row(const float* x, float* out, int64_t n) {
  const float top = largest_in_row(x, n);
  const float log_sum = log_f32(exp_sum_f32(x, top, nullptr, n));
  for (int64_t i = 0; i < n; ++i) out[i] = (x[i] - top) - log_sum;
}

// Along another dimension, for `width` (at most kLanes) contiguous columns;
// `step` is the distance between the elements of a column. Columns that do not
// fill a vector use libm's exp, and all of them divide.
void softmax_columns(const float* x, float* out, int64_t n, int64_t step,
                     int64_t width) {
  std::array<float, kLanes> top{};
  std::array<float, kLanes> sum{};
  for (int64_t j = 0; j < width; ++j) {
    top[static_cast<size_t>(j)] = largest(x + j, n, step);
  }
  for (int64_t i = 0; i < n; ++i) {
    float* e = out + i * step;
    for (int64_t j = 0; j < width; ++j) {
      e[j] = x[i * step + j] - top[static_cast<size_t>(j)];
    }
    if (width == kLanes) {
      exp_f32(e, e, width);
    } else {
      for (int64_t j = 0; j < width; ++j) e[j] = std::exp(e[j]);
    }
    for (int64_t j = 0; j < width; ++j) sum[static_cast<size_t>(j)] += e[j];
  }
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < width; ++j) {
      out[i * step + j] /= sum[static_cast<size_t>(j)];
    }
  }
}

void log_softmax_columns(const float* x, float* out, int64_t n, int64_t step,
                         int64_t width) {
  const bool vector = width == kLanes;
  for (int64_t j = 0; j < width; ++j) {
    const float top = largest(x + j, n, step);
    float sum = 0;
    for (int64_t i = 0; i < n; ++i) {
      const float shifted = x[i * step + j] - top;
      sum += vector ? exp_f32(shifted) : std::exp(shifted);
    }
    const float log_sum = log_f32(sum);
    for (int64_t i = 0; i < n; ++i) {
      out[i * step + j] = (x[i * step + j] - top) - log_sum;
    }
  }
}

void softmax_f32(const float* x, float* out, int64_t outer, int64_t n,
                 int64_t inner, bool last, bool log) {
  if (last) {
    const int64_t rows = std::max<int64_t>(1, kGrain / n);
    parallel_for(outer, rows, [=](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        (log ? log_softmax_row : softmax_row)(x + i * n, out + i * n, n);
      }
    });
    return;
  }
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t j = 0; j < inner; j += kLanes) {
      const int64_t at = o * n * inner + j;
      (log ? log_softmax_columns : softmax_columns)(
          x + at, out + at, n, inner, std::min(kLanes, inner - j));
    }
  }
}

void softmax_f64(const double* x, double* out, int64_t outer, int64_t n,
                 int64_t inner, bool log) {
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t j = 0; j < inner; ++j) {
      const int64_t at = o * n * inner + j;
      const double top = largest(x + at, n, inner);
      double sum = 0;
      for (int64_t i = 0; i < n; ++i) {
        const double e = std::exp(x[at + i * inner] - top);
        if (!log) out[at + i * inner] = e;
        sum += e;
      }
      const double log_sum = std::log(sum);
      for (int64_t i = 0; i < n; ++i) {
        double& y = out[at + i * inner];
        y = log ? (x[at + i * inner] - top) - log_sum : y / sum;
      }
    }
  }
}

Tensor softmax_of(const Tensor& self, int64_t dim, std::optional<DType> dtype,
                  bool log) {
  const char* name =
      log ? "log_softmax_lastdim_kernel_impl" : "softmax_lastdim_kernel_impl";
  const char* grad_name = log ? "LogSoftmaxBackward0" : "SoftmaxBackward0";
  const Tensor input = dtype ? to(self, *dtype) : self;
  const int64_t rank = input.dim();
  const int64_t d = wrap_dim(dim, rank);
  if (!is_floating(input.dtype())) {
    const bool last = rank == 0 || d == rank - 1;
    throw_error("\"{}\" not implemented for '{}'", last ? name : "softmax_kernel_impl",
                scalar_type_name(input.dtype()));
  }
  const auto save = [d](const Tensor& result) {
    return [&result, d](Node& node) { node.save_result(result).with(d); };
  };
  if (size_of(input.dtype()) == 2) {
    const Tensor out =
        to(softmax_of(to(detach(input), DType::float32), dim, {}, log),
           input.dtype());
    return record(grad_name, out, {input}, save(out));
  }
  const Tensor x = contiguous(detach(input));
  Tensor out = Tensor::empty(x.shape(), x.dtype());
  if (x.numel() == 0) return record(grad_name, out, {input}, save(out));
  const Shape& shape = x.shape();
  int64_t outer = 1;
  int64_t inner = 1;
  for (int64_t i = 0; i < d; ++i) outer *= shape[static_cast<size_t>(i)];
  for (int64_t i = d + 1; i < rank; ++i) inner *= shape[static_cast<size_t>(i)];
  const int64_t n = rank == 0 ? 1 : shape[static_cast<size_t>(d)];
  if (x.dtype() == DType::float32) {
    softmax_f32(x.data<float>(), out.data<float>(), outer, n, inner,
                d == rank - 1 || rank == 0, log);
  } else {
    softmax_f64(x.data<double>(), out.data<double>(), outer, n, inner, log);
  }
  return record(grad_name, out, {input}, save(out));
}

}  // namespace

Tensor softmax(const Tensor& self, int64_t dim, std::optional<DType> dtype) {
  return softmax_of(self, dim, dtype, /*log=*/false);
}

Tensor log_softmax(const Tensor& self, int64_t dim,
                   std::optional<DType> dtype) {
  return softmax_of(self, dim, dtype, /*log=*/true);
}

}  // namespace mha
