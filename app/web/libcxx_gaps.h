#pragma once

// What the C++ library of Debian's emscripten (libc++ 13) lacks of C++20, for which the
// sources here are written: bit_cast, and text from floating-point numbers and back.
// Every C++ source is compiled with this header; remove it with the next emscripten.

#include <bit>
#include <charconv>

namespace std {

template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

to_chars_result to_chars(char* first, char* last, double value, chars_format format);
to_chars_result to_chars(char* first, char* last, float value, chars_format format);
to_chars_result to_chars(char* first, char* last, double value, chars_format format, int precision);
from_chars_result from_chars(const char* first, const char* last, double& value,
                             chars_format format = chars_format::general);

}  // namespace std
