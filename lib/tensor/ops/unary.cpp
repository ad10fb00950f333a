#include "tensor/ops/unary.h"

#include <cmath>
#include <functional>
#include <limits>

#include "tensor/kernels/elementwise.h"
#include "tensor/ops/binary.h"

// Signs, rounding, clamping, bits. Functions based on exp() and the like are in
// transcendental.cpp and activation.cpp.
namespace mha {
namespace {

Elementwise same(const char* kernel, const Tensor& self, const Tensor& target) {
  return {kernel, self.dtype(), self.dtype(), target};
}

// Rounding leaves integers as they are.
template <typename F>
Tensor round_with(const char* kernel, const char* name, const Tensor& target,
                  const Tensor& self, F f) {
  if (is_integral(self.dtype())) {
    return target.defined() ? target : clone(self);
  }
  return finish({name, "floor"}, unary(Floats{}, same(kernel, self, target), self, f),
                target, kNothing, self);
}

template <typename T>
T clamp_one(T x, T low, T high) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x)) return x;
  }
  return std::min(std::max(x, low), high);
}

template <typename F>
Tensor test(const Tensor& self, F f) {
  return unary(Everything{}, {"test", self.dtype(), DType::bool_, {}}, self, f);
}

}  // namespace

Tensor neg(const Tensor& self, const Tensor& target) {
  throw_if(self.dtype() == DType::bool_,
           "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
           "invert a mask, use the `~` or `logical_not()` operator instead.");
  return finish("NegBackward0",
                unary(Numbers{}, same("neg_cpu", self, target), self, std::negate<>{}), target,
                kNothing, self);
}

Tensor abs(const Tensor& self, const Tensor& target) {
  const Operand old = before_write(self, target, needs_grad(self));
  return finish("AbsBackward0",
                unary(Numbers{}, same("abs_cpu", self, target), self, [](auto x) { return std::abs(x); }), target,
                saving(old), self);
}

Tensor sign(const Tensor& self, const Tensor& target) {
  const auto f = []<typename T>(T x) -> T {
    if constexpr (std::is_same_v<T, bool>) {
      return x;
    } else {
      return static_cast<T>((T(0) < x) - (x < T(0)));
    }
  };
  return finish({"SignBackward0", "floor"},
                unary(Everything{}, same("sign_cpu", self, target), self, f), target,
                kNothing, self);
}

Tensor floor(const Tensor& self, const Tensor& target) {
  return round_with("floor_vml_cpu", "FloorBackward0", target, self,
                    [](auto x) { return std::floor(x); });
}
Tensor ceil(const Tensor& self, const Tensor& target) {
  return round_with("ceil_vml_cpu", "CeilBackward0", target, self,
                    [](auto x) { return std::ceil(x); });
}
Tensor trunc(const Tensor& self, const Tensor& target) {
  return round_with("trunc_vml_cpu", "TruncBackward0", target, self,
                    [](auto x) { return std::trunc(x); });
}

Tensor round(const Tensor& self, int64_t decimals, const Tensor& target) {
  if (decimals == 0) {
    return round_with("round_vml_cpu", "RoundBackward0", target, self,
                      [](auto x) { return std::nearbyint(x); });
  }
  const double scale = std::pow(10.0, static_cast<double>(std::abs(decimals)));
  const auto f = [=]<typename T>(T x) -> T {
    const T ten = static_cast<T>(scale);
    return decimals < 0 ? std::nearbyint(x / ten) * ten
                        : std::nearbyint(x * ten) / ten;
  };
  return finish({"RoundBackward1", "floor"},
                unary(Floats{}, same("round_cpu", self, target), self, f), target,
                kNothing, self);
}

Tensor frac(const Tensor& self, const Tensor& target) {
  return finish({"FracBackward0", "unchanged"},
                unary(Floats{}, same("frac_cpu", self, target), self,
                      [](auto x) { return x - std::trunc(x); }),
                target, kNothing, self);
}

