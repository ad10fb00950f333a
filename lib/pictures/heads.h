#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// Heads split, transposed and merged: each element labelled by where it stood in
/// the (tokens, d) tensor that was split, so that a wrong view can be seen. t0h1.2
/// is number 2 of head 1 of token 0.
struct Heads : Picture {
  struct Label {
    int64_t batch = 0, token = 0, head = 0, number = 0;
  };
  /// What an index of the tensor stands for. `mixed` is none of the others:
  /// the mark of a wrong view.
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
