#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace mha {

/// The numbers behind np.random.default_rng(): PCG64 (XSL-RR 128/64), with the
/// ways in which NumPy's Generator makes others of them, bit for bit.
class Pcg64 {
 public:
  /// A seed is stirred as NumPy's SeedSequence does it. Of an int it is the
  /// 32-bit words, the lowest first; of several ints, those of one after the other.
  explicit Pcg64(std::span<const uint32_t> seed);

  uint64_t next64();
  /// Half of a next64(), the low one first; the high one waits for the next call.
  uint32_t next32();
  /// In [0, 1); T is double or float, here and below.
  template <typename T>
  T uniform();
  /// N(0, 1).
  template <typename T>
  T normal();
  /// From 0 to `most`, both included.
  uint64_t bounded(uint64_t most);

 private:
  unsigned __int128 state_ = 0, increment_ = 0;
  std::optional<uint32_t> waiting_;
};

}  // namespace mha
