#pragma once

#include <optional>

#include "tensor/core/tensor.h"

/// Reductions over all dimensions, one or several. An empty `dims` means all,
/// as in PyTorch. They add float32 numbers in PyTorch's order
/// (core/numerics.h), so that the digits are the same.
namespace mha {

/// The result of max(dim), min(dim), median(dim), sort, topk and similar ops.
struct ValuesIndices {
  Tensor values;
  Tensor indices;  // int64
};

Tensor sum(const Tensor& self, const Shape& dims = {}, bool keepdim = false,
           std::optional<DType> dtype = {});
Tensor nansum(const Tensor& self, const Shape& dims = {}, bool keepdim = false,
              std::optional<DType> dtype = {});
/// Throws RuntimeError for integers and bools unless a float dtype is given.
Tensor mean(const Tensor& self, const Shape& dims = {}, bool keepdim = false,
            std::optional<DType> dtype = {});
Tensor prod(const Tensor& self, std::optional<DType> dtype = {});
Tensor prod(const Tensor& self, int64_t dim, bool keepdim = false,
            std::optional<DType> dtype = {});
/// Divides by n - correction: 1 is unbiased=True, 0 is unbiased=False.
Tensor var(const Tensor& self, const Shape& dims = {}, double correction = 1,
           bool keepdim = false);
Tensor std(const Tensor& self, const Shape& dims = {}, double correction = 1,
           bool keepdim = false);
struct VarMean {
  Tensor var;  // or the standard deviation
  Tensor mean;
};
VarMean var_mean(const Tensor& self, const Shape& dims = {},
                 double correction = 1, bool keepdim = false);
VarMean std_mean(const Tensor& self, const Shape& dims = {},
                 double correction = 1, bool keepdim = false);

// NaN wins over every number. The index is the first such element's.
Tensor max(const Tensor& self);
Tensor min(const Tensor& self);
ValuesIndices max(const Tensor& self, int64_t dim, bool keepdim = false);
ValuesIndices min(const Tensor& self, int64_t dim, bool keepdim = false);
Tensor amax(const Tensor& self, const Shape& dims = {}, bool keepdim = false);
Tensor amin(const Tensor& self, const Shape& dims = {}, bool keepdim = false);
/// Without `dim` it returns the position in the flattened tensor.
Tensor argmax(const Tensor& self, std::optional<int64_t> dim = {},
              bool keepdim = false);
Tensor argmin(const Tensor& self, std::optional<int64_t> dim = {},
              bool keepdim = false);

/// bool, but uint8 of uint8.
Tensor all(const Tensor& self);
Tensor all(const Tensor& self, int64_t dim, bool keepdim = false);
Tensor any(const Tensor& self);
Tensor any(const Tensor& self, int64_t dim, bool keepdim = false);
/// Without dims it reduces over all dimensions.
Tensor count_nonzero(const Tensor& self, const Shape& dims = {});

Tensor cumsum(const Tensor& self, int64_t dim, std::optional<DType> dtype = {});
Tensor cumprod(const Tensor& self, int64_t dim,
               std::optional<DType> dtype = {});

/// The p-norm over `dims`; p may be infinite, negative or 0. 2 is also the
/// Frobenius norm ('fro').
Tensor norm(const Tensor& self, double p = 2, const Shape& dims = {},
            bool keepdim = false, std::optional<DType> dtype = {});
/// torch.linalg.norm and vector_norm: the same, under another grad_fn.
Tensor vector_norm(const Tensor& self, double p = 2, const Shape& dims = {},
                   bool keepdim = false);
Tensor logsumexp(const Tensor& self, const Shape& dims, bool keepdim = false);

/// The lower of two middle elements.
Tensor median(const Tensor& self);
ValuesIndices median(const Tensor& self, int64_t dim, bool keepdim = false);
/// The k-th smallest element, from 1, along a dimension; NaN counts as the largest.
ValuesIndices kthvalue(const Tensor& self, int64_t k, int64_t dim = -1, bool keepdim = false);
/// Linear interpolation. `q` is 0-d or 1-d; over everything without `dim`.
Tensor quantile(const Tensor& self, const Tensor& q,
                std::optional<int64_t> dim = {}, bool keepdim = false);

}  // namespace mha