Tensor clamp(const Tensor& self, std::optional<Scalar> min,
             std::optional<Scalar> max, const Tensor& target,
             const char* name) {
  throw_if(!min && !max, "torch.clamp: At least one of 'min' or 'max' must not be None");
  DType dtype = self.dtype();
  if (min) dtype = result_type(self, *min);
  if (max) dtype = promote(dtype, result_type(self, *max));
  if (target.defined() && is_floating(dtype) && !is_floating(target.dtype())) {
    throw_error("result type {} can't be cast to the desired output type {}", scalar_type_name(dtype),
                c_type_name(target.dtype()));
  }
  const auto f = [=]<typename T>(T x) -> T {
    using Limits = std::numeric_limits<T>;
    constexpr T top = Limits::has_infinity ? Limits::infinity() : Limits::max();
    const T bottom = Limits::has_infinity ? -top : Limits::lowest();
    const T low = min ? scalar_as<T>(*min) : bottom;
    const T high = max ? scalar_as<T>(*max) : top;
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(low) || std::isnan(high)) return Limits::quiet_NaN();
    }
    return clamp_one(x, low, high);
  };
  const Operand old = before_write(self, target, needs_grad(self));
  const char* kernel = !max   ? "clamp_min_scalar_cpu"
                       : !min ? "clamp_max_scalar_cpu"
                              : "clamp_scalar_cpu";
  return finish({name, "clamp"},
                unary(Numbers{}, {kernel, dtype, dtype, target}, self, f), target,
                [&](Node& node) {
                  node.save(old);
                  min ? node.with(*min) : node.with(std::monostate());
                  max ? node.with(*max) : node.with(std::monostate());
                },
                self);
}

Tensor nan_to_num(const Tensor& self, std::optional<double> nan,
                  std::optional<double> posinf, std::optional<double> neginf,
                  const Tensor& target) {
  if (!is_floating(self.dtype())) {
    return target.defined() ? target : clone(self);
  }
  const auto f = [=]<typename T>(T x) -> T {
    if (std::isnan(x)) return static_cast<T>(nan.value_or(0));
    if (!std::isinf(x)) return x;
    const T most = std::numeric_limits<T>::max();
    if (x > 0) return posinf ? static_cast<T>(*posinf) : most;
    return neginf ? static_cast<T>(*neginf) : -most;
  };
  const Operand old = before_write(self, target, needs_grad(self));
  return finish("NanToNumBackward0",
                unary(Floats{}, same("nan_to_num", self, target), self, f), target,
                saving(old), self);
}

Tensor logical_not(const Tensor& self, const Tensor& target) {
  const Elementwise op{"logical_not_cpu", self.dtype(), DType::bool_, target};
  return finish("NotImplemented",
                unary(Everything{}, op, self, [](auto x) { return x == 0; }), target,
                kNothing, self);
}

Tensor bitwise_not(const Tensor& self, const Tensor& target) {
  throw_if<TypeError>(
      is_floating(self.dtype()),
      "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
  const auto f = []<typename T>(T x) -> T {
    if constexpr (std::is_same_v<T, bool>) {
      return !x;
    } else {
      return ~x;
    }
  };
  return finish(
      "NotImplemented",
      unary(Integers{}, same("bitwise_not_cpu", self, target), self, f), target,
      kNothing, self);
}

Tensor square(const Tensor& self, const Tensor& target) {
  return pow(self, 2, target);
}

Tensor clamp(const Tensor& self, const Tensor& min, const Tensor& max) {
  throw_if(!min.defined() && !max.defined(),
           "torch.clamp: At least one of 'min' or 'max' must not be None");
  // The same as one bound after the other, but with the grad_fn of one op.
  Tensor out = self;
  {
    const GradModeScope scope(false);
    if (min.defined()) out = maximum(out, min);
    if (max.defined()) out = minimum(out, max);
  }
  return record({"ClampBackward0", "clamp_tensor"}, out, {self, min, max});
}

Tensor isnan(const Tensor& self) {
  return test(self, [](auto x) { return x != x; });
}
Tensor isinf(const Tensor& self) {
  return test(self, []<typename T>(T x) {
    if constexpr (std::is_floating_point_v<T>) return std::isinf(x);
    return false;
  });
}
Tensor isposinf(const Tensor& self) {
  return test(self, []<typename T>(T x) { return std::is_floating_point_v<T> && x == std::numeric_limits<T>::infinity(); });
}
Tensor isneginf(const Tensor& self) {
  return test(self, []<typename T>(T x) { return std::is_floating_point_v<T> && x == -std::numeric_limits<T>::infinity(); });
}
Tensor isfinite(const Tensor& self) {
  return test(self, []<typename T>(T x) {
    if constexpr (std::is_floating_point_v<T>) return std::isfinite(x);
    return true;
  });
}

}  // namespace mha
