#pragma once

// What the tests of tensors and of random numbers state: values, errors and
// threads.

#include <string>
#include <vector>

#include "base/error.h"
#include "tensor/core/factory.h"
#include "tensor/core/parallel.h"
#include "tensor/core/tensor.h"
#include "tensor/core/views.h"

namespace mha {

/// "ValueError: ...", or "nothing thrown".
std::string error_of(auto f) {
  try {
    f();
  } catch (const Error& error) {
    return error.kind() + ": " + error.message();
  }
  return "nothing thrown";
}

/// 0, 1, 2, ... in this shape.
inline Tensor counting(Shape shape) {
  int64_t numel = 1;
  for (const int64_t size : shape) numel *= size;
  return view(arange(0, numel), shape);
}
inline Tensor ints(std::vector<Scalar> values) {
  const auto n = static_cast<int64_t>(values.size());
  return from_scalars({n}, values, DType::int64);
}
/// Ones that require gradients.
inline Tensor leaf(Shape shape) {
  Tensor t = ones(shape);
  t.set_requires_grad(true);
  return t;
}

/// All elements, in the order in which they are indexed.
inline std::vector<double> values(const Tensor& t) {
  std::vector<double> out;
  for (const Scalar& s : to_scalars(t)) out.push_back(s.to_double());
  return out;
}

}  // namespace mha
