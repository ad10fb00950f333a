#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

/// The innermost loops of gemm.cpp, in Eigen's packets: tiles of a product that
/// fit the registers, and packed copies of their inputs. For gemm.cpp only.
namespace mha {

template <typename T>
struct GemmKernel {
  using Packet = typename Eigen::internal::packet_traits<T>::type;
  using HalfPacket = typename Eigen::internal::packet_traits<T>::half;
  static constexpr int kPacket = Eigen::internal::unpacket_traits<Packet>::size;
  // What columns are counted in; a whole packet where there are no smaller ones.
  static constexpr int kHalf = Eigen::internal::unpacket_traits<HalfPacket>::size;
  // A tile of the result that fits the registers: kRows x kPackets packets.
  static constexpr int kRows = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 16 ? 6 : 2;
  static constexpr int kPackets = kPacket == 1 ? 4 : EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 4 : 2;
  static constexpr int kColumns = kPackets * kPacket;
  static constexpr int kHalves = kColumns / kHalf;

  // Asks for the second cache's line; any address will do.
  static void prefetch_second([[maybe_unused]] const T* at) {
#ifdef __GNUC__
    constexpr int kRead = 0, kSecondCache = 2;
    __builtin_prefetch(at, kRead, kSecondCache);
#endif
  }

  // Whether the processor rounds x * y + sum once.
#ifdef EIGEN_HAS_SINGLE_INSTRUCTION_MADD
  static constexpr bool kFuses = true;
#else
  static constexpr bool kFuses = false;
#endif

  // x * y + sum, rounded once on any processor.
  template <typename P>
  static P fused(const P& x, const P& y, const P& sum) {
    if constexpr (kFuses) {
      return Eigen::internal::pmadd(x, y, sum);
    } else {
      constexpr int kSize = Eigen::internal::unpacket_traits<P>::size;
      std::array<T, kSize> a, b, c;
      Eigen::internal::pstoreu(a.data(), x);
      Eigen::internal::pstoreu(b.data(), y);
      Eigen::internal::pstoreu(c.data(), sum);
      for (size_t i = 0; i < kSize; ++i) c[i] = std::fma(a[i], b[i], c[i]);
      return Eigen::internal::ploadu<P>(c.data());
    }
  }

  // The tile where the processor does not round once, in pairs of doubles: they hold a product of floats as it
  // is, and its rounded sum gives another float only where it lies half-way between two. False if one does; the
  // result is then not written.
  template <int R, int C>
  static bool tile_of_doubles(const float* a, int64_t row_step, int64_t k_step, const float* b, int64_t b_step,
                              int64_t k, float* c, int64_t c_step, bool add, int columns) {
    using Floats = float __attribute__((vector_size(8)));
    using Doubles = double __attribute__((vector_size(16)));
    using Bits = int64_t __attribute__((vector_size(16)));
    constexpr int kPairs = (C + 1) / 2;
    Doubles sum[R][kPairs] = {};
    Bits halfway = {};
    for (int64_t l = 0; l < k; ++l) {
      Doubles right[kPairs];
      for (int p = 0; p < kPairs; ++p) {
        const float* at = b + l * b_step + 2 * p;
        right[p] = Doubles{at[0], 2 * p + 1 < C ? at[1] : 0};
      }
      for (int r = 0; r < R; ++r) {
        const double x = a[r * row_step + l * k_step];
        for (int p = 0; p < kPairs; ++p) {
          const Doubles wide = Doubles{x, x} * right[p] + sum[r][p];
          halfway |= (std::bit_cast<Bits>(wide) & 0x1fffffff) == 0x10000000;
          sum[r][p] = __builtin_convertvector(__builtin_convertvector(wide, Floats), Doubles);
        }
      }
    }
    if ((halfway[0] | halfway[1]) != 0) return false;
    for (int r = 0; r < R; ++r) {
      float* to = c + r * c_step;
      for (int j = 0; j < columns; ++j) {
        const auto x = static_cast<float>(sum[r][j / 2][j % 2]);
        to[j] = add ? to[j] + x : x;
      }
    }
    return true;
  }

