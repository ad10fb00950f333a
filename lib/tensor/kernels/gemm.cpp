#include "tensor/kernels/gemm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "tensor/core/parallel.h"
#include "tensor/kernels/gemm_kernel.h"

namespace mha {
namespace {

// OpenBLAS has separate kernels for products of at most so many
// multiplications. They do not cut chains, but see LaneRegion below.
constexpr int64_t kSmallWork = 1'000'000;
// The longest chain of fused steps in its other kernels.
constexpr int64_t kChain = 320;
// The chain when digits need not be PyTorch's: a panel of columns then stays in
// the L2 cache.
constexpr int64_t kLongChain = 1024;
constexpr int64_t kWholeChain = std::numeric_limits<int64_t>::max();
// So few rows are small compared to a layer's weight.
constexpr int64_t kFewRows = 512;
// So many numbers leave room for others in the last-level cache.
constexpr int64_t kLastCache = int64_t{1} << 19;

// Cuts k into chains; splits a rest of up to two chains evenly.
int64_t next_chain(int64_t left, int64_t chain) {
  if (left <= chain) return left;
  if (left / 2 >= chain) return chain;
  return (left / 2 + 15) / 16 * 16;
}

struct Tiling {
  int64_t tile_rows, panels, panel_columns;
};

// How to cut an (m, n) result: into tiles of about the same height, so that 16
// rows are 8 and 8, not 12 and 4, and panels of about the same width.
template <typename T>
Tiling tiling(int64_t m, int64_t n) {
  using K = GemmKernel<T>;
  const int64_t tiles = (m + K::kRows - 1) / K::kRows;
  const int64_t panels = (n + K::kColumns - 1) / K::kColumns;
  const int64_t halves = (n + K::kHalf - 1) / K::kHalf;
  return {tiles == 0 ? 1 : (m + tiles - 1) / tiles, panels,
          panels == 0 ? 1 : (halves + panels - 1) / panels * K::kHalf};
}

// c (m, n), or c.mT where `c_turned`, = a @ b.
template <typename T>
void gemm_of(const MatrixView<T>& a, const MatrixView<T>& b, T* c, int64_t c_step,
             int64_t m, int64_t n, int64_t k, int64_t chain, bool onto,
             bool c_turned = false) {
  using K = GemmKernel<T>;
  // By half packets of columns, then by rows. Where fused steps take long, only small
  // products, whose digits people read, have them.
  static constexpr auto kTilesOnce =
      K::template tiles<true>(std::make_integer_sequence<int, K::kHalves>{});
  static constexpr auto kTilesFast =
      K::template tiles<K::kFuses>(std::make_integer_sequence<int, K::kHalves>{});
  const auto& tiles = K::kFuses || m * n * k <= kSmallWork ? kTilesOnce : kTilesFast;
  if (k == 0) {
    for (int64_t i = 0; i < m && !onto; ++i) std::fill_n(c + i * c_step, n, T(0));
    return;
  }
  // Few rows times a transposed matrix, such as a layer's weight: reads the
  // weight's rows in place, and copies the few rows.
  const bool b_turned = b.row_step == 1 && b.column_step != 1;
  if (b_turned && m <= kFewRows && m < n && !c_turned) {
    return gemm_of<T>({b.data, b.column_step, b.row_step},
                      {a.data, a.column_step, a.row_step}, c, c_step, n, m, k,
                      chain, onto, /*c_turned=*/true);
  }
  const auto [tile_rows, panels, panel_columns] = tiling<T>(m, n);
  // Takes as many rows at a time as stay in the L2 cache for all columns.
  const int64_t rows_at_once = 16 * tile_rows;
  // Copies a panel if many rows will read it, if its columns are not
  // contiguous, or if a packet would reach past its end.
  const bool is_panel =
      n <= K::kColumns && n % K::kHalf == 0 && b.row_step == n;
  const bool copy_all =
      b.column_step != 1 || (m > 8 * K::kRows && !is_panel);
  // And as many columns as stay, copied, in the last-level cache for all rows.
  const int64_t columns_at_once =
      std::max<int64_t>(1, kLastCache / (k * K::kColumns)) * K::kColumns;
  if (copy_all && !c_turned && n > columns_at_once) {
    for (int64_t j = 0; j < n; j += columns_at_once) {
      gemm_of<T>(a, {b.data + j * b.column_step, b.row_step, b.column_step}, c + j,
                 c_step, m, std::min(columns_at_once, n - j), k, chain, onto);
    }
    return;
  }
  using Room = Eigen::Array<T, Eigen::Dynamic, 1>;
  Room packed(copy_all ? k * panels * panel_columns : is_panel ? 0 : k * K::kColumns);
  Room unturned(c_turned ? std::min(m, rows_at_once) * n : 0);
  for (int64_t i0 = 0; i0 < m; i0 += rows_at_once) {
    if (i0 > 0) checkpoint();
    const int64_t rows_now = std::min(m - i0, rows_at_once);
    T* const result = c_turned ? unturned.data() : c + i0 * c_step;
    const int64_t result_step = c_turned ? n : c_step;
    if (c_turned && onto) K::turn(c + i0, c_step, n, rows_now, result, n);
    for (int64_t j = 0; j < n; j += panel_columns) {
      const int columns = static_cast<int>(std::min(panel_columns, n - j));
      const int halves = (columns + K::kHalf - 1) / K::kHalf;
      const int width = halves * K::kHalf;
      for (int64_t k0 = 0, depth = 0; k0 < k; k0 += depth) {
        depth = next_chain(k - k0, chain);
        const T* panel = b.data + k0 * b.row_step + j * b.column_step;
        int64_t panel_step = b.row_step;
        if (copy_all || columns != width) {
          T* room = packed.data() + (copy_all ? j * k : 0) + k0 * width;
          if (i0 == 0) {
            K::pack(panel, b.row_step, b.column_step, depth, columns, width, room);
          }
          panel = room;
          panel_step = width;
        }
        for (int64_t i = 0; i < rows_now; i += tile_rows) {
          const int64_t rows = std::min(tile_rows, rows_now - i);
          tiles[static_cast<size_t>(halves - 1)][static_cast<size_t>(rows - 1)](
              a.data + (i0 + i) * a.row_step + k0 * a.column_step, a.row_step,
              a.column_step, panel, panel_step, depth, result + i * result_step + j,
              result_step, onto || k0 > 0, columns);
        }
      }
    }
    if (c_turned) K::turn(result, n, rows_now, n, c + i0, c_step);
  }
}

// Columns of a small float32 product that are not chains but sixteen partial
// sums each, as dot products are: those of x @ y.T, and up to eight columns
// that fill no vector of x @ y.
struct LaneRegion {
  int64_t first_column;
  int64_t chain;  // the other columns'
};

// Whether PyTorch passes a factor (rows, columns) to BLAS as transposed. A
// factor in neither order, such as an expanded one, it copies row by row; if
// both orders fit, the result, a column or not, decides.
bool lies_turned(const MatrixView<float>& x, int64_t rows, int64_t columns, bool of_column) {
  const bool by_rows = x.column_step == 1 && x.row_step >= std::max<int64_t>(1, columns);
  const bool by_columns = x.row_step == 1 && x.column_step >= std::max<int64_t>(1, rows);
  return by_columns && (of_column || !by_rows);
}

LaneRegion lane_region(const MatrixView<float>& a, const MatrixView<float>& b,
                       int64_t m, int64_t n, int64_t k) {
  constexpr int64_t kLongEnough = 32;
  constexpr int64_t kMostResults = 1200;
  constexpr int64_t kVector = 16;
  if (m * n * k > kSmallWork) return {n, kChain};
  if (lies_turned(a, m, k, n == 1)) return {n, kWholeChain};
  if (lies_turned(b, k, n, n == 1)) {
    const bool small = k >= kLongEnough && m * n <= kMostResults;
    return small ? LaneRegion{0, kWholeChain} : LaneRegion{n, kChain};
  }
  if (n == 1) return {n, kWholeChain};
  const int64_t rest = n % kVector;
  const bool lanes = k >= kLongEnough && rest <= kVector / 2;
  return {lanes ? n - rest : n, kWholeChain};
}

// The products of a row with up to kLanes columns, all side by side in memory:
// sixteen lanes of fused chains for each, then the lanes are added: neighbours
// first in a 4 x 4 tile, halves first outside.
constexpr int64_t kLanes = 16;

void lane_products(const float* x, const float* const* columns, int64_t count,
                   int64_t k, bool in_tile, float* products) {
  namespace ei = Eigen::internal;
  using K = GemmKernel<float>;
  constexpr int64_t kParts = kLanes / K::kPacket;
  using Square = Eigen::Array<float, kLanes, kLanes, Eigen::RowMajor>;
  Square by_column, by_lane;
  const int64_t whole = k / kLanes * kLanes;
  for (int64_t j = 0; j < count; ++j) {
    const float* y = columns[j];
    K::Packet lane[kParts];
    for (auto& part : lane) part = ei::pset1<K::Packet>(0.0f);
    for (int64_t l = 0; l < whole; l += kLanes) {
      for (int64_t p = 0; p < kParts; ++p) {
        const int64_t at = l + p * K::kPacket;
        lane[p] = K::fused(ei::ploadu<K::Packet>(x + at), ei::ploadu<K::Packet>(y + at), lane[p]);
      }
    }
    float* lanes = by_column.row(j).data();
    for (int64_t p = 0; p < kParts; ++p) ei::pstoreu(lanes + p * K::kPacket, lane[p]);
    for (int64_t l = whole; l < k; ++l) {
      lanes[l - whole] = std::fma(x[l], y[l], lanes[l - whole]);
    }
  }
  if (count < kLanes) by_column.bottomRows(kLanes - count).setZero();
  K::turn(by_column.data(), kLanes, kLanes, kLanes, by_lane.data(), kLanes);
  for (int64_t width = kLanes / 2; width > 0; width /= 2) {
    for (int64_t i = 0; i < width; ++i) {
      by_lane.row(i) = in_tile ? (by_lane.row(2 * i) + by_lane.row(2 * i + 1)).eval()
                               : (by_lane.row(i) + by_lane.row(i + width)).eval();
    }
  }
  std::copy_n(by_lane.data(), count, products);
}

void lane_columns(const MatrixView<float>& a, const MatrixView<float>& b,
                  float* c, int64_t c_step, int64_t m, int64_t n, int64_t k,
                  int64_t first, bool onto) {
  constexpr int64_t kTile = 4;
  const int64_t tiled_rows = m / kTile * kTile;
  const int64_t tiled_columns = first + (n - first) / kTile * kTile;
  std::vector<float> row_room(static_cast<size_t>(k));
  std::vector<float> column_room(static_cast<size_t>(k * (n - first)));
  // k contiguous numbers, copied into `room` if necessary.
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
    for (int64_t j = first, count = 0; j < n; j += count) {
      const bool in_tile = i < tiled_rows || j < tiled_columns;
      const int64_t end = i < tiled_rows || !in_tile ? n : tiled_columns;
      count = std::min(kLanes, end - j);
      std::array<float, kLanes> products;
      lane_products(x, columns.data() + (j - first), count, k, in_tile, products.data());
      for (int64_t p = 0; p < count; ++p) {
        float& to = c[i * c_step + j + p];
        const float product = products[static_cast<size_t>(p)];
        to = onto ? to + product : product;
      }
    }
  }
}

template <typename T>
void parallel_gemm_of(const MatrixView<T>& a, const MatrixView<T>& b, T* c,
                      int64_t c_step, int64_t m, int64_t n, int64_t k,
                      int64_t chain, bool onto) {
  // Each part copies all that it reads, so there are few parts.
  const auto grain_of = [](int64_t size, int64_t unit) {
    const int64_t part = size / (2 * thread_count());
    return std::max<int64_t>(1, (part + unit - 1) / unit) * unit;
  };
  if (n >= m) {
    const int64_t grain = grain_of(n, GemmKernel<T>::kColumns);
    parallel_for(n, grain, [&](int64_t begin, int64_t end) {
      gemm_of<T>(a, {b.data + begin * b.column_step, b.row_step, b.column_step},
                 c + begin, c_step, m, end - begin, k, chain, onto);
    });
  } else {
    const int64_t grain = grain_of(m, int64_t{8} * GemmKernel<T>::kRows);
    parallel_for(m, grain, [&](int64_t begin, int64_t end) {
      gemm_of<T>({a.data + begin * a.row_step, a.row_step, a.column_step}, b,
                 c + begin * c_step, c_step, end - begin, n, k, chain, onto);
    });
  }
}

bool pays_to_share(int64_t m, int64_t n, int64_t k) {
  return m * n * k > kSmallWork && thread_count() > 1;
}

void gemm_f32(const MatrixView<float>& a, const MatrixView<float>& b, float* c,
              int64_t c_step, int64_t m, int64_t n, int64_t k, bool onto) {
  const LaneRegion region = lane_region(a, b, m, n, k);
  gemm_of<float>(a, b, c, c_step, m, region.first_column, k, region.chain, onto);
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
  gemm_of<double>(a, b, c, c_step, m, n, k,
                  m * n * k > kSmallWork ? kChain : kWholeChain, /*onto=*/false);
}

void parallel_gemm(const MatrixView<float>& a, const MatrixView<float>& b,
                   float* c, int64_t c_step, int64_t m, int64_t n, int64_t k) {
  if (!pays_to_share(m, n, k)) return gemm(a, b, c, c_step, m, n, k);
  parallel_gemm_of(a, b, c, c_step, m, n, k, kChain, /*onto=*/false);
}

void parallel_gemm(const MatrixView<double>& a, const MatrixView<double>& b,
                   double* c, int64_t c_step, int64_t m, int64_t n, int64_t k) {
  if (!pays_to_share(m, n, k)) return gemm(a, b, c, c_step, m, n, k);
  parallel_gemm_of(a, b, c, c_step, m, n, k, kChain, /*onto=*/false);
}

void parallel_gemm_onto(const MatrixView<float>& a, const MatrixView<float>& b,
                        float* c, int64_t c_step, int64_t m, int64_t n,
                        int64_t k) {
  if (!pays_to_share(m, n, k)) return gemm_f32(a, b, c, c_step, m, n, k, /*onto=*/true);
  parallel_gemm_of(a, b, c, c_step, m, n, k, kChain, /*onto=*/true);
}

void fast_gemm(const MatrixView<float>& a, const MatrixView<float>& b, float* c,
               int64_t c_step, int64_t m, int64_t n, int64_t k, bool onto) {
  gemm_of<float>(a, b, c, c_step, m, n, k, kLongChain, onto);
}

void parallel_fast_gemm(const MatrixView<float>& a, const MatrixView<float>& b,
                        float* c, int64_t c_step, int64_t m, int64_t n, int64_t k,
                        bool onto) {
  if (!pays_to_share(m, n, k)) return fast_gemm(a, b, c, c_step, m, n, k, onto);
  parallel_gemm_of(a, b, c, c_step, m, n, k, kLongChain, onto);
}

void transpose_into(const float* from, int64_t from_step, int64_t m, int64_t n,
                    float* to, int64_t to_step) {
  GemmKernel<float>::turn(from, from_step, m, n, to, to_step);
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
