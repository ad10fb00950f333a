// Implements index_internal.h. Indexing by tensors of ints and by masks.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tensor/core/internal.h"
#include "tensor/ops/index.h"
#include "tensor/ops/index_internal.h"

namespace mha {
namespace {

/// Replaces masks by the positions of their true elements, one tensor for each
/// dimension; all int64.
std::vector<Tensor> as_positions(const Tensor& self,
                                 const std::vector<Tensor>& tensors) {
  std::vector<Tensor> out;
  for (size_t place = 0; place < tensors.size(); ++place) {
    const Tensor& t = tensors[place];
    if (!t.defined()) {
      out.emplace_back();
      continue;
    }
    if (t.dtype() == DType::int64) {
      out.push_back(t);
      continue;
    }
    throw_if<IndexError>(t.dtype() != DType::bool_ && t.dtype() != DType::uint8,
                         "tensors used as indices must be long, byte or bool tensors");
    for (size_t d = 0; d < t.shape().size(); ++d) {
      const size_t at = out.size() + d;
      throw_if<IndexError>(at >= self.shape().size() || t.shape()[d] != self.shape()[at],
                           "The shape of the mask {} at index {} does not match the shape of the "
                           "indexed tensor {} at index {}",
                           t.shape(), d, self.shape(), at);
    }
    for (Tensor& positions : nonzero_as_tuple(t)) {
      out.push_back(std::move(positions));
    }
  }
  throw_if<IndexError>(out.size() > self.shape().size(),
                       "too many indices for tensor of dimension {} (got {})", self.dim(),
                       out.size());
  out.resize(self.shape().size());
  return out;
}

/// Where the elements are: the indexed elements of self as offsets, and for
/// each a window of the dimensions that are taken whole.
struct Picks {
  std::vector<int64_t> offsets;  // in self, from its first element
  Shape rest_shape;              // of the window
  Shape rest_strides;            // in self
  Shape shape;                   // of the result
  size_t index_at = 0;           // the first of the indices' dimensions in it
  size_t index_rank = 0;

