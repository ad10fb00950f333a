#pragma once

#include <vector>

#include "tensor/ops/binary.h"

/// What the sources of indexing share. For the sources of lib/tensor only.
namespace mha {

/// self indexed by tensors, one for each dimension; an undefined one takes its
/// whole dimension. They broadcast together. Their dimensions go where the
/// first of them is, or to the front if others lie between them.
Tensor index_by_tensors(const Tensor& self, const std::vector<Tensor>& tensors);
void index_put_by_tensors(const Tensor& self,
                          const std::vector<Tensor>& tensors,
                          const Operand& value);

/// The same numbers without the dimensions of size 1 in front.
Tensor without_leading_ones(const Tensor& t);

}  // namespace mha
