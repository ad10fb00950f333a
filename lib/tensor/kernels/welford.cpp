// Implements the mean and variance of core/numerics.h.

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>

#include "tensor/core/numerics.h"

namespace mha {
namespace {

constexpr int64_t kWelfordLanes = 8;
constexpr int64_t kChunk = 16;  // vectors taken one after the other
constexpr size_t kMostLevels = 64;  // of a count that fits 64 bits

// Running count, mean and sum of squared deviations. T is a number, or a vector
// of lanes with equal counts.
template <typename T>
struct Seen {
  int64_t count = 0;
  T mean;
  T squares;
};

using EightFloats = Eigen::Array<float, kWelfordLanes, 1>;

// Merges two by Chan's rule, into `total`.
template <typename T>
void join(const Seen<T>& part, Seen<T>& total) {
  const int64_t n = total.count + part.count;
  const float share =
      n == 0 ? 0.0f : static_cast<float>(part.count) / static_cast<float>(n);
  const T delta = part.mean - total.mean;
  total.mean += share * delta;
  total.squares +=
      part.squares + delta * delta * share * static_cast<float>(total.count);
  total.count = n;
}

// Welford's update over up to kChunk vectors.
Seen<EightFloats> chunk_moments(const float* x, int64_t vectors) {
  static const auto kShares = [] {
    std::array<float, kChunk> shares{};
    for (size_t j = 0; j < kChunk; ++j) shares[j] = 1.0f / static_cast<float>(j + 1);
    return shares;
  }();
  EightFloats mean = EightFloats::Zero(), squares = EightFloats::Zero();
  for (int64_t j = 0; j < vectors; ++j) {
    const EightFloats v = Eigen::Map<const EightFloats>(x + j * kWelfordLanes);
    const EightFloats delta = v - mean;
    mean += delta * kShares[static_cast<size_t>(j)];
    squares += delta * (v - mean);
  }
  return {vectors, mean, squares};
}

}  // namespace

Moments<double> moments(const double* x, int64_t n) {
  double mean = 0, squares = 0;
  for (int64_t j = 0; j < n; ++j) {
    const double delta = x[j] - mean;
    mean += delta / static_cast<double>(j + 1);
    squares += delta * (x[j] - mean);
  }
  return {mean, squares / static_cast<double>(n)};
}

Moments<float> moments(const float* x, int64_t n) {
  const int64_t vectors = n / kWelfordLanes;
  const int64_t chunks = (vectors + kChunk - 1) / kChunk;
  // Level j holds 2^j chunks, or nothing.
  const Seen<EightFloats> nothing{0, EightFloats::Zero(), EightFloats::Zero()};
  std::array<Seen<EightFloats>, kMostLevels> level;
  const int depth =
      chunks <= 2 ? 1 : std::bit_width(static_cast<uint64_t>(chunks - 1));
  std::fill_n(level.begin(), depth, nothing);
  for (int64_t i = 0; i < chunks; ++i) {
    join(chunk_moments(x + i * kChunk * kWelfordLanes,
                       std::min(kChunk, vectors - i * kChunk)),
         level[0]);
    int64_t mask = i + 1;
    for (size_t j = 1; j < static_cast<size_t>(depth) && (mask & 1) == 0; ++j) {
      join(level[j - 1], level[j]);
      level[j - 1] = nothing;
      mask >>= 1;
    }
  }
  for (size_t j = 1; j < static_cast<size_t>(depth); ++j) {
    join(level[j], level[0]);
  }
  Seen<float> all{};
  for (int64_t i = vectors * kWelfordLanes; i < n; ++i) {
    const float delta = x[i] - all.mean;
    ++all.count;
    all.mean += delta / static_cast<float>(all.count);
    all.squares += delta * (x[i] - all.mean);
  }
  for (size_t l = 0; l < kWelfordLanes; ++l) {
    const auto lane = static_cast<Eigen::Index>(l);
    join(Seen<float>{vectors, level[0].mean[lane], level[0].squares[lane]}, all);
  }
  return {all.mean, all.squares / static_cast<float>(n)};
}

}  // namespace mha
