#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/tensor.h"

namespace mha::pictures {

/// A tensor as numbers with a shade beside each that grows with it: by colour,
/// by blocks, or by signs in plain ASCII. Matrices of more than two dimensions
/// stand side by side.
struct Heatmap : Picture {
  Tensor tensor;
  /// Words of the rows and columns; without any, their indices stand there.
  std::vector<std::string> rows, columns;
  /// Of more than two dimensions: the names of the matrices.
  std::vector<std::string> panels;

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
};

std::shared_ptr<const Picture> make_heatmap(const Maker& maker, const std::string& expression);

}  // namespace mha::pictures
