#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "tensor/core/parallel.h"
#include "tensor/core/tensor.h"

/// Iterates over N operands of one (broadcast) shape together, as fast as their
/// strides allow. For the sources of lib/tensor only.
namespace mha {

/// Shape and strides of one operand, without owning them.
struct Layout {
  const int64_t* shape = nullptr;
  const int64_t* strides = nullptr;
  int dim = 0;

  Layout() = default;
  explicit Layout(const Tensor& t)
      : shape(t.shape().data()),
        strides(t.strides().data()),
        dim(static_cast<int>(t.dim())) {}
};

/// The maximum number of dimensions of an elementwise op, as in PyTorch.
inline constexpr int kMaxDims = 64;

/// A nest of loops over a shape, innermost first, with a step for each of N
/// operands in elements; 0 where an operand is broadcast.
template <int N>
class StridedLoop {
 public:
  /// Operand 0 decides the order of the loops (smallest steps innermost).
  StridedLoop(const int64_t* shape, int dim,
              const std::array<Layout, N>& operands) {
    assert(dim <= kMaxDims);
    for (int d = dim - 1; d >= 0; --d) {
      if (shape[d] == 0) empty_ = true;
      if (shape[d] == 1) continue;
      std::array<int64_t, N> step;
      for (int k = 0; k < N; ++k) {
        const Layout& op = operands[static_cast<size_t>(k)];
        const int at = d - (dim - op.dim);
        step[k] = at < 0 || op.shape[at] == 1 ? 0 : op.strides[at];
      }
      insert(shape[d], step);
    }
    coalesce();
    if (dims_ == 0) {
      size_[0] = 1;
      step_[0].fill(0);
      dims_ = 1;
    }
  }

  int64_t inner_size() const { return size_[0]; }
  int64_t inner_step(int k) const { return step_[0][k]; }

  /// Calls f(offsets, n) for every innermost run: N offsets in elements.
  template <typename F>
  void run(F&& f) const {
    if (!empty_) run_part(f, 0, size_[dims_ - 1]);
  }

  /// The same on as many threads as are worth it, for an f that neither throws
  /// nor uses thread-local data. It splits a run only between whole vectors.
  template <typename F>
  void run_shared(F&& f) const {
    constexpr int64_t kWorthAThread = 1 << 15;  // numbers, as in PyTorch
    if (empty_) return;
    int64_t below = 1;
    for (int d = 0; d + 1 < dims_; ++d) below *= size_[d];
    const int64_t grain = std::max<int64_t>(1, kWorthAThread / below);
    if (size_[dims_ - 1] < 2 * grain) return run_part(f, 0, size_[dims_ - 1]);
    parallel_for(size_[dims_ - 1], grain,
                 [&](int64_t begin, int64_t end) { run_part(f, begin, end); });
  }

 private:
  /// From `begin` to `end` of the outermost loop.
  template <typename F>
  void run_part(F& f, int64_t begin, int64_t end) const {
    const int last = dims_ - 1;
    std::array<int64_t, N> offset{};
    for (int k = 0; k < N; ++k) offset[k] = begin * step_[last][k];
    if (last == 0) {
      f(offset, end - begin);
      return;
    }
    std::array<int64_t, kMaxDims> at;
    std::fill_n(at.begin(), dims_, 0);
    at[last] = begin;
    for (;;) {
      f(offset, size_[0]);
      int d = 1;
      for (; d < dims_; ++d) {
        for (int k = 0; k < N; ++k) offset[k] += step_[d][k];
        if (++at[d] < (d == last ? end : size_[d])) break;
        for (int k = 0; k < N; ++k) offset[k] -= step_[d][k] * size_[d];
        at[d] = 0;
      }
      if (d == dims_) return;
    }
  }

  void insert(int64_t size, const std::array<int64_t, N>& step) {
    int at = dims_++;
    while (at > 0 && std::abs(step[0]) < std::abs(step_[at - 1][0]) &&
           step[0] != 0) {
      size_[at] = size_[at - 1];
      step_[at] = step_[at - 1];
      --at;
    }
    size_[at] = size;
    step_[at] = step;
  }

  // Merges two neighbouring loops if one step covers both in every operand.
  void coalesce() {
    int last = 0;
    for (int d = 1; d < dims_; ++d) {
      bool joins = true;
      for (int k = 0; k < N; ++k) {
        joins = joins && step_[d][k] == step_[last][k] * size_[last];
      }
      if (joins) {
        size_[last] *= size_[d];
      } else {
        ++last;
        size_[last] = size_[d];
        step_[last] = step_[d];
      }
    }
    if (dims_ > 0) dims_ = last + 1;
  }

  int dims_ = 0;
  bool empty_ = false;
  std::array<int64_t, kMaxDims> size_;
  std::array<std::array<int64_t, N>, kMaxDims> step_;
};

/// Strides for a fresh result of `shape` with the memory layout of the
/// operands, as x.t() + 1 has in PyTorch.
Shape result_strides(const Shape& shape, std::initializer_list<Layout> operands);

/// Whether the elements fill their memory without overlap or gap.
bool is_dense(const Tensor& t);

}  // namespace mha
