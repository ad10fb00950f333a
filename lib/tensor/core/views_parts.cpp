// Implements views.h. The views of a part of a tensor.

#include <algorithm>

#include "tensor/core/internal.h"

namespace mha {
namespace {

Tensor bare_slice(const Tensor& self, size_t d, int64_t start, int64_t length,
                  int64_t step, ViewOrigin origin) {
  Shape shape = self.shape();
  Shape strides = self.strides();
  const int64_t offset = self.storage_offset() + start * strides[d];
  shape[d] = length;
  strides[d] *= step;
  return bare_view(self, std::move(shape), std::move(strides), offset, origin);
}

/// Parts of `self` that are the results of one node.
std::vector<Tensor> parts_of(const Tensor& self, size_t d, const Shape& lengths,
                             const char* name) {
  std::vector<Tensor> out;
  int64_t start = 0;
  for (const int64_t length : lengths) {
    out.push_back(bare_slice(self, d, start, length, 1, ViewOrigin::one_of_many));
    start += length;
  }
  begin_record_many({name, "split"}, out, {&self, 1}, [&](Node& node) {
    node.with(lengths).with_shape_of(0).with(static_cast<int64_t>(d));
  });
  return out;
}

void require_dimensions(const Tensor& self, const char* op) {
  throw_if(self.dim() == 0, "{} expects at least a 1-dimensional tensor", op);
}

std::vector<Tensor> split_evenly(const Tensor& self, int64_t split_size,
                                 int64_t dim) {
  const auto d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  const int64_t size = self.shape()[d];
  Shape lengths;
  // At least one part, even an empty one.
  int64_t start = 0;
  do {
    lengths.push_back(std::min(split_size, size - start));
    start += split_size;
  } while (start < size && split_size > 0);
  return parts_of(self, d, lengths, "SplitBackward0");
}

}  // namespace

Tensor select(const Tensor& self, int64_t dim, int64_t index) {
  throw_if<IndexError>(self.dim() == 0, "select() cannot be applied to a 0-dim tensor.");
  const auto d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  const int64_t size = self.shape()[d];
  throw_if<IndexError>(index < -size || index >= size,
                       "select(): index {} out of range for tensor of size {} at dimension {}",
                       index, self.shape(), d);
  if (index < 0) index += size;
  Shape shape = self.shape();
  Shape strides = self.strides();
  const int64_t offset = self.storage_offset() + index * strides[d];
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d));
  strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(d));
  return make_view(self, std::move(shape), std::move(strides), offset,
                   "SelectBackward0", [&](Node& node) {
                     node.with_shape_of(0).with(static_cast<int64_t>(d)).with(index);
                   });
}

Tensor slice(const Tensor& self, int64_t dim, std::optional<int64_t> start,
             std::optional<int64_t> stop, int64_t step) {
  throw_if(self.dim() == 0, "slice() cannot be applied to a 0-dim tensor.");
  const auto d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  if (step <= 0) throw RuntimeError("slice step must be positive");
  const int64_t size = self.shape()[d];
  int64_t first = start.value_or(0);
  int64_t last = stop.value_or(size);
  if (first < 0) first += size;
  if (last < 0) last += size;
  first = std::clamp<int64_t>(first, 0, size);
  last = std::clamp<int64_t>(last, first, size);
  // Not (last - first + step - 1) / step, which overflows for a huge step.
  const int64_t length = last == first ? 0 : (last - first - 1) / step + 1;
  Tensor out = bare_slice(self, d, first, length, step, ViewOrigin::recorded);
  if (Node* node = begin_record("SliceBackward0", out, {&self, 1})) {
    node->with_shape_of(0).with(static_cast<int64_t>(d)).with(first).with(length).with(step);
  }
  return out;
}

Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length) {
  throw_if(self.dim() == 0, "narrow() cannot be applied to a 0-dim tensor.");
  if (length < 0) throw RuntimeError("narrow(): length must be non-negative.");
  const int64_t size = self.size(dim);
  throw_if<IndexError>(start < -size || start > size,
                       "start out of range (expected to be in range of [{}, {}], but got {})",
                       -size, size, start);
  if (start < 0) start += size;
  throw_if(start > size - length, "start ({}) + length ({}) exceeds dimension size ({}).", start,
           length, size);
  return slice(self, dim, start, start + length);
}

Tensor diagonal(const Tensor& self, int64_t offset, int64_t dim1,
                int64_t dim2) {
  const int64_t a = wrap_dim(dim1, self.dim());
  const int64_t b = wrap_dim(dim2, self.dim());
  throw_if(a == b, "diagonal dimensions cannot be identical {}, {}", dim1, dim2);
  const int64_t rows = self.size(a);
  const int64_t columns = self.size(b);
  const int64_t step_a = self.strides()[static_cast<size_t>(a)];
  const int64_t step_b = self.strides()[static_cast<size_t>(b)];
  const int64_t length =
      std::max<int64_t>(0, offset >= 0 ? std::min(rows, columns - offset)
                                       : std::min(rows + offset, columns));
  int64_t start = self.storage_offset();
  if (length > 0) start += offset >= 0 ? offset * step_b : -offset * step_a;
  Shape shape;
  Shape strides;
  for (int64_t d = 0; d < self.dim(); ++d) {
    if (d == a || d == b) continue;
    shape.push_back(self.shape()[static_cast<size_t>(d)]);
    strides.push_back(self.strides()[static_cast<size_t>(d)]);
  }
  shape.push_back(length);
  strides.push_back(step_a + step_b);
  return make_view(self, std::move(shape), std::move(strides), start,
                   "DiagonalBackward0", [&](Node& node) {
                     node.with_shape_of(0).with(offset).with(a).with(b);
                   });
}

