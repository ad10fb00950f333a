#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "io/reading.h"

/// Numbers written as text, and lists of them. For the sources of lib/io only.
namespace mha::io {

/// A number as written in the text.
struct WrittenNumber {
  enum class Kind : uint8_t { boolean, integer, floating };
  Kind kind = Kind::integer;
  int64_t integer = 0;  // of booleans and integers
  double floating = 0;  // of all three
  /// Digits after the point, and the exponent after an e.
  int decimals = 0;
  int exponent = 0;
  size_t length = 0;  // characters taken

  bool finite_float() const;
};

/// The number that `text` begins with: 1, -1.5, 1., .5, 1e-3, nan, -inf, NaN,
/// Infinity, True, false. Nothing if there is none; an integer too large for
/// int64 becomes a float.
std::optional<WrittenNumber> number_at(std::string_view text);

/// Collects nested lists of numbers, in which all lists at one depth must have
/// the same length.
class NestedNumbers {
 public:
  void open();
  void close();
  void add(const WrittenNumber& number);

  /// Whether every opened list is closed.
  bool closed() const { return counts_.empty(); }
  /// The nesting depth of the next number.
  size_t depth() const { return counts_.size(); }
  const Shape& shape() const { return shape_; }
  size_t count() const { return is_float_ ? floats_.size() : ints_.size(); }

  /// The dtype that torch.tensor() gives such numbers: bool, int64, or `floats`
  /// if one of them is a float (or there is none).
  DType natural_dtype(DType floats) const;
  Tensor tensor(Collection& collection, Shape shape, DType dtype) const;

 private:
  [[noreturn]] void ragged() const;
  void count_item();

  Shape shape_;   // sizes of the lists, outermost first; -1: not known
  Shape counts_;  // items so far in the lists that are open
  std::optional<size_t> number_depth_;
  bool is_float_ = false;
  bool has_integer_ = false;
  std::vector<int64_t> ints_;
  std::vector<double> floats_;
};

/// The largest relative rounding error of this dtype.
double rounding_of(DType dtype);

/// How exactly a list of printed numbers is known: half a unit in the last
/// printed place.
class HalfUnits {
 public:
  void add(const WrittenNumber& number);

  /// Whether there is a finite float.
  bool any() const { return any_; }
  /// The largest number of decimals, and whether all floats have so many.
  int most_decimals() const { return most_decimals_; }
  bool same_decimals() const { return same_; }
  bool has_exponents() const { return has_exponents_; }

  /// Sets the precision of numbers that were all printed with so many decimals,
  /// from a type with the relative rounding error `rounding`.
  void apply(NamedTensor& named, int decimals, double rounding,
             Collection& collection) const;

 private:
  static constexpr int16_t kExact = INT16_MIN;
  bool any_ = false;
  bool same_ = true;
  bool has_exponents_ = false;
  int most_decimals_ = 0;
  std::vector<int16_t> exponents_;
};

}  // namespace mha::io
