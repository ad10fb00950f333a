#pragma once

#include <optional>
#include <span>
#include <variant>

#include "tensor/core/tensor.h"
#include "tensor/ops/binary.h"

/// Reading and writing by index, as in x[...], and the ops that pick elements
/// by a tensor of indices.
namespace mha {

struct NoneIndex {};
struct EllipsisIndex {};
struct SliceIndex {
  std::optional<int64_t> start;
  std::optional<int64_t> stop;
  std::optional<int64_t> step;
};

/// One index between the brackets. A nested list of numbers is passed as a
/// Tensor (int64 or bool). A 0-d integer tensor counts as an int.
using Index =
    std::variant<int64_t, bool, SliceIndex, NoneIndex, EllipsisIndex, Tensor>;

/// x[indices]. Ints, slices, None and ... give a view; any bool or tensor
/// makes a copy.
Tensor index(const Tensor& self, std::span<const Index> indices);
/// x[indices] = value, broadcast; writes through views.
void index_put_(const Tensor& self, std::span<const Index> indices,
                const Operand& value);

Tensor gather(const Tensor& self, int64_t dim, const Tensor& index);
Tensor index_select(const Tensor& self, int64_t dim, const Tensor& index);
Tensor masked_select(const Tensor& self, const Tensor& mask);
/// Takes elements by position in the flattened tensor.
Tensor take(const Tensor& self, const Tensor& index);
/// Without `dim` it flattens both.
Tensor take_along_dim(const Tensor& self, const Tensor& index,
                      std::optional<int64_t> dim = {});
/// (N, dim) int64: the positions of the elements that are not 0.
Tensor nonzero(const Tensor& self);
/// The columns of nonzero(), one for each dimension.
std::vector<Tensor> nonzero_as_tuple(const Tensor& self);

// A copy of `self` with some elements changed; or `target`, which is `self`, in
// place.
Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index,
               const Operand& source, const Tensor& target = {});
Tensor scatter_add(const Tensor& self, int64_t dim, const Tensor& index,
                   const Tensor& source, const Tensor& target = {});
Tensor index_fill(const Tensor& self, int64_t dim, const Tensor& index,
                  const Operand& value, const Tensor& target = {});
Tensor index_add(const Tensor& self, int64_t dim, const Tensor& index,
                 const Tensor& source, Scalar alpha = 1,
                 const Tensor& target = {});

}  // namespace mha
