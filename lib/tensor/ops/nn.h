#pragma once

#include <optional>
#include <string>

#include "tensor/core/tensor.h"

/// The ops of torch.nn.functional beyond elementwise ops and products. An
/// optional Tensor argument is undefined if it is left out. Ops that draw
/// random numbers are in random/draws.h.
namespace mha {

/// Over the last dimensions, which must equal `normalized_shape`.
Tensor layer_norm(const Tensor& x, const Shape& normalized_shape,
                  const Tensor& weight = {}, const Tensor& bias = {},
                  double eps = 1e-5);
/// x / sqrt(mean(x^2) + eps), over the last dimensions. The default eps is the
/// dtype's.
Tensor rms_norm(const Tensor& x, const Shape& normalized_shape,
                const Tensor& weight = {}, std::optional<double> eps = {});

/// Rows of `weight`. Throws IndexError "index out of range in self".
Tensor embedding(const Tensor& indices, const Tensor& weight,
                 int64_t padding_idx = -1);
/// One more dimension, with a 1 at each class. -1: as many as needed.
Tensor one_hot(const Tensor& classes, int64_t num_classes = -1);

/// Minus the numbers of `input`, (N, C) or (N, C, ...), at the classes in `target`.
/// `reduction` is "none", "mean" or "sum"; ValueError otherwise.
Tensor nll_loss(const Tensor& input, const Tensor& target,
                const Tensor& weight = {}, int64_t ignore_index = -100,
                const std::string& reduction = "mean");

Tensor cosine_similarity(const Tensor& a, const Tensor& b, int64_t dim = 1,
                         double eps = 1e-8);
/// `pads` are pairs from the last dimension back; negative ones crop.
Tensor pad(const Tensor& x, const Shape& pads, Scalar value = 0);

/// The mask that attention adds to its (..., L, S) scores: a bool mask becomes
/// 0 where it is true and -inf elsewhere; a float mask stays. The result is
/// undefined if the mask is undefined and not causal.
Tensor attention_bias(const Tensor& query, const Tensor& key,
                      const Tensor& attn_mask, bool is_causal);

}  // namespace mha
