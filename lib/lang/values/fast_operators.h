#pragma once

// The operators on small ints and floats, in place where they are used: most
// of what a loop over numbers does. Whatever needs more care (overflow, zero
// divisors, other types) is left to Interpreter::binary and compare.

#include <cmath>

#include "lang/values/operation.h"
#include "lang/values/value.h"

namespace mha::lang {

/// False if the result of these two is no int of 64 bits, or Interpreter::binary has
/// to work it out.
[[gnu::always_inline]] inline bool fast_int_result(BinaryOp op, int64_t a, int64_t b,
                                                   int64_t& out) {
  // Branches that are guessed well beat one jump through a table, which is not.
  if (op == BinaryOp::add) return !__builtin_add_overflow(a, b, &out);
  if (op == BinaryOp::mul) return !__builtin_mul_overflow(a, b, &out);
  if (op == BinaryOp::sub) return !__builtin_sub_overflow(a, b, &out);
  switch (op) {
    case BinaryOp::floordiv:
      if (b <= 0) return false;
      out = a / b - (a % b < 0 ? 1 : 0);
      return true;
    case BinaryOp::mod:
      if (b <= 0) return false;
      out = a % b;
      if (out < 0) out += b;
      return true;
    case BinaryOp::and_: out = a & b; return true;
    case BinaryOp::or_: out = a | b; return true;
    case BinaryOp::xor_: out = a ^ b; return true;
    default: return false;
  }
}

/// A small int or a float, on its own.
struct Number {
  bool is_float;
  union {
    int64_t i;
    double d;
  };
  double as_float() const { return is_float ? d : static_cast<double>(i); }
  /// Of an int: whether a float can hold it.
  bool is_exact_float() const {
    constexpr int64_t kExact = int64_t{1} << 53;
    return i <= kExact && i >= -kExact;
  }
  Value value() const { return is_float ? Value(d) : Value(i); }
};

[[gnu::always_inline]] inline bool is_number(const Value& v, Number& out) {
  if (v.is_int()) {
    out.is_float = false;
    out.i = v.as_int();
    return true;
  }
  if (!v.is_float()) return false;
  out.is_float = true;
  out.d = v.as_float();
  return true;
}

/// False if this pair of operands is not one of the plain cases.
[[gnu::always_inline]] inline bool fast_number(BinaryOp op, const Number& a, const Number& b,
                                               Number& out) {
  if (!a.is_float && !b.is_float && op != BinaryOp::div) {
    out.is_float = false;
    return fast_int_result(op, a.i, b.i, out.i);
  }
  if (!a.is_float && !b.is_float && !(a.is_exact_float() && b.is_exact_float())) return false;
  const double x = a.as_float(), y = b.as_float();
  double r;
  if (op == BinaryOp::add)
    r = x + y;
  else if (op == BinaryOp::mul)
    r = x * y;
  else if (op == BinaryOp::sub)
    r = x - y;
  else if (op == BinaryOp::div && y != 0)
    r = x / y;
  else
    return false;
  out.is_float = true;
  out.d = r;
  return true;
}

[[gnu::always_inline]] inline bool fast_binary(BinaryOp op, const Value& a, const Value& b,
                                               Value& out) {
  Number x, y, r;
  if (!is_number(a, x) || !is_number(b, y) || !fast_number(op, x, y, r)) return false;
  out = r.value();
  return true;
}

template <typename T>
[[gnu::always_inline]] inline bool fast_ordered(CompareOp op, T a, T b) {
  // Without a branch for each operator: which of <, ==, > hold (of a NaN none), and
  // which of them each operator asks for.
  const unsigned holds = unsigned{a < b} | unsigned{a == b} << 1 | unsigned{a > b} << 2;
  constexpr uint8_t kAsked[] = {2, 2, 1, 3, 4, 6};  // ==, !=, <, <=, >, >=
  static_assert(CompareOp::eq == CompareOp{0} && CompareOp::ge == CompareOp{5});
  return ((holds & kAsked[static_cast<size_t>(op)]) != 0) != (op == CompareOp::ne);
}

/// For the six comparisons by value only.
[[gnu::always_inline]] inline bool fast_compare(CompareOp op, const Number& a, const Number& b,
                                                bool& out) {
  if (op > CompareOp::ge) return false;
  if (!a.is_float && !b.is_float) {
    out = fast_ordered(op, a.i, b.i);
    return true;
  }
  // An int beside a float is compared by its exact value.
  if (!(a.is_float || a.is_exact_float()) || !(b.is_float || b.is_exact_float())) return false;
  out = fast_ordered(op, a.as_float(), b.as_float());
  return true;
}

[[gnu::always_inline]] inline bool fast_compare(CompareOp op, const Value& a, const Value& b,
                                                bool& out) {
  Number x, y;
  return is_number(a, x) && is_number(b, y) && fast_compare(op, x, y, out);
}

}  // namespace mha::lang
