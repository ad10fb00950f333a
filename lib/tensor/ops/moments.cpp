// Implements reduce.h. Products, variances and norms.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tensor/core/internal.h"
#include "tensor/kernels/reduce_plan.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/reduce.h"

namespace mha {
namespace {

// 16-bit floats are reduced in float32.
Tensor widened(const Tensor& self) {
  return is_half(self.dtype()) ? to(detach(self), DType::float32)
                               : detach(self);
}

// The product of a run of side-by-side floats: 32 (16 of double) lanes first,
// then the lanes, then what is left over.
template <typename T>
T product_of_run(T start, const T* x, int64_t n) {
  constexpr int64_t kLanes = 32 / sizeof(T);
  constexpr int64_t kStep = 4 * kLanes;
  const int64_t whole = n / kStep * kStep;
  if (whole > 0) {
    std::array<T, kStep> lane;
    std::copy_n(x, kStep, lane.begin());
    for (int64_t i = kStep; i < whole; i += kStep) {
      for (int64_t l = 0; l < kStep; ++l)
        lane[static_cast<size_t>(l)] *= x[i + l];
    }
    T product = 1;
    for (size_t l = 0; l < kLanes; ++l) {
      const T joined = (lane[l] * lane[l + kLanes]) *
                       (lane[l + 2 * kLanes] * lane[l + 3 * kLanes]);
      product = l == 0 ? joined : product * joined;
    }
    start *= product;
  }
  for (int64_t i = whole; i < n; ++i) start *= x[i];
  return start;
}

template <typename T>
Tensor prod_of(const Tensor& x, const ReducePlan& plan) {
  const Tensor out = ones(plan.out_shape(), x.dtype());
  const T* in = x.data<T>();
  T* to_product = out.data<T>();
  if (x.numel() == 0) return out;
  const ReduceLoop& inner = plan.loops()[0];
  plan.each(1, [&](int64_t i, int64_t o) {
    if constexpr (std::is_floating_point_v<T>) {
      if (inner.out == 0 && inner.in == 1) {
        to_product[o] = product_of_run(to_product[o], in + i, inner.size);
        return;
      }
    }
    for (int64_t j = 0; j < inner.size; ++j) {
      if ((j & 0xfffff) == 0xfffff) checkpoint();
      T& product = to_product[o + j * inner.out];
      product = static_cast<T>(product * in[i + j * inner.in]);
    }
  });
  return out;
}

Tensor prod_raw(const Tensor& self, const Shape& dims, bool keepdim,
                std::optional<DType> dtype) {
  const DType of =
      dtype.value_or(is_floating(self.dtype()) ? self.dtype() : DType::int64);
  const DType inner = is_half(of)       ? DType::float32
                      : is_floating(of) ? of
                                        : DType::int64;
  const Tensor x = to(detach(self), inner);
  const ReducePlan plan(x, dims, keepdim);
  const Tensor out = with_compute_type(inner, [&]<typename T>(Type<T>) {
    return prod_of<T>(x, plan);
  });
  return to(out, of);
}

// Calls f(element as double) for every element of one result.
template <typename T, typename F>
void each_as_double(const T* in, const ReducePlan& plan, int64_t start, F&& f) {
  plan.each_reduced(start, [&](int64_t i) { f(static_cast<double>(in[i])); });
}

struct MeanVar {
  double mean = 0;
  double var = 0;
};

// Welford's update in double, as PyTorch's CPU does it.
template <typename T>
MeanVar mean_var(const T* in, const ReducePlan& plan, int64_t start,
                 double correction) {
  double mean = 0;
  double squares = 0;
  double n = 0;
  each_as_double(in, plan, start, [&](double x) {
    n += 1;
    const double delta = x - mean;
    mean += delta / n;
    squares += delta * (x - mean);
  });
  if (n == 0) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan};
  }
  return {mean, squares / std::max(0.0, n - correction)};
}