  // R rows and H half packets of columns of the result, over k steps. b is read in
  // rows of `b_step`, its columns side by side. `kOnce`: each step is rounded once, also where
  // the processor takes several times as long for that.
  template <int R, int H, bool kOnce>
  static void tile(const T* a, int64_t row_step, int64_t k_step, const T* b,
                   int64_t b_step, int64_t k, T* c, int64_t c_step, bool add,
                   int columns) {
    namespace ei = Eigen::internal;
    if constexpr (kOnce && !kFuses && std::is_same_v<T, float>) {
      if (tile_of_doubles<R, H * kHalf>(a, row_step, k_step, b, b_step, k, c, c_step, add, columns)) return;
    }
    constexpr int kWhole = H * kHalf / kPacket;  // packets; then, maybe, a half one
    constexpr int kWholeColumns = kWhole * kPacket;
    constexpr bool kRest = kWholeColumns < H * kHalf;
    Packet sum[R][kWhole > 0 ? kWhole : 1];
    HalfPacket rest[R];
    for (int r = 0; r < R; ++r) {
      for (int p = 0; p < kWhole; ++p) {
        sum[r][p] = ei::pset1<Packet>(T(0));
        ei::prefetch(c + r * c_step + p * kPacket);
      }
      if constexpr (kRest) rest[r] = ei::pset1<HalfPacket>(T(0));
    }
    const auto madd = [](const auto& x, const auto& y, const auto& to) {
      if constexpr (kOnce) return fused(x, y, to);
      else return ei::pmadd(x, y, to);
    };
    const auto step = [&](int64_t l) {
      Packet right[kWhole > 0 ? kWhole : 1];
      HalfPacket right_rest;
      for (int p = 0; p < kWhole; ++p) {
        right[p] = ei::ploadu<Packet>(b + l * b_step + p * kPacket);
      }
      if constexpr (kRest) right_rest = ei::ploadu<HalfPacket>(b + l * b_step + kWholeColumns);
      const T* left = a + l * k_step;
      for (int r = 0; r < R; ++r) {
        const T x = left[r * row_step];
        for (int p = 0; p < kWhole; ++p) {
          sum[r][p] = madd(ei::pset1<Packet>(x), right[p], sum[r][p]);
        }
        if constexpr (kRest) {
          rest[r] = madd(ei::pset1<HalfPacket>(x), right_rest, rest[r]);
        }
      }
    };
    // Prefetches the rows of the next tile, which for a weight lie far apart.
    constexpr int64_t kLine = 64 / sizeof(T);
    const T* below = a + R * row_step;
    int64_t l = 0;
    for (; l + kLine <= k; l += kLine) {
      for (int r = 0; r < R; ++r) prefetch_second(below + r * row_step + l * k_step);
      for (int64_t i = 0; i < kLine; ++i) step(l + i);
    }
    for (; l < k; ++l) step(l);
    const bool whole = columns == H * kHalf;
    for (int r = 0; r < R; ++r) {
      std::array<T, H * kHalf> room;
      T* to = c + r * c_step;
      T* const row = whole ? to : room.data();
      const auto put = [&](T* at, auto x) {
        ei::pstoreu(at, whole && add ? ei::padd(ei::ploadu<decltype(x)>(at), x) : x);
      };
      for (int p = 0; p < kWhole; ++p) put(row + p * kPacket, sum[r][p]);
      if constexpr (kRest) put(row + kWholeColumns, rest[r]);
      for (int j = 0; j < columns && !whole; ++j) to[j] = add ? to[j] + row[j] : row[j];
    }
  }

  // Copies a panel of `columns` columns into rows of `width`, zeros beyond.
  static void pack(const T* b, int64_t row_step, int64_t column_step,
                   int64_t depth, int columns, int width, T* to) {
    if (columns < width) std::fill_n(to, depth * width, T(0));
    if (column_step == 1) {
      for (int64_t l = 0; l < depth; ++l) {
        std::copy_n(b + l * row_step, columns, to + l * width);
      }
      return;
    }
    if (row_step == 1) return turn(b, column_step, columns, depth, to, width);
    for (int64_t l = 0; l < depth; ++l) {
      const T* from = b + l * row_step;
      for (int p = 0; p < columns; ++p) to[l * width + p] = from[p * column_step];
    }
  }

  // to (n, m) = from (m, n).mT, both with rows so far apart: squares that fit the
  // registers, and what is left number by number.
  static void turn(const T* from, int64_t step, int64_t m, int64_t n, T* to,
                   int64_t to_step) {
    const int64_t whole_m = m / kHalf * kHalf, whole_n = n / kHalf * kHalf;
    for (int64_t j = 0; j < whole_n; j += kHalf) {
      for (int64_t i = 0; i < whole_m; i += kHalf) {
        turn_square(from + i * step + j, step, to + j * to_step + i, to_step);
      }
    }
    for (int64_t j = 0; j < n; ++j) {
      for (int64_t i = j < whole_n ? whole_m : 0; i < m; ++i) {
        to[j * to_step + i] = from[i * step + j];
      }
    }
  }

  static void turn_square(const T* from, int64_t step, T* to, int64_t to_step) {
    namespace ei = Eigen::internal;
// The packet's alignment is its type's, with or without the attribute.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
    ei::PacketBlock<HalfPacket, kHalf> square;
#pragma GCC diagnostic pop
    for (int i = 0; i < kHalf; ++i) {
      square.packet[i] = ei::ploadu<HalfPacket>(from + i * step);
    }
    ei::ptranspose(square);
    for (int i = 0; i < kHalf; ++i) {
      ei::pstoreu(to + i * to_step, square.packet[i]);
    }
  }

  using TileFn = void (*)(const T*, int64_t, int64_t, const T*, int64_t,
                          int64_t, T*, int64_t, bool, int);
  template <bool kOnce, int H, int... R>
  static constexpr std::array<TileFn, kRows> tiles_of(std::integer_sequence<int, R...>) {
    return {&tile<R + 1, H, kOnce>...};
  }
  template <bool kOnce, int... H>
  static constexpr std::array<std::array<TileFn, kRows>, kHalves> tiles(
      std::integer_sequence<int, H...>) {
    return {tiles_of<kOnce, H + 1>(std::make_integer_sequence<int, kRows>{})...};
  }
};

}  // namespace mha
