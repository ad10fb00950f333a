#pragma once

#include <cstdint>

#include "tensor/core/dtype.h"

namespace mha {

/// A Python number as an argument or a result of an op: bool, int or float. In
/// type promotion, any tensor of the same kind takes precedence over it.
class Scalar {
 public:
  enum class Kind : uint8_t { boolean, integer, floating };

  Scalar() = default;
  Scalar(bool v) : kind_(Kind::boolean), int_(v), float_(v) {}
  Scalar(int v) : Scalar(static_cast<int64_t>(v)) {}
  Scalar(int64_t v)
      : kind_(Kind::integer), int_(v), float_(static_cast<double>(v)) {}
  Scalar(double v) : kind_(Kind::floating), float_(v) {}
  Scalar(float v) : Scalar(static_cast<double>(v)) {}

  Kind kind() const { return kind_; }
  bool is_floating() const { return kind_ == Kind::floating; }
  /// Truncates a float towards zero.
  int64_t to_int() const {
    return is_floating() ? static_cast<int64_t>(float_) : int_;
  }
  double to_double() const { return float_; }
  bool to_bool() const { return is_floating() ? float_ != 0 : int_ != 0; }
  /// bool, int64 or float32: the dtype torch.tensor() gives such a number.
  DType dtype() const;

 private:
  Kind kind_ = Kind::integer;
  int64_t int_ = 0;
  double float_ = 0;
};

}  // namespace mha
