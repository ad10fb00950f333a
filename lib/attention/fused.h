#pragma once

// Attention that never holds the whole table of scores: it computes a tile at a
// time, and updates the softmax from tile to tile (Milakov and Gimelshein 2018;
// Rabe and Staats 2021; Dao et al. 2022). Memory grows with the length, not
// with its square, and causal attention never computes the half above the
// diagonal.

#include <optional>

#include "tensor/core/tensor.h"

namespace mha {

struct FusedOptions {
  bool causal = false;          // query i sees keys 0 to i
  Tensor mask;                  // undefined: none; bool: True is seen; float32: is added
  std::optional<double> scale;  // absent: 1 / sqrt(E)
};

/// softmax(q @ k.mT * scale + mask) @ v for float32 q (batch, heads, L, E), k
/// (batch, heads, S, E) and v (batch, heads, S, Ev), with any strides. Differs
/// from the computation stage by stage only by float32 rounding; a query that
/// sees no key gives NaN in both. The mask must expand to (batch, heads, L, S).
/// The result is fresh, contiguous and not recorded.
Tensor fused_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                       const FusedOptions& options = {});

/// The weights of one layer of multi-head attention, as nn.Linear keeps them.
/// Biases may be undefined.
struct MultiHeadWeights {
  Tensor qkv;       // (3 * d_out, d_in): the queries' layer, the keys', the values'
  Tensor qkv_bias;  // (3 * d_out)
  Tensor out;       // (any, d_out)
  Tensor out_bias;  // as many as out has rows
  int64_t heads = 1;
};

/// Causal multi-head attention of x (batch, tokens, d_in), projections and output
/// layer included: (batch, tokens, rows of weights.out). float32, fresh and not
/// recorded. Throws RuntimeError for shapes that do not fit.
Tensor fused_causal_attention(const Tensor& x, const MultiHeadWeights& weights);

}  // namespace mha
