#pragma once

#include <optional>

#include "tensor/core/tensor.h"
#include "tensor/ops/reduce.h"

/// Order among elements. NaN counts as larger than every number.
namespace mha {

/// Equal elements stay in order.
ValuesIndices sort(const Tensor& self, int64_t dim = -1,
                   bool descending = false);
Tensor argsort(const Tensor& self, int64_t dim = -1, bool descending = false);
/// Throws RuntimeError if k is out of range.
ValuesIndices topk(const Tensor& self, int64_t k, int64_t dim = -1,
                   bool largest = true, bool sorted = true);

struct Unique {
  Tensor values;   // ascending
  Tensor inverse;  // for each element, its place in values
  Tensor counts;
};
/// The unique elements of the flattened tensor; fills all three fields.
Unique unique(const Tensor& self);

/// How often each number from 0 up occurs; sums of `weights` if defined.
Tensor bincount(const Tensor& self, const Tensor& weights = {},
                int64_t minlength = 0);

}  // namespace mha
