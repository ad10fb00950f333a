#include "tensor/kernels/sleef_f32.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "tensor/core/numerics.h"

namespace mha::sleef {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLog2E = 1.442695040888963407359924681F;
constexpr float kLn2High = 0.693145751953125F;
constexpr float kLn2Low = 1.428606765330187045e-06F;

// ----------------------------------------------------------- pairs of floats

// A number as the sum of two floats, the second far below the first.
struct Pair {
  float high = 0;
  float low = 0;
  float sum() const { return high + low; }
};

// The sum of two floats, and what its rounding lost; in any order of size.
Pair two_sum(float a, float b) {
  const float s = a + b;
  const float v = s - a;
  return {s, (a - (s - v)) + (b - v)};
}
Pair add_any(Pair a, float b) {
  const Pair s = two_sum(a.high, b);
  return {s.high, s.low + a.low};
}
Pair add_any(Pair a, Pair b) {
  const Pair s = two_sum(a.high, b.high);
  return {s.high, s.low + (a.low + b.low)};
}
// The same if the first is the larger.
Pair add(Pair a, float b) {
  const float s = a.high + b;
  return {s, ((a.high - s) + b) + a.low};
}
Pair add(Pair a, Pair b) {
  const float s = a.high + b.high;
  return {s, (((a.high - s) + b.high) + a.low) + b.low};
}
Pair add(float a, Pair b) {
  const float s = a + b.high;
  return {s, ((a - s) + b.high) + b.low};
}
Pair subtract(Pair a, Pair b) {
  const float s = a.high - b.high;
  return {s, (((a.high - s) - b.high) + a.low) - b.low};
}
Pair twice(Pair a) { return {a.high * 2.0F, a.low * 2.0F}; }
Pair negated(Pair a) { return {-a.high, -a.low}; }

Pair multiply(Pair a, float b) {
  const float p = a.high * b;
  return {p, std::fma(a.low, b, std::fma(a.high, b, -p))};
}
Pair multiply(Pair a, Pair b) {
  const float p = a.high * b.high;
  return {p, std::fma(a.high, b.low,
                      std::fma(a.low, b.high, std::fma(a.high, b.high, -p)))};
}
Pair square(Pair a) {
  const float p = a.high * a.high;
  return {p, std::fma(a.high + a.high, a.low, std::fma(a.high, a.high, -p))};
}
Pair inverse(Pair a) {
  const float t = 1.0F / a.high;
  return {t, t * std::fma(-a.low, t, std::fma(-a.high, t, 1.0F))};
}
Pair divide(Pair a, Pair b) {
  const float t = 1.0F / b.high;
  const float q = a.high * t;
  const float u = std::fma(t, a.high, -q);
  const float v = std::fma(-b.low, t, std::fma(-b.high, t, 1.0F));
  return {q, std::fma(q, v, std::fma(a.low, t, u))};
}

// ----------------------------------------------------------------- what helps

float polynomial(float x, std::initializer_list<float> coefficients) {
  float p = 0;
  bool first = true;
  for (const float c : coefficients) {
    p = first ? c : std::fma(p, x, c);
    first = false;
  }
  return p;
}

// x * 2^e in two steps, since 2^e alone may be no float.
float scaled(float x, int32_t e) {
  const int32_t half = e >> 1;
  return x * power_of_two(half) * power_of_two(e - half);
}

// A positive number as m * 2^e with m in [0.75, 1.5).
struct Binary {
  float mantissa;
  float exponent;
};
int32_t exponent_of(float x) {
  const uint32_t bits = std::bit_cast<uint32_t>(x * (1.0F / 0.75F));
  return static_cast<int32_t>(bits >> 23 & 0xff) - 127;
}
Binary split(float x) {
  const bool subnormal = x < std::numeric_limits<float>::min();
  if (subnormal) x *= 0x1p64F;
  const int32_t e = exponent_of(x);
  const float m = std::bit_cast<float>(std::bit_cast<int32_t>(x) - (e << 23));
  return {m, static_cast<float>(subnormal ? e - 64 : e)};
}

// exp of a pair, as a pair; 0 far below.
Pair exp_pair(Pair d) {
  const float q = std::rint(d.sum() * kLog2E);
  Pair s = add_any(d, q * -kLn2High);
  s = add_any(s, q * -kLn2Low);
  const float u = polynomial(s.high, {0.1980960224e-3F, 0.1394256484e-2F,
                                      0.8333456703e-2F, 0.4166637361e-1F});
  Pair t = add_any(multiply(s, u), 0.166666659414234244790680580464F);
  t = add_any(multiply(s, t), 0.5F);
  t = add_any(s, multiply(square(s), t));
  t = add(1.0F, t);
  if (d.high < -104.0F) return {};
  const int32_t e = static_cast<int32_t>(q);
  return {scaled(t.high, e), scaled(t.low, e)};
}

// ------------------------------------------------------------- sine and cosine

constexpr int kSleefLanes = 8;
constexpr float kShort = 125.0F;  // three constants for pi do up to here
constexpr float kPi[] = {3.1414794921875F, 0.00011315941810607910156F,
                         1.9841872589410058936e-09F};
constexpr float kInversePi = 0.318309886183790671537767526745F;

// The sine of a reduced angle; `flip` changes its sign.
float sine_core(Pair angle, bool flip) {
  const Pair s = square(angle);
  const float u =
      polynomial(s.high, {2.6083159809786593541503e-06F,
                          -0.0001981069071916863322258F,
                          0.00833307858556509017944336F});
  const Pair x = add(
      1.0F, multiply(add(Pair{-0.166666597127914428710938F, 0}, u * s.high), s));
  const float y = std::fma(
      angle.high, x.high, std::fma(angle.low, x.high, angle.high * x.low));
  return flip ? -y : y;
}

// An angle minus whole multiples of pi, plus `shift` of one.
struct Reduced {
  Pair angle;
  bool odd;  // whether an odd number of multiples was subtracted
};
Reduced reduced_in_double(float x, double shift) {
  const double turns = std::rint(static_cast<double>(x) / M_PI - shift);
  const double left = std::fma(-(turns + shift), M_PI, static_cast<double>(x));
  const float high = static_cast<float>(left);
  return {{high, static_cast<float>(left - static_cast<double>(high))},
          std::fmod(turns, 2.0) != 0.0};
}

float sine(float x, bool is_short) {
  if (x == 0.0F) return x;
  if (!is_short) {
    const Reduced r = reduced_in_double(x, 0.0);
    return sine_core(r.angle, r.odd);
  }
  const float q = std::rint(x * kInversePi);
  Pair s = two_sum(std::fma(q, -kPi[0], x), q * -kPi[1]);
  s = add(s, q * -kPi[2]);
  return sine_core(s, (static_cast<int32_t>(q) & 1) != 0);
}

float cosine(float x, bool is_short) {
  if (!is_short) {
    const Reduced r = reduced_in_double(x, 0.5);
    return sine_core(r.angle, !r.odd);
  }
  // Odd halves of pi.
  const float q =
      std::fma(std::rint(std::fma(x, kInversePi, -0.5F)), 2.0F, 1.0F);
  Pair s = two_sum(x, q * (-kPi[0] * 0.5F));
  s = add_any(s, q * (-kPi[1] * 0.5F));
  s = add_any(s, q * (-kPi[2] * 0.5F));
  return sine_core(s, (static_cast<int32_t>(q) & 2) == 0);
}

template <typename Core>
void by_vectors(const float* in, float* out, int64_t n, Core core) {
  for (int64_t begin = 0; begin < n; begin += kSleefLanes) {
    const int64_t end = std::min(n, begin + kSleefLanes);
    bool is_short = true;
    for (int64_t i = begin; i < end; ++i) {
      is_short = is_short && std::abs(in[i]) < kShort;
    }
    for (int64_t i = begin; i < end; ++i) {
      out[i] = std::isfinite(in[i]) ? core(in[i], is_short) : in[i] - in[i];
    }
  }
}

// ---------------------------------------------------------------- logarithms

// (m - 1) / (m + 1), whose odd powers make the logarithm of m.
Pair log_ratio(float m) {
  return divide(two_sum(-1.0F, m), two_sum(1.0F, m));
}

float log_of_special(float x) { return std::log(x); }

bool is_special(float x) { return !(x > 0.0F) || std::isinf(x); }

// The logarithm as a pair, for pow().
Pair log_pair(float d) {
  const Binary b = split(d);
  const Pair x = log_ratio(b.mantissa);
  const Pair x2 = square(x);
  const float t = polynomial(
      x2.high, {0.240320354700088500976562F, 0.285112679004669189453125F,
                0.400007992982864379882812F});
  const Pair third = {0.66666662693023681640625F, 3.69183861259614332084311e-09F};
  const Pair ln2 = {0.69314718246459960938F, -1.904654323148236017e-09F};
  Pair s = multiply(ln2, b.exponent);
  s = add(s, twice(x));
  return add(s, multiply(multiply(x2, x), add(multiply(x2, t), third)));
}

float exp_of_pair(Pair d) {
  const float q = std::rint(d.sum() * kLog2E);
  Pair s = add_any(d, q * -kLn2High);
  s = add_any(s, q * -kLn2Low);
  const float high = s.high + s.low;
  s = {high, (s.high - high) + s.low};
  const float u = polynomial(
      s.high, {0.00136324646882712841033936F, 0.00836596917361021041870117F,
               0.0416710823774337768554688F, 0.166665524244308471679688F,
               0.499999850988388061523438F});
  const Pair t = add(1.0F, add(s, multiply(square(s), u)));
  if (d.high < -104.0F) return 0.0F;
  if (d.high > 104.0F) return kInfinity;
  return scaled(t.sum(), static_cast<int32_t>(q));
}

}  // namespace

