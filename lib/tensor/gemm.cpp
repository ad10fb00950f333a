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

// OpenBLAS has kernels of their own for products of at most so many
// multiplications. They do not cut chains, but see LaneRegion below.
constexpr int64_t kSmallWork = 1'000'000;
// Rows that are few beside a layer's weight.
constexpr int64_t kFewRows = 512;
// The longest chain of fused steps in its other kernels.
constexpr int64_t kChain = 320;

// Where a result goes; its steps in elements.
template <typename T>
struct Result {
  T* data;
  int64_t row_step;
  int64_t column_step;
  Result from(int64_t row, int64_t column) const {
    return {data + row * row_step + column * column_step, row_step, column_step};
  }
};

template <typename T>
struct Kernel {
  using Packet = typename Eigen::internal::packet_traits<T>::type;
  static constexpr int kPacket = Eigen::internal::unpacket_traits<Packet>::size;
  // A tile of the result that fits the registers: kRows x kPackets packets.
  static constexpr int kRows = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 16 ? 6 : 2;
  static constexpr int kPackets = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 4 : 2;
  static constexpr int kColumns = kPackets * kPacket;

  // R rows and C packets of columns of the result, over k steps. b is read in
  // rows of `b_step`, its columns side by side.
  template <int R, int C>
  static void tile(const T* a, int64_t row_step, int64_t k_step, const T* b,
                   int64_t b_step, int64_t k, const Result<T>& c, bool add,
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
    if (columns == C * kPacket && c.column_step == 1) {
      for (int r = 0; r < R; ++r) {
        for (int p = 0; p < C; ++p) {
          T* to = c.data + r * c.row_step + p * kPacket;
          ei::pstoreu(to, add ? ei::padd(ei::ploadu<Packet>(to), sum[r][p])
                              : sum[r][p]);
        }
      }
      return;
    }
    std::array<std::array<T, C * kPacket>, R> rows;
    for (int r = 0; r < R; ++r) {
      for (int p = 0; p < C; ++p) {
        ei::pstoreu(rows[static_cast<size_t>(r)].data() + p * kPacket, sum[r][p]);
      }
    }
    for (int j = 0; j < columns; ++j) {
      T* to = c.data + j * c.column_step;
      for (int r = 0; r < R; ++r) {
        const T value = rows[static_cast<size_t>(r)][static_cast<size_t>(j)];
        T& cell = to[r * c.row_step];
        cell = add ? cell + value : value;
      }
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
    // Of a transposed matrix, squares that fit the registers; of what is left
    // and of any other, number by number.
    const bool turned = row_step == 1;
    const int64_t squares = turned ? depth / kPacket * kPacket : 0;
    const int whole = turned ? columns / kPacket * kPacket : 0;
    for (int p = 0; p < whole; p += kPacket) {
      for (int64_t l = 0; l < squares; l += kPacket) {
        turn(b + p * column_step + l, column_step, to + l * width + p, width);
      }
    }
    for (int64_t l = 0; l < depth; ++l) {
      const T* from = b + l * row_step;
      for (int p = l < squares ? whole : 0; p < columns; ++p) {
        to[l * width + p] = from[p * column_step];
      }
    }
  }

  // to (rows `to_step` apart) = the transpose of a square with rows `step` apart.
  static void turn(const T* from, int64_t step, T* to, int64_t to_step) {
    namespace ei = Eigen::internal;
// The packet's alignment is its type's, with or without the attribute.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"
    ei::PacketBlock<Packet, kPacket> square;
#pragma GCC diagnostic pop
    for (int i = 0; i < kPacket; ++i) {
      square.packet[i] = ei::ploadu<Packet>(from + i * step);
    }
    ei::ptranspose(square);
    for (int i = 0; i < kPacket; ++i) {
      ei::pstoreu(to + i * to_step, square.packet[i]);
    }
  }

  using TileFn = void (*)(const T*, int64_t, int64_t, const T*, int64_t,
                          int64_t, const Result<T>&, bool, int);
  template <int C, int... R>
  static constexpr std::array<TileFn, kRows> tiles_of(std::integer_sequence<int, R...>) {
    return {&tile<R + 1, C>...};
  }
  template <int... C>
  static constexpr std::array<std::array<TileFn, kRows>, kPackets> tiles(
      std::integer_sequence<int, C...>) {
    return {tiles_of<C + 1>(std::make_integer_sequence<int, kRows>{})...};
  }
};

// kChain and what is left; a rest of up to two chains is split evenly.
int64_t next_chain(int64_t left, bool cut) {
  if (!cut) return left;
  if (left >= 2 * kChain) return kChain;
  if (left > kChain) return (left / 2 + 15) / 16 * 16;
  return left;
}

template <typename T>
void gemm_of(const MatrixView<T>& a, const MatrixView<T>& b, const Result<T>& c,
             int64_t m, int64_t n, int64_t k, bool cut, bool onto) {
  using K = Kernel<T>;
  // By packets of columns, then by rows.
  static constexpr auto kTiles =
      K::tiles(std::make_integer_sequence<int, K::kPackets>{});
  if (k == 0) {
    for (int64_t i = 0; i < m * n && !onto; ++i) *c.from(i / n, i % n).data = T(0);
    return;
  }
  // Few rows times a matrix that lies transposed, as a layer's weight does: its
  // rows are read as they lie, and the rows are what is copied.
  const bool b_turned = b.row_step == 1 && b.column_step != 1;
  if (b_turned && m <= kFewRows && m < n && c.column_step == 1) {
    return gemm_of<T>({b.data, b.column_step, b.row_step},
                      {a.data, a.column_step, a.row_step},
                      {c.data, c.column_step, c.row_step}, n, m, k, cut, onto);
  }
  // Tiles of about the same height: 16 rows are 8 and 8, not 12 and 4.
  const int64_t tiles = (m + K::kRows - 1) / K::kRows;
  const int64_t tile_rows = tiles == 0 ? 1 : (m + tiles - 1) / tiles;
  // As many rows at a time as stay in the second cache while all columns pass.
  const int64_t rows_at_once = 20 * tile_rows;
  // Panels are copied where many rows will read them, and before: where their
  // columns are not side by side, or a packet would reach past their end.
  const bool is_panel =
      n <= K::kColumns && n % K::kPacket == 0 && b.row_step == n;
  const bool copy_all =
      b.column_step != 1 || (m > 8 * K::kRows && !is_panel);
  const int64_t whole_n = (n + K::kColumns - 1) / K::kColumns * K::kColumns;
  Eigen::Array<T, Eigen::Dynamic, 1> packed(
      copy_all ? k * whole_n : is_panel ? 0 : k * K::kColumns);
  for (int64_t i0 = 0; i0 < m; i0 += rows_at_once) {
    const int64_t end = std::min(m, i0 + rows_at_once);
    for (int64_t k0 = 0, depth = 0; k0 < k; k0 += depth) {
      depth = next_chain(k - k0, cut);
      for (int64_t j = 0; j < n; j += K::kColumns) {
        const int columns =
            static_cast<int>(std::min<int64_t>(K::kColumns, n - j));
        const int packets = (columns + K::kPacket - 1) / K::kPacket;
        const int width = packets * K::kPacket;
        const T* panel = b.data + k0 * b.row_step + j * b.column_step;
        int64_t panel_step = b.row_step;
        if (copy_all || columns != width) {
          T* room = packed.data() + (copy_all ? k0 * whole_n + j * depth : 0);
          if (i0 == 0) {
            K::pack(panel, b.row_step, b.column_step, depth, columns, width, room);
          }
          panel = room;
          panel_step = width;
        }
        for (int64_t i = i0; i < end; i += tile_rows) {
          const int64_t rows = std::min(tile_rows, end - i);
          kTiles[static_cast<size_t>(packets - 1)][static_cast<size_t>(rows - 1)](
              a.data + i * a.row_step + k0 * a.column_step, a.row_step,
              a.column_step, panel, panel_step, depth, c.from(i, j),
              onto || k0 > 0, columns);
        }
      }
    }
  }
}

// Columns of a small float32 product that are not chains but sixteen partial
// sums each, as dot products are: those of x @ y.T, and up to eight columns
// that fill no vector of x @ y.
struct LaneRegion {
  int64_t first_column;
  bool cut;  // whether the other columns' chains are cut
};

LaneRegion lane_region(const MatrixView<float>& a, const MatrixView<float>& b,
                       int64_t m, int64_t n, int64_t k) {
  constexpr int64_t kLongEnough = 32;
  constexpr int64_t kMostResults = 1200;
  constexpr int64_t kVector = 16;
  if (m * n * k > kSmallWork) return {n, true};
  // A matrix with no steps of 1 is copied in rows first, as PyTorch does.
  const bool a_turned = a.row_step == 1 && a.column_step != 1;
  if (n == 1 || a_turned) return {n, false};
  if (b.row_step == 1 && b.column_step != 1) {
    const bool small = k >= kLongEnough && m * n <= kMostResults;
    return small ? LaneRegion{0, false} : LaneRegion{n, true};
  }
  const int64_t rest = n % kVector;
  const bool lanes = k >= kLongEnough && rest <= kVector / 2;
  return {lanes ? n - rest : n, false};
}

// Sixteen lanes of fused chains, then the lanes: neighbours first in a 4 x 4
// tile, halves first outside.
float lane_product(const float* x, const float* y, int64_t k, bool in_tile) {
  constexpr int kLanes = 16;
  std::array<float, kLanes> lane{};
  int64_t l = 0;
  for (; l + kLanes <= k; l += kLanes) {
    for (size_t i = 0; i < kLanes; ++i) {
      const auto at = l + static_cast<int64_t>(i);
      lane[i] = std::fma(x[at], y[at], lane[i]);
    }
  }
  for (size_t i = 0; l < k; ++l, ++i) lane[i] = std::fma(x[l], y[l], lane[i]);
  for (size_t width = kLanes / 2; width > 0; width /= 2) {
    for (size_t i = 0; i < width; ++i) {
      lane[i] =
          in_tile ? lane[2 * i] + lane[2 * i + 1] : lane[i] + lane[i + width];
    }
  }
  return lane[0];
}

void lane_columns(const MatrixView<float>& a, const MatrixView<float>& b,
                  float* c, int64_t c_step, int64_t m, int64_t n, int64_t k,
                  int64_t first, bool onto) {
  constexpr int64_t kTile = 4;
  const int64_t tiled_rows = m / kTile * kTile;
  const int64_t tiled_columns = first + (n - first) / kTile * kTile;
  std::vector<float> row_room(static_cast<size_t>(k));
  std::vector<float> column_room(static_cast<size_t>(k * (n - first)));
  // k numbers side by side, copied into `room` if they are not.
  const auto line = [k](const float* x, int64_t step, float* room) {
    if (step == 1) return x;
    for (int64_t l = 0; l < k; ++l) room[l] = x[l * step];
    return static_cast<const float*>(room);
  };
  std::vector<const float*> columns;
  for (int64_t j = first; j < n; ++j) {
    columns.push_back(line(b.data + j * b.column_step, b.row_step,
                           column_room.data() + (j - first) * k));
  }
  for (int64_t i = 0; i < m; ++i) {
    const float* x =
        line(a.data + i * a.row_step, a.column_step, row_room.data());
    for (int64_t j = first; j < n; ++j) {
      const float product =
          lane_product(x, columns[static_cast<size_t>(j - first)], k,
                       i < tiled_rows || j < tiled_columns);
      float& to = c[i * c_step + j];
      to = onto ? to + product : product;
    }
  }
}

template <typename T>
void parallel_gemm_of(const MatrixView<T>& a, const MatrixView<T>& b, T* c,
                      int64_t c_step, int64_t m, int64_t n, int64_t k,
                      bool onto = false) {
  // Each part copies what all of it reads, so there are few parts.
  const auto grain_of = [](int64_t size, int64_t unit) {
    const int64_t part = size / (2 * thread_count());
    return std::max<int64_t>(1, (part + unit - 1) / unit) * unit;
  };
  if (n >= m) {
    const int64_t grain = grain_of(n, Kernel<T>::kColumns);
    parallel_for(n, grain, [&](int64_t begin, int64_t end) {
      gemm_of<T>(a, {b.data + begin * b.column_step, b.row_step, b.column_step},
                 {c + begin, c_step, 1}, m, end - begin, k, /*cut=*/true, onto);
    });
  } else {
    const int64_t grain = grain_of(m, int64_t{8} * Kernel<T>::kRows);
    parallel_for(m, grain, [&](int64_t begin, int64_t end) {
      gemm_of<T>({a.data + begin * a.row_step, a.row_step, a.column_step}, b,
                 {c + begin * c_step, c_step, 1}, end - begin, n, k, /*cut=*/true,
                 onto);
    });
  }
}

void gemm_f32(const MatrixView<float>& a, const MatrixView<float>& b, float* c,
              int64_t c_step, int64_t m, int64_t n, int64_t k, bool onto) {
  const LaneRegion region = lane_region(a, b, m, n, k);
  gemm_of<float>(a, b, {c, c_step, 1}, m, region.first_column, k, region.cut, onto);
  if (region.first_column < n) {
    lane_columns(a, b, c, c_step, m, n, k, region.first_column, onto);
  }
}

}  // namespace

