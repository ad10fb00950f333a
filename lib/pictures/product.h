#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// A matrix product and one of its cells. The right operand is above the result
/// and the left operand beside it, so that row and column meet in their cell.
struct Product : Picture {
  std::string left_text, right_text;
  Shape left_shape, right_shape, shape;  // whole; shape: empty if they misfit
  bool fits = false;
  std::string batch;           // "[0, 1]" in front of row and column, or ""
  Tensor left, right, result;  // 2-d: the matrices at that place in the batch
  bool left_is_row = false;    // the operand was 1-d
  bool right_is_column = false;
  int64_t row = 0, column = 0;
  std::vector<std::string> rows, columns;  // labels of the result, or none

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
};

/// The picture of `A @ B` and similar calls; `(A @ B)[1, 2]` says which cell.
std::shared_ptr<const Picture> make_product(const Maker& maker, const std::string& expression);

/// How well it fits a value: 0 for not at all.
int suits_product(const Maker& maker, const std::string& expression, const Tensor& value);

}  // namespace mha::pictures
