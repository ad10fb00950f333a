#include "tensor/gemm.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "tensor/parallel.h"

namespace mha {
namespace {

// The longest chain of fused steps: OpenBLAS's block of k.
constexpr int64_t kChain = 320;

template <typename T>
struct Kernel {
  using Packet = typename Eigen::internal::packet_traits<T>::type;
  static constexpr int kPacket = Eigen::internal::unpacket_traits<Packet>::size;
  // A tile of the result that fits the registers: kRows x kColumns.
  static constexpr int kRows = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32
                                   ? 12
                               : EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 16
                                   ? 6
                                   : 2;
  static constexpr int kColumns = 2 * kPacket;

  // R rows and C packets of columns of the result, over k steps. b is read in
  // rows of `b_step`, its columns side by side.
  template <int R, int C>
  static void tile(const T* a, int64_t row_step, int64_t k_step, const T* b,
                   int64_t b_step, int64_t k, T* c, int64_t c_step, bool add,
                   int columns) {
    namespace ei = Eigen::internal;
    Packet sum[R][C];
    for (int r = 0; r < R; ++r) {
      for (int p = 0; p < C; ++p) sum[r][p] = ei::pset1<Packet>(T(0));
    }
    for (int64_t l = 0; l < k; ++l) {
      Packet right[C];
      for (int p = 0; p < C; ++p) {
        right[p] = ei::ploadu<Packet>(b + l * b_step + p * kPacket);
      }
      const T* left = a + l * k_step;
      for (int r = 0; r < R; ++r) {
        const Packet x = ei::pset1<Packet>(left[r * row_step]);
        for (int p = 0; p < C; ++p) {
          sum[r][p] = ei::pmadd(x, right[p], sum[r][p]);
        }
      }
    }
    if (columns == C * kPacket) {
      for (int r = 0; r < R; ++r) {
        for (int p = 0; p < C; ++p) {
          T* to = c + r * c_step + p * kPacket;
          ei::pstoreu(to, add ? ei::padd(ei::ploadu<Packet>(to), sum[r][p])
                              : sum[r][p]);
        }
      }
      return;
    }
    for (int r = 0; r < R; ++r) {
      std::array<T, C * kPacket> row;
      for (int p = 0; p < C; ++p) {
        ei::pstoreu(row.data() + p * kPacket, sum[r][p]);
      }
      T* to = c + r * c_step;
      for (int j = 0; j < columns; ++j) {
        to[j] = add ? to[j] + row[static_cast<size_t>(j)]
                    : row[static_cast<size_t>(j)];
      }
    }
  }

