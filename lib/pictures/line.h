#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// One row of numbers as a line from left to right, above an axis with their
/// places: what a loss does over the steps of training.
struct Line : Picture {
  std::vector<double> values;

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
  std::vector<Part> parts() const override;
};

}  // namespace mha::pictures
