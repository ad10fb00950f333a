#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace mha {

// Without loops and std::floor(): the compiler makes vectors of what calls these for each number.

/// oneDNN's exp of numbers up to 0: 2^n times a polynomial of degree 5, all
/// steps fused.
inline float exp_onednn(float x) {
  constexpr float kLog2E = 1.44269502F;
  constexpr float kLn2 = 0.693147182F;
  x = std::max(x, -87.336544036865F);
  const float exponent = std::fma(x, kLog2E, 0.5F);
  const auto cut = static_cast<int32_t>(exponent);
  // One less where cutting off has raised it: the sign of the difference.
  const int32_t n = cut + (std::bit_cast<int32_t>(exponent - static_cast<float>(cut)) >> 31);
  const float r = std::fma(-static_cast<float>(n), kLn2, x);
  float p = std::fma(0.00828929059F, r, 0.0418978221F);
  p = std::fma(p, r, 0.166676521F);
  p = std::fma(p, r, 0.499991506F);
  p = std::fma(p, r, 0.999999701F);
  p = std::fma(p, r, 1.0F);
  return p * std::bit_cast<float>((n + 127) << 23);
}

/// x * Phi(x) by formula 7.1.26 of Abramowitz and Stegun for erf, in oneDNN's
/// order of roundings.
struct GeluOneDnn {
  float operator()(float x) const {
    const float s = x * 0.70710678F;
    const float half = x * 0.5F;
    return std::fma(half, erf(s, exp_onednn(-(s * s))), half);
  }
  double operator()(double x) const { return x; }

  /// Its derivative, Phi(x) + x * phi(x).
  static float slope(float x) {
    const float s = x * 0.70710678F;
    const float q = exp_onednn(-(s * s));
    const float density = std::max(q - 2e-38F, 0.0F);  // exp_onednn() ends there: it is 0
    return std::fma(0.5F, erf(s, q), 0.5F) + x * (density * 0.398942280F);
  }

 private:
  /// The erf of s, from q = exp(-s * s).
  static float erf(float s, float q) {
    const float t = 1.0F / std::fma(0.3275911F, std::abs(s), 1.0F);
    float r = std::fma(1.061405429F, t, -1.453152027F);
    r = std::fma(r, t, 1.421413741F);
    r = std::fma(r, t, -0.284496736F);
    r = std::fma(r, t, 0.254829592F);
    return std::copysign(std::fma(-(q * t), r, 1.0F), s);
  }
};

}  // namespace mha
