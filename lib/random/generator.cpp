#include "random/generator.h"

#include <cmath>
#include <numbers>

namespace mha {

Generator::Generator(uint64_t seed) { manual_seed(seed); }

void Generator::manual_seed(uint64_t seed) {
  seed_ = seed;
  words_[0] = static_cast<uint32_t>(seed);
  for (uint32_t j = 1; j < kWords; ++j) {
    const uint32_t before = words_[j - 1];
    words_[j] = 1812433253u * (before ^ (before >> 30)) + j;
  }
  next_ = kWords;
  kept_normal_.reset();
}

void Generator::refill() {
  for (size_t k = 0; k < kWords; ++k) {
    const uint32_t y = (words_[k] & 0x80000000u) |
                       (words_[(k + 1) % kWords] & 0x7FFFFFFFu);
    words_[k] = words_[(k + 397) % kWords] ^ (y >> 1) ^
                ((y & 1) ? 0x9908B0DFu : 0u);
  }
  next_ = 0;
}

uint32_t Generator::random() {
  if (next_ == kWords) refill();
  uint32_t y = words_[static_cast<size_t>(next_++)];
  y ^= y >> 11;
  y ^= (y << 7) & 0x9D2C5680u;
  y ^= (y << 15) & 0xEFC60000u;
  return y ^ (y >> 18);
}

uint64_t Generator::random64() {
  const uint64_t high = random();
  return (high << 32) | random();
}

float Generator::uniform_float() {
  return static_cast<float>(random() & 0xFFFFFFu) * 0x1p-24f;
}

double Generator::uniform_double() {
  return static_cast<double>(random64() & ((uint64_t{1} << 53) - 1)) * 0x1p-53;
}

double Generator::normal_double() {
  if (kept_normal_) {
    const double kept = *kept_normal_;
    kept_normal_.reset();
    return kept;
  }
  const double u1 = uniform_double();
  const double u2 = uniform_double();
  const double r = std::sqrt(-2.0 * std::log1p(-u2));
  const double theta = 2.0 * std::numbers::pi * u1;
  kept_normal_ = r * std::sin(theta);
  return r * std::cos(theta);
}

Generator& default_generator() {
  static thread_local Generator generator;
  return generator;
}

}  // namespace mha
