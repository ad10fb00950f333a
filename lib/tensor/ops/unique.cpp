// Implements sort.h. Distinct elements, and counts.

#include <algorithm>
#include <cmath>
#include <vector>

#include "tensor/core/internal.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/sort.h"

namespace mha {
namespace {

Unique join_equal(const Tensor& self, const Tensor& flat, const Tensor& order) {
  const int64_t n = flat.numel();
  std::vector<int64_t> firsts;
  std::vector<int64_t> counts;
  const Tensor inverse = Tensor::empty({n}, DType::int64);
  with_compute_type(flat.dtype(), [&]<typename T>(Type<T>) {
    const T* in = flat.data<T>();
    const int64_t* at = order.data<int64_t>();
    for (int64_t i = 0; i < n; ++i) {
      if (i == 0 || !(in[at[i]] == in[at[i - 1]])) {
        firsts.push_back(at[i]);
        counts.push_back(0);
      }
      ++counts.back();
      inverse.data<int64_t>()[at[i]] = static_cast<int64_t>(firsts.size()) - 1;
    }
  });
  const auto size = static_cast<int64_t>(firsts.size());
  const Unique out{Tensor::empty({size}, flat.dtype()),
                   reshape(inverse, self.shape()),
                   Tensor::empty({size}, DType::int64)};
  std::copy(counts.begin(), counts.end(), out.counts.data<int64_t>());
  with_compute_type(flat.dtype(), [&]<typename T>(Type<T>) {
    for (size_t i = 0; i < firsts.size(); ++i) {
      out.values.data<T>()[i] = flat.data<T>()[firsts[i]];
    }
  });
  return {record("Unique2Backward0", to(out.values, self.dtype()), {self}),
          out.inverse, out.counts};
}

Tensor flattened(const Tensor& self) {
  return contiguous(
      reshape(to(detach(self), compute_dtype(self.dtype())), {-1}));
}

}  // namespace

Unique unique(const Tensor& self) {
  const Tensor flat = flattened(self);
  return join_equal(self, flat, argsort(flat));
}

Tensor bincount(const Tensor& self, const Tensor& weights, int64_t minlength) {
  if (self.dim() != 1 || !is_integral(self.dtype())) {
    throw_if(is_floating(self.dtype()) || self.dtype() == DType::bool_,
             "\"bincount_cpu\" not implemented for '{}'", scalar_type_name(self.dtype()));
    throw RuntimeError(
        "bincount only supports 1-d non-negative integral inputs.");
  }
  if (minlength < 0) throw RuntimeError("minlength should be >= 0");
  const Tensor x = contiguous(to(self, DType::int64));
  const int64_t* in = x.data<int64_t>();
  int64_t size = minlength;
  for (int64_t i = 0; i < x.numel(); ++i) {
    throw_if(in[i] < 0, "bincount only supports 1-d non-negative integral inputs.");
    size = std::max(size, in[i] + 1);
  }
  if (!weights.defined()) {
    const Tensor out = zeros({size}, DType::int64);
    for (int64_t i = 0; i < x.numel(); ++i) ++out.data<int64_t>()[in[i]];
    return out;
  }
  throw_if(weights.shape() != x.shape(), "weights should be 1-d and have the same length as input");
  if (weights.dtype() == DType::float32) {
    const Tensor w = contiguous(detach(weights));
    const Tensor out = zeros({size}, DType::float32);
    for (int64_t i = 0; i < x.numel(); ++i) {
      out.data<float>()[in[i]] += w.data<float>()[i];
    }
    return out;
  }
  const Tensor w = contiguous(to(detach(weights), DType::float64));
  const Tensor out = zeros({size}, DType::float64);
  for (int64_t i = 0; i < x.numel(); ++i) {
    out.data<double>()[in[i]] += w.data<double>()[i];
  }
  return out;
}

}  // namespace mha