void gemm(const MatrixView<float>& a, const MatrixView<float>& b, float* c,
          int64_t c_step, int64_t m, int64_t n, int64_t k) {
  gemm_f32(a, b, c, c_step, m, n, k, /*onto=*/false);
}

void gemm(const MatrixView<double>& a, const MatrixView<double>& b, double* c,
          int64_t c_step, int64_t m, int64_t n, int64_t k) {
  gemm_of<double>(a, b, {c, c_step, 1}, m, n, k, m * n * k > kSmallWork, /*onto=*/false);
}

void parallel_gemm(const MatrixView<float>& a, const MatrixView<float>& b,
                   float* c, int64_t c_step, int64_t m, int64_t n, int64_t k) {
  if (m * n * k <= kSmallWork || thread_count() == 1) {
    gemm(a, b, c, c_step, m, n, k);
  } else {
    parallel_gemm_of(a, b, c, c_step, m, n, k);
  }
}

void parallel_gemm(const MatrixView<double>& a, const MatrixView<double>& b,
                   double* c, int64_t c_step, int64_t m, int64_t n, int64_t k) {
  if (m * n * k <= kSmallWork || thread_count() == 1) {
    gemm(a, b, c, c_step, m, n, k);
  } else {
    parallel_gemm_of(a, b, c, c_step, m, n, k);
  }
}

