// fmt writes the same digits that to_chars() promises: the fewest that read back as the number.
#include "libcxx_gaps.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::to_chars_result put(char* first, char* last, const std::string& text) {
  if (static_cast<size_t>(last - first) < text.size()) return {last, std::errc::value_too_large};
  std::memcpy(first, text.data(), text.size());
  return {first + text.size(), std::errc()};
}

/// A number as the digits d.ddd times a power of ten.
struct Decimal {
  bool negative = false;
  std::string digits;
  int exponent = 0;
};

template <typename T>
Decimal shortest(T value) {
  std::string text = fmt::format("{}", value);
  Decimal out;
  out.negative = text[0] == '-';
  if (out.negative) text.erase(0, 1);
  if (const size_t e = text.find('e'); e != std::string::npos) {
    out.exponent = std::atoi(text.c_str() + e + 1);
    text.resize(e);
  }
  const size_t dot = std::min(text.find('.'), text.size());
  out.exponent += static_cast<int>(dot) - 1;
  text.erase(dot, 1);
  const size_t lead = text.find_first_not_of('0');
  if (lead == std::string::npos) return {out.negative, "0", 0};
  out.exponent -= static_cast<int>(lead);
  out.digits = text.substr(lead, text.find_last_not_of('0') - lead + 1);
  return out;
}

std::string scientific(const Decimal& d) {
  const std::string rest = d.digits.size() > 1 ? "." + d.digits.substr(1) : "";
  return fmt::format("{}{}{}e{}{:02}", d.negative ? "-" : "", d.digits[0], rest, d.exponent < 0 ? '-' : '+', std::abs(d.exponent));
}

std::string fixed(const Decimal& d) {
  const std::string sign = d.negative ? "-" : "";
  if (d.exponent < 0) return sign + "0." + std::string(static_cast<size_t>(-d.exponent - 1), '0') + d.digits;
  const auto whole = static_cast<size_t>(d.exponent) + 1;
  if (d.digits.size() <= whole) return sign + d.digits + std::string(whole - d.digits.size(), '0');
  return sign + d.digits.substr(0, whole) + "." + d.digits.substr(whole);
}

template <typename T>
std::to_chars_result written(char* first, char* last, T value, std::chars_format format) {
  // All digits that a large number has, as other libraries write it.
  const T exact = sizeof(T) == sizeof(double) ? T(0x1p53) : T(0x1p24);
  if (format == std::chars_format::fixed && std::abs(value) >= exact) return put(first, last, fmt::format("{:.0f}", value));
  const Decimal decimal = shortest(value);
  return put(first, last, format == std::chars_format::fixed ? fixed(decimal) : scientific(decimal));
}

}  // namespace

namespace std {

to_chars_result to_chars(char* first, char* last, double value, chars_format format) {
  return written(first, last, value, format);
}

to_chars_result to_chars(char* first, char* last, float value, chars_format format) {
  return written(first, last, value, format);
}

to_chars_result to_chars(char* first, char* last, double value, chars_format format, int precision) {
  return put(first, last, format == chars_format::fixed ? fmt::format("{:.{}f}", value, precision)
                                                        : fmt::format("{:.{}e}", value, precision));
}

from_chars_result from_chars(const char* first, const char* last, double& value, chars_format) {
  const string text(first, last);
  char* end = nullptr;
  const double read = strtod(text.c_str(), &end);
  const char* const stop = first + (end - text.c_str());
  if (stop == first) return {first, errc::invalid_argument};
  const bool too_small = read == 0 && text.find_first_of("123456789") < static_cast<size_t>(stop - first);
  if (isinf(read) || too_small) return {stop, errc::result_out_of_range};
  value = read;
  return {stop, errc()};
}

}  // namespace std
