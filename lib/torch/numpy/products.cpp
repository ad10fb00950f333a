#include "tensor/core/factory.h"
#include "tensor/ops/matmul.h"
#include "torch/numpy/numpy.h"

// Products of arrays, with NumPy's checks and words.

namespace mha::torch {

namespace {

constexpr const char* kSignature = "(n?,k),(k,m?)->(n?,m?)";

[[noreturn]] void too_few_dimensions(int operand) {
  throw ValueError("matmul: Input operand " + std::to_string(operand) +
                   " does not have enough dimensions (has 0, gufunc core with signature " +
                   kSignature + " requires 1)");
}

/// "(2,2,3)->(2,newaxis,newaxis)": what stands for the batch of an operand.
std::string remapped(const Shape& shape) {
  Shape batch = shape;
  for (size_t i = shape.size() > 2 ? shape.size() - 2 : 0; i < shape.size(); ++i) batch[i] = -1;
  return tight_text(shape) + "->" + tight_text(batch);
}

void check_matmul(const Tensor& a, const Tensor& b) {
  if (a.dim() == 0) too_few_dimensions(0);
  if (b.dim() == 0) too_few_dimensions(1);
  const int64_t k = a.shape().back();
  const int64_t rows = b.shape()[b.dim() == 1 ? 0 : b.shape().size() - 2];
  if (k != rows) {
    throw ValueError(
        std::string("matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
                    "signature ") + kSignature + " (size " + std::to_string(rows) +
        " is different from " + std::to_string(k) + ")");
  }
  if (a.dim() < 3 || b.dim() < 3) return;
  const Shape left(a.shape().begin(), a.shape().end() - 2);
  const Shape right(b.shape().begin(), b.shape().end() - 2);
  try {
    numpy_broadcast(left, right);
  } catch (const Error&) {
    throw ValueError(
        "operands could not be broadcast together with remapped shapes [original->remapped]: " +
        remapped(a.shape()) + " " + remapped(b.shape()) + "  and requested shape " +
        tight_text({a.shape()[a.shape().size() - 2], b.shape().back()}));
  }
}

}  // namespace

Tensor numpy_matmul(Interpreter&, const Tensor& a, const Tensor& b) {
  check_matmul(a, b);
  const DType dtype = numpy_promote(a.dtype(), b.dtype());
  const DType compute = dtype == DType::bool_ ? DType::int64 : dtype;
  return to(matmul(to(a, compute), to(b, compute)), dtype);
}

}  // namespace mha::torch
