#include "random/generator.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace mha {

namespace {

constexpr uint32_t kShift = 397;

uint32_t twist(uint32_t word, uint32_t next) {
  const uint32_t y = (word & 0x80000000u) | (next & 0x7FFFFFFFu);
  return (y >> 1) ^ ((0u - (y & 1)) & 0x9908B0DFu);
}

/// PyTorch's layout of get_rng_state(): the fields of its old TH generator,
/// then later ones. Words are stored as 64-bit ints.
struct StateLayout {
  uint64_t seed;
  int32_t left;  // draws before the next refill, plus one
  int32_t seeded;
  uint64_t next;
  uint64_t words[624];
  double normal_x;
  double normal_y;
  double normal_rho;
  int32_t normal_is_valid;
  float next_float_normal;
  bool has_float_normal;
};
static_assert(sizeof(StateLayout) <= sizeof(Generator::State));

}  // namespace

void Generator::set_seed(uint64_t seed) {
  seed_ = seed;
  words_[0] = static_cast<uint32_t>(seed);
  for (uint32_t j = 1; j < kWords; ++j) {
    const uint32_t before = words_[j - 1];
    words_[j] = 1812433253u * (before ^ (before >> 30)) + j;
  }
  next_ = kWords;
  fresh_ = true;
  spare_normal_.reset();
}

void Generator::set_key(std::span<const uint32_t> key) {
  set_seed(19650218);
  uint32_t at = 1;
  const auto stir = [&](uint32_t factor, uint32_t more) {
    const uint32_t before = words_[at - 1];
    words_[at] = (words_[at] ^ (before ^ before >> 30) * factor) + more;
    if (++at < kWords) return;
    words_[0] = words_[kWords - 1];
    at = 1;
  };
  const auto length = static_cast<uint32_t>(key.size());
  for (uint32_t k = 0; k < std::max(kWords, length); ++k) stir(1664525, key[k % length] + k % length);
  for (uint32_t k = 1; k < kWords; ++k) stir(1566083941, 0u - at);
  words_[0] = 0x80000000;
}

void Generator::refill() {
  // In parts that need no modulo, so that the compiler can vectorise them.
  constexpr uint32_t kTurn = kWords - kShift;
  for (uint32_t k = 0; k < kTurn; ++k) {
    words_[k] = words_[k + kShift] ^ twist(words_[k], words_[k + 1]);
  }
  for (uint32_t k = kTurn; k < kWords - 1; ++k) {
    words_[k] = words_[k - kTurn] ^ twist(words_[k], words_[k + 1]);
  }
  words_[kWords - 1] =
      words_[kShift - 1] ^ twist(words_[kWords - 1], words_[0]);
  temper();
  next_ = 0;
  fresh_ = false;
}

void Generator::temper() {
  for (uint32_t k = 0; k < kWords; ++k) {
    uint32_t y = words_[k];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9D2C5680u;
    y ^= (y << 15) & 0xEFC60000u;
    draws_[k] = y ^ (y >> 18);
  }
}

double Generator::normal_double() {
  if (spare_normal_) {
    const double kept = *spare_normal_;
    spare_normal_.reset();
    return kept;
  }
  const double u1 = uniform_double();
  const double u2 = uniform_double();
  const double r = std::sqrt(-2.0 * std::log1p(-u2));
  const double theta = 2.0 * std::numbers::pi * u1;
  spare_normal_ = r * std::sin(theta);
  return r * std::cos(theta);
}

Generator::State Generator::state() const {
  StateLayout layout = {};
  layout.seed = seed_;
  layout.left = static_cast<int32_t>(kWords - next_ + 1);
  layout.seeded = 1;
  layout.next = fresh_ ? 0 : next_;  // as PyTorch has it after a seed
  for (size_t i = 0; i < kWords; ++i) layout.words[i] = words_[i];
  layout.normal_y = spare_normal_.value_or(0);
  layout.normal_is_valid = spare_normal_.has_value();
  State bytes{};
  std::memcpy(bytes.data(), &layout, sizeof(layout));
  return bytes;
}

bool Generator::set_state(const State& bytes) {
  StateLayout layout;
  std::memcpy(&layout, bytes.data(), sizeof(layout));
  if (layout.next > kWords || layout.seeded != 1) return false;
  seed_ = layout.seed;
  fresh_ = layout.next == 0;
  next_ = fresh_ ? kWords : static_cast<uint32_t>(layout.next);
  for (size_t i = 0; i < kWords; ++i) {
    words_[i] = static_cast<uint32_t>(layout.words[i]);
  }
  temper();
  spare_normal_.reset();
  if (layout.normal_is_valid) spare_normal_ = layout.normal_y;
  return true;
}

Generator& default_generator() {
  static thread_local Generator generator;
  return generator;
}

}  // namespace mha