void parallel_gemm_onto(const MatrixView<float>& a, const MatrixView<float>& b,
                        float* c, int64_t c_step, int64_t m, int64_t n,
                        int64_t k) {
  if (m * n * k <= kSmallWork || thread_count() == 1) {
    gemm_f32(a, b, c, c_step, m, n, k, /*onto=*/true);
  } else {
    parallel_gemm_of(a, b, c, c_step, m, n, k, /*onto=*/true);
  }
}

void gemm_tile(const MatrixView<float>& a, const MatrixView<float>& b, float* c,
               int64_t c_step, int64_t m, int64_t n, int64_t k, bool onto) {
  gemm_of<float>(a, b, {c, c_step, 1}, m, n, k, /*cut=*/false, onto);
}

float dot_f32(const float* a, int64_t a_step, const float* b, int64_t b_step,
              int64_t n) {
  // Side by side: steps of 64 in sixteen lanes, of 32 in eight; the rest one by
  // one, products rounded and summed in double.
  constexpr int64_t kWide = 64;
  constexpr int64_t kNarrow = 32;
  int64_t i = 0;
  float lanes_sum = 0;
  if (a_step == 1 && b_step == 1 && n >= kNarrow) {
    std::array<float, kWide> wide{};
    for (; i + kWide <= n; i += kWide) {
      for (size_t l = 0; l < kWide; ++l) {
        const auto at = i + static_cast<int64_t>(l);
        wide[l] = std::fma(a[at], b[at], wide[l]);
      }
    }
    std::array<float, kNarrow> lane;
    for (size_t v = 0; v < 4; ++v) {
      for (size_t l = 0; l < 8; ++l) {
        lane[8 * v + l] = wide[16 * v + l] + wide[16 * v + 8 + l];
      }
    }
    for (; i + kNarrow <= n; i += kNarrow) {
      for (size_t l = 0; l < kNarrow; ++l) {
        const auto at = i + static_cast<int64_t>(l);
        lane[l] = std::fma(a[at], b[at], lane[l]);
      }
    }
    for (size_t l = 0; l < 8; ++l) {
      lane[l] = ((lane[l] + lane[8 + l]) + lane[16 + l]) + lane[24 + l];
    }
    for (size_t l = 0; l < 4; ++l) lane[l] += lane[l + 4];
    lanes_sum = (lane[0] + lane[1]) + (lane[2] + lane[3]);
  }
  double sum = 0;
  for (; i < n; ++i) {
    sum += static_cast<double>(a[i * a_step] * b[i * b_step]);
  }
  return static_cast<float>(sum + static_cast<double>(lanes_sum));
}

}  // namespace mha
