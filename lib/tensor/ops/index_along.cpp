// Implements index.h. Picking and writing along one dimension, by a tensor of
// indices.

#include <fmt/format.h>

#include <algorithm>

#include "tensor/core/internal.h"
#include "tensor/ops/index.h"

namespace mha {
namespace {

/// Shape and strides of a 0-d tensor as of a 1-d one.
Tensor at_least_1d(const Tensor& t) {
  return t.dim() == 0 ? unsqueeze(t, 0) : t;
}

/// Calls f(index, offset in `index`'s shape of self and source) for every
/// element of `index`, with the offset along `dim` left out.
template <typename F>
void for_each_index(const Tensor& index, const Tensor& self,
                    const Shape& source_strides, size_t dim, F f) {
  const Tensor flat = index.is_contiguous() ? index : row_major_copy(index);
  const int64_t* values = flat.data<int64_t>();
  Shape at(index.shape().size(), 0);
  for (int64_t i = 0; i < flat.numel(); ++i) {
    int64_t self_offset = 0;
    int64_t source_offset = 0;
    for (size_t d = 0; d < at.size(); ++d) {
      if (d != dim) self_offset += at[d] * self.strides()[d];
      source_offset += at[d] * source_strides[d];
    }
    const int64_t size = self.shape()[dim];
    throw_if(values[i] < 0 || values[i] >= size,
             "index {} is out of bounds for dimension {} with size {}", values[i], dim, size);
    f(self_offset + values[i] * self.strides()[dim], source_offset);
    for (size_t d = at.size(); d-- > 0;) {
      if (++at[d] < index.shape()[d]) break;
      at[d] = 0;
    }
  }
}

void check_index_dtype(const char* op, const Tensor& index) {
  throw_if(index.dtype() != DType::int64, "{}(): Expected dtype int64 for index", op);
}

/// Where an op that changes part of `self` writes: in place, or in a copy.
Tensor destination(const Tensor& self, const Tensor& target) {
  if (!target.defined()) return row_major_copy(self);
  check_writable(target);
  return target.aside();
}

/// `out`, or `target` if the op has written there.
template <typename Save>
Tensor written(GradName name, const Tensor& out, const Tensor& target,
               const Tensor& self, const Tensor& other, Save save) {
  if (!target.defined()) return record(name, out, {self, other}, save);
  record_in_place(name, target, {other}, save);
  return target;
}

template <typename Combine>
void scatter_into(const Tensor& self, int64_t dim, const Tensor& index,
                  const Operand& source, const char* op, Combine combine) {
  check_index_dtype(op, index);
  const Tensor from = source.is_tensor()
                          ? source.tensor()
                          : full({}, source.scalar(), self.dtype());
  throw_if(from.dtype() != self.dtype(), "{}(): Expected self.dtype to be equal to src.dtype", op);
  const auto d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  if (index.numel() == 0) return;
  throw_if(std::max<int64_t>(index.dim(), 1) != std::max<int64_t>(self.dim(), 1),
           "Index tensor must have the same number of dimensions as self tensor");
  const Tensor to = at_least_1d(detach(self));
  const Tensor picks = at_least_1d(index);
  throw_if(source.is_tensor() && std::max<int64_t>(from.dim(), 1) != std::max<int64_t>(to.dim(), 1),
           "Index tensor must have the same number of dimensions as src tensor");
  const Tensor data = source.is_tensor() ? at_least_1d(detach(from))
                                         : expand(from, picks.shape());
  bool fits = true;
  for (size_t k = 0; k < picks.shape().size(); ++k) {
    fits = fits && picks.shape()[k] <= data.shape()[k] &&
           (k == d || picks.shape()[k] <= to.shape()[k]);
  }
  if (!fits) {
    throw RuntimeError(
        source.is_tensor()
            ? fmt::format("Expected index {} to be smaller than self {} apart "
                          "from dimension {} and to be smaller size than src "
                          "{}",
                          to_string(index.shape()), to_string(self.shape()), d,
                          to_string(from.shape()))
            : fmt::format("Expected index {} to be smaller than self {} apart "
                          "from dimension {}",
                          to_string(index.shape()), to_string(self.shape()),
                          d));
  }
  with_type(self.dtype(), [&]<typename T>(Type<T>) {
    T* out = to.data<T>();
    const T* in = data.data<T>();
    for_each_index(picks, to, data.strides(), d, [&](int64_t a, int64_t b) {
      out[a] = combine(out[a], in[b]);
    });
  });
}

std::vector<int64_t> positions(const Tensor& index, int64_t size,
                               const char* message, bool may_be_negative) {
  std::vector<int64_t> out;
  for (const Scalar& value : to_scalars(index)) {
    int64_t i = value.to_int();
    if (i >= size || i < (may_be_negative ? -size : 0)) {
      throw IndexError(fmt::format(fmt::runtime(message), i, size));
    }
    out.push_back(i < 0 ? i + size : i);
  }
  return out;
}

const auto overwrite = [](auto, auto b) { return b; };
const auto accumulate = []<typename T>(T a, T b) {
  return static_cast<T>(a + b);
};

}  // namespace

Tensor gather(const Tensor& self, int64_t dim, const Tensor& index) {
  check_index_dtype("gather", index);
  const auto d = static_cast<size_t>(wrap_dim(dim, self.dim()));
  Tensor out = Tensor::empty(index.shape(), self.dtype());
  if (index.numel() > 0) {
    throw_if(std::max<int64_t>(index.dim(), 1) != std::max<int64_t>(self.dim(), 1),
             "Index tensor must have the same number of dimensions as input tensor");
    const Tensor from = at_least_1d(detach(self));
    const Tensor picks = at_least_1d(index);
    for (size_t k = 0; k < picks.shape().size(); ++k) {
      if (k == d || picks.shape()[k] <= from.shape()[k]) continue;
      throw_error(
          "Size does not match at dimension {} expected index {} to be smaller than self {} apart "
          "from dimension {}",
          k, index.shape(), self.shape(), d);
    }
    with_width(self.dtype(), [&]<typename T>(Type<T>) {
      const T* in = from.data<T>();
      T* to = out.data<T>();
      for_each_index(picks, from, contiguous_strides(picks.shape()), d,
                     [&](int64_t a, int64_t b) { to[b] = in[a]; });
    });
  }
  return record("GatherBackward0", out, {self}, [&](Node& node) {
    node.with_shape_of(0).with(static_cast<int64_t>(d)).save(index);
  });
}

Tensor index_select(const Tensor& self, int64_t dim, const Tensor& index) {
  const int64_t d = wrap_dim(dim, self.dim());
  throw_if<IndexError>(index.dim() > 1, "index_select(): Index is supposed to be a vector");
  throw_if(index.dtype() != DType::int64 && index.dtype() != DType::int32,
           "index_select(): Expected dtype int32 or int64 for index");
  const Tensor source = at_least_1d(detach(self));
  const std::vector<int64_t> picks =
      positions(index, source.size(d), "index out of range in self", false);
  Shape shape = source.shape();
  shape[static_cast<size_t>(d)] = static_cast<int64_t>(picks.size());
  Tensor out = Tensor::empty(shape, self.dtype());
  for (size_t i = 0; i < picks.size(); ++i) {
    copy_elements(select(out, d, static_cast<int64_t>(i)),
                  select(source, d, picks[i]));
  }
  if (self.dim() == 0 && !picks.empty()) out = row_major_copy(self);
  return record("IndexSelectBackward0", detach(out), {self}, [&](Node& node) {
    node.with_shape_of(0).with(d).save(index);
  });
}

Tensor masked_select(const Tensor& self, const Tensor& mask) {
  throw_if(mask.dtype() != DType::bool_ && mask.dtype() != DType::uint8,
           "masked_select: expected BoolTensor or ByteTensor for mask");
  const Shape shape = broadcast_shapes(mask.shape(), self.shape());
  const Tensor flags = row_major_copy(expand(to(mask, DType::bool_), shape));
  const Tensor from = row_major_copy(expand(detach(self), shape));
  const bool* test = flags.data<bool>();
  const int64_t count = std::count(test, test + flags.numel(), true);
  Tensor out = Tensor::empty({count}, self.dtype());
  with_width(self.dtype(), [&]<typename T>(Type<T>) {
    const T* in = from.data<T>();
    T* to = out.data<T>();
    for (int64_t i = 0; i < flags.numel(); ++i) {
      if (test[i]) *to++ = in[i];
    }
  });
  return record("MaskedSelectBackward0", out, {self},
                [&](Node& node) { node.with_shape_of(0).save(mask); });
}

Tensor take(const Tensor& self, const Tensor& index) {
  throw_if(index.dtype() != DType::int64, "take(): Expected a long tensor for index, but got {}",
           scalar_type_name(index.dtype()));
  const Tensor flat = reshape(detach(self), {-1});
  const std::vector<int64_t> picks = positions(
      index, flat.numel(),
      "out of range: tried to access index {} on a tensor of {} elements.",
      true);
  Tensor out = Tensor::empty(index.shape(), self.dtype());
  with_width(self.dtype(), [&]<typename T>(Type<T>) {
    T* to = out.data<T>();
    for (const int64_t i : picks) *to++ = flat.data<T>()[i * flat.strides()[0]];
  });
  return record("TakeBackward0", out, {self},
                [&](Node& node) { node.with_shape_of(0).save(index); });
}

Tensor take_along_dim(const Tensor& self, const Tensor& index,
                      std::optional<int64_t> dim) {
  if (!dim) return gather(reshape(self, {-1}), 0, reshape(index, {-1}));
  throw_if(self.dim() != index.dim(),
           "torch.take_along_dim(): input and indices should have the same number of dimensions, "
           "but got {} dimensions for input, and {} dimensions for indices",
           self.dim(), index.dim());
  const auto d = static_cast<size_t>(wrap_dim(*dim, self.dim()));
  Shape self_shape = self.shape();
  Shape index_shape = index.shape();
  self_shape[d] = index_shape[d] = 1;
  const Shape common = broadcast_shapes(self_shape, index_shape);
  self_shape = index_shape = common;
  self_shape[d] = self.shape()[d];
  index_shape[d] = index.shape()[d];
  return gather(expand(self, self_shape), *dim, expand(index, index_shape));
}

Tensor scatter(const Tensor& self, int64_t dim, const Tensor& index,
               const Operand& source, const Tensor& target) {
  const Tensor out = destination(self, target);
  scatter_into(out, dim, index, source, "scatter", overwrite);
  return written({source.is_tensor() ? "ScatterBackward0" : "ScatterBackward1", "scatter"},
                 out, target, self, source.tensor(),
                 [&](Node& node) { node.with(dim).save(index); });
}

Tensor scatter_add(const Tensor& self, int64_t dim, const Tensor& index,
                   const Tensor& source, const Tensor& target) {
  const Tensor out = destination(self, target);
  scatter_into(out, dim, index, source, "scatter_add", accumulate);
  return written("ScatterAddBackward0", out, target, self, source,
                 [&](Node& node) { node.with(dim).save(index); });
}

Tensor index_fill(const Tensor& self, int64_t dim, const Tensor& index,
                  const Operand& value, const Tensor& target) {
  throw_if(value.dim() != 0,
           "index_fill_ only supports a 0-dimensional value tensor, but got tensor with {} "
           "dimension(s).",
           value.dim());
  throw_if<IndexError>(index.dtype() != DType::int64,
                       "index_fill_(): Expected dtype int64 for index.");
  const int64_t d = wrap_dim(dim, self.dim());
  const Tensor out = destination(self, target);
  const Tensor to = at_least_1d(out);
  const std::string message = fmt::format(
      "index {{}} is out of bounds for dimension {} with size {{}}", d);
  for (const int64_t i : positions(index, to.size(d), message.c_str(), true)) {
    fill_(select(to, d, i), value);
  }
  return written(
      {value.is_tensor() ? "IndexFillBackward1" : "IndexFillBackward0", "index_fill"},
      out, target, self, value.tensor(),
      [&](Node& node) { node.with(d).save(index); });
}

Tensor index_add(const Tensor& self, int64_t dim, const Tensor& index,
                 const Tensor& source, Scalar alpha, const Tensor& target) {
  const int64_t d = wrap_dim(dim, self.dim());
  throw_if<IndexError>(index.dim() > 1, "index_add_(): Index is supposed to be a vector");
  throw_if(index.dtype() != DType::int64 && index.dtype() != DType::int32,
           "index_add_(): Expected dtype int32/int64 for index");
  throw_if(self.dtype() != source.dtype(),
           "index_add_(): self ({}) and source ({}) must have the same scalar type",
           scalar_type_name(self.dtype()), scalar_type_name(source.dtype()));
  wrap_dim_of(source, d);
  const Tensor from = at_least_1d(detach(source));
  throw_if(
      index.numel() != from.size(d),
      "index_add_(): Number of indices ({}) should be equal to source.size(dim): ({}), for dim: {}",
      index.numel(), from.size(d), d);
  const Tensor out = destination(self, target);
  const Tensor to = at_least_1d(out);
  const std::vector<int64_t> picks =
      positions(index, to.size(d), "index out of range in self", false);
  for (size_t i = 0; i < picks.size(); ++i) {
    const Tensor part = select(to, d, picks[i]);
    add(part, select(from, d, static_cast<int64_t>(i)), alpha, part);
  }
  return written("IndexAddBackward0", out, target, self, source,
                 [&](Node& node) { node.with(d).save(index).with(alpha); });
}

}  // namespace mha
