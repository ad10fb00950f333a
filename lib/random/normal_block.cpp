#include "random/normal_block.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace mha {

namespace {

constexpr int kHalf = 8;

/// Horner's rule with fused steps, highest coefficient first.
template <size_t N>
float polynomial(float x, const std::array<float, N>& coefficients) {
  float y = coefficients[0];
  for (size_t i = 1; i < N; ++i) y = std::fma(y, x, coefficients[i]);
  return y;
}

// Cephes logf (Moshier), as rearranged in Julien Pommier's sse_mathfun, with
// the fused steps that the compiler makes of it on AVX2. For x > 0.
float cephes_log(float x) {
  constexpr std::array<float, 9> kCoefficients = {
      7.0376836292e-2f,  -1.1514610310e-1f, 1.1676998740e-1f,
      -1.2420140846e-1f, 1.4249322787e-1f,  -1.6668057665e-1f,
      2.0000714765e-1f,  -2.4999993993e-1f, 3.3333331174e-1f};
  const auto bits = std::bit_cast<int32_t>(x);
  float e = static_cast<float>((bits >> 23) - 0x7F) + 1.0f;
  float m = std::bit_cast<float>((bits & ~0x7F800000) | 0x3F000000);
  const bool small = m < 0.707106781186547524f;
  const float extra = small ? m : 0.0f;
  m = m - 1.0f;
  if (small) e -= 1.0f;
  m = m + extra;
  const float z = m * m;
  float y = polynomial(m, kCoefficients) * m;
  y = std::fma(y, z, e * -2.12194440e-4f);
  y = std::fma(z, -0.5f, y);
  m = m + y;
  return std::fma(e, 0.693359375f, m);
}

// Cephes sinf and cosf of the same family. For x >= 0. Returns (sin, cos).
std::pair<float, float> cephes_sincos(float x) {
  int32_t j = static_cast<int32_t>(x * 1.27323954473516f);  // 4 / pi
  j = (j + 1) & ~1;
  const float y = static_cast<float>(j);
  const bool sin_negative = (j & 4) != 0;
  const bool sin_is_sin = (j & 2) == 0;
  const bool cos_negative = ((j - 2) & 4) == 0;
  // pi / 4 in three parts, so that nothing is lost in the subtraction.
  x = std::fma(y, -0.78515625f, x);
  x = std::fma(y, -2.4187564849853515625e-4f, x);
  x = std::fma(y, -3.77489497744594108e-8f, x);
  const float z = x * x;
  float c = polynomial<3>(z, {2.443315711809948e-5f, -1.388731625493765e-3f,
                              4.166664568298827e-2f});
  c = c * z;
  c = std::fma(c, z, -(z * 0.5f));
  c = c + 1.0f;
  float s = polynomial<3>(
      z, {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f});
  s = s * z;
  s = std::fma(s, x, x);
  const float sine = sin_is_sin ? s : c;
  const float cosine = sin_is_sin ? c : s;
  return {sin_negative ? -sine : sine, cos_negative ? -cosine : cosine};
}

}  // namespace

void normal_block(float* d, float mean, float std) {
  for (int i = 0; i < kHalf; ++i) {
    const float u1 = 1.0f - d[i];
    const float u2 = d[i + kHalf];
    const float radius = std::sqrt(-2.0f * cephes_log(u1));
    const auto [s, c] =
        cephes_sincos(static_cast<float>(2.0 * std::numbers::pi) * u2);
    d[i] = std::fma(radius * c, std, mean);
    d[i + kHalf] = std::fma(radius * s, std, mean);
  }
}

void normal_block(double* d, double mean, double std) {
  for (int i = 0; i < kHalf; ++i) {
    const double u1 = 1.0 - d[i];
    const double u2 = d[i + kHalf];
    const double radius = std::sqrt(-2.0 * std::log(u1));
    const double theta = 2.0 * std::numbers::pi * u2;
    d[i] = radius * std::cos(theta) * std + mean;
    d[i + kHalf] = radius * std::sin(theta) * std + mean;
  }
}

}  // namespace mha
