#pragma once

#include <optional>

#include "tensor/tensor.h"

namespace mha {

/// softmax(query @ key.mT * scale + mask) @ value, as
/// F.scaled_dot_product_attention computes it. A bool `attn_mask` keeps what is
/// true, a float one is added; undefined is none. `scale` is
/// 1 / sqrt(head size) if absent; `dropout_p` > 0 draws from the default
/// generator. `is_causal` and a mask together are an error.
Tensor scaled_dot_product_attention(
    const Tensor& query, const Tensor& key, const Tensor& value,
    const Tensor& attn_mask = {}, double dropout_p = 0, bool is_causal = false,
    std::optional<double> scale = {}, bool enable_gqa = false);

}  // namespace mha