Tensor unfold(const Tensor& self, int64_t dim, int64_t size, int64_t step) {
  const auto d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  const int64_t whole = self.dim() == 0 ? 1 : self.shape()[d];
  throw_if(size > whole, "maximum size for tensor at dimension {} is {} but size is {}", d, whole,
           size);
  throw_if(step <= 0, "step is {} but must be > 0", step);
  Shape shape = self.shape();
  Shape strides = self.strides();
  const int64_t old_step = self.dim() == 0 ? 1 : strides[d];
  if (self.dim() > 0) {
    shape[d] = (whole - size) / step + 1;
    strides[d] = old_step * step;
  }
  shape.push_back(size);
  strides.push_back(old_step);
  return make_view(self, std::move(shape), std::move(strides),
                   self.storage_offset(), "UnfoldBackward0", [&](Node& node) {
                     node.with_shape_of(0).with(static_cast<int64_t>(d)).with(size).with(step);
                   });
}

Tensor as_strided(const Tensor& self, const Shape& shape, const Shape& strides,
                  std::optional<int64_t> offset) {
  throw_if(shape.size() != strides.size(), "mismatch in length of strides and shape");
  const int64_t start = offset.value_or(self.storage_offset());
  throw_if(start < 0, "Tensor: invalid storage offset {}", start);
  int64_t last = start;
  bool is_empty = false;
  for (size_t d = 0; d < shape.size(); ++d) {
    throw_if(strides[d] < 0,
             "as_strided: Negative strides are not supported at the moment, got strides: {}",
             strides);
    is_empty = is_empty || shape[d] == 0;
    last += (shape[d] - 1) * strides[d];
  }
  const auto width = static_cast<int64_t>(size_of(self.dtype()));
  const int64_t needed = (last + 1) * width;
  if (!is_empty && needed > self.storage()->bytes()) {
    throw_error(
        "setStorage: sizes {}, strides {}, storage offset {}, and itemsize {} requiring a storage "
        "size of {} are out of bounds for storage of size {}",
        shape, strides, start, width, needed, self.storage()->bytes());
  }
  Tensor out = bare_view(self, shape, strides, start);
  if (grad_enabled() && is_floating(self.dtype()) && self.requires_grad()) {
    out.set_grad_fn(strided_node(self, shape, strides, start));
  }
  return out;
}

std::vector<Tensor> chunk(const Tensor& self, int64_t chunks, int64_t dim) {
  require_dimensions(self, "chunk");
  throw_if(chunks <= 0, "chunk expects `chunks` to be greater than 0, got: {}", chunks);
  const int64_t size = self.size(dim);
  const int64_t length = (size + chunks - 1) / chunks;
  if (length == 0) {
    // As many empty parts as requested.
    return split(self, Shape(static_cast<size_t>(chunks), 0), dim);
  }
  return split_evenly(self, length, dim);
}

std::vector<Tensor> tensor_split(const Tensor& self, int64_t sections,
                                 int64_t dim) {
  throw_if(self.dim() == 0,
           "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
  throw_if(sections <= 0, "number of sections must be larger than 0, got {}", sections);
  const int64_t size = self.size(dim);
  std::vector<Tensor> out;
  int64_t start = 0;
  for (int64_t i = 0; i < sections; ++i) {
    const int64_t length = size / sections + (i < size % sections ? 1 : 0);
    out.push_back(slice(self, dim, start, start + length));
    start += length;
  }
  return out;
}

std::vector<Tensor> split(const Tensor& self, int64_t split_size, int64_t dim) {
  require_dimensions(self, "split");
  throw_if(split_size < 0, "split expects split_size be non-negative, but got split_size={}",
           split_size);
  const int64_t size = self.size(dim);
  throw_if(split_size == 0 && size != 0,
           "split_size can only be 0 if dimension size is 0, but got dimension size of {}", size);
  return split_evenly(self, split_size, dim);
}

std::vector<Tensor> split(const Tensor& self, const Shape& split_sizes,
                          int64_t dim) {
  require_dimensions(self, "split");
  const auto d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  const int64_t size = self.shape()[d];
  int64_t total = 0;
  for (const int64_t length : split_sizes) {
    throw_if(length < 0,
             "split_with_sizes expects split_sizes have only non-negative entries, but got "
             "split_sizes={}",
             split_sizes);
    total += length;
  }
  throw_if(total != size,
           "split_with_sizes expects split_sizes to sum exactly to {} (input tensor's size at "
           "dimension {}), but got split_sizes={}",
           size, dim, split_sizes);
  return parts_of(self, d, split_sizes, "SplitWithSizesBackward0");
}

std::vector<Tensor> unbind(const Tensor& self, int64_t dim) {
  const auto d = static_cast<size_t>(wrap_dim_of(self, dim));
  Shape shape = self.shape();
  Shape strides = self.strides();
  const int64_t step = strides[d];
  const int64_t size = shape[d];
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d));
  strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(d));
  std::vector<Tensor> out;
  out.reserve(static_cast<size_t>(size));
  for (int64_t i = 0; i < size; ++i) {
    out.push_back(bare_view(self, shape, strides, self.storage_offset() + i * step,
                            ViewOrigin::one_of_many));
  }
  begin_record_many("UnbindBackward0", out, {&self, 1}, [&](Node& node) {
    node.with(shape).with(static_cast<int64_t>(d));
  });
  return out;
}

Tensor alias(const Tensor& self) {
  return make_view(self, self.shape(), self.strides(), self.storage_offset(),
                   {"AliasBackward0", "unchanged"}, kNothing);
}

Tensor detach(const Tensor& self) {
  return Tensor::over(self.storage(), self.dtype(), self.shape(),
                      self.strides(), self.storage_offset());
}

}  // namespace mha
