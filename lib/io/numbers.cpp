#include "io/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "tensor/core/factory.h"

namespace mha::io {
namespace {

using NumberKind = WrittenNumber::Kind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word(char c) {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

struct Word {
  std::string_view text;
  NumberKind kind;
  double value;
};
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr Word kWords[] = {
    {"nan", NumberKind::floating, kNan},      {"NaN", NumberKind::floating, kNan},
    {"inf", NumberKind::floating, kInf},      {"Inf", NumberKind::floating, kInf},
    {"Infinity", NumberKind::floating, kInf}, {"infinity", NumberKind::floating, kInf},
    {"True", NumberKind::boolean, 1},         {"true", NumberKind::boolean, 1},
    {"False", NumberKind::boolean, 0},        {"false", NumberKind::boolean, 0}};

std::optional<WrittenNumber> word_at(std::string_view text, size_t sign) {
  size_t end = sign;
  while (end < text.size() && is_word(text[end])) ++end;
  const std::string_view found = text.substr(sign, end - sign);
  for (const Word& word : kWords) {
    if (found != word.text || (sign > 0 && word.kind == NumberKind::boolean))
      continue;
    WrittenNumber out;
    out.kind = word.kind;
    out.floating = text[0] == '-' ? -word.value : word.value;
    out.integer = word.kind == NumberKind::boolean && word.value > 0;
    out.length = end;
    return out;
  }
  return {};
}

/// Decimals, exponent and end of the digits of a number.
WrittenNumber measure(std::string_view text, size_t sign) {
  WrittenNumber out;
  size_t at = sign;
  const auto skip_digits = [&](size_t from) {
    while (from < text.size() && is_digit(text[from])) ++from;
    return from;
  };
  at = skip_digits(at);
  if (at < text.size() && text[at] == '.') {
    out.kind = NumberKind::floating;
    const size_t end = skip_digits(at + 1);
    out.decimals = static_cast<int>(std::min<size_t>(end - at - 1, 1000));
    at = end;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    size_t from = at + 1;
    if (from < text.size() && (text[from] == '+' || text[from] == '-')) ++from;
    const size_t end = skip_digits(from);
    if (end > from) {
      out.kind = NumberKind::floating;
      constexpr int kBeyond = 1000;  // the number is 0 or inf
      int exponent = kBeyond;
      std::from_chars(text.data() + from, text.data() + end, exponent);
      exponent = std::min(exponent, kBeyond);
      out.exponent = text[at + 1] == '-' ? -exponent : exponent;
      at = end;
    }
  }
  out.length = at;
  return out;
}

}  // namespace

bool WrittenNumber::finite_float() const {
  return kind == NumberKind::floating && std::isfinite(floating);
}

std::optional<WrittenNumber> number_at(std::string_view text) {
  if (text.empty()) return {};
  const size_t sign = text[0] == '-' || text[0] == '+' ? 1 : 0;
  if (sign == text.size()) return {};
  const bool point =
      text[sign] == '.' && sign + 1 < text.size() && is_digit(text[sign + 1]);
  if (!is_digit(text[sign]) && !point) return word_at(text, sign);
  WrittenNumber out = measure(text, sign);
  // from_chars() takes no '+'.
  const char* const begin = text.data() + (text[0] == '+' ? 1 : 0);
  const char* const end = text.data() + out.length;
  if (out.kind == NumberKind::integer) {
    const auto [stop, error] = std::from_chars(begin, end, out.integer);
    if (error == std::errc()) {
      out.floating = static_cast<double>(out.integer);
      return out;
    }
    out.kind = NumberKind::floating;
  }
  const auto [stop, error] = std::from_chars(begin, end, out.floating);
  if (error == std::errc::result_out_of_range) {
    // Too small is 0 and too large is inf, as in Python.
    out.floating = std::strtod(std::string(begin, end).c_str(), nullptr);
  } else if (error != std::errc()) {
    return {};
  }
  return out;
}

void NestedNumbers::ragged() const {
  refuse("its rows differ in length: the numbers form no tensor");
}

void NestedNumbers::count_item() {
  if (counts_.empty()) return;
  int64_t& count = counts_.back();
  const int64_t size = shape_[counts_.size() - 1];
  if (size >= 0 && count >= size) ragged();
  ++count;
}

void NestedNumbers::open() {
  if (counts_.size() >= static_cast<size_t>(kMaxDepth)) {
    refuse(fmt::format("its lists lie in each other more than {} deep",
                       kMaxDepth));
  }
  if (number_depth_ && counts_.size() >= *number_depth_) ragged();
  count_item();
  counts_.push_back(0);
  if (shape_.size() < counts_.size()) {
    // A list that was closed before without lists in it has none later.
    if (shape_.size() > 0 && shape_.back() >= 0) ragged();
    shape_.push_back(-1);
  }
}

void NestedNumbers::close() {
  int64_t& size = shape_[counts_.size() - 1];
  if (size < 0) size = counts_.back();
  if (size != counts_.back()) ragged();
  counts_.pop_back();
}

void NestedNumbers::add(const WrittenNumber& number) {
  if (shape_.size() > counts_.size()) ragged();
  number_depth_ = counts_.size();
  count_item();
  has_integer_ = has_integer_ || number.kind == NumberKind::integer;
  if (number.kind == NumberKind::floating && !is_float_) {
    is_float_ = true;
    floats_.assign(ints_.begin(), ints_.end());
    ints_ = {};
  }
  if (is_float_) {
    floats_.push_back(number.floating);
  } else {
    ints_.push_back(number.integer);
  }
}

DType NestedNumbers::natural_dtype(DType floats) const {
  if (is_float_ || count() == 0) return floats;
  return has_integer_ ? DType::int64 : DType::bool_;
}

Tensor NestedNumbers::tensor(Collection& collection, Shape shape,
                             DType dtype) const {
  const DType held = is_float_ ? DType::float64 : DType::int64;
  collection.claim(collection.bytes_of(shape, dtype));
  Tensor out = Tensor::empty(std::move(shape), held);
  if (is_float_) {
    std::copy(floats_.begin(), floats_.end(), out.data<double>());
  } else {
    std::copy(ints_.begin(), ints_.end(), out.data<int64_t>());
  }
  return to(out, dtype);
}

double rounding_of(DType dtype) {
  switch (dtype) {
    case DType::float64:
      return 0x1p-53;
    case DType::float16:
      return 0x1p-11;
    case DType::bfloat16:
      return 0x1p-8;
    default:
      return 0x1p-24;
  }
}

void HalfUnits::add(const WrittenNumber& number) {
  if (number.finite_float()) {
    if (any_ && number.decimals != most_decimals_) same_ = false;
    any_ = true;
    most_decimals_ = std::max(most_decimals_, number.decimals);
    has_exponents_ = has_exponents_ || number.exponent != 0;
  }
  const bool exact = !number.finite_float() || number.floating == 0;
  exponents_.push_back(exact ? kExact : static_cast<int16_t>(number.exponent));
}

void HalfUnits::apply(NamedTensor& named, int decimals, double rounding,
                      Collection& collection) const {
  if (!any_) return;
  const Tensor values = to(named.tensor, DType::float64);
  const double* const value = values.data<double>();
  if (!has_exponents_) {
    double largest = 0;
    for (size_t i = 0; i < exponents_.size(); ++i) {
      if (std::isfinite(value[i])) {
        largest = std::max(largest, std::abs(value[i]));
      }
    }
    named.precision = 0.5 * std::pow(10, -decimals) + rounding * largest;
    return;
  }
  // With exponents, a 0 is one exactly: anything else has an exponent.
  Tensor units = collection.allocate(named.tensor.shape(), DType::float64);
  double* const unit = units.data<double>();
  for (size_t i = 0; i < exponents_.size(); ++i) {
    unit[i] = exponents_[i] == kExact
                  ? 0
                  : 0.5 * std::pow(10, exponents_[i] - decimals) +
                        rounding * std::abs(value[i]);
    named.precision = std::max(named.precision, unit[i]);
  }
  named.half_units = std::move(units);
}

}  // namespace mha::io