void sin(const float* in, float* out, int64_t n) {
  by_vectors(in, out, n, sine);
}

void cos(const float* in, float* out, int64_t n) {
  by_vectors(in, out, n, cosine);
}

float tanh(float x) {
  const float size = std::abs(x);
  if (std::isnan(x)) return x;
  if (size > 8.664339742F) return std::copysign(1.0F, x);
  const Pair e = exp_pair({size, 0});
  const Pair f = inverse(e);
  return std::copysign(
      divide(add_any(e, negated(f)), add_any(e, f)).sum(), x);
}

float sinh(float x) {
  if (std::isnan(x)) return x;
  const float size = std::abs(x);
  if (size > 88.0F) return std::copysign(kInfinity, x);
  const Pair e = exp_pair({size, 0});
  return std::copysign(subtract(e, inverse(e)).sum() * 0.5F, x);
}

float cosh(float x) {
  if (std::isnan(x)) return x;
  const float size = std::abs(x);
  if (size > 88.0F) return kInfinity;
  const Pair e = exp_pair({size, 0});
  return add(e, inverse(e)).sum() * 0.5F;
}

// Three polynomials, by how large the number is.
float erf(float x) {
  const float a = std::abs(x);
  if (std::isnan(x)) return x;
  if (a >= 4.0F) return std::copysign(1.0F, x);
  struct Piece {
    float small[5];
    double linear, constant;
  };
  static constexpr Piece kPieces[] = {
      {{0.7089292194e-4F, -0.7768311189e-3F, 0.5159463733e-2F,
        -0.2683781274e-1F, 0.1128318012F},
       -0.376125876000657465175213237214,
       0.112837916021059138255978217023e+1},
      {{-0.1792667899e-4F, 0.3937633010e-3F, -0.3949181177e-2F,
        0.2445474640e-1F, -0.1070996150F},
       -0.634588905908410389971210809210,
       -0.112879855826694507209862753992e+1},
      {{-0.9495757695e-5F, 0.2481465926e-3F, -0.2918176819e-2F,
        0.2059706673e-1F, -0.9901899844e-1F},
       -0.643598050547891613081201721633,
       -0.112461487742845562801052956293e+1}};
  const auto pair = [](double v) {
    const float high = static_cast<float>(v);
    return Pair{high, static_cast<float>(v - static_cast<double>(high))};
  };
  const bool near = a < 1.1F;
  const Piece& piece = kPieces[near ? 0 : a < 2.4F ? 1 : 2];
  const float u = near ? a * a : a;
  float t = piece.small[0];
  for (int i = 1; i < 5; ++i) t = std::fma(t, u, piece.small[i]);
  Pair d = multiply(Pair{t, 0}, u);
  d = multiply(add_any(d, pair(piece.linear)), u);
  d = multiply(add_any(d, pair(piece.constant)), a);
  if (!near) d = add(1.0F, negated(exp_pair(d)));
  return std::copysign(d.sum(), x);
}

