#include "tensor/ops/sort.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tensor/kernels/lines.h"
#include "tensor/ops/reduce.h"

namespace mha {
namespace {

// NaN is larger than every number.
template <typename T>
bool less(T a, T b) {
  return (!is_nan(a) && is_nan(b)) || a < b;
}

// The first k of every line in the order that `arrange(order, before)` makes,
// where before(i, j) compares places of the line.
template <typename F>
ValuesIndices pick_ordered(const Tensor& self, int64_t dim, int64_t k,
                           bool descending, F&& arrange) {
  const Tensor x = computed(self);
  const int64_t d = wrap_dim(dim, x.dim());
  Shape shape = x.shape();
  if (x.dim() > 0) shape[static_cast<size_t>(d)] = k;
  const ValuesIndices out{Tensor::empty(shape, x.dtype()),
                          Tensor::empty(shape, DType::int64)};
  if (out.values.numel() == 0)
    return {to(out.values, self.dtype()), out.indices};
  std::vector<int64_t> starts;
  each_line(out.values, d, [&](int64_t at, int64_t, int64_t, int64_t) {
    starts.push_back(at);
  });
  const int64_t out_step =
      x.dim() == 0 ? 0 : out.values.strides()[static_cast<size_t>(d)];
  std::vector<int64_t> order;
  with_compute_type(x.dtype(), [&]<typename T>(Type<T>) {
    each_line(x, d, [&](int64_t at, int64_t step, int64_t n, int64_t line) {
      const T* in = x.data<T>() + at;
      order.resize(static_cast<size_t>(n));
      for (int64_t i = 0; i < n; ++i) order[static_cast<size_t>(i)] = i;
      arrange(order, [&](int64_t i, int64_t j) {
        const T u = in[i * step];
        const T v = in[j * step];
        return descending ? less(v, u) : less(u, v);
      });
      const int64_t start = starts[static_cast<size_t>(line)];
      for (int64_t i = 0; i < k; ++i) {
        const int64_t from = order[static_cast<size_t>(i)];
        out.values.data<T>()[start + i * out_step] = in[from * step];
        out.indices.data<int64_t>()[start + i * out_step] = from;
      }
    });
  });
  return {to(out.values, self.dtype()), out.indices};
}

constexpr auto kStable = [](std::vector<int64_t>& order, auto before) {
  std::stable_sort(order.begin(), order.end(), before);
};

}  // namespace

ValuesIndices sort(const Tensor& self, int64_t dim, bool descending) {
  const int64_t n = self.dim() == 0 ? 1 : self.size(dim);
  ValuesIndices out = pick_ordered(self, dim, n, descending, kStable);
  out.values = record({"SortBackward0", "value_selecting"}, out.values, {self},
                      saving_places(self, dim, out.indices, /*keepdim=*/true));
  return out;
}

Tensor argsort(const Tensor& self, int64_t dim, bool descending) {
  return sort(self, dim, descending).indices;
}

ValuesIndices topk(const Tensor& self, int64_t k, int64_t dim, bool largest,
                   bool sorted) {
  const int64_t d = wrap_dim(dim, self.dim());
  const int64_t n = self.dim() == 0 ? 1 : self.size(d);
  throw_if(k < 0 || k > n, "selected index k out of range");
  // PyTorch's algorithm decides the order of equal elements: a heap for few of
  // many, otherwise a selection and then a sort of the selected ones.
  const auto arrange = [&](std::vector<int64_t>& order, auto before) {
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(k);
    if (k * 64 <= n) {
      std::partial_sort(order.begin(), middle, order.end(), before);
    } else if (k > 0) {
      std::nth_element(order.begin(), middle - 1, order.end(), before);
      if (sorted) std::sort(order.begin(), middle - 1, before);
    }
  };
  ValuesIndices out = pick_ordered(self, d, k, largest, arrange);
  out.values = record({"TopkBackward0", "value_selecting"}, out.values, {self},
                      saving_places(self, dim, out.indices, /*keepdim=*/true));
  return out;
}

}  // namespace mha
