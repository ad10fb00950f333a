#pragma once

#include <optional>

#include "tensor/core/tensor.h"

/// What the sources of views share. For the sources of lib/tensor only.
namespace mha {

/// A view of self's storage, marked as made by the op whose backward is `name`.
Tensor make_view(const Tensor& self, Shape shape, Shape strides, int64_t offset,
                 const char* name, ViewOrigin origin = ViewOrigin::recorded);

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
