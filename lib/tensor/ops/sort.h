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
Tensor msort(const Tensor& self);
/// Throws RuntimeError if k is out of range.
ValuesIndices topk(const Tensor& self, int64_t k, int64_t dim = -1,
                   bool largest = true, bool sorted = true);
/// The k-th smallest; k counts from 1.
ValuesIndices kthvalue(const Tensor& self, int64_t k, int64_t dim = -1,
                       bool keepdim = false);

struct Unique {
  Tensor values;   // ascending
  Tensor inverse;  // for each element, its place in values
  Tensor counts;
};
/// Of the flattened tensor; all three fields are filled.
Unique unique(const Tensor& self);
/// Only neighbours are joined.
Unique unique_consecutive(const Tensor& self);

/// Where `values` would be inserted in the last dimension of `sorted`, which
/// ascends; after its equals if `right`.
Tensor searchsorted(const Tensor& sorted, const Tensor& values,
                    bool right = false);
/// searchsorted with the arguments the other way round.
Tensor bucketize(const Tensor& values, const Tensor& boundaries,
                 bool right = false);
/// How often each number from 0 up occurs; sums of `weights` if defined.
Tensor bincount(const Tensor& self, const Tensor& weights = {},
                int64_t minlength = 0);
/// Counts in `bins` equal ranges; both bounds 0 mean the data's own range.
Tensor histc(const Tensor& self, int64_t bins = 100, double min = 0,
             double max = 0);

}  // namespace mha
