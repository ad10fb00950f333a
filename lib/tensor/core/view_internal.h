#pragma once

#include <optional>

#include "tensor/core/grad.h"
#include "tensor/core/tensor.h"

/// What the sources of views share. For the sources of lib/tensor only.
namespace mha {

/// A view of self's storage that has no node yet.
Tensor bare_view(const Tensor& self, Shape shape, Shape strides, int64_t offset,
                 ViewOrigin origin = ViewOrigin::recorded);

/// A view of self's storage, marked as record() marks it.
template <typename Save>
Tensor make_view(const Tensor& self, Shape shape, Shape strides, int64_t offset,
                 GradName name, Save&& save,
                 ViewOrigin origin = ViewOrigin::recorded) {
  Tensor out = bare_view(self, std::move(shape), std::move(strides), offset, origin);
  if (Node* node = begin_record(name, out, {&self, 1})) save(*node);
  return out;
}

/// What a view that only reshapes hands over.
constexpr auto kOldShape = [](Node& node) { node.with_shape_of(0); };
/// What a node without parameters hands over.
constexpr auto kNothing = [](Node&) {};

/// `shape` with its -1 filled in; throws PyTorch's errors if it cannot hold
/// `numel` elements.
Shape infer_size(const Shape& shape, int64_t numel);

/// Strides that give self's memory that shape, if any do.
std::optional<Shape> view_strides(const Tensor& self, const Shape& shape);

/// Fresh contiguous storage with the same numbers; no history.
Tensor row_major_copy(const Tensor& self);

/// Copies numbers, converting them, between tensors of one shape.
void copy_elements(const Tensor& to, const Tensor& from);

}  // namespace mha