  using TileFn = void (*)(const T*, int64_t, int64_t, const T*, int64_t,
                          int64_t, T*, int64_t, bool, int);
  template <int C, int... R>
  static constexpr std::array<TileFn, sizeof...(R)> tiles(
      std::integer_sequence<int, R...>) {
    return {&tile<R + 1, C>...};
  }
};

// kChain and what is left; a rest of up to two chains is split evenly.
int64_t next_chain(int64_t left) {
  if (left >= 2 * kChain) return kChain;
  if (left > kChain) return (left / 2 + 15) / 16 * 16;
  return left;
}

template <typename T>
void gemm_of(const MatrixView<T>& a, const MatrixView<T>& b, T* c,
             int64_t c_step, int64_t m, int64_t n, int64_t k) {
  using K = Kernel<T>;
  static constexpr auto kWide =
      K::template tiles<2>(std::make_integer_sequence<int, K::kRows>{});
  static constexpr auto kNarrow =
      K::template tiles<1>(std::make_integer_sequence<int, K::kRows>{});
  if (k == 0) {
    for (int64_t i = 0; i < m; ++i) std::fill_n(c + i * c_step, n, T(0));
    return;
  }
  std::vector<T> packed;
  for (int64_t k0 = 0, depth = 0; k0 < k; k0 += depth) {
    depth = next_chain(k - k0);
    for (int64_t j = 0; j < n; j += K::kColumns) {
      const int columns =
          static_cast<int>(std::min<int64_t>(K::kColumns, n - j));
      const bool narrow = columns <= K::kPacket;
      const int width = narrow ? K::kPacket : K::kColumns;
      const T* panel = b.data + k0 * b.row_step + j * b.column_step;
      int64_t panel_step = b.row_step;
      // Copied where its columns are not side by side, where a packet would
      // reach past its end, or where many rows will read it.
      if (b.column_step != 1 || columns != width || m > 4 * K::kRows) {
        packed.resize(static_cast<size_t>(depth * width));
        T* to = packed.data();
        for (int64_t l = 0; l < depth; ++l, to += width) {
          const T* from = panel + l * b.row_step;
          for (int p = 0; p < columns; ++p) to[p] = from[p * b.column_step];
          for (int p = columns; p < width; ++p) to[p] = T(0);
        }
        panel = packed.data();
        panel_step = width;
      }
      for (int64_t i = 0; i < m; i += K::kRows) {
        const auto rows = static_cast<size_t>(
            std::min<int64_t>(K::kRows, m - i));
        (narrow ? kNarrow : kWide)[rows - 1](
            a.data + i * a.row_step + k0 * a.column_step, a.row_step,
            a.column_step, panel, panel_step, depth, c + i * c_step + j,
            c_step, k0 > 0, columns);
      }
    }
  }
}

template <typename T>
void parallel_gemm_of(const MatrixView<T>& a, const MatrixView<T>& b, T* c,
                      int64_t c_step, int64_t m, int64_t n, int64_t k) {
  constexpr double kWorthThreads = 1 << 19;  // multiplications
  const double work = static_cast<double>(m) * static_cast<double>(n) *
                      static_cast<double>(k);
  if (work < kWorthThreads || thread_count() == 1) {
    gemm_of(a, b, c, c_step, m, n, k);
  } else if (n >= m) {
    const int64_t grain = Kernel<T>::kColumns;
    parallel_for(n, grain, [&](int64_t begin, int64_t end) {
      gemm_of<T>(a, {b.data + begin * b.column_step, b.row_step, b.column_step},
                 c + begin, c_step, m, end - begin, k);
    });
  } else {
    const int64_t grain = int64_t{4} * Kernel<T>::kRows;
    parallel_for(m, grain, [&](int64_t begin, int64_t end) {
      gemm_of<T>({a.data + begin * a.row_step, a.row_step, a.column_step}, b,
                 c + begin * c_step, c_step, end - begin, n, k);
    });
  }
}

}  // namespace

void gemm(const MatrixView<float>& a, const MatrixView<float>& b, float* c,
          int64_t c_step, int64_t m, int64_t n, int64_t k) {
  gemm_of(a, b, c, c_step, m, n, k);
}

void gemm(const MatrixView<double>& a, const MatrixView<double>& b, double* c,
          int64_t c_step, int64_t m, int64_t n, int64_t k) {
  gemm_of(a, b, c, c_step, m, n, k);
}

void parallel_gemm(const MatrixView<float>& a, const MatrixView<float>& b,
                   float* c, int64_t c_step, int64_t m, int64_t n, int64_t k) {
  parallel_gemm_of(a, b, c, c_step, m, n, k);
}

void parallel_gemm(const MatrixView<double>& a, const MatrixView<double>& b,
                   double* c, int64_t c_step, int64_t m, int64_t n, int64_t k) {
  parallel_gemm_of(a, b, c, c_step, m, n, k);
}

float dot_f32(const float* a, int64_t a_step, const float* b, int64_t b_step,
              int64_t n) {
  constexpr int64_t kLanes = 8;
  constexpr int64_t kStep = 4 * kLanes;
  // Whole steps of four vectors in fused chains, the rest one by one in double.
  double sum = 0;
  int64_t i = 0;
  if (a_step == 1 && b_step == 1) {
    std::array<float, kStep> chain{};
    for (; i + kStep <= n; i += kStep) {
      for (int64_t l = 0; l < kStep; ++l) {
        chain[static_cast<size_t>(l)] =
            std::fma(a[i + l], b[i + l], chain[static_cast<size_t>(l)]);
      }
    }
    for (const float part : chain) sum += static_cast<double>(part);
  }
  for (; i < n; ++i) {
    sum += static_cast<double>(a[i * a_step] * b[i * b_step]);
  }
  return static_cast<float>(sum);
}

}  // namespace mha