VarMean var_mean_of(const Tensor& self, const Shape& dims, double correction,
                bool keepdim, bool take_root, const char* name) {
  throw_if(!is_floating(self.dtype()), "{} only support floating point and complex dtypes", name);
  const Tensor x = widened(self);
  const ReducePlan plan(x, dims, keepdim);
  const VarMean out{Tensor::empty(plan.out_shape(), x.dtype()),
                    Tensor::empty(plan.out_shape(), x.dtype())};
  with_compute_type(x.dtype(), [&]<typename T>(Type<T>) {
    const auto result = [&](int64_t start, int64_t o) {
      const MeanVar m = mean_var(x.data<T>(), plan, start, correction);
      out.var.data<T>()[o] =
          static_cast<T>(take_root ? std::sqrt(m.var) : m.var);
      out.mean.data<T>()[o] = static_cast<T>(m.mean);
    };
    if (x.numel() > 0) {
      plan.each_result(result);
    } else {
      for (int64_t o = 0; o < out.var.numel(); ++o) {
        out.var.data<T>()[o] = std::numeric_limits<T>::quiet_NaN();
        out.mean.data<T>()[o] = std::numeric_limits<T>::quiet_NaN();
      }
    }
  });
  return {to(out.var, self.dtype()), to(out.mean, self.dtype())};
}

// The 2-norm of a contiguous last dimension: eight lanes of fused squares, then
// as PyTorch's compiler has it four squares at a time, then one by one.
float root_of_squares(const float* x, int64_t n) {
  std::array<float, 8> lane{};
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (size_t l = 0; l < 8; ++l) {
      lane[l] = std::fma(x[i + static_cast<int64_t>(l)],
                         x[i + static_cast<int64_t>(l)], lane[l]);
    }
  }
  for (size_t l = 1; l < 8; ++l) lane[0] += lane[l];
  for (; n - i >= 4; i += 4) {
    for (int64_t j = i; j < i + 4; ++j) lane[0] += x[j] * x[j];
  }
  for (; i < n; ++i) lane[0] = std::fma(x[i], x[i], lane[0]);
  return std::sqrt(lane[0]);
}

template <typename T>
T norm_of(const T* in, const ReducePlan& plan, int64_t start, double p) {
  T total = 0;
  const auto each = [&](auto&& step) {
    plan.each_reduced(start, [&](int64_t i) { step(std::abs(in[i])); });
  };
  if (p == 2) {
    each([&](T v) { total = std::fma(v, v, total); });
    return std::sqrt(total);
  }
  if (p == 1) {
    each([&](T v) { total += v; });
    return total;
  }
  if (p == 0) {
    each([&](T v) { total += v == 0 ? T(0) : T(1); });
    return total;
  }
  if (std::isinf(p)) {
    total = p > 0 ? T(0) : std::numeric_limits<T>::infinity();
    each([&](T v) {
      if (std::isnan(v) || std::isnan(total)) {
        total = std::numeric_limits<T>::quiet_NaN();
      } else {
        total = p > 0 ? std::max(total, v) : std::min(total, v);
      }
    });
    return total;
  }
  each([&](T v) { total += std::pow(v, static_cast<T>(p)); });
  return std::pow(total, static_cast<T>(1 / p));
}

Tensor norm_raw(const Tensor& self, double p, const Shape& dims, bool keepdim,
                std::optional<DType> dtype) {
  const DType of = dtype.value_or(self.dtype());
  throw_if(!is_floating(of),
           "norm(): input dtype should be either floating point or complex. Got {} instead.",
           scalar_type_name(of));
  const Tensor x = to(detach(self), is_half(of) ? DType::float32 : of);
  const ReducePlan plan(x, dims, keepdim);
  const Tensor out = zeros(plan.out_shape(), x.dtype());
  if (x.numel() == 0) return to(out, of);
  const ReduceLoop& inner = plan.loops()[0];
  const bool last_dim = p == 2 && x.dtype() == DType::float32 &&
                        inner.out == 0 && inner.in == 1 &&
                        inner.size == plan.reduced_count();
  with_compute_type(x.dtype(), [&]<typename T>(Type<T>) {
    plan.each_result([&](int64_t start, int64_t o) {
      if constexpr (std::is_same_v<T, float>) {
        if (last_dim) {
          out.data<T>()[o] = root_of_squares(x.data<T>() + start, inner.size);
          return;
        }
      }
      if constexpr (std::is_floating_point_v<T>) {
        out.data<T>()[o] = norm_of(x.data<T>(), plan, start, p);
      }
    });
  });
  return to(out, of);
}

