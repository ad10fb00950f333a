// Implements the dropout of draws.h.

#include <fmt/format.h>

#include <cmath>

#include "random/draws.h"
#include "tensor/core/check.h"
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
  with_type(dtype, [&]<typename T>(Type<T>) {
    T* kept = mask.data<T>();
    for (int64_t i = 0; i < mask.numel(); ++i) {
      kept[i] = convert<T>(stream.next() < keep);
    }
  });
  return mask;
}

void check_probability(double p) {
  if (p >= 0 && p <= 1) return;
  throw_error<ValueError>("dropout probability has to be between 0 and 1, but got {}",
                          p == std::floor(p) ? fmt::format("{:.0f}", p) : python_float(p));
}

/// The factor for `self`: 1 / (1 - p) where a number is kept, 0 where it is dropped.
Tensor noise(const Tensor& self, double p) {
  if (p == 1) return zeros(self.shape(), self.dtype());
  const Tensor keep = keep_mask(self.shape(), self.dtype(), 1 - p, default_generator());
  return div(keep, 1 - p, Rounding::none, keep);
}

}  // namespace

void set_dropout_rng(DropoutRng which) { t_dropout_rng = which; }

Tensor dropout(const Tensor& self, double p, bool training) {
  check_probability(p);
  if (p == 0 || !training || self.numel() == 0) return self;
  throw_if(!is_floating(self.dtype()),
           "result type Float can't be cast to the desired output type {}",
           scalar_type_name(self.dtype()));
  return mul(self, noise(self, p));
}

Tensor dropout_(const Tensor& self, double p, bool training) {
  check_probability(p);
  if (p == 0 || !training || self.numel() == 0) return self;
  return mul(self, noise(self, p), self);
}

}  // namespace mha
