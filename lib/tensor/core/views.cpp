#include "tensor/core/views.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "base/memory.h"
#include "tensor/core/internal.h"

// The views that change the shape or the order of dimensions.
namespace mha {

int64_t wrap_dim(int64_t dim, int64_t rank) {
  // A 0-d tensor takes the dimensions of a 1-d one.
  const int64_t n = std::max<int64_t>(rank, 1);
  throw_if<IndexError>(dim < -n || dim >= n,
                       "Dimension out of range (expected to be in range of [{}, {}], but got {})",
                       -n, n - 1, dim);
  return dim < 0 ? dim + n : dim;
}

int64_t wrap_dim_of(const Tensor& self, int64_t dim) {
  throw_if<IndexError>(self.dim() == 0, "Dimension specified as {} but tensor has no dimensions",
                       dim);
  return wrap_dim(dim, self.dim());
}

Shape contiguous_strides(const Shape& shape) {
  Shape strides(shape.size());
  int64_t step = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = step;
    step *= std::max<int64_t>(shape[d], 1);
  }
  return strides;
}

std::string to_string(const Shape& shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

Shape broadcast_shapes(const Shape& a, const Shape& b) {
  if (a == b) return a;
  const size_t rank = std::max(a.size(), b.size());
  Shape out(rank);
  for (size_t i = rank; i-- > 0;) {
    const int64_t x = i + a.size() < rank ? 1 : a[i + a.size() - rank];
    const int64_t y = i + b.size() < rank ? 1 : b[i + b.size() - rank];
    throw_if(x != y && x != 1 && y != 1,
             "The size of tensor a ({}) must match the size of tensor b ({}) at non-singleton "
             "dimension {}",
             x, y, i);
    out[i] = x == 1 ? y : x;
  }
  return out;
}

Tensor bare_view(const Tensor& self, Shape shape, Shape strides, int64_t offset,
                 ViewOrigin origin) {
  constexpr int64_t kTensor = 256;  // split() may make any number of them
  ask_memory(kTensor + 2 * static_cast<int64_t>(shape.size() * sizeof(int64_t)));
  Tensor out = Tensor::over(self.storage(), self.dtype(), std::move(shape),
                            std::move(strides), offset);
  if (!grad_enabled()) origin = ViewOrigin::unrecorded;
  out.set_base(self, origin);
  return out;
}

Shape infer_size(const Shape& shape, int64_t numel) {
  Shape out = shape;
  int64_t known = 1;
  int64_t inferred = -1;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == -1) {
      if (inferred >= 0) throw RuntimeError("only one dimension can be inferred");
      inferred = static_cast<int64_t>(d);
    } else if (shape[d] < 0) {
      throw_error("invalid shape dimension {}", shape[d]);
    } else {
      known *= shape[d];
    }
  }
  const bool fits = inferred < 0 ? known == numel
                                 : known > 0 && numel % known == 0;
  throw_if(!fits && !(inferred >= 0 && known == 0 && numel == 0),
           "shape '{}' is invalid for input of size {}", shape, numel);
  if (inferred >= 0) {
    throw_if(known == 0,
             "cannot reshape tensor of 0 elements into shape {} because the unspecified dimension "
             "size -1 can be any value and is ambiguous",
             shape);
    out[static_cast<size_t>(inferred)] = numel / known;
  }
  return out;
}

// Goes through both shapes from the end. Old dimensions that one stride covers
// form a run; the new dimensions must fill each run exactly.
std::optional<Shape> view_strides(const Tensor& self, const Shape& shape) {
  if (self.numel() == 0) {
    return self.shape() == shape ? self.strides() : contiguous_strides(shape);
  }
  Shape strides(shape.size(), 1);
  if (self.dim() == 0) return strides;
  const Shape& old_shape = self.shape();
  const Shape& old_strides = self.strides();
  int64_t at = static_cast<int64_t>(shape.size()) - 1;
  int64_t run_step = old_strides.back();
  int64_t run_numel = 1;
  int64_t filled = 1;
  for (size_t d = old_shape.size(); d-- > 0;) {
    run_numel *= old_shape[d];
    const bool run_ends =
        d == 0 || (old_shape[d - 1] != 1 &&
                   old_strides[d - 1] != run_numel * run_step);
    if (!run_ends) continue;
    while (at >= 0 &&
           (filled < run_numel || shape[static_cast<size_t>(at)] == 1)) {
      strides[static_cast<size_t>(at)] = filled * run_step;
      filled *= shape[static_cast<size_t>(at)];
      --at;
    }
    if (filled != run_numel) return std::nullopt;
    if (d > 0) {
      run_step = old_strides[d - 1];
      run_numel = 1;
      filled = 1;
    }
  }
  if (at != -1) return std::nullopt;
  return strides;
}

