#pragma once

#include <optional>

#include "tensor/core/tensor.h"

namespace mha {

struct AttentionOptions {
  /// Undefined for none. True in a bool mask keeps a score; a float mask is
  /// added. Has or expands to (..., L, S).
  Tensor mask;
  double dropout = 0;
  bool causal = false;
  std::optional<double> scale;  // absent: 1 / sqrt(E)
  bool grouped = false;  // fewer heads of keys and values than of queries
};

/// softmax(q @ k.mT * scale + mask) @ v for q (..., L, E), k (..., S, E) and
/// v (..., S, Ev), as F.scaled_dot_product_attention computes it: small scores
/// stage by stage, large ones without ever holding them all (fused.h). Dropout
/// draws from the default generator. Throws RuntimeError in PyTorch's words.
Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k,
                                    const Tensor& v,
                                    const AttentionOptions& options = {});

}  // namespace mha
