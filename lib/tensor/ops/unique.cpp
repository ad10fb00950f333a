#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "tensor/core/dispatch.h"
#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/sort.h"

// Distinct elements, searches in what is sorted, and counts.

namespace mha {
namespace {

Unique join_equal(const Tensor& self, const Tensor& flat, const Tensor& order) {
  const int64_t n = flat.numel();
  std::vector<int64_t> firsts;
  std::vector<int64_t> counts;
  const Tensor inverse = Tensor::empty({n}, DType::int64);
  with_compute_type(flat.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
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
  with_compute_type(flat.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
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

Unique unique_consecutive(const Tensor& self) {
  const Tensor flat = flattened(self);
  return join_equal(self, flat, arange(0, flat.numel()));
}

Tensor searchsorted(const Tensor& sorted, const Tensor& values, bool right) {
  if (sorted.dim() != 1 && values.dim() == 0) {
    throw RuntimeError(fmt::format(
        "torch.searchsorted(): input value can be a scalar only when "
        "boundaries tensor dimension is 1, but we got boundaries tensor "
        "dim({}) and input value's dim(0) numel(1)",
        sorted.dim()));
  }
  if (sorted.dim() != 1 &&
      (sorted.dim() != values.dim() ||
       !std::equal(sorted.shape().begin(), sorted.shape().end() - 1,
                   values.shape().begin()))) {
    throw RuntimeError(fmt::format(
        "torch.searchsorted(): boundaries tensor should be 1 dimension or the "
        "first N-1 dimensions of boundaries tensor and input value tensor must "
        "match, but we got boundaries tensor {} and input value tensor {}",
        to_string(sorted.shape()), to_string(values.shape())));
  }
  if (sorted.dtype() != values.dtype()) {
    throw RuntimeError(fmt::format(
        "torch.searchsorted(): boundary tensor and input value tensor should "
        "have same dtype, but got boundary tensor {} and input value tensor {}",
        sorted.dtype() == DType::float32 ? "Float"
                                         : scalar_type_name(sorted.dtype()),
        scalar_type_name(values.dtype())));
  }
  const Tensor edges =
      contiguous(to(detach(sorted), compute_dtype(sorted.dtype())));
  const Tensor x = contiguous(to(detach(values), edges.dtype()));
  const Tensor out = Tensor::empty(x.shape(), DType::int64);
  const int64_t n = edges.size(-1);
  const int64_t per_row = edges.dim() == 1 ? x.numel() : x.size(-1);
  with_compute_type(x.dtype(), [&](auto type) {
    using T = typename decltype(type)::type;
    for (int64_t i = 0; i < x.numel(); ++i) {
      const T* begin = edges.data<T>() + i / per_row * n;
      const T v = x.data<T>()[i];
      const T* at = right ? std::upper_bound(begin, begin + n, v)
                          : std::lower_bound(begin, begin + n, v);
      out.data<int64_t>()[i] = at - begin;
    }
  });
  return out;
}

Tensor bucketize(const Tensor& values, const Tensor& boundaries, bool right) {
  if (boundaries.dim() != 1) {
    throw RuntimeError(fmt::format(
        "boundaries tensor must be 1 dimension, but got dim({})",
        boundaries.dim()));
  }
  return searchsorted(boundaries, values, right);
}

Tensor bincount(const Tensor& self, const Tensor& weights, int64_t minlength) {
  if (self.dim() != 1 || !is_integral(self.dtype())) {
    if (is_floating(self.dtype()) || self.dtype() == DType::bool_) {
      throw RuntimeError(
          fmt::format("\"bincount_cpu\" not implemented for '{}'",
                      scalar_type_name(self.dtype())));
    }
    throw RuntimeError(
        "bincount only supports 1-d non-negative integral inputs.");
  }
  if (minlength < 0) throw RuntimeError("minlength should be >= 0");
  const Tensor x = contiguous(to(self, DType::int64));
  const int64_t* in = x.data<int64_t>();
  int64_t size = minlength;
  for (int64_t i = 0; i < x.numel(); ++i) {
    if (in[i] < 0) {
      throw RuntimeError(
          "bincount only supports 1-d non-negative integral inputs.");
    }
    size = std::max(size, in[i] + 1);
  }
  if (!weights.defined()) {
    const Tensor out = zeros({size}, DType::int64);
    for (int64_t i = 0; i < x.numel(); ++i) ++out.data<int64_t>()[in[i]];
    return out;
  }
  if (weights.shape() != x.shape()) {
    throw RuntimeError(
        "weights should be 1-d and have the same length as input");
  }
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

Tensor histc(const Tensor& self, int64_t bins, double low, double high) {
  if (self.dtype() != DType::float32 && self.dtype() != DType::float64) {
    throw RuntimeError(fmt::format("\"histogram_cpu\" not implemented for '{}'",
                                   scalar_type_name(self.dtype())));
  }
  if (bins <= 0) throw RuntimeError("bins must be > 0");
  if (low > high) throw RuntimeError("max must be larger than min");
  const Tensor x = contiguous(to(detach(self), DType::float64));
  const double* in = x.data<double>();
  if (low == high && x.numel() > 0) {
    low = *std::min_element(in, in + x.numel());
    high = *std::max_element(in, in + x.numel());
  }
  if (low == high) {
    low -= 1;
    high += 1;
  }
  const Tensor out = zeros({bins}, DType::float64);
  for (int64_t i = 0; i < x.numel(); ++i) {
    if (!(in[i] >= low && in[i] <= high)) continue;
    const auto bin = static_cast<int64_t>((in[i] - low) / (high - low) *
                                          static_cast<double>(bins));
    out.data<double>()[std::min(bin, bins - 1)] += 1;
  }
  return to(out, self.dtype());
}

}  // namespace mha
