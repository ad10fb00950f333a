#include "tensor/ops/nn.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "tensor/core/internal.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/index.h"
#include "tensor/ops/join.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/unary.h"

// Embedding, padding, similarities and the attention mask. layer_norm.cpp and
// loss.cpp have layer normalisation and losses.

namespace mha {

Tensor embedding(const Tensor& indices, const Tensor& weight, int64_t padding_idx) {
  if (weight.dim() != 2) throw RuntimeError("'weight' must be 2-D");
  throw_if(indices.dtype() != DType::int64 && indices.dtype() != DType::int32,
           "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
           "Long, Int; but got {} instead (while checking arguments for embedding)",
           indices.dtype() == DType::bool_ ? "CPUBoolType" : tensor_type_name(indices.dtype()));
  const Tensor flat = reshape(to(detach(indices), DType::int64), {-1});
  for (const Scalar& row : to_scalars(flat)) {
    throw_if<IndexError>(row.to_int() < 0 || row.to_int() >= weight.size(0),
                         "index out of range in self");
  }
  Shape shape = indices.shape();
  shape.push_back(weight.size(1));
  const Tensor rows = index_select(detach(weight), 0, flat);
  return record("EmbeddingBackward0", detach(view(rows, shape)), {weight},
                [&](Node& node) {
                  node.with_shape_of(0).save(indices).with(padding_idx);
                });
}

Tensor one_hot(const Tensor& classes, int64_t num_classes) {
  throw_if(classes.dtype() != DType::int64, "one_hot is only applicable to index tensor.");
  if (classes.numel() == 0) {
    throw_if(num_classes <= 0, "Can not infer total number of classes from empty tensor.");
    Shape shape = classes.shape();
    shape.push_back(num_classes);
    return zeros(shape, DType::int64);
  }
  throw_if(min(classes).item().to_int() < 0, "Class values must be non-negative.");
  const int64_t top = max(classes).item().to_int();
  if (num_classes == -1) {
    num_classes = top + 1;
  } else if (num_classes < 1) {
    throw RuntimeError("num_classes should be positive");
  } else if (num_classes <= top) {
    throw RuntimeError("Class values must be smaller than num_classes.");
  }
  Shape shape = classes.shape();
  shape.push_back(num_classes);
  return scatter(zeros(shape, DType::int64), -1, unsqueeze(classes, -1), 1);
}

Tensor cosine_similarity(const Tensor& a, const Tensor& b, int64_t dim,
                         double eps) {
  const DType common = promote(a.dtype(), b.dtype());
  throw_if(!is_floating(common),
           "expected common dtype to be floating point, yet common dtype is {}",
           scalar_type_name(common));
  const Shape shape = broadcast_shapes(a.shape(), b.shape());
  const auto scaled = [&](const Tensor& x) {
    const Tensor wide = expand(to(x, common), shape);
    const Tensor squares = sum(square(wide), {dim}, /*keepdim=*/true);
    return div(wide, sqrt(clamp(squares, Scalar(eps * eps), {})));
  };
  return sum(mul(scaled(a), scaled(b)), {dim});
}

Tensor pad(const Tensor& x, const Shape& pads, Scalar value) {
  throw_if(pads.size() % 2 != 0, "Padding length must be divisible by 2");
  const auto padded = static_cast<int64_t>(pads.size() / 2);
  if (padded > x.dim()) throw RuntimeError("Padding length too large");
  Shape shape = x.shape();
  Tensor source = detach(x);
  // Crops first; the rest then has its place in the result.
  for (int64_t i = 0; i < padded; ++i) {
    const int64_t d = x.dim() - 1 - i;
    const int64_t before = pads[static_cast<size_t>(2 * i)];
    const int64_t after = pads[static_cast<size_t>(2 * i + 1)];
    if (before < 0) {
      source = narrow(source, d, -before, source.size(d) + before);
    }
    if (after < 0) source = narrow(source, d, 0, source.size(d) + after);
    int64_t& size = shape[static_cast<size_t>(d)];
    size += before + after;
    throw_if(size <= 0,
             "The input size {}, plus negative padding {} and {}, resulted in a negative output "
             "size, which is invalid. Check dimension {} of your input.",
             x.size(d), before, after, d);
  }
  const Tensor out = full(shape, value, x.dtype());
  Tensor inside = out;
  for (int64_t i = 0; i < padded; ++i) {
    const int64_t d = x.dim() - 1 - i;
    const int64_t before =
        std::max<int64_t>(0, pads[static_cast<size_t>(2 * i)]);
    inside = narrow(inside, d, before, source.size(d));
  }
  copy_(inside, source);
  return record({"ConstantPadNdBackward0", "pad"}, out, {x},
                [&](Node& node) { node.with(pads); });
}

Tensor attention_bias(const Tensor& query, const Tensor& key,
                      const Tensor& attn_mask, bool is_causal) {
  Tensor allowed = attn_mask;
  if (is_causal) {
    allowed = tril(ones({query.size(-2), key.size(-2)}, DType::bool_));
  }
  if (!allowed.defined()) return {};
  if (allowed.dtype() == DType::bool_) {
    const Tensor none = zeros(allowed.shape(), query.dtype());
    return masked_fill(none, logical_not(allowed),
                       -std::numeric_limits<double>::infinity());
  }
  throw_if(allowed.dtype() != query.dtype(),
           "Expected attn_mask dtype to be bool or float or to match query dtype, but got "
           "attn_mask.dtype: {} and  query.dtype: {} instead.",
           c_type_name(allowed.dtype()), c_type_name(query.dtype()));
  return allowed;
}

}  // namespace mha
