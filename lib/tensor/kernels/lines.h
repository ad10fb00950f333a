#pragma once

#include <cstdint>

#include "tensor/core/internal.h"

/// Iteration for ops that work along one dimension. For the sources of
/// lib/tensor only.
namespace mha {

/// What kernels read: of one of compute_dtype()'s four types, not recorded. 16-bit floats
/// compare as float32 do.
inline Tensor computed(const Tensor& self) {
  return to(detach(self), compute_dtype(self.dtype()));
}

inline void check_dim_not_empty(const Tensor& self, int64_t dim, const char* op) {
  const int64_t d = wrap_dim(dim, self.dim());
  throw_if<IndexError>(self.dim() > 0 && self.size(d) == 0,
                       "{}(): Expected reduction dim {} to have non-zero size.", op, d);
}

/// For the derivative of an op that picks elements along a dimension, by their places there.
inline auto saving_places(const Tensor& self, int64_t dim, const Tensor& places, bool keepdim) {
  return [&places, d = wrap_dim(dim, self.dim()), keepdim](Node& node) {
    node.with_shape_of(0).with(d).save(places).with(keepdim);
  };
}

/// Calls f(first element, step, n, position of the result) along one dimension,
/// results in row-major order.
template <typename F>
void each_line(const Tensor& x, int64_t dim, F&& f) {
  if (x.dim() == 0) {
    f(0, 0, 1, 0);
    return;
  }
  const Tensor moved = movedim(x, {dim}, {-1});
  const int64_t n = moved.size(-1);
  const int64_t step = moved.strides().back();
  const Shape& shape = moved.shape();
  const Shape& strides = moved.strides();
  const size_t outer = shape.size() - 1;
  Shape at(outer, 0);
  int64_t lines = 1;
  for (size_t d = 0; d < outer; ++d) lines *= shape[d];
  int64_t offset = 0;
  for (int64_t line = 0; line < lines; ++line) {
    f(offset, step, n, line);
    for (size_t d = outer; d-- > 0;) {
      offset += strides[d];
      if (++at[d] < shape[d]) break;
      offset -= strides[d] * shape[d];
      at[d] = 0;
    }
  }
}

}  // namespace mha
