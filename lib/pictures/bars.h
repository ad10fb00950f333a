#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// One row of numbers, each with a bar as long as it is large: to the left of a
/// zero line where it is negative; with an arrow where it is infinite.
struct Bars : Picture {
  Tensor values;  // 1-d
  std::vector<std::string> words;  // of the places; without any, their indices

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
};

std::shared_ptr<const Picture> make_bars(const Maker& maker, const std::string& expression);

/// How well it fits a value: 0 for not at all.
int suits_bars(const Maker& maker, const std::string& expression, const Tensor& value);

}  // namespace mha::pictures
