#include "tensor/kernels/reduce_plan.h"

#include <algorithm>

#include "tensor/core/internal.h"

namespace mha {
namespace {

// Whether loop `a` belongs outside loop `b`: 1 yes, -1 no, 0 either way.
int goes_outside(const ReduceLoop& a, const ReduceLoop& b) {
  if ((a.out == 0) != (b.out == 0)) return b.out == 0 ? 1 : -1;
  for (const auto& [of_a, of_b] : {std::pair(a.out, b.out), {a.in, b.in}}) {
    if (of_a == 0 || of_b == 0) continue;
    if (of_a != of_b) return of_a < of_b ? -1 : 1;
    if (a.size > b.size) return 1;
  }
  return 0;
}

void sort_loops(std::vector<ReduceLoop>& loops) {
  for (size_t i = 1; i < loops.size(); ++i) {
    size_t at = i;
    for (size_t j = i; j-- > 0;) {
      const int outside = goes_outside(loops[j], loops[at]);
      if (outside < 0) break;
      if (outside > 0) {
        std::swap(loops[j], loops[at]);
        at = j;
      }
    }
  }
}

void join_loops(std::vector<ReduceLoop>& loops) {
  size_t last = 0;
  for (size_t i = 1; i < loops.size(); ++i) {
    ReduceLoop& inner = loops[last];
    const ReduceLoop& outer = loops[i];
    if (inner.size == 1) {
      inner = outer;
    } else if (outer.size == 1) {
      continue;
    } else if (inner.size * inner.in == outer.in &&
               inner.size * inner.out == outer.out) {
      inner.size *= outer.size;
    } else {
      loops[++last] = outer;
    }
  }
  loops.resize(last + 1);
}

}  // namespace

std::vector<bool> reduced_dims(const Shape& dims, int64_t rank) {
  std::vector<bool> reduced(static_cast<size_t>(rank), dims.empty());
  for (const int64_t dim : dims) {
    const int64_t d = wrap_dim(dim, rank);
    if (rank == 0) continue;
    throw_if(reduced[static_cast<size_t>(d)], "dim {} appears multiple times in the list of dims",
             d);
    reduced[static_cast<size_t>(d)] = true;
  }
  return reduced;
}

Shape reduced_shape(const Shape& shape, const std::vector<bool>& reduced,
                    bool keepdim) {
  Shape out;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (!reduced[d]) {
      out.push_back(shape[d]);
    } else if (keepdim) {
      out.push_back(1);
    }
  }
  return out;
}

ReducePlan::ReducePlan(const Tensor& self, const Shape& dims, bool keepdim) {
  const std::vector<bool> reduced = reduced_dims(dims, self.dim());
  const Shape& shape = self.shape();
  out_shape_ = reduced_shape(shape, reduced, keepdim);
  loops_.reserve(shape.size() + 1);
  int64_t out_step = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    loops_.push_back({shape[d], self.strides()[d], reduced[d] ? 0 : out_step});
    if (reduced[d]) {
      reduced_count_ *= shape[d];
    } else {
      out_step *= shape[d];
    }
  }
  if (loops_.empty()) loops_.push_back({1, 0, 0});
  sort_loops(loops_);
  join_loops(loops_);
  while (reduced_loops_ < loops_.size() && loops_[reduced_loops_].out == 0) {
    ++reduced_loops_;
  }
}

}  // namespace mha
