#include "lang/values/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <new>

#include "base/error.h"
#include "base/memory.h"
#include "lang/values/fast_operators.h"

namespace mha::lang {
namespace {

// No honest program needs an int of more bits; beyond it one multiplication
// takes seconds.
constexpr size_t kMaxBits = size_t{1} << 26;

[[noreturn]] void too_big() {
  throw BudgetError("the result is an int of more than " +
                    std::to_string(kMaxBits) +
                    " bits (about 20 million digits), which is too large to "
                    "compute here");
}

// GMP's blocks are counted as all others are, and none is missing silently.
void* take(size_t bytes) {
  count_memory(static_cast<int64_t>(bytes));
  if (void* const block = std::malloc(bytes)) return block;
  throw std::bad_alloc();
}
void* take_again(void* block, size_t before, size_t bytes) {
  if (bytes > before) count_memory(static_cast<int64_t>(bytes - before));
  if (void* const moved = std::realloc(block, bytes)) return moved;
  throw std::bad_alloc();
}
void give_back(void* block, size_t) { std::free(block); }
[[maybe_unused]] const bool kCounted =
    (mp_set_memory_functions(take, take_again, give_back), true);

// An int of so many bits is about to be made, or that many are gone through.
void ask_bits(size_t bits) { ask_memory(static_cast<int64_t>(bits / 8)); }

size_t bit_length(const mpz_class& v) {
  return sgn(v) == 0 ? 0 : mpz_sizeinbase(v.get_mpz_t(), 2);
}

bool fits_int64(const mpz_class& v) {
  const size_t bits = bit_length(v);
  if (bits < 64) return true;
  return bits == 64 && sgn(v) < 0 && mpz_scan1(v.get_mpz_t(), 0) == 63;
}

mpz_class big(int64_t v) {
  const uint64_t magnitude = v < 0 ? uint64_t{0} - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
  return v < 0 ? mpz_class(-big_from(magnitude)) : big_from(magnitude);
}

// The nearest double, ties to even; infinity if there is none.
double nearest_double(const mpz_class& v, bool sticky = false) {
  const size_t bits = bit_length(v);
  const mpz_class magnitude = abs(v);
  double result;
  if (bits <= 64) {
    uint64_t top = low_bits(magnitude);
    if (sticky && bits > 55) top |= 1;
    result = static_cast<double>(top);
  } else {
    const size_t shift = bits - 64;
    const mpz_class shifted = magnitude >> shift;
    uint64_t top = low_bits(shifted);
    if (sticky || mpz_scan1(magnitude.get_mpz_t(), 0) < shift) top |= 1;
    result = shift > 2000 ? INFINITY
                          : std::ldexp(static_cast<double>(top),
                                       static_cast<int>(shift));
  }
  return sgn(v) < 0 ? -result : result;
}

Value true_divide(const Value& a, const Value& b) {
  if (int_sign(b) == 0) throw Error("ZeroDivisionError", "division by zero");
  constexpr int64_t kExact = int64_t{1} << 53;
  if (!a.get<BigIntObject>() && !b.get<BigIntObject>()) {
    const int64_t x = a.as_int(), y = b.as_int();
    if (x >= -kExact && x <= kExact && y >= -kExact && y <= kExact) {
      return static_cast<double>(x) / static_cast<double>(y);
    }
  }
  // Enough bits of the quotient that only the last rounding is left to do.
  const mpz_class n = to_big(a), d = to_big(b);
  if (sgn(n) == 0) return sgn(d) < 0 ? -0.0 : 0.0;
  const int64_t have =
      static_cast<int64_t>(bit_length(n)) - static_cast<int64_t>(bit_length(d));
  const int64_t shift = have < 66 ? 66 - have : 0;
  mpz_class quotient, remainder;
  mpz_tdiv_qr(quotient.get_mpz_t(), remainder.get_mpz_t(),
              mpz_class(n << static_cast<unsigned long>(shift)).get_mpz_t(),
              d.get_mpz_t());
  const double scaled = nearest_double(quotient, sgn(remainder) != 0);
  const double result = std::ldexp(scaled, -static_cast<int>(shift));
  if (std::isinf(result)) {
    throw Error("OverflowError",
                "integer division result too large for a float");
  }
  return result;
}

Value float_power(double a, double b) {
  if (a == 0 && b < 0) {
    throw Error("ZeroDivisionError",
                "0.0 cannot be raised to a negative power");
  }
  if (a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::floor(b)) {
    throw Refusal("a negative number to a fractional power is a complex number, "
                "and complex numbers are not part of the language here");
  }
  const double result = std::pow(a, b);
  if (std::isinf(result) && std::isfinite(a) && std::isfinite(b)) {
    throw Error("OverflowError", "(34, 'Numerical result out of range')");
  }
  return result;
}

// False if the power is no int of 64 bits.
bool small_power(int64_t base, int64_t exponent, int64_t& out) {
  for (out = 1;;) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(out, base, &out)) return false;
    exponent >>= 1;
    if (exponent == 0) return true;
    if (__builtin_mul_overflow(base, base, &base)) return false;
  }
}

