#include "tensor/ops/reduce.h"

#include <cmath>

#include "tensor/core/internal.h"
#include "tensor/core/numerics.h"
#include "tensor/kernels/reduce_plan.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/unary.h"

// Sums and means. Extremes are in extreme.cpp; norms, products and variances
// are in moments.cpp.

namespace mha {
namespace {

// The dtype of a sum: int64 for integers and bools.
DType sum_dtype(const Tensor& self, std::optional<DType> dtype) {
  if (dtype) return *dtype;
  return is_floating(self.dtype()) ? self.dtype() : DType::int64;
}

// For the derivative: the shape before, and what was reduced.
auto reduction_of(const Shape& dims, bool keepdim) {
  return [&dims, keepdim](Node& node) { node.with_shape_of(0).with(dims).with(keepdim); };
}

template <typename T>
void sum_floats(const T* in, T* out, const ReducePlan& plan) {
  const auto& loops = plan.loops();
  SumBlock block{{loops[0].size, 1}, {loops[0].in, 0}, {loops[0].out, 0}};
  if (loops.size() > 1) {
    block.size[1] = loops[1].size;
    block.in_step[1] = loops[1].in;
    block.out_step[1] = loops[1].out;
  }
  // Divides contiguous results among threads in multiples of what one
  // vectorised sum takes; the last thread gets the rest, because fewer results
  // are summed in another order.
  constexpr int64_t kWorthAThread = 1 << 15, kTogether = 32;
  const bool many = block.out_step[0] == 0 && block.out_step[1] != 0;
  const int64_t groups = many ? std::max<int64_t>(1, block.size[1] / kTogether) : 1;
  const int64_t group_work = std::max<int64_t>(1, block.size[0]) * kTogether;
  const int64_t grain = std::max<int64_t>(1, kWorthAThread / group_work);
  plan.each(std::min<size_t>(2, loops.size()), [&](int64_t i, int64_t o) {
    parallel_for(groups, grain, [&](int64_t begin, int64_t end) {
      const int64_t first = begin * kTogether;
      SumBlock part = block;
      part.size[1] = (end == groups ? block.size[1] : end * kTogether) - first;
      sum_block(in + i + first * block.in_step[1], out + o + first * block.out_step[1],
                part);
    });
  });
}

Tensor sum_raw(const Tensor& self, const Shape& dims, bool keepdim,
               DType dtype) {
  if (is_half(dtype)) {
    return to(sum_raw(self, dims, keepdim, DType::float32), dtype);
  }
  if (is_integral(dtype) && dtype != DType::int64) {
    return to(sum_raw(self, dims, keepdim, DType::int64), dtype);
  }
  if (dtype == DType::bool_)
    return ne(sum_raw(self, dims, keepdim, DType::int64), 0);
  const Tensor x = to(detach(self), dtype);
  const ReducePlan plan(x, dims, keepdim);
  const Tensor out = zeros(plan.out_shape(), dtype);
  if (x.numel() == 0) return out;
  if (dtype == DType::float32) {
    sum_floats(x.data<float>(), out.data<float>(), plan);
  } else if (dtype == DType::float64) {
    sum_floats(x.data<double>(), out.data<double>(), plan);
  } else {
    const int64_t* in = x.data<int64_t>();
    auto* to_sum = reinterpret_cast<uint64_t*>(out.data<int64_t>());  // wraps around, as in PyTorch
    plan.each(0, [&](int64_t i, int64_t o) { to_sum[o] += static_cast<uint64_t>(in[i]); });
  }
  return out;
}

}  // namespace

Tensor sum(const Tensor& self, const Shape& dims, bool keepdim,
           std::optional<DType> dtype) {
  const Tensor out = sum_raw(self, dims, keepdim, sum_dtype(self, dtype));
  const bool all = dims.empty() && !keepdim;
  return record({all ? "SumBackward0" : "SumBackward1", "sum"}, out, {self},
                reduction_of(dims, keepdim));
}

Tensor nansum(const Tensor& self, const Shape& dims, bool keepdim,
              std::optional<DType> dtype) {
  const Tensor finite = is_floating(self.dtype())
                            ? masked_fill(detach(self), isnan(self), 0)
                            : self;
  return record("NansumBackward0",
                sum_raw(finite, dims, keepdim, sum_dtype(self, dtype)), {self},
                [&](Node& node) {
                  node.save(self);
                  reduction_of(dims, keepdim)(node);
                });
}

Tensor mean(const Tensor& self, const Shape& dims, bool keepdim,
            std::optional<DType> dtype) {
  const DType of = dtype.value_or(self.dtype());
  if (!is_floating(of)) {
    const std::string_view what = dtype ? "Optional" : "Input";
    throw_error(
        "mean(): could not infer output dtype. {} dtype must be either a floating point or complex "
        "dtype. Got: {}",
        what, scalar_type_name(of));
  }
  const ReducePlan plan(self, dims, keepdim);
  const DType inner = is_half(of) ? DType::float32 : of;
  const Tensor out = sum_raw(self, dims, keepdim, inner);
  div(out, plan.reduced_count(), Rounding::none, out);
  const bool all = dims.empty() && !keepdim;
  return record({all ? "MeanBackward0" : "MeanBackward1", "mean"}, to(out, of), {self},
                reduction_of(dims, keepdim));
}

Tensor count_nonzero(const Tensor& self, const Shape& dims) {
  return sum_raw(ne(detach(self), 0), dims, /*keepdim=*/false, DType::int64);
}

Tensor logsumexp(const Tensor& self, const Shape& dims, bool keepdim) {
  const Tensor x =
      is_floating(self.dtype()) ? detach(self) : to(self, default_dtype());
  Tensor out;
  if (x.numel() == 0) {
    out = log(sum_raw(exp(x), dims, keepdim, x.dtype()));
  } else {
    // If the largest element is infinite, subtracting it would give NaN.
    const Tensor top = amax(x, dims, /*keepdim=*/true);
    const Tensor shift = masked_fill(top, isinf(top), 0);
    const Tensor total =
        sum_raw(exp(sub(x, shift)), dims, /*keepdim=*/true, x.dtype());
    out = add(log(total), shift);
    if (!keepdim) out = sum_raw(out, dims, /*keepdim=*/false, x.dtype());
  }
  return record("LogsumexpBackward0", out, {self}, [&](Node& node) {
    node.save(self).save_result(out).with(dims).with(keepdim);
  });
}

}  // namespace mha
