#include "tensor/ops/index.h"

#include "tensor/core/internal.h"
#include "tensor/ops/index_internal.h"

// Indexing applies ints, slices, None and ... first, as views one after the
// other; then the index tensors, if any, together.
namespace mha {
namespace {

bool is_mask(const Tensor& t) {
  return t.dtype() == DType::bool_ || t.dtype() == DType::uint8;
}

// How many dimensions of the tensor the indices use.
int64_t count_dims(std::span<const Index> indices) {
  int64_t count = 0;
  for (const Index& index : indices) {
    if (const auto* tensor = std::get_if<Tensor>(&index)) {
      count += is_mask(*tensor) ? tensor->dim() : 1;
    } else if (std::holds_alternative<int64_t>(index) ||
               std::holds_alternative<SliceIndex>(index)) {
      ++count;
    }
  }
  return count;
}

// `place` is the position of the int between the brackets, for messages.
Tensor select_at(const Tensor& self, int64_t dim, int64_t index, size_t place) {
  throw_if<IndexError>(self.dim() == 0 && index == 0,
                       "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                       "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number");
  const int64_t size = self.dim() == 0 ? 0 : self.size(dim);
  throw_if<IndexError>(index < -size || index >= size,
                       "index {} is out of bounds for dimension {} with size {}", index, place,
                       size);
  return select(self, dim, index);
}

Tensor slice_at(const Tensor& self, int64_t dim, const SliceIndex& s,
                bool alone) {
  const int64_t step = s.step.value_or(1);
  if (step == 0) throw ValueError("slice step cannot be zero");
  if (step < 0) throw ValueError("step must be greater than zero");
  throw_if<IndexError>(self.dim() == 0, "slice() cannot be applied to a 0-dim tensor.");
  const bool is_whole = s.start.value_or(0) == 0 && s.stop &&
                        *s.stop == self.size(dim) && step == 1;
  return is_whole && !alone ? self : slice(self, dim, s.start, s.stop, step);
}

Tensor mask_of(bool value) {
  Tensor mask = Tensor::empty({1}, DType::bool_);
  *mask.data<bool>() = value;
  return mask;
}

struct Parts {
  Tensor view;                  // self after all indices that make views
  std::vector<Tensor> tensors;  // per dimension of it; undefined: all of it
};

Parts take_apart(const Tensor& self, std::span<const Index> indices) {
  const int64_t specified = count_dims(indices);
  const bool lone_int = indices.size() == 1 && self.dim() == 0 &&
                        std::holds_alternative<int64_t>(indices[0]);
  throw_if<IndexError>(specified > self.dim() && !lone_int &&
                           !(indices.size() == 1 && std::holds_alternative<SliceIndex>(indices[0])),
                       "too many indices for tensor of dimension {}", self.dim());
  Parts parts{self, {}};
  int64_t dim = 0;
  const auto add_tensor = [&](Tensor tensor) {
    parts.tensors.resize(static_cast<size_t>(dim) + 1);
    parts.tensors[static_cast<size_t>(dim)] = std::move(tensor);
    ++dim;
  };
  for (size_t place = 0; place < indices.size(); ++place) {
    const Index& index = indices[place];
    if (place >= 64) checkpoint();  // each takes as long as there are dimensions
    if (const auto* number = std::get_if<int64_t>(&index)) {
      parts.view = select_at(parts.view, dim, *number, place);
    } else if (const auto* s = std::get_if<SliceIndex>(&index)) {
      parts.view = slice_at(parts.view, dim, *s, indices.size() == 1);
      ++dim;
    } else if (std::holds_alternative<EllipsisIndex>(index)) {
      dim += self.dim() - specified;
    } else if (std::holds_alternative<NoneIndex>(index)) {
      parts.view = unsqueeze(parts.view, dim);
      ++dim;
    } else if (const auto* flag = std::get_if<bool>(&index)) {
      parts.view = unsqueeze(parts.view, dim);
      add_tensor(mask_of(*flag));
    } else {
      const Tensor& tensor = std::get<Tensor>(index);
      if (tensor.dim() == 0 && is_integral(tensor.dtype()) &&
          !is_mask(tensor)) {
        parts.view =
            select_at(parts.view, dim, tensor.item().to_int(), place);
      } else if (tensor.dim() == 0 && is_mask(tensor)) {
        parts.view = unsqueeze(parts.view, dim);
        add_tensor(mask_of(tensor.item().to_bool()));
      } else {
        add_tensor(tensor);
      }
    }
  }
  return parts;
}

// Writes into a view, as x[0] = value does.
void assign(const Tensor& to, const Operand& value) {
  if (!value.is_tensor()) {
    check_writable(to);
    // First converts the number to a 0-d tensor of self's dtype, by a plain
    // cast.
    const Scalar v = value.scalar();
    if (is_integral(to.dtype()) && v.is_floating()) {
      fill_(to.aside(), full({}, v, DType::int64));
    } else {
      fill_(to.aside(), v);
    }
    record_in_place({"FillBackward0", "fill"}, to, {});
    return;
  }
  const Tensor& source = value.tensor();
  if (source.shape() == to.shape()) {
    copy_(to, source);
  } else if (source.dim() == 0) {
    fill_(to, value);
  } else {
    copy_(to, expand(without_leading_ones(source), to.shape()));
  }
}

}  // namespace

Tensor without_leading_ones(const Tensor& t) {
  auto first = t.shape().begin();
  while (first != t.shape().end() && *first == 1) ++first;
  if (first == t.shape().begin()) return t;
  return view(t, Shape(first, t.shape().end()));
}

Tensor index(const Tensor& self, std::span<const Index> indices) {
  const Parts parts = take_apart(self, indices);
  if (parts.tensors.empty()) {
    return parts.view.is_same(self) ? alias(self) : parts.view;
  }
  return index_by_tensors(parts.view, parts.tensors);
}

void index_put_(const Tensor& self, std::span<const Index> indices,
                const Operand& value) {
  const Parts parts = take_apart(self, indices);
  if (parts.tensors.empty()) {
    assign(parts.view, value);
  } else {
    index_put_by_tensors(parts.view, parts.tensors, value);
  }
}

}  // namespace mha
