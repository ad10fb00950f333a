#include <cstring>

#include <algorithm>
#include <array>
#include <optional>

#include "tensor/core/internal.h"

// Copies numbers from tensor to tensor, with or without a change of dtype.
namespace mha {
namespace {

/// Copies n numbers; steps are in elements.
using Run = void (*)(void* to, int64_t step_to, const void* from, int64_t step_from, int64_t n);

template <typename To, typename From>
void run(void* to, int64_t step_to, const void* from, int64_t step_from, int64_t n) {
  auto* a = static_cast<To*>(to);
  const auto* b = static_cast<const From*>(from);
  if (step_to == 1 && step_from == 1) {
    if constexpr (std::is_same_v<To, From>) {
      std::memcpy(a, b, static_cast<size_t>(n) * sizeof(To));
    } else {
      for (int64_t i = 0; i < n; ++i) a[i] = convert<To>(b[i]);
    }
  } else {
    for (int64_t i = 0; i < n; ++i) {
      a[i * step_to] = convert<To>(b[i * step_from]);
    }
  }
}

/// The direct conversion between two dtypes: if arithmetic is done in both, or
/// one is the compute_dtype() of the other. Null otherwise.
Run direct(DType to, DType from) {
  const DType wide_to = compute_dtype(to);
  const DType wide_from = compute_dtype(from);
  Run found = nullptr;
  if (to == wide_to && from == wide_from) {
    with_compute_type(to, [&](auto to_type) {
      with_compute_type(from, [&](auto from_type) {
        found = run<typename decltype(to_type)::type, typename decltype(from_type)::type>;
      });
    });
  } else if (to == wide_from) {
    with_type(from, [&]<typename From>(Type<From>) {
      found = run<ComputeType<From>, From>;
    });
  } else if (from == wide_to) {
    with_type(to, [&]<typename To>(Type<To>) {
      found = run<To, ComputeType<To>>;
    });
  }
  return found;
}

/// Converts numbers between two dtypes in one step, or in up to three through
/// their compute_dtype()s, which hold all their numbers exactly.
class Conversion {
 public:
  Conversion(DType to, DType from) : size_to_(size_of(to)), size_from_(size_of(from)) {
    if (to == from) {
      with_width(to, [&]<typename T>(Type<T>) {
        add(run<T, T>);
      });
    } else if (const Run only = direct(to, from)) {
      add(only);
    } else {
      const DType wide_to = compute_dtype(to);
      const DType wide_from = compute_dtype(from);
      if (from != wide_from) add(direct(wide_from, from));
      if (wide_from != wide_to) add(direct(wide_to, wide_from));
      if (to != wide_to) add(direct(to, wide_to));
    }
  }

  size_t size_to() const { return size_to_; }
  size_t size_from() const { return size_from_; }

  void operator()(std::byte* to, int64_t step_to, const std::byte* from, int64_t step_from,
                  int64_t n) const {
    if (count_ == 1) return steps_[0](to, step_to, from, step_from, n);
    constexpr int64_t kBlock = 256;
    std::array<std::array<uint64_t, kBlock>, 2> between;
    for (int64_t i = 0; i < n; i += kBlock) {
      const int64_t part = std::min(kBlock, n - i);
      const auto first = i * step_from * static_cast<int64_t>(size_from_);
      const auto last = i * step_to * static_cast<int64_t>(size_to_);
      steps_[0](between[0].data(), 1, from + first, step_from, part);
      if (count_ == 3) steps_[1](between[1].data(), 1, between[0].data(), 1, part);
      steps_[count_ - 1](to + last, step_to, between[count_ - 2].data(), 1, part);
    }
  }

 private:
  void add(Run step) { steps_[count_++] = step; }

