// Implements reduce.h. Running sums and products, and order statistics: median,
// quantile.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tensor/kernels/lines.h"
#include "tensor/kernels/reduce_plan.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/sort.h"

namespace mha {
namespace {

// Runs `step(total, element)` along a dimension; floats accumulate in double,
// as on PyTorch's CPU.
template <typename F>
Tensor scan(const Tensor& self, int64_t dim, std::optional<DType> dtype,
            double start, F&& step) {
  const DType of =
      dtype.value_or(is_floating(self.dtype()) ? self.dtype() : DType::int64);
  const Tensor x =
      to(detach(self), of == DType::bool_ ? DType::bool_ : compute_dtype(of));
  const int64_t d = wrap_dim(dim, x.dim());
  const Tensor out = Tensor::empty(x.shape(), x.dtype());
  if (x.numel() == 0) return to(out, of);
  // Lines of the result in the order of the input's: their starts.
  std::vector<int64_t> starts;
  each_line(out, d, [&](int64_t at, int64_t, int64_t, int64_t) {
    starts.push_back(at);
  });
  const int64_t out_step =
      x.dim() == 0 ? 0 : out.strides()[static_cast<size_t>(d)];
  with_compute_type(x.dtype(), [&]<typename T>(Type<T>) {
    using Total =
        std::conditional_t<std::is_floating_point_v<T>, double, int64_t>;
    each_line(x, d, [&](int64_t at, int64_t in_step, int64_t n, int64_t line) {
      T* to_scan = out.data<T>() + starts[static_cast<size_t>(line)];
      Total total = static_cast<Total>(start);
      for (int64_t i = 0; i < n; ++i) {
        total = step(total, static_cast<Total>(x.data<T>()[at + i * in_step]));
        to_scan[i * out_step] = static_cast<T>(total);
      }
    });
  });
  return to(out, of);
}

// Picks one element of each line: choose(order, value) gets the positions of a
// line and the value at each.
template <typename F>
ValuesIndices choose_along(const Tensor& self, int64_t dim, bool keepdim,
                           F&& choose) {
  const int64_t d = wrap_dim(dim, self.dim());
  const Tensor x = computed(self);
  const Shape shape =
      reduced_shape(x.shape(), reduced_dims({d}, x.dim()), keepdim);
  const ValuesIndices out{Tensor::empty(shape, x.dtype()),
                          Tensor::empty(shape, DType::int64)};
  with_compute_type(x.dtype(), [&]<typename T>(Type<T>) {
    each_line(x, d, [&](int64_t at, int64_t step, int64_t n, int64_t line) {
      const T* in = x.data<T>() + at;
      std::vector<int64_t> order(static_cast<size_t>(n));
      for (int64_t i = 0; i < n; ++i) order[static_cast<size_t>(i)] = i;
      const int64_t where =
          choose(order, [&](int64_t i) { return in[i * step]; });
      out.values.data<T>()[line] = in[where * step];
      out.indices.data<int64_t>()[line] = where;
    });
  });
  return {to(out.values, self.dtype()), out.indices};
}

// The lower middle one, or the first NaN.
constexpr auto kMedian = [](std::vector<int64_t>& order, auto value) {
  const auto nan = std::find_if(order.begin(), order.end(),
                                [&](int64_t i) { return is_nan(value(i)); });
  if (nan != order.end()) return *nan;
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t i, int64_t j) { return value(i) < value(j); });
  return order[(order.size() - 1) / 2];
};

}  // namespace

Tensor cumsum(const Tensor& self, int64_t dim, std::optional<DType> dtype) {
  return record("CumsumBackward0",
                scan(self, dim, dtype, 0, [](auto a, auto b) { return a + b; }),
                {self}, [&](Node& node) { node.with(wrap_dim(dim, self.dim())); });
}

Tensor cumprod(const Tensor& self, int64_t dim, std::optional<DType> dtype) {
  return record("CumprodBackward0",
                scan(self, dim, dtype, 1, [](auto a, auto b) { return a * b; }),
                {self}, [&](Node& node) {
                  node.save(self).with(wrap_dim(dim, self.dim()));
                });
}

Tensor median(const Tensor& self) {
  if (self.numel() == 0) {
    return full({}, std::numeric_limits<double>::quiet_NaN(), self.dtype());
  }
  const Tensor flat = reshape(detach(self), {-1});
  const ValuesIndices middle = choose_along(flat, 0, /*keepdim=*/false, kMedian);
  return record({"MedianBackward0", "chosen_of_all"}, middle.values, {self},
                [&](Node& node) { node.save(self).save_result(middle.values); });
}

