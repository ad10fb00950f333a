#pragma once

#include "tensor/core/tensor.h"

namespace mha {

/// A tensor or a Python number: either side of x + y.
class Operand {
 public:
  Operand(const Tensor& tensor) : tensor_(tensor) {}
  Operand(Scalar scalar) : scalar_(scalar) {}
  Operand(bool v) : scalar_(v) {}
  Operand(int v) : scalar_(v) {}
  Operand(int64_t v) : scalar_(v) {}
  Operand(float v) : scalar_(v) {}
  Operand(double v) : scalar_(v) {}

  bool is_tensor() const { return tensor_.defined(); }
  const Tensor& tensor() const { return tensor_; }
  Scalar scalar() const { return scalar_; }
  int64_t dim() const { return is_tensor() ? tensor_.dim() : 0; }
  /// The number, or the only one of the tensor.
  Scalar item() const { return is_tensor() ? tensor_.item() : scalar_; }

 private:
  Tensor tensor_;
  Scalar scalar_;
};

/// The dtype of the result of an op on both. Within a kind (bool, int, float),
/// other tensors take precedence over 0-d tensors, and those over numbers.
DType result_type(const Operand& a, const Operand& b);

/// Writes a number, or the number of a 0-d tensor, to every element. Throws
/// RuntimeError for any other tensor.
Tensor fill_(const Tensor& self, const Operand& value);

}  // namespace mha
