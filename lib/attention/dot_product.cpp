#include "attention/dot_product.h"

#include <cmath>
#include <string>

#include "attention/fused.h"
#include "random/draws.h"
#include "tensor/core/check.h"
#include "tensor/core/grad.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/nn.h"
#include "tensor/ops/softmax.h"

namespace mha {

namespace {

// Scores are scaled before the product, by the root of the scale on each side:
// the numbers stay in range of float16.
Tensor attend(const Tensor& q, const Tensor& k, const Tensor& v,
              const AttentionOptions& options) {
  const double head = static_cast<double>(q.size(-1));
  const double root = std::sqrt(options.scale.value_or(1 / std::sqrt(head)));
  // (..., L, E) @ (..., E, S) -> (..., L, S)
  Tensor scores = matmul(mul(q, root), mul(transpose(k, -2, -1), root));
  const Tensor bias = attention_bias(q, k, options.mask, options.causal);
  if (bias.defined()) scores = add(scores, bias);
  Tensor weights = softmax(scores, -1);
  weights = dropout(weights, options.dropout, /*training=*/true);
  return matmul(weights, v);
}

/// Whether the fused kernel can compute it and is worth it: a small table of
/// scores is cheap, and stage by stage its digits are PyTorch's.
bool fits_fused(const Tensor& q, const Tensor& k, const Tensor& v,
                const AttentionOptions& options) {
  constexpr int64_t kFewScores = 64 * 64;
  const auto same = [&](const Tensor& t) {
    return t.size(0) == q.size(0) && t.size(1) == q.size(1);
  };
  const Tensor& mask = options.mask;
  const bool mask_fits = !mask.defined() || mask.dtype() == DType::bool_ ||
                         mask.dtype() == DType::float32;
  return q.dtype() == DType::float32 && same(k) && same(v) && mask_fits &&
         k.size(3) == q.size(3) && v.size(2) == k.size(2) &&
         q.size(2) * k.size(2) > kFewScores;
}

/// Repeats each head of keys or values for the queries that share it.
Tensor spread_heads(const Tensor& kv, int64_t heads) {
  const int64_t own = kv.size(-3);
  throw_if(own == 0 || heads % own != 0,
           "Number of heads in key and value must divide the number of heads in query");
  return repeat_interleave(kv, heads / own, -3);
}

}  // namespace

Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k,
                                    const Tensor& v,
                                    const AttentionOptions& options) {
  for (const Tensor* t : {&q, &k, &v}) {
    if (t->dim() >= 2) continue;
    throw_error(
        "scaled_dot_product_attention: Expected query, key, and value to all be  at least 2 "
        "dimensional, but got query.dim: {}, key.dim: {} and value.dim: {} instead.",
        q.dim(), k.dim(), v.dim());
  }
  if (q.dtype() != k.dtype() || q.dtype() != v.dtype()) {
    const auto name = [](const Tensor& t) {
      std::string text(scalar_type_name(t.dtype()));
      text[0] = static_cast<char>(std::tolower(text[0]));
      return text;
    };
    throw_error(
        "Expected query, key, and value to have the same dtype, but got query.dtype: {} key.dtype: "
        "{} and value.dtype: {} instead.",
        name(q), name(k), name(v));
  }
  throw_if(
      options.mask.defined() && options.causal,
      "scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True");
  Tensor keys = k;
  Tensor values = v;
  if (options.grouped && q.dim() > 2) {
    keys = spread_heads(k, q.size(-3));
    values = spread_heads(v, q.size(-3));
  }
  // Four dimensions without dropout go through PyTorch's fused CPU kernel,
  // which is recorded as one op.
  const bool one_op = q.dim() == 4 && keys.dim() == 4 && values.dim() == 4 &&
                     options.dropout == 0 &&
                     !(options.mask.defined() && options.mask.requires_grad());
  if (!one_op) return attend(q, keys, values, options);
  const Tensor out = fits_fused(q, keys, values, options)
                         ? fused_attention(q, keys, values,
                                           {options.causal, options.mask, options.scale})
                         : attend(detach(q), detach(keys), detach(values), options);
  return record({"ScaledDotProductFlashAttentionForCpuBackward0", "attention"}, out,
                {q, keys, values}, [&](Node& node) {
                  node.save(q).save(keys).save(values).save(options.mask);
                  node.with(options.causal);
                  options.scale ? node.with(*options.scale)
                                : node.with(std::monostate());
                });
}

}  // namespace mha
