// Implements the dropout of draws.h.

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "random/draws.h"
#include "tensor/core/dispatch.h"
#include "tensor/core/grad.h"
#include "tensor/core/print.h"
#include "tensor/ops/binary.h"

namespace mha {

namespace {

thread_local DropoutRng t_dropout_rng = DropoutRng::plain;

/// MKL's multiplicative congruential generator MCG31m1: x = a x mod (2^31 - 1).
class Mcg31m1 {
 public:
  explicit Mcg31m1(uint32_t seed) : x_(seed % kModulus) {
    if (x_ == 0) x_ = 1;
  }
  double next() {
    const double u = static_cast<double>(x_) / static_cast<double>(kModulus);
    x_ = x_ * kMultiplier % kModulus;
    return u;
  }

 private:
  static constexpr uint64_t kModulus = (uint64_t{1} << 31) - 1;
  static constexpr uint64_t kMultiplier = 1132489760;
  uint64_t x_;
};

/// Ones where an element is kept, drawn row by row.
Tensor keep_mask(const Shape& shape, DType dtype, double keep, Generator& g) {
  const Tensor mask = empty(shape, dtype);
  if (t_dropout_rng == DropoutRng::plain) return bernoulli_(mask, keep, g);
  Mcg31m1 stream(g.next32());
  with_type(dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    T* kept = mask.data<T>();
    for (int64_t i = 0; i < mask.numel(); ++i) {
      kept[i] = convert<T>(stream.next() < keep);
    }
  });
  return mask;
}

void check_probability(double p) {
  if (p >= 0 && p <= 1) return;
  throw ValueError(fmt::format(
      "dropout probability has to be between 0 and 1, but got {}",
      p == std::floor(p) ? fmt::format("{:.0f}", p) : python_float(p)));
}

/// 1 / (1 - p) where a number is kept, 0 where it is dropped.
Tensor kept(const Shape& shape, DType dtype, double p) {
  const Tensor keep = keep_mask(shape, dtype, 1 - p, default_generator());
  return div(keep, 1 - p, Rounding::none, keep);
}

/// The factor for `self`: the mask times the scale.
Tensor noise(const Tensor& self, double p) {
  if (p == 1) return zeros(self.shape(), self.dtype());
  return kept(self.shape(), self.dtype(), p);
}

}  // namespace

DropoutRng dropout_rng() { return t_dropout_rng; }
void set_dropout_rng(DropoutRng which) { t_dropout_rng = which; }

Tensor dropout(const Tensor& self, double p, bool training) {
  check_probability(p);
  if (p == 0 || !training || self.numel() == 0) return self;
  if (!is_floating(self.dtype())) {
    throw RuntimeError(fmt::format(
        "result type Float can't be cast to the desired output type {}",
        scalar_type_name(self.dtype())));
  }
  return mul(self, noise(self, p));
}

Tensor dropout_(const Tensor& self, double p, bool training) {
  check_probability(p);
  if (p == 0 || !training || self.numel() == 0) return self;
  return mul(self, noise(self, p), self);
}

Tensor feature_dropout(const Tensor& self, double p, bool training) {
  check_probability(p);
  if (p == 0 || !training || self.numel() == 0) return self;
  if (self.dim() < 2) {
    throw RuntimeError(
        "Feature dropout requires at least 2 dimensions in the input");
  }
  if (p == 1) return mul(self, zeros({}, self.dtype()));
  Shape channels(static_cast<size_t>(self.dim()), 1);
  channels[0] = self.size(0);
  channels[1] = self.size(1);
  return mul(self, kept(channels, self.dtype(), p));
}

Tensor alpha_dropout(const Tensor& self, double p, bool training) {
  check_probability(p);
  if (p == 0 || !training || self.numel() == 0) return self;
  if (p == 1) return mul(self, zeros({}, self.dtype()));
  // The value that SELU tends to, instead of 0 (Klambauer et al. 2017).
  constexpr double kAlpha = 1.7580993408473766;
  const double a = 1.0 / std::sqrt((kAlpha * kAlpha * p + 1) * (1 - p));
  const Tensor keep =
      keep_mask(self.shape(), self.dtype(), 1 - p, default_generator());
  const Tensor shift = add(mul(add(keep, -1), kAlpha * a), kAlpha * a * p);
  return add(mul(self, mul(keep, a)), shift);
}

}  // namespace mha