ValuesIndices median(const Tensor& self, int64_t dim, bool keepdim) {
  check_dim_not_empty(self, dim, "median");
  ValuesIndices out = choose_along(self, dim, keepdim, kMedian);
  out.values = record({"MedianBackward1", "value_selecting"}, out.values, {self},
                      saving_places(self, dim, out.indices, keepdim));
  return out;
}

ValuesIndices kthvalue(const Tensor& self, int64_t k, int64_t dim, bool keepdim) {
  check_dim_not_empty(self, dim, "kthvalue");
  const int64_t d = wrap_dim(dim, self.dim());
  throw_if(k < 1 || k > (self.dim() == 0 ? 1 : self.size(d)), "kthvalue(): selected number k out of range for dimension {}", d);
  const auto kth = [&](std::vector<int64_t>& order, auto value) {
    std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
      return value(i) < value(j) || (is_nan(value(j)) && !is_nan(value(i)));
    });
    return order[static_cast<size_t>(k - 1)];
  };
  ValuesIndices out = choose_along(self, dim, keepdim, kth);
  out.values = record({"KthvalueBackward0", "value_selecting"}, out.values, {self},
                      saving_places(self, dim, out.indices, keepdim));
  return out;
}

Tensor quantile(const Tensor& self, const Tensor& q, std::optional<int64_t> dim,
                bool keepdim) {
  throw_if(self.numel() == 0, "quantile() input tensor must be non-empty");
  throw_if(q.dim() > 1, "quantile() q must be a scalar or 1D tensor, but got {}-D", q.dim());
  throw_if(self.dtype() != DType::float32 && self.dtype() != DType::float64,
           "quantile() input tensor must be either float or double dtype");
  throw_if(self.dtype() != q.dtype(), "quantile() q tensor must be same dtype as the input tensor");
  const Tensor x = dim ? detach(self) : reshape(detach(self), {-1});
  const int64_t d = dim ? wrap_dim(*dim, self.dim()) : 0;
  const ValuesIndices sorted = sort(x, d);
  const int64_t n = x.dim() == 0 ? 1 : x.size(d);
  const Shape shape =
      reduced_shape(x.shape(), reduced_dims({d}, x.dim()), dim && keepdim);
  std::vector<Tensor> results;
  for (const Scalar& s : to_scalars(q)) {
    throw_if(!(s.to_double() >= 0 && s.to_double() <= 1),
             "quantile() q values must be in the range [0, 1]");
    const Tensor out = Tensor::empty(shape, x.dtype());
    with_compute_type(x.dtype(), [&]<typename T>(Type<T>) {
      if constexpr (std::is_floating_point_v<T>) {
        const T rank = static_cast<T>(s.to_double()) * static_cast<T>(n - 1);
        const auto below = static_cast<int64_t>(std::floor(rank));
        const auto above = static_cast<int64_t>(std::ceil(rank));
        const T weight = rank - static_cast<T>(below);
        each_line(sorted.values, d,
                  [&](int64_t at, int64_t step, int64_t, int64_t line) {
                    const T* in = sorted.values.data<T>() + at;
                    const T low = in[below * step];
                    const T high = in[above * step];
                    const T last = in[(n - 1) * step];
                    // From the nearer end and fused, as lerp does.
                    const T value =
                        weight < T(0.5)
                            ? std::fma(weight, high - low, low)
                            : std::fma(-(high - low), T(1) - weight, high);
                    out.data<T>()[line] = is_nan(last) ? last : value;
                  });
      }
    });
    results.push_back(
        dim || !keepdim
            ? out
            : reshape(out, Shape(static_cast<size_t>(self.dim()), 1)));
  }
  if (q.dim() == 0) return record({"SqueezeBackward4", "quantile"}, results[0], {self});
  Shape all = shape;
  if (!dim && keepdim) all.assign(static_cast<size_t>(self.dim()), 1);
  all.insert(all.begin(), static_cast<int64_t>(results.size()));
  const Tensor out = Tensor::empty(all, x.dtype());
  for (size_t i = 0; i < results.size(); ++i) {
    copy_(select(out, 0, static_cast<int64_t>(i)), results[i]);
  }
  return record({"PermuteBackward0", "quantile"}, out, {self});
}

}  // namespace mha