Tensor view(const Tensor& self, const Shape& shape) {
  Shape sizes = infer_size(shape, self.numel());
  std::optional<Shape> strides = view_strides(self, sizes);
  throw_if(!strides,
           "view size is not compatible with input tensor's size and stride (at least one "
           "dimension spans across two contiguous subspaces). Use .reshape(...) instead.");
  return make_view(self, std::move(sizes), std::move(*strides),
                   self.storage_offset(), {"ViewBackward0", "reshape"}, kOldShape);
}

Tensor view(const Tensor& self, DType dtype) {
  const auto from = static_cast<int64_t>(size_of(self.dtype()));
  const auto to = static_cast<int64_t>(size_of(dtype));
  Shape shape = self.shape();
  Shape strides = self.strides();
  int64_t offset = self.storage_offset();
  if (from != to) {
    throw_if(self.dim() == 0, "self.dim() cannot be 0 to view {} as {} (different element sizes)",
             scalar_type_name(self.dtype()), scalar_type_name(dtype));
    throw_if(strides.back() != 1,
             "self.stride(-1) must be 1 to view {} as {} (different element sizes), but got {}",
             scalar_type_name(self.dtype()), scalar_type_name(dtype), strides.back());
    const int64_t ratio = from > to ? from / to : to / from;
    if (from > to) {
      shape.back() *= ratio;
      offset *= ratio;
    } else {
      throw_if(shape.back() % ratio != 0 || offset % ratio != 0,
               "self.size(-1) must be divisible by {} to view {} as {} (different element sizes), "
               "but got {}",
               ratio, scalar_type_name(self.dtype()), scalar_type_name(dtype), shape.back());
      shape.back() /= ratio;
      offset /= ratio;
    }
    for (size_t d = 0; d + 1 < strides.size(); ++d) {
      strides[d] = from > to ? strides[d] * ratio : strides[d] / ratio;
    }
  }
  Tensor out = Tensor::over(self.storage(), dtype, std::move(shape),
                            std::move(strides), offset);
  out.set_base(self);
  return out;
}

Tensor reshape(const Tensor& self, const Shape& shape) {
  Shape sizes = infer_size(shape, self.numel());
  if (std::optional<Shape> strides = view_strides(self, sizes)) {
    return make_view(self, std::move(sizes), std::move(*strides),
                     self.storage_offset(), {"ViewBackward0", "reshape"}, kOldShape);
  }
  const Tensor copy = row_major_copy(self);
  Shape strides = contiguous_strides(sizes);
  return record({"UnsafeViewBackward0", "reshape"},
                Tensor::over(copy.storage(), copy.dtype(), std::move(sizes),
                             std::move(strides), 0),
                {self}, kOldShape);
}

Tensor flatten(const Tensor& self, int64_t start_dim, int64_t end_dim) {
  const auto first = static_cast<size_t>(wrap_dim(start_dim, self.dim()));
  const auto last = static_cast<size_t>(wrap_dim(end_dim, self.dim()));
  throw_if(first > last, "flatten() has invalid args: start_dim cannot come after end_dim");
  if (self.dim() == 0) return reshape(self, {1});
  if (first == last) return self;
  Shape shape(self.shape().begin(),
              self.shape().begin() + static_cast<std::ptrdiff_t>(first));
  int64_t joined = 1;
  for (size_t d = first; d <= last; ++d) joined *= self.shape()[d];
  shape.push_back(joined);
  shape.insert(shape.end(),
               self.shape().begin() + static_cast<std::ptrdiff_t>(last) + 1,
               self.shape().end());
  return reshape(self, shape);
}

