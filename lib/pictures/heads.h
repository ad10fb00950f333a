#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// A tensor of split, transposed or merged heads, with each element labelled by
/// its position in the original (tokens, d) tensor, so that a wrong view shows.
/// t0h1.2 is number 2 of head 1 of token 0.
struct Heads : Picture {
  struct Label {
    int64_t batch = 0, token = 0, head = 0, number = 0;
  };
  /// What an axis of the tensor counts. `mixed` is none of the others, which is
  /// the sign of a wrong view.
  enum class Axis { batch, token, head, number, head_and_number, single, mixed };
  std::string expression;
  Shape shape;
  int64_t batches = 1, tokens = 1, heads = 1, head_dim = 1;
  std::vector<Label> labels;  // in reading order
  std::vector<Axis> axes;

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
};

std::shared_ptr<const Picture> make_heads(const Maker& maker, const std::string& expression);

/// How well it fits a value: 0 for not at all.
int suits_heads(const Maker& maker, const std::string& expression, const Tensor& value);

}  // namespace mha::pictures
