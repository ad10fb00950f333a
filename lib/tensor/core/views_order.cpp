// Implements views.h. The views that reorder dimensions.

#include <algorithm>
#include <numeric>

#include "tensor/core/internal.h"

namespace mha {
namespace {

Tensor swapped(const Tensor& self, size_t a, size_t b, const char* name) {
  Shape shape = self.shape();
  Shape strides = self.strides();
  if (!shape.empty()) {
    std::swap(shape[a], shape[b]);
    std::swap(strides[a], strides[b]);
  }
  return make_view(self, std::move(shape), std::move(strides),
                   self.storage_offset(), {name, "transpose"}, [&](Node& node) {
                     node.with(static_cast<int64_t>(a)).with(static_cast<int64_t>(b));
                   });
}

Tensor permuted(const Tensor& self, const Shape& order) {
  Shape shape(order.size());
  Shape strides(order.size());
  for (size_t d = 0; d < order.size(); ++d) {
    shape[d] = self.shape()[static_cast<size_t>(order[d])];
    strides[d] = self.strides()[static_cast<size_t>(order[d])];
  }
  return make_view(self, std::move(shape), std::move(strides),
                   self.storage_offset(), "PermuteBackward0",
                   [&](Node& node) { node.with(order); });
}

Shape wrap_dims(const Shape& dims, const Tensor& self) {
  Shape out;
  for (const int64_t dim : dims) out.push_back(wrap_dim(dim, self.dim()));
  return out;
}

bool has_duplicates(Shape dims) {
  std::sort(dims.begin(), dims.end());
  return std::adjacent_find(dims.begin(), dims.end()) != dims.end();
}

}  // namespace

Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1) {
  const auto a = static_cast<size_t>(wrap_dim(dim0, self.dim()));
  const auto b = static_cast<size_t>(wrap_dim(dim1, self.dim()));
  return swapped(self, a, b, "TransposeBackward0");
}

Tensor swapaxes(const Tensor& self, int64_t axis0, int64_t axis1) {
  return transpose(self, axis0, axis1);
}

Tensor permute(const Tensor& self, const Shape& dims) {
  throw_if(
      static_cast<int64_t>(dims.size()) != self.dim(),
      "permute(sparse_coo): number of dimensions in the tensor input does not match the length of "
      "the desired ordering of dimensions i.e. input.dim() = {} is not equal to len(dims) = {}",
      self.dim(), dims.size());
  const Shape order = wrap_dims(dims, self);
  throw_if(has_duplicates(order), "permute(): duplicate dims are not allowed.");
  return permuted(self, order);
}

Tensor movedim(const Tensor& self, const Shape& source,
               const Shape& destination) {
  throw_if(source.size() != destination.size(),
           "movedim: Invalid source or destination dims: source ({} dims) should contain the same "
           "number of dims as destination ({} dims)",
           source, destination);
  const Shape from = wrap_dims(source, self);
  const Shape to = wrap_dims(destination, self);
  throw_if(has_duplicates(from), "movedim: repeated dim in `source` ({})", source);
  throw_if(has_duplicates(to), "movedim: repeated dim in `destination` ({})", destination);
  if (self.dim() == 0) return alias(self);
  // The moved dimensions first; the others keep their order around them.
  Shape order(self.shape().size(), -1);
  std::vector<bool> moved(order.size());
  for (size_t i = 0; i < from.size(); ++i) {
    order[static_cast<size_t>(to[i])] = from[i];
    moved[static_cast<size_t>(from[i])] = true;
  }
  size_t next = 0;
  for (int64_t& dim : order) {
    if (dim >= 0) continue;
    while (moved[next]) ++next;
    dim = static_cast<int64_t>(next++);
  }
  return permuted(self, order);
}

Tensor t(const Tensor& self) {
  throw_if(self.dim() > 2, "t() expects a tensor with <= 2 dimensions, but self is {}D",
           self.dim());
  return swapped(self, 0, self.dim() < 2 ? 0 : 1, "TBackward0");
}

Tensor numpy_T(const Tensor& self) {
  Shape order(self.shape().size());
  std::iota(order.rbegin(), order.rend(), 0);
  return permuted(self, order);
}

Tensor mT(const Tensor& self) {
  throw_if(self.dim() < 2,
           "tensor.mT is only supported on matrices or batches of matrices. Got {}-D tensor.",
           self.dim());
  return transpose(self, -2, -1);
}

}  // namespace mha
