#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tensor/core/parallel.h"
#include "tensor/core/tensor.h"

/// The order in which a reduction reads its input. For the sources of
/// lib/tensor only.
namespace mha {

/// One loop of a nest; steps in elements, `out` is 0 along what is reduced.
struct ReduceLoop {
  int64_t size;
  int64_t in;
  int64_t out;
};

/// The loops of a reduction of `self` over `dims` (all, if empty) in PyTorch's
/// order: reduced dimensions first, small steps before large ones, and loops
/// that one step covers merged. The order of float sums depends on it.
class ReducePlan {
 public:
  /// Throws PyTorch's errors on dims out of range or named twice.
  ReducePlan(const Tensor& self, const Shape& dims, bool keepdim);

  const Shape& out_shape() const { return out_shape_; }
  /// Elements of `self` in each element of the result.
  int64_t reduced_count() const { return reduced_count_; }
  /// All loops, innermost first; never empty.
  const std::vector<ReduceLoop>& loops() const { return loops_; }

  /// Calls f(in offset, out offset) for every step of the loops from `first`
  /// on.
  template <typename F>
  void each(size_t first, F&& f) const {
    walk(first, loops_.size(), 0, 0, f);
  }
  /// Calls f(out offset, in offset) once for each element of the result.
  template <typename F>
  void each_result(F&& f) const {
    walk(reduced_loops_, loops_.size(), 0, 0, f);
  }
  /// Calls f(offset) for every input of the result whose first input is at
  /// `start`.
  template <typename F>
  void each_reduced(int64_t start, F&& f) const {
    walk(0, reduced_loops_, start, 0, [&](int64_t in, int64_t) { f(in); });
  }

 private:
  template <typename F>
  void walk(size_t first, size_t last, int64_t in, int64_t out, F&& f) const {
    if (last == first) {
      f(in, out);
      return;
    }
    const ReduceLoop& loop = loops_[last - 1];
    // An expanded view may have any number of elements.
    constexpr int64_t kPart = 1 << 18;
    for (int64_t begin = 0; begin < loop.size; begin += kPart) {
      if (begin > 0) checkpoint();
      const int64_t end = std::min(loop.size, begin + kPart);
      for (int64_t i = begin; i < end; ++i) {
        walk(first, last - 1, in + i * loop.in, out + i * loop.out, f);
      }
    }
  }

  Shape out_shape_;
  int64_t reduced_count_ = 1;
  size_t reduced_loops_ = 0;
  std::vector<ReduceLoop> loops_;
};

/// A flag for each dimension: whether `dims` names it; all, if `dims` is empty.
std::vector<bool> reduced_dims(const Shape& dims, int64_t rank);

/// The shape of the result; reduced dimensions are dropped or become 1.
Shape reduced_shape(const Shape& shape, const std::vector<bool>& reduced,
                    bool keepdim);

}  // namespace mha
