#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// One row of numbers, each with a bar of proportional length: left of a zero
/// line if it is negative, with an arrow if it is infinite.
struct Bars : Picture {
  Tensor values;  // 1-d
  std::vector<std::string> words;  // labels of the elements; their indices if empty

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
  std::vector<Part> parts() const override;
};

}  // namespace mha::pictures