Tensor unflatten(const Tensor& self, int64_t dim, const Shape& sizes) {
  const int64_t at = wrap_dim(dim, self.dim());
  throw_if(sizes.empty(), "unflatten: sizes must be non-empty");
  const int64_t whole = self.size(at);
  int64_t known = 1;
  bool inferred = false;
  bool overflow = false;
  for (const int64_t size : sizes) {
    if (size == -1) {
      inferred = true;
    } else {
      overflow |= __builtin_mul_overflow(known, size, &known);
    }
  }
  throw_if(overflow || (inferred ? known == 0 || whole % known != 0 : known != whole),
           "unflatten: Provided sizes {} don't multiply up to the size of dim {} ({}) in the input "
           "tensor",
           sizes, at, whole);
  Shape shape = self.shape();
  auto place = shape.erase(shape.begin() + at);
  place = shape.insert(place, sizes.begin(), sizes.end());
  for (size_t d = 0; d < sizes.size(); ++d, ++place) {
    if (*place == -1) *place = whole / known;
  }
  return view(self, shape);
}

Tensor unsqueeze(const Tensor& self, int64_t dim) {
  const int64_t at = wrap_dim(dim, self.dim() + 1);
  Shape shape = self.shape();
  Shape strides = self.strides();
  const int64_t step = at < self.dim() ? shape[static_cast<size_t>(at)] *
                                             strides[static_cast<size_t>(at)]
                                       : 1;
  shape.insert(shape.begin() + at, 1);
  strides.insert(strides.begin() + at, step);
  return make_view(self, std::move(shape), std::move(strides),
                   self.storage_offset(), {"UnsqueezeBackward0", "reshape"}, kOldShape);
}

namespace {

template <typename Keep>
Tensor squeezed(const Tensor& self, const char* name, Keep keep) {
  Shape shape;
  Shape strides;
  for (size_t d = 0; d < self.shape().size(); ++d) {
    if (self.shape()[d] == 1 && !keep(d)) continue;
    shape.push_back(self.shape()[d]);
    strides.push_back(self.strides()[d]);
  }
  return make_view(self, std::move(shape), std::move(strides),
                   self.storage_offset(), {name, "reshape"}, kOldShape);
}

}  // namespace

Tensor squeeze(const Tensor& self) {
  return squeezed(self, "SqueezeBackward0", [](size_t) { return false; });
}

Tensor squeeze(const Tensor& self, int64_t dim) {
  const auto at = static_cast<size_t>(wrap_dim(dim, self.dim()));
  return squeezed(self, "SqueezeBackward1", [&](size_t d) { return d != at; });
}

Tensor squeeze(const Tensor& self, const Shape& dims) {
  std::vector<bool> chosen(std::max<size_t>(self.shape().size(), 1));
  for (const int64_t dim : dims) {
    const auto at = static_cast<size_t>(wrap_dim(dim, self.dim()));
    throw_if(chosen[at], "dim {} appears multiple times in the list of dims", at);
    chosen[at] = true;
  }
  return squeezed(self, "SqueezeBackward2",
                  [&](size_t d) { return !chosen[d]; });
}

Tensor expand(const Tensor& self, const Shape& shape) {
  const size_t rank = shape.size();
  const size_t old_rank = self.shape().size();
  throw_if(rank < old_rank,
           "expand({}{{{}}}, size={}): the number of sizes provided ({}) must be greater or equal "
           "to the number of dimensions in the tensor ({})",
           self.dtype() == DType::bool_ ? "CPUBoolType" : tensor_type_name(self.dtype()),
           self.shape(), shape, rank, old_rank);
  Shape sizes(rank);
  Shape strides(rank);
  for (size_t d = rank; d-- > 0;) {
    const bool is_new = d < rank - old_rank;
    const int64_t size = is_new ? 1 : self.shape()[d - (rank - old_rank)];
    int64_t step = is_new ? 0 : self.strides()[d - (rank - old_rank)];
    if (is_new && d + 1 < rank) step = sizes[d + 1] * strides[d + 1];
    int64_t wanted = shape[d];
    if (wanted == -1) {
      throw_if(is_new,
               "The expanded size of the tensor ({}) isn't allowed in a leading, non-existing "
               "dimension {}",
               wanted, d);
      wanted = size;
    }
    if (size != wanted) {
      throw_if(size != 1,
               "The expanded size of the tensor ({}) must match the existing size ({}) at "
               "non-singleton dimension {}.  Target sizes: {}.  Tensor sizes: {}",
               wanted, size, d, shape, self.shape());
      step = 0;
    }
    sizes[d] = wanted;
    strides[d] = step;
  }
  return make_view(self, std::move(sizes), std::move(strides),
                   self.storage_offset(), {"ExpandBackward0", "unchanged"}, kNothing);
}

Tensor broadcast_to(const Tensor& self, const Shape& shape) {
  return expand(self, shape);
}

}  // namespace mha
