// Implements core/views.h. Ops that rearrange elements into fresh storage.

#include <algorithm>

#include "tensor/core/internal.h"
#include "tensor/ops/index.h"

namespace mha {
namespace {

/// A view of `t` without history, for copying numbers.
Tensor window(const Tensor& t, Shape shape, Shape strides, int64_t offset) {
  return Tensor::over(t.storage(), t.dtype(), std::move(shape),
                      std::move(strides), offset);
}

std::vector<bool> chosen_dims(const Shape& dims, const Tensor& self) {
  std::vector<bool> chosen(std::max<size_t>(self.shape().size(), 1));
  for (const int64_t dim : dims) {
    const auto d = static_cast<size_t>(wrap_dim(dim, self.dim()));
    throw_if(chosen[d], "dim {} appears multiple times in the list of dims", d);
    chosen[d] = true;
  }
  return chosen;
}

// self rolled by `shift` along d, in fresh storage; no history.
Tensor rolled(const Tensor& self, int64_t shift, size_t d) {
  Tensor out = Tensor::empty(self.shape(), self.dtype());
  const int64_t size = self.shape()[d];
  if (self.numel() == 0) return out;
  shift = ((shift % size) + size) % size;
  const auto part = [&](const Tensor& t, int64_t start, int64_t length) {
    Shape shape = t.shape();
    shape[d] = length;
    return window(t, std::move(shape), t.strides(),
                  t.storage_offset() + start * t.strides()[d]);
  };
  copy_elements(part(out, shift, size - shift), part(self, 0, size - shift));
  copy_elements(part(out, 0, shift), part(self, size - shift, shift));
  return out;
}

Tensor flat(const Tensor& self) { return reshape(self, {-1}); }

}  // namespace

Tensor flip(const Tensor& self, const Shape& dims) {
  const std::vector<bool> chosen = chosen_dims(dims, self);
  Tensor out = Tensor::empty(self.shape(), self.dtype());
  if (self.numel() > 0) {
    // Written from the far end, with steps back.
    Shape strides = out.strides();
    int64_t offset = 0;
    for (size_t d = 0; d < strides.size(); ++d) {
      if (!chosen[d]) continue;
      offset += (self.shape()[d] - 1) * strides[d];
      strides[d] = -strides[d];
    }
    copy_elements(window(out, self.shape(), std::move(strides), offset), self);
  }
  return record("FlipBackward0", out, {self}, [&](Node& node) { node.with(dims); });
}

Tensor roll(const Tensor& self, const Shape& shifts, const Shape& dims) {
  if (shifts.empty()) throw RuntimeError("`shifts` required");
  Tensor out;
  if (dims.empty() && shifts.size() == 1) {
    out = row_major_copy(self);
    const Tensor line = rolled(
        window(out, {self.numel()}, {1}, out.storage_offset()), shifts[0], 0);
    out = window(line, self.shape(), contiguous_strides(self.shape()), 0);
  } else {
    throw_if(dims.size() != shifts.size(), "shifts and dimensions must align. shifts: {}, dims:{}",
             shifts.size(), dims.size());
    out = detach(self);
    for (size_t i = 0; i < dims.size(); ++i) {
      out = rolled(out, shifts[i],
                   static_cast<size_t>(wrap_dim_of(self, dims[i])));
    }
  }
  return record("RollBackward0", out, {self},
                [&](Node& node) { node.with(shifts).with(dims); });
}

Tensor repeat(const Tensor& self, const Shape& repeats) {
  const size_t rank = repeats.size();
  const size_t old_rank = self.shape().size();
  throw_if(
      rank < old_rank,
      "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
  // The result seen as (repeat, size) pairs is the source broadcast.
  Shape shape(rank);
  Shape pairs;
  Shape source_shape;
  Shape source_strides;
  for (size_t d = 0; d < rank; ++d) {
    const bool is_new = d < rank - old_rank;
    const int64_t size = is_new ? 1 : self.shape()[d - (rank - old_rank)];
    shape[d] = size * repeats[d];
    pairs.insert(pairs.end(), {repeats[d], size});
    source_shape.insert(source_shape.end(), {1, size});
    source_strides.insert(
        source_strides.end(),
        {0, is_new ? 0 : self.strides()[d - (rank - old_rank)]});
  }
  Tensor out = Tensor::empty(shape, self.dtype());
  if (out.numel() > 0) {
    Shape strides = contiguous_strides(pairs);
    copy_elements(window(out, std::move(pairs), std::move(strides), 0),
                  window(self, std::move(source_shape),
                         std::move(source_strides), self.storage_offset()));
  }
  return record("RepeatBackward0", out, {self},
                [&](Node& node) { node.with_shape_of(0).with(repeats); });
}

Tensor tile(const Tensor& self, const Shape& repeats) {
  Shape padded = repeats;
  while (static_cast<int64_t>(padded.size()) < self.dim()) {
    padded.insert(padded.begin(), 1);
  }
  return repeat(self, padded);
}

Tensor repeat_interleave(const Tensor& self, const Tensor& repeats,
                         std::optional<int64_t> dim) {
  const Tensor source = dim ? self : flat(self);
  const int64_t d = wrap_dim(dim.value_or(0), source.dim());
  throw_if(repeats.dim() > 1, "repeats must be 0-dim or 1-dim tensor");
  throw_if(repeats.dtype() != DType::int64 && repeats.dtype() != DType::int32,
           "\"repeat_interleave_cpu\" not implemented for '{}'", scalar_type_name(repeats.dtype()));
  const int64_t size = source.dim() == 0 ? 1 : source.size(d);
  const bool one_for_all = repeats.numel() == 1;
  throw_if(!one_for_all && repeats.numel() != size,
           "repeats must have the same size as input along dim");
  const std::vector<Scalar> counts = to_scalars(repeats);
  std::vector<int64_t> picks;
  for (int64_t i = 0; i < size; ++i) {
    const int64_t count =
        counts[one_for_all ? 0 : static_cast<size_t>(i)].to_int();
    if (count < 0) throw RuntimeError("repeats can not be negative");
    picks.insert(picks.end(), static_cast<size_t>(count), i);
  }
  Tensor index =
      Tensor::empty({static_cast<int64_t>(picks.size())}, DType::int64);
  std::copy(picks.begin(), picks.end(), index.data<int64_t>());
  return index_select(source, d, index);
}

Tensor repeat_interleave(const Tensor& self, int64_t repeats,
                         std::optional<int64_t> dim) {
  return repeat_interleave(self, scalar_tensor(repeats), dim);
}

}  // namespace mha
