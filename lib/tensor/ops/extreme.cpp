// Implements reduce.h. max and min, all() and any(). NaN wins over every
// number; the index is that of the first of equal elements.

#include <cmath>
#include <limits>

#include "tensor/kernels/lines.h"
#include "tensor/kernels/reduce_plan.h"
#include "tensor/ops/reduce.h"

namespace mha {
namespace {

// Whether `v` replaces `best`.
template <bool kLargest, typename T>
bool beats(T v, T best) {
  if (is_nan(best)) return false;
  return is_nan(v) || (kLargest ? v > best : v < best);
}

void check_not_empty(const Tensor& self, const char* name) {
  if (self.numel() > 0) return;
  throw_error(
      "{}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction "
      "dim with the 'dim' argument.",
      name);
}

template <bool kLargest>
Tensor extreme(const Tensor& self, const Shape& dims, bool keepdim) {
  const Tensor x = computed(self);
  const ReducePlan plan(x, dims, keepdim);
  const Tensor out = Tensor::empty(plan.out_shape(), x.dtype());
  if (out.numel() == 0) return to(out, self.dtype());
  with_compute_type(x.dtype(), [&]<typename T>(Type<T>) {
    const T* in = x.data<T>();
    plan.each_result([&](int64_t start, int64_t o) {
      T best = in[start];
      plan.each_reduced(start, [&](int64_t i) {
        if (beats<kLargest>(in[i], best)) best = in[i];
      });
      out.data<T>()[o] = best;
    });
  });
  return to(out, self.dtype());
}

template <bool kLargest>
ValuesIndices extreme_along(const Tensor& self, int64_t dim, bool keepdim) {
  const Tensor x = computed(self);
  const int64_t d = wrap_dim(dim, x.dim());
  const Shape shape =
      reduced_shape(x.shape(), reduced_dims({d}, x.dim()), keepdim);
  const ValuesIndices out{Tensor::empty(shape, x.dtype()),
                          Tensor::empty(shape, DType::int64)};
  with_compute_type(x.dtype(), [&]<typename T>(Type<T>) {
    const T* in = x.data<T>();
    each_line(x, d, [&](int64_t start, int64_t step, int64_t n, int64_t o) {
      T best = in[start];
      int64_t where = 0;
      for (int64_t i = 1; i < n; ++i) {
        if ((i & 0xfffff) == 0) checkpoint();
        const T v = in[start + i * step];
        if (beats<kLargest>(v, best)) {
          best = v;
          where = i;
        }
      }
      out.values.data<T>()[o] = best;
      out.indices.data<int64_t>()[o] = where;
    });
  });
  return {to(out.values, self.dtype()), out.indices};
}

template <bool kLargest>
Tensor place_of_extreme(const Tensor& self, std::optional<int64_t> dim,
                        bool keepdim, const char* name) {
  if (dim) {
    check_dim_not_empty(self, *dim, name);
    return extreme_along<kLargest>(self, *dim, keepdim).indices;
  }
  throw_if<IndexError>(self.numel() == 0,
                       "{}(): Expected reduction dim to be specified for input.numel() == 0.",
                       name);
  const Tensor flat = reshape(detach(self), {-1});
  const Tensor out = extreme_along<kLargest>(flat, 0, false).indices;
  return keepdim ? reshape(out, Shape(static_cast<size_t>(self.dim()), 1))
                 : out;
}

/// The extreme over some dimensions, with the grad_fn `name`.
template <bool kLargest>
Tensor recorded_extreme(const Tensor& self, const Shape& dims, bool keepdim, const char* op,
                        const char* name) {
  if (dims.empty()) check_not_empty(self, op);
  for (const int64_t dim : dims) check_dim_not_empty(self, dim, op);
  const Tensor out = extreme<kLargest>(self, dims, keepdim);
  return record({name, "extreme_along"}, out, {self}, [&](Node& node) {
    node.save(self).save_result(out).with(dims).with(keepdim);
  });
}

/// That of all numbers.
template <bool kLargest>
Tensor recorded_extreme(const Tensor& self, const char* op, const char* name) {
  check_not_empty(self, op);
  const Tensor out = extreme<kLargest>(self, {}, false);
  return record({name, "chosen_of_all"}, out, {self},
                [&](Node& node) { node.save(self).save_result(out); });
}

template <bool kLargest>
ValuesIndices recorded_along(const Tensor& self, int64_t dim, bool keepdim, const char* op,
                             const char* name) {
  check_dim_not_empty(self, dim, op);
  ValuesIndices out = extreme_along<kLargest>(self, dim, keepdim);
  out.values = record({name, "value_selecting"}, out.values, {self},
                      saving_places(self, dim, out.indices, keepdim));
  return out;
}

// Whether all (any) elements are not 0; the same of bools and of uint8.
template <bool kAll>
Tensor truth(const Tensor& self, const Shape& dims, bool keepdim) {
  const Tensor x = to(detach(self), DType::bool_);
  const ReducePlan plan(x, dims, keepdim);
  const Tensor out = full(plan.out_shape(), kAll, DType::bool_);
  const bool* in = x.data<bool>();
  bool* result = out.data<bool>();
  plan.each(0, [&](int64_t i, int64_t o) {
    if (in[i] != kAll) result[o] = !kAll;
  });
  return self.dtype() == DType::uint8 ? to(out, DType::uint8) : out;
}

}  // namespace

Tensor max(const Tensor& self) {
  return recorded_extreme<true>(self, "max", "MaxBackward1");
}
Tensor min(const Tensor& self) {
  return recorded_extreme<false>(self, "min", "MinBackward1");
}
ValuesIndices max(const Tensor& self, int64_t dim, bool keepdim) {
  return recorded_along<true>(self, dim, keepdim, "max", "MaxBackward0");
}
ValuesIndices min(const Tensor& self, int64_t dim, bool keepdim) {
  return recorded_along<false>(self, dim, keepdim, "min", "MinBackward0");
}
Tensor amax(const Tensor& self, const Shape& dims, bool keepdim) {
  return recorded_extreme<true>(self, dims, keepdim, "amax", "AmaxBackward0");
}
Tensor amin(const Tensor& self, const Shape& dims, bool keepdim) {
  return recorded_extreme<false>(self, dims, keepdim, "amin", "AminBackward0");
}
Tensor argmax(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return place_of_extreme<true>(self, dim, keepdim, "argmax");
}
Tensor argmin(const Tensor& self, std::optional<int64_t> dim, bool keepdim) {
  return place_of_extreme<false>(self, dim, keepdim, "argmin");
}
Tensor all(const Tensor& self) { return truth<true>(self, {}, false); }
Tensor all(const Tensor& self, int64_t dim, bool keepdim) {
  return truth<true>(self, {dim}, keepdim);
}
Tensor any(const Tensor& self) { return truth<false>(self, {}, false); }
Tensor any(const Tensor& self, int64_t dim, bool keepdim) {
  return truth<false>(self, {dim}, keepdim);
}

}  // namespace mha