Value power(const Value& a, const Value& b) {
  if (int64_t small = 0; a.is_int() && b.is_int() && b.as_int() >= 0 &&
                         small_power(a.as_int(), b.as_int(), small)) {
    return small;
  }
  if (int_sign(b) < 0) return float_power(to_double(a), to_double(b));
  if (!a.get<BigIntObject>()) {
    const int64_t base = a.as_int();
    if (base == 1 || int_sign(b) == 0) return int64_t{1};
    if (base == 0) return int64_t{0};
    if (base == -1) {
      const bool odd = mpz_odd_p(to_big(b).get_mpz_t()) != 0;
      return int64_t{odd ? -1 : 1};
    }
  }
  if (b.get<BigIntObject>()) too_big();
  const uint64_t exponent = static_cast<uint64_t>(b.as_int());
  const mpz_class base = to_big(a);
  // |base| >= 2, so the result has at least (bits - 1) * exponent bits.
  const uint64_t bits = bit_length(base);
  if (exponent > kMaxBits || (bits - 1) * exponent > kMaxBits) too_big();
  ask_bits(bits * exponent);
  mpz_class result;
  mpz_pow_ui(result.get_mpz_t(), base.get_mpz_t(), exponent);
  return int_from_big(result);
}

Value shift_left(const Value& a, const Value& b) {
  if (int_sign(b) < 0) throw ValueError("negative shift count");
  if (int_sign(a) == 0) return int64_t{0};
  if (b.get<BigIntObject>()) {
    throw Error("OverflowError", "too many digits in integer");
  }
  const uint64_t count = static_cast<uint64_t>(b.as_int());
  if (count > kMaxBits) too_big();
  ask_bits(count);
  return int_from_big(to_big(a) << count);
}

Value shift_right(const Value& a, const Value& b) {
  if (int_sign(b) < 0) throw ValueError("negative shift count");
  const int64_t all_gone = int_sign(a) < 0 ? -1 : 0;
  if (b.get<BigIntObject>()) return all_gone;
  if (!a.get<BigIntObject>()) {
    return b.as_int() > 63 ? all_gone : a.as_int() >> b.as_int();
  }
  if (static_cast<uint64_t>(b.as_int()) > kMaxBits) return all_gone;
  return int_from_big(to_big(a) >> static_cast<unsigned long>(b.as_int()));
}

Value big_binary(BinaryOp op, const Value& left, const Value& right) {
  const mpz_class a = to_big(left), b = to_big(right);
  ask_memory(static_cast<int64_t>(mpz_size(a.get_mpz_t()) + mpz_size(b.get_mpz_t())),
             sizeof(mp_limb_t));
  switch (op) {
    case BinaryOp::add:
      return int_from_big(a + b);
    case BinaryOp::sub:
      return int_from_big(a - b);
    case BinaryOp::mul:
      if (bit_length(a) + bit_length(b) > kMaxBits) too_big();
      return int_from_big(a * b);
    case BinaryOp::floordiv:
    case BinaryOp::mod: {
      mpz_class quotient, rest;
      mpz_fdiv_qr(quotient.get_mpz_t(), rest.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
      return int_from_big(op == BinaryOp::mod ? rest : quotient);
    }
    case BinaryOp::and_:
      return int_from_big(a & b);
    case BinaryOp::or_:
      return int_from_big(a | b);
    default:
      return int_from_big(a ^ b);
  }
}

// Python's hashes are numbers modulo this prime.
constexpr uint64_t kHashModulus = (uint64_t{1} << 61) - 1;

uint64_t signed_hash(uint64_t magnitude, bool negative) {
  const int64_t h = static_cast<int64_t>(magnitude);
  return int_hash(negative ? -h : h);
}

uint64_t hash_double(double v) {
  if (std::isinf(v)) return signed_hash(314159, v < 0);
  if (std::isnan(v)) return 0;
  int exponent;
  double m = std::frexp(std::fabs(v), &exponent);
  uint64_t h = 0;
  while (m != 0) {  // 28 bits at a time, rotating within 61 bits
    h = ((h << 28) & kHashModulus) | h >> 33;
    m *= 268435456.0;
    exponent -= 28;
    const uint64_t digit = static_cast<uint64_t>(m);
    m -= static_cast<double>(digit);
    h += digit;
    if (h >= kHashModulus) h -= kHashModulus;
  }
  exponent = exponent >= 0 ? exponent % 61 : 60 - (-1 - exponent) % 61;
  h = ((h << exponent) & kHashModulus) | h >> (61 - exponent);
  return signed_hash(h, v < 0);
}

}  // namespace

