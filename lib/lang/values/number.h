#pragma once

// Python's numbers: int of any size, and what int and float have in common.
// An int lives in its Value while it fits 64 bits and in a BigIntObject only
// beyond that; every function here gives the small form where it is possible.

#include <gmpxx.h>

#include <string>
#include <string_view>

#include "lang/values/object.h"
#include "lang/values/operation.h"

namespace mha::lang {

class Interpreter;

/// A number of 64 bits at full size; mpz_class takes a long, which has 32 bits on some systems.
mpz_class big_from(uint64_t v);
/// The lowest 64 bits of the magnitude.
uint64_t low_bits(const mpz_class& v);

class BigIntObject : public Object {
 public:
  static constexpr ObjectKind kKind = ObjectKind::big_int;
  explicit BigIntObject(mpz_class v);
  const mpz_class value;
};

// ------------------------------------------------------------------- making

/// The int that digits of a base (2 to 36) spell; an optional sign and
/// underscores between digits are taken. The caller has checked the digits.
/// Throws ValueError beyond 4300 decimal digits, as Python does.
Value int_from_decimal(std::string_view digits, int base = 10);
/// The int of that value, in the small form if it fits.
Value int_from_big(const mpz_class& v);
/// Towards zero. Throws OverflowError for infinity, ValueError for NaN.
Value int_from_double(double v);

// ---------------------------------------------------------------- inspecting

/// Whether the value is an int: small, big, or a bool.
bool is_integral(const Value& v);
/// Whether it is an int, a bool or a float.
bool is_number(const Value& v);
/// The integral value at full size.
mpz_class to_big(const Value& integral);
/// Of an int, bool or float. Throws OverflowError "int too large to convert to
/// float".
double to_double(const Value& number);
/// Negative, zero or positive.
int int_sign(const Value& integral);
/// The digits, with a minus sign; base 2 to 36, lower case. Base 10 throws
/// ValueError beyond 4300 digits.
std::string int_to_text(const Value& integral, int base = 10);

// ---------------------------------------------------------------- computing

/// Any operator but @ on two ints, in Python's meaning: floor division, modulo
/// with the sign of the divisor, a float from / and from negative powers.
/// Throws ZeroDivisionError, ValueError and BudgetError (before computing a
/// number that would be too big).
Value int_binary(BinaryOp op, const Value& a, const Value& b);
/// + - * / // % ** on numbers of which at least one is a float.
Value float_binary(BinaryOp op, double a, double b);
/// -v, +v and ~v of an int.
Value int_unary(UnaryOp op, const Value& v);
/// The greatest common divisor, never negative.
Value int_gcd(const Value& a, const Value& b);
/// pow(base, exponent, modulus) of ints.
Value int_pow_mod(const Value& base, const Value& exponent,
                  const Value& modulus);
/// == < and the rest on any two numbers, exact even between int and float.
bool number_compare(CompareOp op, const Value& a, const Value& b);
/// Python's hash: equal numbers hash alike, whatever their type.
uint64_t number_hash(const Value& number);
uint64_t int_hash(int64_t v);
/// round(v, ndigits) of a float: correctly rounded, ties to even.
double round_float(double v, int64_t ndigits);
Value round_int(const Value& v, int64_t ndigits);

// --------------------------------------------------------------------- text

/// repr() of a float: the shortest text that reads back as the same number.
std::string float_repr(double v);
/// What float("...") accepts; false if the text is no float.
bool parse_float(std::string_view text, double& out);

}  // namespace mha::lang
