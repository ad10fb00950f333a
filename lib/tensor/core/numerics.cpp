#include "tensor/core/numerics.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "tensor/core/parallel.h"

namespace mha {
namespace {

constexpr int kSumLanes = 8;  // float32 numbers of an AVX2 vector

// exp(x) for the x of which the result is neither 0 nor infinite.
inline float exp_core(float x) {
  const float q = std::rint(x * 1.442695040888963407359924681f);
  float s = std::fma(q, -0.693145751953125f, x);
  s = std::fma(q, -1.428606765330187045e-06f, s);
  float u = 0.000198527617612853646278381f;
  u = std::fma(u, s, 0.00139304355252534151077271f);
  u = std::fma(u, s, 0.00833336077630519866943359f);
  u = std::fma(u, s, 0.0416664853692054748535156f);
  u = std::fma(u, s, 0.166666671633720397949219f);
  u = std::fma(u, s, 0.5f);
  u = 1.0f + std::fma(s * s, u, s);
  // In two steps, since 2^q alone may be too small for a float.
  const int32_t e = static_cast<int32_t>(q);
  const int32_t half = e >> 1;
  return u * power_of_two(half) * power_of_two(e - half);
}

template <typename T>
struct VectorOf {
  static constexpr int kSize = 32 / sizeof(T);
  using Vector = Eigen::Array<T, kSize, 1>;
};

// exp(x), without branches.
inline float exp_any(float x) {
  // Clamps x so that the core runs for all numbers; NaN bypasses the core.
  const float inside = x < -104.0f ? -104.0f : x > 100.0f ? 100.0f : x;
  float y = exp_core(inside == inside ? inside : 0.0f);
  y = x < -104.0f ? 0.0f : y;
  y = x > 100.0f ? std::numeric_limits<float>::infinity() : y;
  return x == x ? y : x;
}

// exp(in - shift). Subtracting 0 changes only -0, and exp(-0) is 1 too.
void exp_shifted(const float* in, float shift, float* out, int64_t n) {
  constexpr int64_t kWide = 16;
  if (n < kWide) {
    for (int64_t i = 0; i < n; ++i) out[i] = exp_any(in[i] - shift);
    return;
  }
  // The last vector overlaps the one before it, so it is read before `out`
  // (which may be `in`) is written.
  const int64_t whole = n / kWide * kWide;
  std::array<float, kWide> last;
  for (int64_t i = 0; i < kWide; ++i) {
    last[static_cast<size_t>(i)] = exp_any(in[n - kWide + i] - shift);
  }
  for (int64_t i = 0; i < whole; ++i) out[i] = exp_any(in[i] - shift);
  std::copy_n(last.begin(), kWide, out + n - kWide);
}

// How to read a summand: one number, or a vector of contiguous ones.
template <typename T>
struct LoadOne {
  using Value = T;
  static Value zero() { return T(0); }
  static Value load(const T* p) { return *p; }
};
template <typename T>
struct LoadLanes {
  using Value = typename VectorOf<T>::Vector;
  static Value zero() { return Value::Zero(); }
  static Value load(const T* p) { return Eigen::Map<const Value>(p); }
};

// Four parallel sums, `column` apart, each over `n` rows `row` apart.
template <typename Load, typename T>
std::array<typename Load::Value, 4> four_sums(const T* x, int64_t row,
                                              int64_t column, int64_t n) {
  using Value = typename Load::Value;
  using Sums = std::array<Value, 4>;
  constexpr int kLevels = 4;
  const auto add_row = [&](Sums& sums, int64_t i) {
    for (int k = 0; k < 4; ++k) {
      sums[k] = sums[k] + Load::load(x + i * row + k * column);
    }
  };
  Sums sums;
  sums.fill(Load::zero());
  const int ceil_log2 =
      n <= 2 ? 1 : std::bit_width(static_cast<uint64_t>(n - 1));
  const int power = std::max(4, ceil_log2 / kLevels);
  const int64_t step = int64_t{1} << power;
  int64_t i = 0;
  if (n < step) {
    for (; i < n; ++i) add_row(sums, i);
    return sums;
  }
  std::array<Sums, kLevels - 1> above;
  above.fill(sums);
  while (i + step <= n) {
    for (int64_t j = 0; j < step; ++j, ++i) add_row(sums, i);
    Sums* below = &sums;
    for (int j = 1; j < kLevels; ++j) {
      for (int k = 0; k < 4; ++k) {
        above[j - 1][k] = above[j - 1][k] + (*below)[k];
        (*below)[k] = Load::zero();
      }
      if ((i & ((step - 1) << (j * power))) != 0) break;
      if (j == kLevels - 2) checkpoint();  // a view may have more elements than its storage
      below = &above[j - 1];
    }
  }
  for (; i < n; ++i) add_row(sums, i);
  for (const Sums& level : above) {
    for (int k = 0; k < 4; ++k) sums[k] = sums[k] + level[k];
  }
  return sums;
}

// One sum over n summands: four interleaved sums, then those four.
template <typename Load, typename T>
typename Load::Value one_sum(const T* x, int64_t step, int64_t n) {
  auto sums = four_sums<Load>(x, step * 4, step, n / 4);
  for (int64_t i = n / 4 * 4; i < n; ++i) {
    sums[0] = sums[0] + Load::load(x + i * step);
  }
  for (int k = 1; k < 4; ++k) sums[0] = sums[0] + sums[k];
  return sums[0];
}

// The same if no level of the cascade fills up, for a row of up to 511 floats:
// in a function of its own the four sums stay in registers.
template <typename T>
typename VectorOf<T>::Vector short_sum(const T* x, int64_t n) {
  using Load = LoadLanes<T>;
  constexpr int kSize = VectorOf<T>::kSize;
  auto a = Load::zero(), b = a, c = a, d = a;
  const T* const end = x + n / 4 * 4 * kSize;
  const T* const last = x + n * kSize;
  for (; x < end; x += 4 * kSize) {
    a = a + Load::load(x);
    b = b + Load::load(x + kSize);
    c = c + Load::load(x + 2 * kSize);
    d = d + Load::load(x + 3 * kSize);
  }
  for (; x < last; x += kSize) a = a + Load::load(x);
  a = a + b;
  a = a + c;
  return a + d;
}

template <typename T>
T contiguous_sum(const T* x, int64_t n) {
  constexpr int kSize = VectorOf<T>::kSize;
  constexpr int64_t kShort = 16 * 4 * kSize;
  const typename VectorOf<T>::Vector lanes =
      n < kShort ? short_sum(x, n / kSize) : one_sum<LoadLanes<T>>(x, kSize, n / kSize);
  T sum = 0;
  for (int64_t i = n / kSize * kSize; i < n; ++i) sum += x[i];
  for (int k = 0; k < kSize; ++k) sum += lanes[k];
  return sum;
}

template <typename T>
void add_lanes(const typename VectorOf<T>::Vector& sums, T* out, int64_t step) {
  for (int k = 0; k < VectorOf<T>::kSize; ++k) out[k * step] += sums[k];
}

// Contiguous columns, each summed over rows `row` apart.
template <typename T>
void sum_columns(const T* in, T* out, int64_t row, int64_t out_step, int64_t n,
                 int64_t columns) {
  constexpr int kSize = VectorOf<T>::kSize;
  int64_t j = 0;
  for (; j + 4 * kSize <= columns; j += 4 * kSize) {
    const auto sums = four_sums<LoadLanes<T>>(in + j, row, kSize, n);
    for (int k = 0; k < 4; ++k) {
      add_lanes<T>(sums[k], out + (j + k * kSize) * out_step, out_step);
    }
  }
  for (; j + kSize <= columns; j += kSize) {
    add_lanes<T>(one_sum<LoadLanes<T>>(in + j, row, n), out + j * out_step,
                 out_step);
  }
  for (; j < columns; ++j) {
    out[j * out_step] += one_sum<LoadOne<T>>(in + j, row, n);
  }
}

template <typename T>
void sum_block_of(const T* in, T* out, SumBlock b) {
  if (b.out_step[0] != 0 && b.out_step[1] == 0) {
    std::swap(b.size[0], b.size[1]);
    std::swap(b.in_step[0], b.in_step[1]);
    std::swap(b.out_step[0], b.out_step[1]);
  }
  const int64_t n = b.size[0];
  const int64_t columns = b.size[1];
  if (b.out_step[0] != 0 && b.out_step[1] != 0) {
    for (int64_t j = 0; j < columns; ++j) {
      for (int64_t i = 0; i < n; ++i) {
        out[i * b.out_step[0] + j * b.out_step[1]] +=
            in[i * b.in_step[0] + j * b.in_step[1]];
      }
    }
    return;
  }
  if (b.in_step[0] == 1 && n >= VectorOf<T>::kSize) {
    for (int64_t j = 0; j < columns; ++j) {
      out[j * b.out_step[1]] += contiguous_sum(in + j * b.in_step[1], n);
    }
  } else if (b.in_step[1] == 1 && columns >= VectorOf<T>::kSize) {
    sum_columns(in, out, b.in_step[0], b.out_step[1], n, columns);
  } else if (b.in_step[0] < b.in_step[1]) {
    for (int64_t j = 0; j < columns; ++j) {
      out[j * b.out_step[1]] +=
          one_sum<LoadOne<T>>(in + j * b.in_step[1], b.in_step[0], n);
    }
  } else {
    int64_t j = 0;
    for (; j + 4 <= columns; j += 4) {
      const auto sums = four_sums<LoadOne<T>>(in + j * b.in_step[1],
                                              b.in_step[0], b.in_step[1], n);
      for (int k = 0; k < 4; ++k) out[(j + k) * b.out_step[1]] += sums[k];
    }
    for (; j < columns; ++j) {
      out[j * b.out_step[1]] +=
          one_sum<LoadOne<T>>(in + j * b.in_step[1], b.in_step[0], n);
    }
  }
}

}  // namespace

float exp_f32(float x) { return exp_any(x); }

void exp_f32(const float* in, float* out, int64_t n) {
  exp_shifted(in, 0.0f, out, n);
}

float log_f32(float x) {
  if (!(x > 0.0f) || std::isinf(x)) return std::log(x);
  const bool subnormal = x < std::numeric_limits<float>::min();
  if (subnormal) x *= 0x1p64f;
  // The exponent that brings the mantissa into [0.75, 1.5).
  const float scaled = x * (1.0f / 0.75f);
  int32_t e = static_cast<int32_t>(std::bit_cast<uint32_t>(scaled) >> 23) - 127;
  const float m = std::bit_cast<float>(std::bit_cast<int32_t>(x) - (e << 23));
  if (subnormal) e -= 64;
  // A pair of floats holds (m - 1) / (m + 1) with twice the digits.
  const float num = m - 1.0f;
  const float den = m + 1.0f;
  const float den_m = den - 1.0f;
  const float den_low = (1.0f - (den - den_m)) + (m - den_m);
  const float inverse = 1.0f / den;
  const float quotient = num * inverse;
  const float inverse_error =
      std::fma(-den_low, inverse, std::fma(-den, inverse, 1.0f));
  const float quotient_low =
      std::fma(quotient, inverse_error, std::fma(num, inverse, -quotient));
  const float x2 = quotient * quotient;
  float t = 0.3027294874e+0f;
  t = std::fma(t, x2, 0.3996108174e+0f);
  t = std::fma(t, x2, 0.6666694880e+0f);
  const float fe = static_cast<float>(e);
  const float ln2 = 0.69314718246459960938f;
  const float ln2_low = -1.904654323148236017e-09f;
  float sum = ln2 * fe;
  float sum_low = std::fma(ln2_low, fe, std::fma(ln2, fe, -sum));
  const auto add = [&](float high, float low) {
    const float total = sum + high;
    sum_low = (sum - total) + high + sum_low + low;
    sum = total;
  };
  add(quotient * 2.0f, quotient_low * 2.0f);
  add(x2 * quotient * t, 0.0f);
  return sum + sum_low;
}

float exp_sum_f32(const float* x, float shift, float* out, int64_t n) {
  constexpr int64_t kChunk = 256;
  std::array<float, kChunk> room;
  std::array<float, kSumLanes> lanes{};
  float short_sum = 0;
  for (int64_t begin = 0; begin < n; begin += kChunk) {
    const int64_t count = std::min(kChunk, n - begin);
    float* e = out ? out + begin : room.data();
    exp_shifted(x + begin, shift, e, count);
    if (n < kSumLanes) {
      short_sum = e[0];
      for (int64_t i = 1; i < n; ++i) short_sum += e[i];
      return short_sum;
    }
    int64_t i = 0;
    if (begin == 0) {
      for (int k = 0; k < kSumLanes; ++k) lanes[k] = e[k];
      i = kSumLanes;
    }
    for (; i + kSumLanes <= count; i += kSumLanes) {
      for (int k = 0; k < kSumLanes; ++k) lanes[k] += e[i + k];
    }
    for (int k = 0; i + k < count; ++k) lanes[k] += e[i + k];
  }
  for (int width = kSumLanes / 2; width > 0; width /= 2) {
    for (int k = 0; k < width; ++k) lanes[k] += lanes[k + width];
  }
  return lanes[0];
}

void sum_block(const float* in, float* out, SumBlock block) {
  sum_block_of(in, out, block);
}

void sum_block(const double* in, double* out, SumBlock block) {
  sum_block_of(in, out, block);
}

}  // namespace mha
