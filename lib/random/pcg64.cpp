#include "random/pcg64.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace mha {

namespace {

using Wide = unsigned __int128;

// ---------------------------------------------------------------------- seeds

/// Hashes numbers, each with the next power of `factor`.
struct Hash {
  uint32_t constant, factor;
  uint32_t operator()(uint32_t v) {
    v ^= constant;
    constant *= factor;
    v *= constant;
    return v ^ v >> 16;
  }
};

uint32_t mix(uint32_t a, uint32_t b) {
  const uint32_t v = 0xca01f9ddu * a - 0x4973f715u * b;
  return v ^ v >> 16;
}

/// SeedSequence(seed).generate_state(8) of NumPy.
std::array<uint32_t, 8> stir(std::span<const uint32_t> seed) {
  std::array<uint32_t, 4> pool{};
  Hash in{0x43b0d7e5u, 0x931e8875u};
  for (size_t k = 0; k < pool.size(); ++k) pool[k] = in(k < seed.size() ? seed[k] : 0);
  for (const uint32_t& from : pool) {
    for (uint32_t& to : pool) {
      if (&from != &to) to = mix(to, in(from));
    }
  }
  for (size_t k = pool.size(); k < seed.size(); ++k) {
    for (uint32_t& to : pool) to = mix(to, in(seed[k]));
  }
  std::array<uint32_t, 8> words{};
  Hash out{0x8b51f9ddu, 0x58f38dedu};
  for (size_t k = 0; k < words.size(); ++k) words[k] = out(pool[k % pool.size()]);
  return words;
}

// -------------------------------------------------------------------- normals

/// The ziggurat of Marsaglia and Tsang: 256 layers of one area cover
/// exp(-x * x / 2) for x > 0, the lowest with all that lies beyond kEdge.
constexpr double kEdge = 3.6541528853610088;
constexpr double kArea = 0.004928673233974652;  // to the digits that NumPy's tables come from

template <typename T>
constexpr int kBits = std::numeric_limits<T>::digits - 1;  // of a number within its layer

template <typename T>
struct Layers {
  std::array<T, 256> unit{};           // a layer's width, by 2**kBits
  std::array<T, 256> height{};         // of the curve where the layer ends
  std::array<uint64_t, 256> inside{};  // below it, a number is under the curve for sure
};

/// Computed in doubles that are each rounded once, whatever the C library, as
/// NumPy's tables were.
template <typename T>
Layers<T> make_layers() {
  const auto curve = [](double x) {
    return static_cast<double>(std::exp(static_cast<long double>(-0.5 * x * x)));
  };
  std::array<double, 256> x{}, y{};
  x[255] = kEdge;
  y[255] = curve(kEdge);
  for (size_t k = 254; k > 0; --k) {
    const long double next = kArea / x[k + 1] + y[k + 1];
    x[k] = std::sqrt(-2 * static_cast<double>(std::log(next)));
    y[k] = curve(x[k]);
    // The only number in NumPy's tables that is rounded the wrong way; the
    // later ones follow from it.
    if (k == 38) y[k] = std::nextafter(y[k], 1.0);
  }
  x[0] = kArea / y[255];
  y[0] = 1;
  Layers<T> out;
  for (size_t k = 0; k < 256; ++k) {
    const double part = k == 1 ? 0 : x[k == 0 ? 255 : k - 1] / x[k];
    out.unit[k] = static_cast<T>(std::ldexp(x[k], -kBits<T>));
    out.height[k] = static_cast<T>(y[k]);
    out.inside[k] = static_cast<uint64_t>(std::nearbyint(std::ldexp(part, kBits<T>)));
  }
  return out;
}

/// Lemire's method: the high half of a product, and another draw if the low
/// half would favour some results.
template <typename Product, typename Bits, typename F>
Bits scaled(Bits most, F next) {
  const Bits count = most + 1;
  if (count == 0) return next();
  Product product = static_cast<Product>(next()) * count;
  if (static_cast<Bits>(product) < count) {
    const Bits least = static_cast<Bits>(0 - count) % count;
    while (static_cast<Bits>(product) < least) product = static_cast<Product>(next()) * count;
  }
  return static_cast<Bits>(product >> std::numeric_limits<Bits>::digits);
}

}  // namespace

Pcg64::Pcg64(std::span<const uint32_t> seed) {
  const std::array<uint32_t, 8> words = stir(seed);
  const auto wide = [&words](size_t k) {
    const Wide high = uint64_t{words[k + 1]} << 32 | words[k];
    return high << 64 | (uint64_t{words[k + 3]} << 32 | words[k + 2]);
  };
  increment_ = wide(4) << 1 | 1;
  state_ = increment_ + wide(0);
  next64();
}

uint64_t Pcg64::next64() {
  constexpr Wide kFactor = Wide{0x2360ed051fc65da4} << 64 | 0x4385df649fccf645;
  state_ = state_ * kFactor + increment_;
  const auto high = static_cast<uint64_t>(state_ >> 64);
  return std::rotr(high ^ static_cast<uint64_t>(state_), static_cast<int>(high >> 58));
}

uint32_t Pcg64::next32() {
  if (waiting_) {
    const uint32_t v = *waiting_;
    waiting_.reset();
    return v;
  }
  const uint64_t both = next64();
  waiting_ = static_cast<uint32_t>(both >> 32);
  return static_cast<uint32_t>(both);
}

template <>
double Pcg64::uniform() {
  return static_cast<double>(next64() >> 11) * 0x1p-53;
}

template <>
float Pcg64::uniform() {
  return static_cast<float>(next32() >> 8) * 0x1p-24f;
}

template <typename T>
T Pcg64::normal() {
  static const Layers<T> layers = make_layers<T>();
  for (;;) {
    const uint64_t r = sizeof(T) == 8 ? next64() : next32();
    const size_t k = r & 0xff;
    const uint64_t place = r >> 9 & ((uint64_t{1} << kBits<T>) - 1);
    const T sign = r & 0x100 ? -1 : 1;
    const T x = sign * (static_cast<T>(place) * layers.unit[k]);
    if (place < layers.inside[k]) return x;
    if (k > 0) {
      const T under = (layers.height[k - 1] - layers.height[k]) * uniform<T>() + layers.height[k];
      if (under < std::exp(-0.5 * x * x)) return x;
      continue;
    }
    for (;;) {  // beyond the edge
      const T beyond = static_cast<T>(-1 / kEdge) * std::log1p(-uniform<T>());
      const T y = -std::log1p(-uniform<T>());
      if (y + y > beyond * beyond) {
        const T far = static_cast<T>(kEdge) + beyond;
        return place & 0x100 ? -far : far;
      }
    }
  }
}
template double Pcg64::normal();
template float Pcg64::normal();

uint64_t Pcg64::bounded(uint64_t most) {
  if (most == 0) return 0;
  if (most > UINT32_MAX) return scaled<Wide>(most, [this] { return next64(); });
  return scaled<uint64_t>(static_cast<uint32_t>(most), [this] { return next32(); });
}

}  // namespace mha
