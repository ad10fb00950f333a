#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

/// Memory as a strip of cells, and below it, for each tensor that shares it,
/// the order in which the tensor reads the cells.
struct Tape : Picture {
  struct Walk {
    std::string expression;
    Shape shape, strides;
    int64_t offset = 0;
    bool contiguous = false;
    std::vector<int64_t> cells;  // of each element, in reading order
    std::string error;  // if there is no such tensor: why
  };
  /// One storage and the tensors that share it.
  struct Strip {
    Tensor cells;  // 1-d: the whole storage
    std::vector<Walk> walks;
  };
  std::vector<Strip> strips;

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
};

/// Of one expression, or of several: "x, x.T".
std::shared_ptr<const Picture> make_tape(const Maker& maker, const std::string& expression);

/// How well it fits a value: 0 for not at all.
int suits_tape(const Maker& maker, const std::string& expression, const Tensor& value);

}  // namespace mha::pictures
