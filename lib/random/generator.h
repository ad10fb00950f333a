#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace mha {

/// The numbers behind torch.manual_seed: a Mersenne Twister (MT19937), the same
/// stream as PyTorch's CPU generator. Copying one forks its stream.
class Generator {
 public:
  static constexpr uint64_t kDefaultSeed = 67280421310721u;

  explicit Generator(uint64_t seed = kDefaultSeed) { set_seed(seed); }

  /// Restarts the stream. It uses only the low 32 bits, as in PyTorch, but
  /// seed() returns all 64.
  void set_seed(uint64_t seed);
  /// Restarts it from a number of any size, 32 bits of it after the other, as Python's random does.
  void set_key(std::span<const uint32_t> key);
  uint64_t seed() const { return seed_; }

  uint32_t next32() {
    if (next_ == kWords) refill();
    return draws_[next_++];
  }
  /// Two draws; the first is the high half.
  uint64_t next64() {
    const uint64_t high = next32();
    return high << 32 | next32();
  }
  /// From 53 bits of two draws, in [0, 1).
  double uniform_double() {
    return static_cast<double>(next64() & ((uint64_t{1} << 53) - 1)) * 0x1p-53;
  }
  /// From 24 bits of one draw, in [0, 1).
  float uniform_float() {
    return static_cast<float>(next32() & 0xffffff) * 0x1p-24f;
  }
  /// N(0, 1) by pairs; the second of a pair waits for the next call.
  double normal_double();

  /// The whole state, as get_rng_state() returns it: 5056 bytes in PyTorch's
  /// layout.
  using State = std::array<uint8_t, 5056>;
  State state() const;
  /// False if the bytes are not such a state.
  bool set_state(const State& state);

 private:
  static constexpr uint32_t kWords = 624;

  void refill();
  void temper();

  uint64_t seed_ = 0;
  std::array<uint32_t, kWords> words_{};
  std::array<uint32_t, kWords> draws_{};  // words_, tempered
  uint32_t next_ = 0;                     // of draws_; kWords: refill first
  bool fresh_ = true;                     // seeded, nothing drawn yet
  std::optional<double> spare_normal_;    // the kept half of a pair
};

/// The generator that ops use when a program names none; each thread has its
/// own.
Generator& default_generator();

}  // namespace mha