Tensor record_prod(const char* name, const Tensor& out, const Tensor& self,
                   const Shape& dims, bool keepdim) {
  return record({name, "prod"}, out, {self}, [&](Node& node) {
    node.save(self).save_result(out).with(dims).with(keepdim);
  });
}

Tensor record_norm(const char* name, const Tensor& out, const Tensor& self, double p,
                   const Shape& dims, bool keepdim) {
  return record({name, "norm"}, out, {self}, [&](Node& node) {
    node.save(self).with(p).save_result(out).with(dims).with(keepdim);
  });
}

}  // namespace

Tensor prod(const Tensor& self, std::optional<DType> dtype) {
  return record_prod("ProdBackward0", prod_raw(self, {}, false, dtype), self, {}, false);
}

Tensor prod(const Tensor& self, int64_t dim, bool keepdim,
            std::optional<DType> dtype) {
  return record_prod("ProdBackward1", prod_raw(self, {dim}, keepdim, dtype), self, {dim}, keepdim);
}

Tensor var(const Tensor& self, const Shape& dims, double correction,
           bool keepdim) {
  return record(
      "VarBackward0",
      var_mean_of(self, dims, correction, keepdim, false, "std and var").var, {self},
      [&](Node& node) { node.save(self).with(dims).with(correction).with(keepdim); });
}

Tensor std(const Tensor& self, const Shape& dims, double correction,
           bool keepdim) {
  const Tensor out =
      var_mean_of(self, dims, correction, keepdim, true, "std and var").var;
  return record("StdBackward0", out, {self}, [&](Node& node) {
    node.save(self).save_result(out).with(dims).with(correction).with(keepdim);
  });
}

VarMean var_mean(const Tensor& self, const Shape& dims, double correction,
                 bool keepdim) {
  const VarMean out =
      var_mean_of(self, dims, correction, keepdim, false, "var_mean");
  std::array<Tensor, 2> outs{out.var, out.mean};
  begin_record_many("VarMeanBackward0", outs, {&self, 1}, [&](Node& node) {
    node.save(self).with(dims).with(correction).with(keepdim);
  });
  return out;
}

VarMean std_mean(const Tensor& self, const Shape& dims, double correction,
                 bool keepdim) {
  const VarMean out =
      var_mean_of(self, dims, correction, keepdim, true, "std_mean");
  std::array<Tensor, 2> outs{out.var, out.mean};
  begin_record_many("StdMeanBackward0", outs, {&self, 1}, [&](Node& node) {
    node.save(self).save_result(out.var).with(dims).with(correction).with(keepdim);
  });
  return out;
}

Tensor norm(const Tensor& self, double p, const Shape& dims, bool keepdim,
            std::optional<DType> dtype) {
  return record_norm("NormBackward1", norm_raw(self, p, dims, keepdim, dtype), self, p,
                     dims, keepdim);
}

Tensor vector_norm(const Tensor& self, double p, const Shape& dims,
                   bool keepdim) {
  throw_if(!is_floating(self.dtype()),
           "linalg.vector_norm: Expected a floating point or complex tensor as input. Got {}",
           scalar_type_name(self.dtype()));
  return record_norm("LinalgVectorNormBackward0", norm_raw(self, p, dims, keepdim, {}),
                     self, p, dims, keepdim);
}

}  // namespace mha
