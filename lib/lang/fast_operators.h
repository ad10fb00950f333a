#pragma once

// The operators on small ints and floats, in place where they are used: most
// of what a loop over numbers does. Whatever needs more care (overflow, zero
// divisors, other types) is left to Interpreter::binary and compare.

#include <cmath>

#include "lang/ast.h"
#include "lang/value.h"

namespace mha::lang {

/// False if the result of these two is no int of 64 bits, or Interpreter::binary has
/// to work it out.
[[gnu::always_inline]] inline bool fast_int_result(BinaryOp op, int64_t a, int64_t b,
                                                   int64_t& out) {
  switch (op) {
    case BinaryOp::add: return !__builtin_add_overflow(a, b, &out);
    case BinaryOp::sub: return !__builtin_sub_overflow(a, b, &out);
    case BinaryOp::mul: return !__builtin_mul_overflow(a, b, &out);
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

/// False if this pair of operands is not one of the plain cases.
[[gnu::always_inline]] inline bool fast_int_binary(BinaryOp op, int64_t a, int64_t b,
                                                   Value& out) {
  if (op == BinaryOp::div) {
    constexpr int64_t kExact = int64_t{1} << 53;
    if (b == 0 || a > kExact || a < -kExact || b > kExact || b < -kExact)
      return false;
    out = Value(static_cast<double>(a) / static_cast<double>(b));
    return true;
  }
  int64_t r = 0;
  if (!fast_int_result(op, a, b, r)) return false;
  out = Value(r);
  return true;
}

[[gnu::always_inline]] inline bool fast_float_binary(BinaryOp op, double a, double b, Value& out) {
  switch (op) {
    case BinaryOp::add: out = Value(a + b); return true;
    case BinaryOp::sub: out = Value(a - b); return true;
    case BinaryOp::mul: out = Value(a * b); return true;
    case BinaryOp::div:
      if (b == 0) return false;
      out = Value(a / b);
      return true;
    default: return false;
  }
}

[[gnu::always_inline]] inline bool fast_binary(BinaryOp op, const Value& a, const Value& b,
                        Value& out) {
  if (a.is_int()) {
    if (b.is_int()) return fast_int_binary(op, a.as_int(), b.as_int(), out);
    if (b.is_float())
      return fast_float_binary(op, static_cast<double>(a.as_int()),
                               b.as_float(), out);
  } else if (a.is_float()) {
    if (b.is_float())
      return fast_float_binary(op, a.as_float(), b.as_float(), out);
    if (b.is_int())
      return fast_float_binary(op, a.as_float(),
                               static_cast<double>(b.as_int()), out);
  }
  return false;
}

template <typename T>
bool fast_ordered(CompareOp op, T a, T b) {
  switch (op) {
    case CompareOp::eq: return a == b;
    case CompareOp::ne: return a != b;
    case CompareOp::lt: return a < b;
    case CompareOp::le: return a <= b;
    case CompareOp::gt: return a > b;
    default: return a >= b;
  }
}

/// For the six comparisons by value only.
[[gnu::always_inline]] inline bool fast_compare(CompareOp op, const Value& a, const Value& b,
                         bool& out) {
  if (op > CompareOp::ge) return false;
  if (a.is_int() && b.is_int()) {
    out = fast_ordered(op, a.as_int(), b.as_int());
    return true;
  }
  if (a.is_float() && b.is_float()) {
    out = fast_ordered(op, a.as_float(), b.as_float());
    return true;
  }
  return false;
}

}  // namespace mha::lang
