// Activations that PyTorch computes in one kernel and records under one name;
// here they are made of elementwise ops.

#include <cmath>

#include "tensor/factory.h"
#include "tensor/grad.h"
#include "tensor/ops_binary.h"
#include "tensor/ops_unary.h"
#include "tensor/views.h"
#include "torch/functional.h"

namespace mha::torch {

namespace {

/// Runs `make` without recording and marks its result under one name.
template <typename Make>
Tensor as_one(const char* name, const Tensor& x, Make make) {
  const bool recording = grad_enabled();
  set_grad_enabled(false);
  Tensor out;
  try {
    out = make();
  } catch (...) {
    set_grad_enabled(recording);
    throw;
  }
  set_grad_enabled(recording);
  return record(name, out, {x});
}

}  // namespace

Tensor hardtanh(const Tensor& x, double low, double high) {
  return as_one("HardtanhBackward0", x,
                [&] { return clamp(x, Scalar(low), Scalar(high)); });
}

Tensor selu(const Tensor& x) {
  constexpr double kAlpha = 1.6732632423543772848170429916717;
  constexpr double kScale = 1.0507009873554804934193349852946;
  return as_one("EluBackward0", x,
                [&] { return mul(elu(x, kAlpha), kScale); });
}

Tensor celu(const Tensor& x, double alpha) {
  return as_one("CeluBackward0", x, [&] {
    return mul(elu(div(x, alpha)), alpha);
  });
}

Tensor mish(const Tensor& x) {
  return as_one("MishBackward0", x, [&] { return mul(x, tanh(softplus(x))); });
}

Tensor hardsigmoid(const Tensor& x) {
  return as_one("HardsigmoidBackward0", x, [&] {
    return div(clamp(add(x, 3.0), Scalar(0.0), Scalar(6.0)), 6.0);
  });
}

Tensor hardswish(const Tensor& x) {
  return as_one("HardswishBackward0", x, [&] {
    return div(mul(x, clamp(add(x, 3.0), Scalar(0.0), Scalar(6.0))), 6.0);
  });
}

Tensor logsigmoid(const Tensor& x) {
  return as_one("LogSigmoidBackward0", x, [&] {
    const Tensor low = clamp(x, std::nullopt, Scalar(0.0));
    return sub(low, log1p(exp(neg(abs(x)))));
  });
}

Tensor softsign(const Tensor& x) { return div(x, add(abs(x), 1)); }

Tensor tanhshrink(const Tensor& x) { return sub(x, tanh(x)); }

Tensor glu(const Tensor& x, int64_t dim) {
  if (x.dim() == 0) {
    throw RuntimeError("glu does not support scalars because halving size must be even");
  }
  const int64_t n = x.size(dim);
  if (n % 2 != 0) {
    throw RuntimeError("Halving dimension must be even, but dimension " +
                       std::to_string(wrap_dim(dim, x.dim())) + " is size " +
                       std::to_string(n));
  }
  return as_one("GluBackward0", x, [&] {
    return mul(narrow(x, dim, 0, n / 2), sigmoid(narrow(x, dim, n / 2, n / 2)));
  });
}

Tensor threshold(const Tensor& x, double limit, double value) {
  return as_one("ThresholdBackward0", x,
                [&] { return where(gt(x, limit), x, value); });
}

}  // namespace mha::torch