  size_t size_to_, size_from_;
  std::array<Run, 3> steps_{};
  size_t count_ = 0;
};

}  // namespace

void copy_elements(const Tensor& to, const Tensor& from) {
  const StridedLoop<2> loop(to.shape().data(), static_cast<int>(to.dim()),
                            {Layout(to), Layout(from)});
  if (to.numel() == 0) return;
  const Conversion conversion(to.dtype(), from.dtype());
  const auto size_to = static_cast<int64_t>(conversion.size_to());
  const auto size_from = static_cast<int64_t>(conversion.size_from());
  std::byte* a = to.storage()->data() + to.storage_offset() * size_to;
  const std::byte* b = from.data_ptr();
  loop.run_shared([&](const std::array<int64_t, 2>& offset, int64_t n) {
    conversion(a + offset[0] * size_to, loop.inner_step(0), b + offset[1] * size_from,
               loop.inner_step(1), n);
  });
}

Tensor row_major_copy(const Tensor& self) {
  Tensor out = Tensor::empty(self.shape(), self.dtype());
  copy_elements(out, self);
  return out;
}

namespace {

bool is_dense(const Layout& layout) {
  // Dimensions by their steps; each step must be the size of all inside it.
  std::array<int, kMaxDims> order;
  int count = 0;
  for (int d = 0; d < layout.dim; ++d) {
    if (layout.shape[d] == 0) return true;
    if (layout.shape[d] > 1) order[count++] = d;
  }
  std::sort(order.begin(), order.begin() + count, [&](int a, int b) {
    return layout.strides[a] < layout.strides[b];
  });
  int64_t expected = 1;
  for (int i = 0; i < count; ++i) {
    if (layout.strides[order[i]] != expected) return false;
    expected *= layout.shape[order[i]];
  }
  return true;
}

bool is_contiguous(const Layout& layout) {
  int64_t expected = 1;
  for (int d = layout.dim - 1; d >= 0; --d) {
    if (layout.shape[d] == 0) return true;
    if (layout.shape[d] == 1) continue;
    if (layout.strides[d] != expected) return false;
    expected *= layout.shape[d];
  }
  return true;
}

// The result's strides if all operands have its shape and are all row-major or
// all have the same layout; otherwise nothing.
std::optional<Shape> common_strides(const Shape& shape,
                                    std::initializer_list<Layout> operands) {
  const auto rank = static_cast<int>(shape.size());
  bool all_contiguous = true;
  bool all_alike = true;
  const Layout& first = *operands.begin();
  for (const Layout& op : operands) {
    if (op.dim != rank || !std::equal(shape.begin(), shape.end(), op.shape)) {
      return std::nullopt;
    }
    all_contiguous = all_contiguous && is_contiguous(op);
    all_alike = all_alike &&
                std::equal(op.strides, op.strides + rank, first.strides);
  }
  if (all_contiguous) return contiguous_strides(shape);
  if (!all_alike || !is_dense(first)) return std::nullopt;
  return Shape(first.strides, first.strides + rank);
}

}  // namespace

bool is_dense(const Tensor& t) { return is_dense(Layout(t)); }

// PyTorch sorts the dimensions by the operands' strides, first operand first,
// and leaves them in row-major order where the strides do not say.
Shape result_strides(const Shape& shape,
                     std::initializer_list<Layout> operands) {
  if (auto strides = common_strides(shape, operands)) return *strides;
  const int rank = static_cast<int>(shape.size());
  const auto step = [&](const Layout& op, int d) -> int64_t {
    const int at = d - (rank - op.dim);
    if (at < 0 || (op.shape[at] == 1 && shape[static_cast<size_t>(d)] != 1)) {
      return 0;
    }
    return op.strides[at];
  };
  const auto compare = [&](int a, int b) {
    for (const Layout& op : operands) {
      const int64_t step_a = step(op, a);
      const int64_t step_b = step(op, b);
      if (step_a == 0 || step_b == 0) continue;
      if (step_a != step_b) return step_a < step_b ? -1 : 1;
      if (shape[static_cast<size_t>(a)] > shape[static_cast<size_t>(b)]) {
        return 1;
      }
    }
    return 0;
  };
  std::array<int, kMaxDims> order;
  for (int i = 0; i < rank; ++i) order[i] = rank - 1 - i;
  for (int i = 1; i < rank; ++i) {
    int at = i;
    for (int before = i - 1; before >= 0; --before) {
      const int verdict = compare(order[before], order[at]);
      if (verdict < 0) break;
      if (verdict > 0) {
        std::swap(order[before], order[at]);
        at = before;
      }
    }
  }
  // Row-major strides are never 0; those of another order may be, for a tensor
  // without elements.
  bool row_major = true;
  for (int i = 0; i < rank; ++i) {
    row_major = row_major && order[i] == rank - 1 - i;
  }
  if (row_major) return contiguous_strides(shape);
  Shape strides(shape.size());
  int64_t next = 1;
  for (int i = 0; i < rank; ++i) {
    const auto d = static_cast<size_t>(order[i]);
    strides[d] = next;
    next *= shape[d];
  }
  return strides;
}

Tensor empty_like(const Tensor& self, std::optional<DType> dtype) {
  Tensor out = Tensor::empty(self.shape(), dtype.value_or(self.dtype()));
  if (self.strides() == out.strides()) return out;
  Shape strides = is_dense(self)
                      ? self.strides()
                      : result_strides(self.shape(), {Layout(self)});
  return Tensor::over(out.storage(), out.dtype(), self.shape(),
                      std::move(strides), 0);
}

Tensor contiguous(const Tensor& self) {
  if (self.is_contiguous()) return self;
  return record({"CloneBackward0", "unchanged"}, row_major_copy(self), {self});
}

Tensor clone(const Tensor& self) {
  Tensor out = empty_like(self);
  copy_elements(out, self);
  return record({"CloneBackward0", "unchanged"}, std::move(out), {self});
}

Tensor to(const Tensor& self, DType dtype, bool copy) {
  if (self.dtype() == dtype && !copy) return self;
  Tensor out = empty_like(self, dtype);
  copy_elements(out, self);
  return record({"ToCopyBackward0", "unchanged"}, std::move(out), {self});
}

}  // namespace mha
