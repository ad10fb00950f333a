#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tensor/core/tensor.h"

/// Ways to look at the same numbers under another shape. Each op has PyTorch's
/// name, arguments, errors and grad_fn; "a view" means that the result shares
/// storage with `self`. Dimensions may be negative and count from the end.
namespace mha {

// Shape. If no strides give the shape, view() throws RuntimeError and reshape()
// copies; flatten() is a reshape. One size may be -1 and is inferred.
Tensor view(const Tensor& self, const Shape& shape);
/// The same bytes read as another dtype.
Tensor view(const Tensor& self, DType dtype);
Tensor reshape(const Tensor& self, const Shape& shape);
Tensor flatten(const Tensor& self, int64_t start_dim = 0, int64_t end_dim = -1);
Tensor unflatten(const Tensor& self, int64_t dim, const Shape& sizes);
Tensor unsqueeze(const Tensor& self, int64_t dim);
Tensor squeeze(const Tensor& self);
Tensor squeeze(const Tensor& self, int64_t dim);
Tensor squeeze(const Tensor& self, const Shape& dims);
/// A size of -1 keeps the old size.
Tensor expand(const Tensor& self, const Shape& shape);
Tensor broadcast_to(const Tensor& self, const Shape& shape);

// Order of dimensions; all are views.
Tensor transpose(const Tensor& self, int64_t dim0, int64_t dim1);
Tensor permute(const Tensor& self, const Shape& dims);
Tensor movedim(const Tensor& self, const Shape& source,
               const Shape& destination);
Tensor swapaxes(const Tensor& self, int64_t axis0, int64_t axis1);
/// t() of at most two dimensions; .T of any number; .mT of the last two.
Tensor t(const Tensor& self);
Tensor numpy_T(const Tensor& self);
Tensor mT(const Tensor& self);

// Parts; all are views.
Tensor select(const Tensor& self, int64_t dim, int64_t index);
Tensor slice(const Tensor& self, int64_t dim, std::optional<int64_t> start = {},
             std::optional<int64_t> stop = {}, int64_t step = 1);
Tensor narrow(const Tensor& self, int64_t dim, int64_t start, int64_t length);
Tensor diagonal(const Tensor& self, int64_t offset = 0, int64_t dim1 = 0,
                int64_t dim2 = 1);
/// Windows of `size` elements along `dim`, `step` apart, as a last dimension.
Tensor unfold(const Tensor& self, int64_t dim, int64_t size, int64_t step);
Tensor as_strided(const Tensor& self, const Shape& shape, const Shape& strides,
                  std::optional<int64_t> offset = {});
std::vector<Tensor> chunk(const Tensor& self, int64_t chunks, int64_t dim = 0);
std::vector<Tensor> tensor_split(const Tensor& self, int64_t sections,
                                 int64_t dim = 0);
std::vector<Tensor> split(const Tensor& self, int64_t split_size,
                          int64_t dim = 0);
std::vector<Tensor> split(const Tensor& self, const Shape& split_sizes,
                          int64_t dim = 0);
std::vector<Tensor> unbind(const Tensor& self, int64_t dim = 0);

/// A view of the whole tensor, as x[...] makes.
Tensor alias(const Tensor& self);
/// The same numbers without their history; shares storage.
Tensor detach(const Tensor& self);

// Copies.
/// Returns `self` itself if it is already contiguous.
Tensor contiguous(const Tensor& self);
/// Fresh storage. Keeps the strides if they are dense, as PyTorch does.
Tensor clone(const Tensor& self);
Tensor flip(const Tensor& self, const Shape& dims);
/// An empty `dims` rolls the flattened tensor.
Tensor roll(const Tensor& self, const Shape& shifts, const Shape& dims = {});
Tensor repeat(const Tensor& self, const Shape& repeats);
Tensor tile(const Tensor& self, const Shape& repeats);
/// Without `dim` it repeats the flattened tensor.
Tensor repeat_interleave(const Tensor& self, int64_t repeats,
                         std::optional<int64_t> dim = {});
Tensor repeat_interleave(const Tensor& self, const Tensor& repeats,
                         std::optional<int64_t> dim = {});

// Helpers for other ops.
/// `dim` counted from the front; throws IndexError in PyTorch's words.
int64_t wrap_dim(int64_t dim, int64_t rank);
/// The same for ops that need a dimension: throws IndexError for a 0-d tensor.
int64_t wrap_dim_of(const Tensor& self, int64_t dim);
/// Row-major strides of a shape, in elements.
Shape contiguous_strides(const Shape& shape);
/// The shape both broadcast to; throws RuntimeError in PyTorch's words.
Shape broadcast_shapes(const Shape& a, const Shape& b);
/// "[2, 3]", as shapes read in messages.
std::string to_string(const Shape& shape);

}  // namespace mha
