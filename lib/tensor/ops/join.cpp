#include "tensor/ops/join.h"

#include <algorithm>
#include <cstring>

#include "tensor/core/internal.h"

namespace mha {
namespace {

// For compatibility, as in PyTorch, an empty 1-d tensor joins any others.
bool is_skipped(const Tensor& t) { return t.dim() == 1 && t.numel() == 0; }

/// Makes tensors at least 1-d (2-d), as hstack (vstack) needs them.
std::vector<Tensor> at_least(std::span<const Tensor> tensors, int64_t rank) {
  std::vector<Tensor> out;
  for (const Tensor& t : tensors) {
    Tensor raised = t.dim() == 0 ? reshape(t, {1}) : t;
    if (rank == 2 && raised.dim() == 1) raised = unsqueeze(raised, 0);
    out.push_back(std::move(raised));
  }
  return out;
}

template <typename Keep>
void zero_outside(const Tensor& self, Keep keep) {
  const int64_t rows = self.size(-2);
  const int64_t columns = self.size(-1);
  if (self.numel() == 0) return;
  const int64_t row_step = self.strides()[self.shape().size() - 2];
  const int64_t column_step = self.strides().back();
  // One matrix after the other, counting through the leading dimensions.
  const size_t leading = self.shape().size() - 2;
  Shape at(leading, 0);
  with_width(self.dtype(), [&]<typename T>(Type<T>) {
    T* matrix = self.data<T>();
    for (;;) {
      for (int64_t r = 0; r < rows; ++r) {
        const auto [first, last] = keep(r);
        T* row = matrix + r * row_step;
        const int64_t low = std::clamp<int64_t>(first, 0, columns);
        const int64_t high = std::clamp<int64_t>(last, low, columns);
        for (int64_t c = 0; c < low; ++c) row[c * column_step] = 0;
        for (int64_t c = high; c < columns; ++c) row[c * column_step] = 0;
      }
      size_t d = leading;
      while (d > 0) {
        --d;
        matrix += self.strides()[d];
        if (++at[d] < self.shape()[d]) break;
        matrix -= self.strides()[d] * self.shape()[d];
        at[d] = 0;
        if (d == 0) return;
      }
      if (leading == 0) return;
    }
  });
}

void keep_lower(const Tensor& self, int64_t diagonal) {
  zero_outside(self, [=](int64_t r) {
    return std::pair<int64_t, int64_t>{0, r + diagonal + 1};
  });
}

void keep_upper(const Tensor& self, int64_t diagonal) {
  zero_outside(self, [&](int64_t r) {
    return std::pair<int64_t, int64_t>{r + diagonal, self.size(-1)};
  });
}

void check_matrix(const Tensor& self) { wrap_dim_of(self, -2); }

// If all are row-major: for every index of the dimensions before `d`, copies a
// run of each tensor, one after the other. False if they are not.
bool join_rows(std::span<const Tensor> tensors, size_t d, const Tensor& out) {
  constexpr int64_t kWorthAThread = 1 << 17;  // bytes
  int64_t rows = 1;
  for (size_t k = 0; k < d; ++k) rows *= out.shape()[k];
  if (out.numel() == 0) return true;
  struct Stretch {
    const std::byte* from;
    size_t bytes;
  };
  std::vector<Stretch> runs;
  for (const Tensor& t : tensors) {
    if (t.numel() == 0) continue;
    if (t.dtype() != out.dtype() || !t.is_contiguous()) return false;
    const auto bytes = static_cast<size_t>(t.numel() / rows) * size_of(t.dtype());
    runs.push_back({t.data_ptr(), bytes});
  }
  const size_t row_bytes = static_cast<size_t>(out.numel() / rows) * size_of(out.dtype());
  auto* const to = out.storage()->data();
  const auto grain = std::max<int64_t>(1, kWorthAThread / static_cast<int64_t>(row_bytes));
  parallel_for(rows, grain, [&](int64_t begin, int64_t end) {
    std::byte* at = to + static_cast<size_t>(begin) * row_bytes;
    for (auto row = static_cast<size_t>(begin); row < static_cast<size_t>(end); ++row) {
      for (const Stretch& run : runs) {
        std::memcpy(at, run.from + row * run.bytes, run.bytes);
        at += run.bytes;
      }
    }
  });
  return true;
}

/// A copy of `self`, or `target` itself, with a triangle of 0 written by `write`.
template <typename F>
Tensor triangle(const char* name, const Tensor& self, const Tensor& target,
                int64_t diagonal, F write) {
  check_matrix(self);
  if (target.defined()) check_writable(target);
  const Tensor out = target.defined() ? target : row_major_copy(self);
  write(out);
  const auto save = [&](Node& node) { node.with(diagonal); };
  if (!target.defined()) return record(name, out, {self}, save);
  record_in_place(name, target, {}, save);
  return target;
}

}  // namespace

Tensor cat(std::span<const Tensor> tensors, int64_t dim) {
  throw_if(tensors.empty(), "torch.cat(): expected a non-empty list of Tensors");
  DType dtype = DType::bool_;
  const Tensor* model = nullptr;
  for (size_t i = 0; i < tensors.size(); ++i) {
    throw_if(tensors[i].dim() == 0,
             "zero-dimensional tensor (at position {}) cannot be concatenated", i);
    dtype = promote(dtype, tensors[i].dtype());
    if (model == nullptr && !is_skipped(tensors[i])) model = &tensors[i];
  }
  // Of nothing but those, any dimension is right.
  const auto d =
      model ? static_cast<size_t>(wrap_dim(dim, model->dim())) : size_t{0};
  const auto save = [&](Node& node) {
    std::vector<Shape> shapes;
    for (const Tensor& t : tensors) shapes.push_back(t.shape());
    node.with(std::move(shapes)).with(static_cast<int64_t>(d));
  };
  if (model == nullptr) {
    return record("CatBackward0", Tensor::empty({0}, dtype), tensors, save);
  }
  Shape shape = model->shape();
  shape[d] = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor& t = tensors[i];
    if (is_skipped(t)) continue;
    if (t.dim() != model->dim()) {
      throw_error("Tensors must have same number of dimensions: got {} and {}", model->dim(),
                  t.dim());
    }
    for (size_t k = 0; k < shape.size(); ++k) {
      if (k == d || t.shape()[k] == shape[k]) continue;
      throw_error(
          "Sizes of tensors must match except in dimension {}. Expected size {} but got size {} "
          "for tensor number {} in the list.",
          d, shape[k], t.shape()[k], i);
    }
    shape[d] += t.shape()[d];
  }
  Tensor out = Tensor::empty(shape, dtype);
  if (join_rows(tensors, d, out)) return record("CatBackward0", out, tensors, save);
  int64_t start = 0;
  for (const Tensor& t : tensors) {
    if (is_skipped(t)) continue;
    copy_elements(Tensor::over(out.storage(), dtype, t.shape(), out.strides(),
                               start * out.strides()[d]),
                  t);
    start += t.shape()[d];
  }
  return record("CatBackward0", out, tensors, save);
}

