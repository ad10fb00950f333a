#include "random/attention.h"

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
  Tensor k = key;
  Tensor v = value;
  if (enable_gqa) {
    k = repeat_interleave(key, query.size(-3) / key.size(-3), -3);
    v = repeat_interleave(value, query.size(-3) / value.size(-3), -3);
  }
  const Tensor bias = attention_bias(query, k, attn_mask, is_causal);
  // The root of the scale goes to either side, which keeps large products in
  // range.
  const double factor = std::sqrt(
      scale.value_or(1 / std::sqrt(static_cast<double>(query.size(-1)))));
  Tensor scores =
      matmul(mul(query, factor), mul(transpose(k, -2, -1), factor));
  if (bias.defined()) scores = add_(scores, bias);
  Tensor weights = softmax(scores, -1);
  if (dropout_p > 0) weights = dropout(weights, dropout_p);
  return matmul(weights, v);
}

}  // namespace mha