float expm1(float x) {
  if (std::isnan(x) || x == 0.0F) return x;
  if (x > 88.72283172607421875F) return kInfinity;
  if (x < -16.635532333438687426013570F) return -1.0F;
  return add_any(exp_pair({x, 0}), -1.0F).sum();
}

float log2(float x) {
  if (is_special(x)) return log_of_special(x);
  const Binary b = split(x);
  const Pair r = log_ratio(b.mantissa);
  const float x2 = r.high * r.high;
  const float t = polynomial(
      x2, {0.4374550283F, 0.5764790177F, 0.9618012905120F});
  const Pair twice_log2e = {2.8853900432586669922F, 3.2734474483568488616e-08F};
  const Pair s = add_any(Pair{b.exponent, 0}, multiply(r, twice_log2e));
  return add_any(s, x2 * r.high * t).sum();
}

float log10(float x) {
  if (is_special(x)) return log_of_special(x);
  const Binary b = split(x);
  const Pair r = log_ratio(b.mantissa);
  const float x2 = r.high * r.high;
  const float t =
      polynomial(x2, {0.1314289868F, 0.1735493541F, 0.2895309627F});
  Pair s = multiply(Pair{0.30103001F, -1.432098889e-08F}, b.exponent);
  s = add_any(s, multiply(r, Pair{0.868588984F, -2.170757285e-08F}));
  return add_any(s, x2 * r.high * t).sum();
}

