#include "random/attention.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "random/draws.h"
#include "tensor/grad.h"
#include "tensor/ops_binary.h"
#include "tensor/ops_matmul.h"
#include "tensor/ops_nn.h"
#include "tensor/softmax.h"
#include "tensor/views.h"

namespace mha {

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key,
                                    const Tensor& value,
                                    const Tensor& attn_mask, double dropout_p,
                                    bool is_causal, std::optional<double> scale,
                                    bool enable_gqa) {
  if (query.dim() < 2 || key.dim() < 2 || value.dim() < 2) {
    throw RuntimeError(fmt::format(
        "Expected query, key, and value to all be  at least 2 dimensional, but "
        "got query.dim: {}, key.dim: {} and value.dim: {} instead.",
        query.dim(), key.dim(), value.dim()));
  }
  // Where PyTorch 2 has one kernel for all of it, one node is recorded; else
  // the ops below record themselves.
  const bool one_kernel = query.dim() == 4 && key.dim() == 4 &&
                          value.dim() == 4 && dropout_p == 0 &&
                          !(attn_mask.defined() && attn_mask.requires_grad());
  const Tensor q = one_kernel ? detach(query) : query;
  Tensor k = one_kernel ? detach(key) : key;
  Tensor v = one_kernel ? detach(value) : value;
  if (enable_gqa) {
    k = repeat_interleave(k, query.size(-3) / key.size(-3), -3);
    v = repeat_interleave(v, query.size(-3) / value.size(-3), -3);
  }
  const Tensor bias = attention_bias(q, k, attn_mask, is_causal);
  // The root of the scale goes to either side, which keeps large products in
  // range.
  const double factor = std::sqrt(
      scale.value_or(1 / std::sqrt(static_cast<double>(query.size(-1)))));
  Tensor scores = matmul(mul(q, factor), mul(transpose(k, -2, -1), factor));
  if (bias.defined()) scores = add(scores, bias);
  Tensor weights = softmax(scores, -1);
  if (dropout_p > 0) weights = dropout(weights, dropout_p);
  const Tensor out = matmul(weights, v);
  return one_kernel ? record("ScaledDotProductFlashAttentionForCpuBackward0",
                             out, {query, key, value})
                    : out;
}

}  // namespace mha
