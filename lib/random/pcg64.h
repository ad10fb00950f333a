#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace mha {

/// The numbers behind np.random.default_rng(): PCG64 (XSL-RR 128/64) and the
/// distributions that NumPy's Generator makes from it, bit for bit.
class Pcg64 {
 public:
  /// Mixes the seed as NumPy's SeedSequence does. The words of an int are its
  /// 32-bit words, lowest first; of several ints, one after the other.
  explicit Pcg64(std::span<const uint32_t> seed);

  uint64_t next64();
  /// Half of a next64(), the low half first; the next call returns the high
  /// half.
  uint32_t next32();
  /// In [0, 1); T is double or float, here and below.
  template <typename T>
  T uniform();
  /// N(0, 1).
  template <typename T>
  T normal();
  /// An integer from 0 to `most`, both included.
  uint64_t bounded(uint64_t most);

 private:
  unsigned __int128 state_ = 0, increment_ = 0;
  std::optional<uint32_t> waiting_;
};

}  // namespace mha