float log1p(float x) {
  if (x == 0.0F || !(x > -1.0F) || x > 1e+38F) return std::log1p(x);
  float one_more = x + 1.0F;
  const bool subnormal = one_more < std::numeric_limits<float>::min();
  if (subnormal) one_more *= 0x1p64F;
  int32_t e = exponent_of(one_more);
  const float t = std::bit_cast<float>((127 - e) << 23);
  const float m = std::fma(x, t, t - 1.0F);
  if (subnormal) e -= 64;
  Pair s = multiply(Pair{0.69314718246459960938F, -1.904654323148236017e-09F},
                    static_cast<float>(e));
  const float den = 2.0F + m;
  const Pair r = divide({m, 0}, {den, (2.0F - den) + m});
  const float x2 = r.high * r.high;
  const float p =
      polynomial(x2, {0.3027294874F, 0.3996108174F, 0.6666694880F});
  s = add(s, twice(r));
  return add(s, x2 * r.high * p).sum();
}

float pow(float x, float y) {
  const bool whole = y == std::trunc(y);
  if (x == 0.0F || !std::isfinite(x) || !std::isfinite(y) || y == 0.0F ||
      x == 1.0F || (x < 0.0F && !whole)) {
    return std::pow(x, y);
  }
  const float r = exp_of_pair(multiply(log_pair(std::abs(x)), y));
  const float size = std::isnan(r) ? kInfinity : r;
  const bool odd = whole && std::fmod(y, 2.0F) != 0.0F;
  return x < 0.0F && odd ? -size : size;
}

}  // namespace mha::sleef