Tensor stack(std::span<const Tensor> tensors, int64_t dim) {
  throw_if(tensors.empty(), "stack expects a non-empty TensorList");
  const Shape& shape = tensors[0].shape();
  const int64_t at = wrap_dim(dim, tensors[0].dim() + 1);
  for (size_t i = 1; i < tensors.size(); ++i) {
    if (tensors[i].shape() == shape) continue;
    throw_error(
        "stack expects each tensor to be equal size, but got {} at entry 0 and {} at entry {}",
        shape, tensors[i].shape(), i);
  }
  std::vector<Tensor> parts;
  for (const Tensor& t : tensors) parts.push_back(unsqueeze(detach(t), at));
  return record("StackBackward0", cat(parts, at), tensors,
                [&](Node& node) { node.with(at); });
}

Tensor hstack(std::span<const Tensor> tensors) {
  throw_if(tensors.empty(), "hstack expects a non-empty TensorList");
  const std::vector<Tensor> parts = at_least(tensors, 1);
  return cat(parts, parts[0].dim() == 1 ? 0 : 1);
}

Tensor vstack(std::span<const Tensor> tensors) {
  throw_if(tensors.empty(), "vstack expects a non-empty TensorList");
  return cat(at_least(tensors, 2), 0);
}

Tensor tril(const Tensor& self, int64_t diagonal, const Tensor& target) {
  return triangle("TrilBackward0", self, target, diagonal,
                  [&](const Tensor& out) { keep_lower(out, diagonal); });
}

Tensor triu(const Tensor& self, int64_t diagonal, const Tensor& target) {
  return triangle("TriuBackward0", self, target, diagonal,
                  [&](const Tensor& out) { keep_upper(out, diagonal); });
}

Tensor diag(const Tensor& self, int64_t diagonal) {
  const auto save = [&](Node& node) { node.with_shape_of(0).with(diagonal); };
  if (self.dim() == 2) {
    return record("DiagBackward0",
                  row_major_copy(mha::diagonal(detach(self), diagonal)), {self}, save);
  }
  if (self.dim() != 1) throw RuntimeError("matrix or a vector expected");
  const int64_t size = self.size(0) + std::abs(diagonal);
  Tensor out = zeros({size, size}, self.dtype());
  const int64_t start = diagonal >= 0 ? diagonal : -diagonal * size;
  copy_elements(Tensor::over(out.storage(), out.dtype(), self.shape(),
                             {size + 1}, start),
                self);
  return record("DiagBackward0", out, {self}, save);
}

}  // namespace mha