mpz_class big_from(uint64_t v) {
  constexpr int kHalf = 32;  // a long has at least that many bits
  if (v <= ULONG_MAX) return mpz_class(static_cast<unsigned long>(v));
  const mpz_class high = static_cast<unsigned long>(v >> kHalf);
  return (high << kHalf) + static_cast<unsigned long>(v & UINT32_MAX);
}

uint64_t low_bits(const mpz_class& v) {
  uint64_t low = 0;
  for (size_t i = 0; i * GMP_NUMB_BITS < 64; ++i) {
    low |= static_cast<uint64_t>(mpz_getlimbn(v.get_mpz_t(), static_cast<mp_size_t>(i))) << (i * GMP_NUMB_BITS);
  }
  return low;
}

BigIntObject::BigIntObject(mpz_class v)
    : Object(ObjectKind::big_int, nullptr), value(std::move(v)) {}

Value int_from_big(const mpz_class& v) {
  if (fits_int64(v)) {
    const uint64_t magnitude = low_bits(v);
    return static_cast<int64_t>(sgn(v) < 0 ? uint64_t{0} - magnitude : magnitude);
  }
  return make<BigIntObject>(v);
}

Value int_from_double(double v) {
  if (std::isinf(v)) {
    throw Error("OverflowError", "cannot convert float infinity to integer");
  }
  if (std::isnan(v)) throw ValueError("cannot convert float NaN to integer");
  if (std::fabs(v) < 9.2e18) return static_cast<int64_t>(v);
  return int_from_big(mpz_class(v));
}

bool is_integral(const Value& v) {
  return v.is_int() || v.is_bool() || v.get<BigIntObject>();
}

bool is_number(const Value& v) { return v.is_float() || is_integral(v); }

mpz_class to_big(const Value& integral) {
  if (const auto* o = integral.get<BigIntObject>()) return o->value;
  return big(integral.as_int());
}

double to_double(const Value& number) {
  if (number.is_float()) return number.as_float();
  if (const auto* o = number.get<BigIntObject>()) {
    const double result = nearest_double(o->value);
    if (std::isinf(result)) {
      throw Error("OverflowError", "int too large to convert to float");
    }
    return result;
  }
  return static_cast<double>(number.as_int());
}

int int_sign(const Value& integral) {
  if (const auto* o = integral.get<BigIntObject>()) return sgn(o->value);
  return integral.as_int() == 0 ? 0 : integral.as_int() < 0 ? -1 : 1;
}

Value int_binary(BinaryOp op, const Value& a, const Value& b) {
  switch (op) {
    case BinaryOp::div:
      return true_divide(a, b);
    case BinaryOp::pow:
      return power(a, b);
    case BinaryOp::lshift:
      return shift_left(a, b);
    case BinaryOp::rshift:
      return shift_right(a, b);
    case BinaryOp::floordiv:
    case BinaryOp::mod:
      if (int_sign(b) != 0) break;
      throw Error("ZeroDivisionError",
                  fmt::format("integer {}modulo by zero", op == BinaryOp::mod ? "" : "division or "));
    case BinaryOp::and_:
    case BinaryOp::or_:
    case BinaryOp::xor_:
      if (a.is_bool() && b.is_bool()) {
        int64_t bits = 0;
        fast_int_result(op, a.as_int(), b.as_int(), bits);
        return Value(bits != 0);
      }
      break;
    default:
      break;
  }
  if (int64_t result = 0; !a.get<BigIntObject>() && !b.get<BigIntObject>() &&
                          fast_int_result(op, a.as_int(), b.as_int(), result)) {
    return result;
  }
  return big_binary(op, a, b);
}

Value float_binary(BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::add:
      return a + b;
    case BinaryOp::sub:
      return a - b;
    case BinaryOp::mul:
      return a * b;
    case BinaryOp::div:
      if (b == 0) throw Error("ZeroDivisionError", "float division by zero");
      return a / b;
    case BinaryOp::pow:
      return float_power(a, b);
    default:
      break;
  }
  const bool wants_mod = op == BinaryOp::mod;
  if (b == 0) {
    throw Error("ZeroDivisionError",
                wants_mod ? "float modulo" : "float floor division by zero");
  }
  double mod = std::fmod(a, b);
  double quotient = (a - mod) / b;
  if (mod != 0) {
    if ((b < 0) != (mod < 0)) {
      mod += b;
      quotient -= 1.0;
    }
  } else {
    mod = std::copysign(0.0, b);
  }
  if (wants_mod) return mod;
  if (quotient == 0) return std::copysign(0.0, a / b);
  const double down = std::floor(quotient);
  return quotient - down > 0.5 ? down + 1.0 : down;
}

