#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/tensor.h"

namespace mha::pictures {

/// One row of numbers, each with a bar as long as it is large.
struct Bars : Picture {
  Tensor values;  // 1-d
  std::vector<std::string> words;  // of the places; without any, their indices
  /// The number that a bar of full length stands for; 0: the greatest there is.
  double full = 0;
  /// Places that are marked: what has changed since it was last drawn.
  std::set<int64_t> changed;

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
};

std::shared_ptr<const Picture> make_bars(const Maker& maker, const std::string& expression);

/// How well it fits a value: 0 for not at all.
int suits_bars(const Maker& maker, const std::string& expression, const Tensor& value);

}  // namespace mha::pictures
