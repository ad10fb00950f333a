// Numbers to text and back.

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "lang/values/number.h"
#include "lang/values/unicode.h"

namespace mha::lang {
namespace {

constexpr size_t kMaxDigits = 4300;

}  // namespace

Value int_from_decimal(std::string_view digits, int base) {
  std::string plain;
  plain.reserve(digits.size());
  for (const char c : digits) {
    if (c != '_' && c != '+') plain += c;
  }
  const size_t count = plain.size() - (plain.starts_with('-') ? 1 : 0);
  int64_t small = 0;
  const char* end = plain.data() + plain.size();
  const auto parsed = std::from_chars(plain.data(), end, small, base);
  if (parsed.ec == std::errc() && parsed.ptr == end) return small;
  if (count > kMaxDigits && (base & (base - 1)) != 0) {
    throw ValueError(
        "Exceeds the limit (4300 digits) for integer string conversion: value "
        "has " +
        std::to_string(count) +
        " digits; use "
        "sys.set_int_max_str_digits() to increase the limit");
  }
  return int_from_big(mpz_class(plain, base));
}

std::string int_to_text(const Value& integral, int base) {
  if (const auto* o = integral.get<BigIntObject>()) {
    if (base == 10) {
      const mpz_class magnitude = abs(o->value);
      if (mpz_sizeinbase(magnitude.get_mpz_t(), 2) > kMaxDigits * 10 / 3 &&
          mpz_sizeinbase(magnitude.get_mpz_t(), 10) > kMaxDigits) {
        mpz_class limit;
        mpz_ui_pow_ui(limit.get_mpz_t(), 10, kMaxDigits);
        if (magnitude >= limit) {
          throw ValueError(
              "Exceeds the limit (4300 digits) for integer string conversion; "
              "use sys.set_int_max_str_digits() to increase the limit");
        }
      }
    }
    // Room for a sign and the end that mpz_get_str() writes.
    std::string text(mpz_sizeinbase(o->value.get_mpz_t(), base) + 2, '\0');
    mpz_get_str(text.data(), base, o->value.get_mpz_t());
    text.resize(std::strlen(text.c_str()));
    return text;
  }
  char buffer[80];
  const auto done =
      std::to_chars(buffer, buffer + sizeof buffer, integral.as_int(), base);
  return std::string(buffer, done.ptr);
}

std::string float_repr(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  char buffer[64];
  const auto done = std::to_chars(buffer, buffer + sizeof buffer, v,
                                  std::chars_format::scientific);
  const std::string_view text(buffer, static_cast<size_t>(done.ptr - buffer));
  const size_t e = text.find('e');
  const int exponent = std::atoi(std::string(text.substr(e + 1)).c_str());
  const bool negative = text[0] == '-';
  std::string digits;
  for (const char c : text.substr(0, e)) {
    if (c >= '0' && c <= '9') digits += c;
  }
  const int count = static_cast<int>(digits.size());
  std::string out = negative ? "-" : "";
  if (exponent < -4 || exponent >= 16) {
    out += digits[0];
    if (count > 1) out += '.' + digits.substr(1);
    char tail[16];
    std::snprintf(tail, sizeof tail, "e%c%02d", exponent < 0 ? '-' : '+',
                  std::abs(exponent));
    return out + tail;
  }
  if (exponent < 0) {
    return out + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') +
           digits;
  }
  const int whole = exponent + 1;
  if (count <= whole) {
    return out + digits + std::string(static_cast<size_t>(whole - count), '0') +
           ".0";
  }
  const size_t point = static_cast<size_t>(whole);
  return out + digits.substr(0, point) + '.' + digits.substr(point);
}

bool parse_float(std::string_view text, double& out) {
  text = strip_whitespace(text);
  std::string plain = ascii_digits(text);
  std::string clean;
  for (size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] != '_') {
      clean += plain[i];
      continue;
    }
    const auto digit = [&](size_t at) {
      return at < plain.size() && plain[at] >= '0' && plain[at] <= '9';
    };
    if (i == 0 || !digit(i - 1) || !digit(i + 1)) return false;
  }
  size_t i = 0;
  if (i < clean.size() && (clean[i] == '+' || clean[i] == '-')) ++i;
  std::string word;
  for (size_t j = i; j < clean.size(); ++j) {
    word += static_cast<char>(clean[j] | 0x20);
  }
  if (word == "inf" || word == "infinity" || word == "nan") {
    out = word == "nan" ? NAN : INFINITY;
    if (clean[0] == '-') out = -out;
    return true;
  }
  const auto digits = [&] {
    const size_t from = i;
    while (i < clean.size() && clean[i] >= '0' && clean[i] <= '9') ++i;
    return i - from;
  };
  size_t mantissa = digits();
  if (i < clean.size() && clean[i] == '.') {
    ++i;
    mantissa += digits();
  }
  if (mantissa == 0) return false;
  if (i < clean.size() && (clean[i] == 'e' || clean[i] == 'E')) {
    ++i;
    if (i < clean.size() && (clean[i] == '+' || clean[i] == '-')) ++i;
    if (digits() == 0) return false;
  }
  if (i != clean.size()) return false;
  out = std::strtod(clean.c_str(), nullptr);
  return true;
}

double round_float(double v, int64_t ndigits) {
  if (!std::isfinite(v) || v == 0 || ndigits > 323) return v;
  if (ndigits < -308) return v * 0.0;
  if (ndigits >= 0) {
    // printf rounds the exact value, ties to even, as Python does.
    char buffer[700];
    std::snprintf(buffer, sizeof buffer, "%.*f", static_cast<int>(ndigits), v);
    return std::strtod(buffer, nullptr);
  }
  const double unit = std::pow(10.0, static_cast<double>(-ndigits));
  const double rounded = std::nearbyint(v / unit) * unit;
  if (std::isinf(rounded)) {
    throw Error("OverflowError", "rounded value too large to represent");
  }
  return rounded;
}

}  // namespace mha::lang
