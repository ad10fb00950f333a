#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "tensor/core/dtype.h"

/// From a DType at run time to a C++ type at compile time. For the sources of
/// lib/tensor only.
namespace mha {

template <typename T>
struct Type {
  using type = T;
};

/// Calls f(Type<T>{}) with the element type of `dtype`.
template <typename F>
decltype(auto) with_type(DType dtype, F&& f) {
  switch (dtype) {
    case DType::uint8: return f(Type<uint8_t>{});
    case DType::int8: return f(Type<int8_t>{});
    case DType::int16: return f(Type<int16_t>{});
    case DType::int32: return f(Type<int32_t>{});
    case DType::int64: return f(Type<int64_t>{});
    case DType::float16: return f(Type<Eigen::half>{});
    case DType::bfloat16: return f(Type<Eigen::bfloat16>{});
    case DType::float64: return f(Type<double>{});
    case DType::bool_: return f(Type<bool>{});
    case DType::float32: break;
  }
  return f(Type<float>{});
}

/// The dtype in which arithmetic on `dtype` is computed. Small integers wrap
/// around when the int64 result is stored; 16-bit floats are rounded once, as
/// in PyTorch. So kernels exist only for float32, float64, int64 and bool.
inline DType compute_dtype(DType dtype) {
  if (is_integral(dtype)) return DType::int64;
  return size_of(dtype) == 2 ? DType::float32 : dtype;
}

/// Whether `dtype` is a 16-bit float.
inline bool is_half(DType dtype) { return is_floating(dtype) && size_of(dtype) == 2; }

template <typename T>
bool is_nan(T v) {
  if constexpr (std::is_floating_point_v<T>) return std::isnan(v);
  return false;
}

/// The element type of compute_dtype() of a T's dtype.
template <typename T>
using ComputeType =
    std::conditional_t<std::is_same_v<T, bool> || std::is_same_v<T, double>, T,
                       std::conditional_t<std::is_integral_v<T>, int64_t, float>>;

/// Like with_type(), for the four dtypes that compute_dtype() returns.
template <typename F>
decltype(auto) with_compute_type(DType dtype, F&& f) {
  switch (dtype) {
    case DType::float64: return f(Type<double>{});
    case DType::int64: return f(Type<int64_t>{});
    case DType::bool_: return f(Type<bool>{});
    default: return f(Type<float>{});
  }
}

/// Calls f with a tag of an unsigned integer as wide as the dtype's elements,
/// for code that only copies elements.
template <typename F>
decltype(auto) with_width(DType dtype, F&& f) {
  switch (size_of(dtype)) {
    case 1: return f(Type<uint8_t>{});
    case 2: return f(Type<uint16_t>{});
    case 4: return f(Type<uint32_t>{});
    default: return f(Type<uint64_t>{});
  }
}

/// One number as another type, as PyTorch casts it: any number but 0 is true,
/// and a float that does not fit int64 becomes the processor's "indefinite"
/// value.
template <typename To, typename From>
To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (std::is_same_v<From, Eigen::half> ||
                       std::is_same_v<From, Eigen::bfloat16>) {
    return convert<To>(static_cast<float>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From(0);
  } else if constexpr (std::is_same_v<To, Eigen::half> ||
                       std::is_same_v<To, Eigen::bfloat16>) {
    return To(static_cast<float>(value));
  } else if constexpr (std::is_floating_point_v<From> &&
                       std::is_integral_v<To>) {
    constexpr From kTop = static_cast<From>(9223372036854775808.0);
    const bool fits = value >= -kTop && value < kTop;
    return static_cast<To>(fits ? static_cast<int64_t>(value) : INT64_MIN);
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace mha
