#pragma once

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "tensor/core/dispatch.h"
#include "tensor/core/scalar.h"

/// Python numbers as elements. For the sources of lib/tensor only.
namespace mha {

/// The number as a T; one that does not fit wraps or rounds as in a cast.
template <typename T>
T scalar_as(Scalar value) {
  return value.is_floating() ? convert<T>(value.to_double())
                             : convert<T>(value.to_int());
}

template <typename T>
constexpr const char* cpp_name() {
  if constexpr (std::is_same_v<T, uint8_t>) return "uint8_t";
  if constexpr (std::is_same_v<T, int8_t>) return "int8_t";
  if constexpr (std::is_same_v<T, int16_t>) return "int16_t";
  if constexpr (std::is_same_v<T, int32_t>) return "int";
  if constexpr (std::is_same_v<T, int64_t>) return "int64_t";
  if constexpr (std::is_same_v<T, Eigen::half>) return "at::Half";
  if constexpr (std::is_same_v<T, Eigen::bfloat16>) return "at::BFloat16";
  if constexpr (std::is_same_v<T, float>) return "float";
  if constexpr (std::is_same_v<T, double>) return "double";
  return "bool";
}

/// "float", "long int": how some messages name a dtype.
inline const char* c_type_name(DType dtype) {
  switch (dtype) {
    case DType::uint8: return "unsigned char";
    case DType::int8: return "signed char";
    case DType::int16: return "short int";
    case DType::int32: return "int";
    case DType::int64: return "long int";
    case DType::float16: return "c10::Half";
    case DType::bfloat16: return "c10::BFloat16";
    case DType::float64: return "double";
    case DType::bool_: return "bool";
    case DType::float32: break;
  }
  return "float";
}

/// The number as a T. Throws PyTorch's RuntimeError if it does not fit.
/// Infinities and NaN fit every float type. A negative int wraps around in
/// uint8, as in PyTorch.
template <typename T>
T checked_scalar(Scalar value) {
  bool fits = true;
  if constexpr (std::is_same_v<T, bool>) {
    return value.to_bool();
  } else if constexpr (std::is_integral_v<T>) {
    if (value.is_floating()) {
      constexpr auto low = static_cast<double>(std::numeric_limits<T>::min());
      constexpr auto high = static_cast<double>(std::numeric_limits<T>::max());
      const double v = value.to_double();
      fits = v >= low && v <= high;
    } else {
      const int64_t v = value.to_int();
      const auto top = static_cast<int64_t>(std::numeric_limits<T>::max());
      const int64_t least =
          std::is_signed_v<T>
              ? static_cast<int64_t>(std::numeric_limits<T>::min())
              : -top;
      fits = v >= least && v <= top;
    }
  } else {
    const double v = value.to_double();
    fits = !std::isfinite(v) ||
           std::abs(v) <=
               static_cast<double>(std::numeric_limits<T>::max());
  }
  if (!fits) {
    throw RuntimeError(fmt::format(
        "value cannot be converted to type {} without overflow",
        cpp_name<T>()));
  }
  return scalar_as<T>(value);
}

}  // namespace mha
