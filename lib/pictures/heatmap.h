#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// A tensor as numbers with a shade for each that grows with it: the ground it stands
/// on or, without colours, a bar beside it. Matrices of more than two dimensions
/// stand side by side.
struct Heatmap : Picture {
  Tensor tensor;
  /// Words of the rows and columns; without any, their indices stand there.
  std::vector<std::string> rows, columns;
  /// Of more than two dimensions: the names of the matrices.
  std::vector<std::string> panels;
  /// What the shades reach from and to. Without one, from 0, or the least number below
  /// it, to the greatest of all the matrices.
  struct Scale {
    double low = 0, high = 0;
  };
  std::optional<Scale> scale;
  /// Words that whoever asks knows already, for what is told: rows as queries, and what
  /// may not be seen as masked. Without them, rows are rows and -inf is minus infinity.
  bool says_query = false, says_masked = false;
  /// Places in reading order that are marked: what has changed since it was last drawn.
  std::set<int64_t> changed;

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
};

/// Of pictures that stand under each other: heatmaps of like numbers get one scale, so
/// that the same shade means the same.
void share_scales(const std::vector<Shown*>& pictures);

std::shared_ptr<const Picture> make_heatmap(const Maker& maker, const std::string& expression);

/// How well it fits a value: 0 for not at all.
int suits_heatmap(const Maker& maker, const std::string& expression, const Tensor& value);

}  // namespace mha::pictures
