#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "tensor/core/tensor.h"

/// Tensors as text, byte for byte as PyTorch prints them.
namespace mha {

/// What torch.set_printoptions() sets.
struct PrintOptions {
  static constexpr int64_t kNoThreshold = std::numeric_limits<int64_t>::max();

  int precision = 4;
  /// Tensors of more elements are summarised.
  int64_t threshold = 1000;
  /// How many elements a summary shows at each end of a dimension.
  int64_t edgeitems = 3;
  int64_t linewidth = 80;
  /// Scientific form: chosen by the numbers unless set.
  std::optional<bool> sci_mode;
};

/// The options in force on this thread.
PrintOptions& print_options();

/// "tensor([1., 2.], grad_fn=<AddBackward0>)".
std::string repr(const Tensor& self);

/// "torch.Size([2, 3])".
std::string repr(const Shape& shape);

/// "(2, 3)", "(2,)", "()".
std::string shape_text(const Shape& shape);

/// A float as Python's repr() and str() print it: "0.1", "1e-05", "inf".
std::string python_float(double value);

}  // namespace mha