  /// Strides of the window in a tensor of the result's shape.
  Shape rest_of(const Shape& strides) const {
    Shape out(strides.begin(),
              strides.begin() + static_cast<std::ptrdiff_t>(index_at));
    out.insert(out.end(),
               strides.begin() +
                   static_cast<std::ptrdiff_t>(index_at + index_rank),
               strides.end());
    return out;
  }
};

Picks find(const Tensor& self, const std::vector<Tensor>& tensors) {
  const std::vector<Tensor> positions = as_positions(self, tensors);
  Shape broadcast;
  std::vector<size_t> dims;
  for (size_t d = 0; d < positions.size(); ++d) {
    if (!positions[d].defined()) continue;
    try {
      broadcast = broadcast_shapes(broadcast, positions[d].shape());
    } catch (const RuntimeError&) {
      std::vector<std::string> shapes;
      for (const Tensor& p : positions) {
        if (p.defined()) shapes.push_back(to_string(p.shape()));
      }
      throw_error<IndexError>(
          "shape mismatch: indexing tensors could not be broadcast together with shapes {}",
          fmt::join(shapes, ", "));
    }
    dims.push_back(d);
  }

  Picks picks;
  int64_t count = 1;
  for (const int64_t size : broadcast) count *= size;
  picks.offsets.assign(static_cast<size_t>(count), 0);
  for (const size_t d : dims) {
    const Tensor line = row_major_copy(expand(detach(positions[d]), broadcast));
    const int64_t size = self.shape()[d];
    const int64_t step = self.strides()[d];
    const int64_t* at = line.data<int64_t>();
    for (size_t i = 0; i < picks.offsets.size(); ++i) {
      const int64_t index = at[i];
      throw_if<IndexError>(size == 0, "index is out of bounds for dimension with size 0");
      throw_if<IndexError>(index < -size || index >= size,
                           "index {} is out of bounds for dimension {} with size {}", index, d,
                           size);
      picks.offsets[i] += (index < 0 ? index + size : index) * step;
    }
  }

  const bool adjacent = dims.back() - dims.front() + 1 == dims.size();
  picks.index_at = adjacent ? dims.front() : 0;
  picks.index_rank = broadcast.size();
  for (size_t d = 0; d < positions.size(); ++d) {
    if (positions[d].defined()) continue;
    picks.rest_shape.push_back(self.shape()[d]);
    picks.rest_strides.push_back(self.strides()[d]);
  }
  picks.shape = picks.rest_shape;
  picks.shape.insert(
      picks.shape.begin() + static_cast<std::ptrdiff_t>(picks.index_at),
      broadcast.begin(), broadcast.end());
  return picks;
}

/// The result's strides, with PyTorch's layout.
Shape layout_of(const Picks& picks) {
  Shape window = picks.rest_strides;
  window.insert(window.begin() + static_cast<std::ptrdiff_t>(picks.index_at),
                picks.index_rank, 0);
  const Shape index_shape(
      picks.shape.begin() + static_cast<std::ptrdiff_t>(picks.index_at),
      picks.shape.begin() +
          static_cast<std::ptrdiff_t>(picks.index_at + picks.index_rank));
  Shape index_strides = contiguous_strides(index_shape);
  index_strides.insert(index_strides.begin(), picks.index_at, 0);
  index_strides.resize(picks.shape.size(), 0);
  Layout a;
  Layout b;
  a.shape = b.shape = picks.shape.data();
  a.strides = window.data();
  b.strides = index_strides.data();
  a.dim = b.dim = static_cast<int>(picks.shape.size());
  return result_strides(picks.shape, {a, b});
}

/// Offsets of the index elements within a tensor of the result's shape.
std::vector<int64_t> result_offsets(const Picks& picks, const Shape& strides) {
  std::vector<int64_t> out(picks.offsets.size());
  Shape at(picks.index_rank, 0);
  int64_t offset = 0;
  for (int64_t& o : out) {
    o = offset;
    for (size_t d = picks.index_rank; d-- > 0;) {
      const int64_t step = strides[picks.index_at + d];
      const int64_t size = picks.shape[picks.index_at + d];
      offset += step;
      if (++at[d] < size) break;
      offset -= step * size;
      at[d] = 0;
    }
  }
  return out;
}

enum class Way { read, write };

/// Copies numbers between the indexed elements of self and `other`, which has
/// the result's shape with `strides`.
template <Way way, typename T>
void move(const Picks& picks, T* self, T* other, const Shape& strides) {
  const std::vector<int64_t> there = result_offsets(picks, strides);
  const auto copy_one = [](T* here, T* far) {
    if constexpr (way == Way::read) {
      *far = *here;
    } else {
      *here = *far;
    }
  };
  if (picks.rest_shape.empty()) {
    for (size_t i = 0; i < there.size(); ++i) {
      copy_one(self + picks.offsets[i], other + there[i]);
    }
    return;
  }
  const Shape far_strides = picks.rest_of(strides);
  Layout far;
  Layout here;
  far.shape = here.shape = picks.rest_shape.data();
  far.strides = far_strides.data();
  here.strides = picks.rest_strides.data();
  far.dim = here.dim = static_cast<int>(picks.rest_shape.size());
  const StridedLoop<2> loop(picks.rest_shape.data(), far.dim, {far, here});
  const int64_t far_step = loop.inner_step(0);
  const int64_t here_step = loop.inner_step(1);
  for (size_t i = 0; i < there.size(); ++i) {
    loop.run([&](const std::array<int64_t, 2>& at, int64_t n) {
      T* f = other + there[i] + at[0];
      T* h = self + picks.offsets[i] + at[1];
      for (int64_t k = 0; k < n; ++k) {
        copy_one(h + k * here_step, f + k * far_step);
      }
    });
  }
}

}  // namespace

Tensor index_by_tensors(const Tensor& self,
                        const std::vector<Tensor>& tensors) {
  const Picks picks = find(self, tensors);
  const Tensor block = Tensor::empty(picks.shape, self.dtype());
  const Tensor out = Tensor::over(block.storage(), self.dtype(), picks.shape,
                                  layout_of(picks), 0);
  with_width(self.dtype(), [&]<typename T>(Type<T>) {
    move<Way::read>(picks, self.data<T>(), out.data<T>(), out.strides());
  });
  return record("IndexBackward0", out, {self},
                [&](Node& node) { node.with_shape_of(0).save_all(tensors); });
}

void index_put_by_tensors(const Tensor& self,
                          const std::vector<Tensor>& tensors,
                          const Operand& value) {
  const Tensor source =
      value.is_tensor()
          ? value.tensor()
          : full({}, value.scalar(), self.dtype());
  throw_if(source.dtype() != self.dtype(),
           "Index put requires the source and destination dtypes match, got {} for the destination "
           "and {} for the source.",
           scalar_type_name(self.dtype()), scalar_type_name(source.dtype()));
  check_writable(self);
  const Picks picks = find(self, tensors);
  const Tensor slim = without_leading_ones(detach(source));
  Tensor spread;
  try {
    spread = expand(slim, picks.shape);
  } catch (const RuntimeError&) {
    throw_error(
        "shape mismatch: value tensor of shape {} cannot be broadcast to indexing result of shape "
        "{}",
        slim.shape(), picks.shape);
  }
  if (source.storage() == self.storage()) spread = row_major_copy(spread);
  with_width(self.dtype(), [&]<typename T>(Type<T>) {
    move<Way::write>(picks, self.data<T>(), spread.data<T>(),
                     spread.strides());
  });
  record_in_place("IndexPutBackward0", self, {value.tensor()},
                  [&](Node& node) { node.save_all(tensors); });
}

Tensor nonzero(const Tensor& self) {
  const Tensor flags = to(self, DType::bool_);
  const Tensor flat = flags.is_contiguous() ? flags : row_major_copy(flags);
  const bool* from = flat.data<bool>();
  const auto rank = static_cast<size_t>(self.dim());
  std::vector<int64_t> found;
  int64_t count = 0;
  Shape at(rank, 0);
  for (int64_t i = 0; i < flat.numel(); ++i) {
    if (from[i]) {
      found.insert(found.end(), at.begin(), at.end());
      ++count;
    }
    for (size_t d = rank; d-- > 0;) {
      if (++at[d] < self.shape()[d]) break;
      at[d] = 0;
    }
  }
  // A row for every dimension, seen from the side.
  const auto width = static_cast<int64_t>(rank);
  const Tensor rows = Tensor::empty({width, count}, DType::int64);
  for (size_t i = 0; i < found.size(); ++i) {
    const size_t row = i % rank;
    rows.data<int64_t>()[row * static_cast<size_t>(count) + i / rank] =
        found[i];
  }
  return Tensor::over(rows.storage(), DType::int64, {count, width},
                      {1, count}, 0);
}

std::vector<Tensor> nonzero_as_tuple(const Tensor& self) {
  return unbind(nonzero(self.dim() == 0 ? view(detach(self), Shape{1}) : self),
                1);
}

}  // namespace mha