Value int_unary(UnaryOp op, const Value& v) {
  switch (op) {
    case UnaryOp::minus:
      return int_binary(BinaryOp::sub, int64_t{0}, v);
    case UnaryOp::invert:
      return int_binary(BinaryOp::sub, int64_t{-1}, v);
    default:
      return v.is_bool() ? Value(v.as_int()) : v;
  }
}

Value int_gcd(const Value& left, const Value& right) {
  mpz_class a = to_big(left), b = to_big(right);
  constexpr size_t kLong = size_t{1} << 20;
  while (sgn(b) != 0 && std::min(bit_length(a), bit_length(b)) > kLong) {
    ask_bits(bit_length(a) + bit_length(b));  // GMP's own cannot be stopped
    mpz_class rest;
    mpz_tdiv_r(rest.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
    a.swap(b);
    b.swap(rest);
  }
  mpz_class result;
  mpz_gcd(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return int_from_big(result);
}

Value int_pow_mod(const Value& base, const Value& exponent,
                  const Value& modulus) {
  if (int_sign(modulus) == 0)
    throw ValueError("pow() 3rd argument cannot be 0");
  mpz_class b = to_big(base), e = to_big(exponent), result;
  const mpz_class m = to_big(modulus);
  if (sgn(e) < 0) {
    if (mpz_invert(b.get_mpz_t(), b.get_mpz_t(), m.get_mpz_t()) == 0) {
      throw ValueError("base is not invertible for the given modulus");
    }
    e = -e;
  }
  // What takes long is done here, step by step: GMP cannot be stopped.
  constexpr size_t kLong = size_t{1} << 26;
  if (bit_length(e) * bit_length(m) < kLong) {
    mpz_powm(result.get_mpz_t(), b.get_mpz_t(), e.get_mpz_t(), m.get_mpz_t());
  } else {
    const mpz_class modulo = abs(m);
    mpz_class power;
    mpz_fdiv_r(power.get_mpz_t(), b.get_mpz_t(), modulo.get_mpz_t());
    result = 1;
    for (size_t bit = bit_length(e); bit-- > 0;) {
      ask_bits(4 * bit_length(modulo));
      result = result * result % modulo;
      if (mpz_tstbit(e.get_mpz_t(), bit)) result = result * power % modulo;
    }
    result %= modulo;
  }
  if (sgn(m) < 0 && sgn(result) > 0) result += m;
  return int_from_big(result);
}

bool number_compare(CompareOp op, const Value& a, const Value& b) {
  if (a.is_float() && b.is_float()) return fast_ordered(op, a.as_float(), b.as_float());
  if (!a.is_float() && !b.is_float()) {
    const bool small = !a.get<BigIntObject>() && !b.get<BigIntObject>();
    return small ? fast_ordered(op, a.as_int(), b.as_int())
                 : fast_ordered(op, cmp(to_big(a), to_big(b)), 0);
  }
  // An int beside a float is compared by its exact value.
  const double real = a.is_float() ? a.as_float() : b.as_float();
  if (std::isnan(real)) return op == CompareOp::ne;
  const int sign = mpz_cmp_d(to_big(a.is_float() ? b : a).get_mpz_t(), real);
  return fast_ordered(op, a.is_float() ? -sign : sign, 0);
}

uint64_t int_hash(int64_t v) {
  const int64_t h = v % static_cast<int64_t>(kHashModulus);
  return static_cast<uint64_t>(h == -1 ? -2 : h);  // -1 is no hash in CPython
}

uint64_t number_hash(const Value& number) {
  if (number.is_float()) return hash_double(number.as_float());
  if (const auto* o = number.get<BigIntObject>()) {
    const mpz_class magnitude = abs(o->value);
    return signed_hash(low_bits(mpz_class(magnitude % big_from(kHashModulus))),
                       sgn(o->value) < 0);
  }
  return int_hash(number.as_int());
}

Value round_int(const Value& v, int64_t ndigits) {
  if (ndigits >= 0) return int_unary(UnaryOp::plus, v);
  const mpz_class n = to_big(v);
  const uint64_t digits = uint64_t{0} - static_cast<uint64_t>(ndigits);
  if (digits > mpz_sizeinbase(n.get_mpz_t(), 10) + 1) return int64_t{0};
  mpz_class unit, quotient, rest;
  mpz_ui_pow_ui(unit.get_mpz_t(), 10, digits);
  mpz_fdiv_qr(quotient.get_mpz_t(), rest.get_mpz_t(), n.get_mpz_t(),
              unit.get_mpz_t());
  const int half = cmp(mpz_class(rest * 2), unit);
  if (half > 0 || (half == 0 && mpz_odd_p(quotient.get_mpz_t()))) quotient += 1;
  return int_from_big(quotient * unit);
}

}  // namespace mha::lang
