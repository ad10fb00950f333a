// Implements gemm.h. float32 matrix times vector for a row-major matrix.
// OpenBLAS chooses a kernel by the length of the rows, and treats groups of
// rows and the remaining rows differently; each rounds in its own way.

#include <array>
#include <cmath>
#include <vector>

#include "tensor/kernels/gemm.h"

namespace mha {
namespace {

float fused_chain(const float* a, const float* x, int64_t n) {
  float sum = 0;
  for (int64_t i = 0; i < n; ++i) sum = std::fma(a[i], x[i], sum);
  return sum;
}

float rounded_sum(const float* a, const float* x, int64_t n) {
  float sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += a[i] * x[i];
  return sum;
}

// a0 x0 + a1 x1 + ... as a compiler fuses it: the second product is rounded,
// the others are not.
float fused_expression(const float* a, const float* x, int64_t n) {
  if (n == 1) return a[0] * x[0];
  float sum = std::fma(a[0], x[0], a[1] * x[1]);
  for (int64_t i = 2; i < n; ++i) sum = std::fma(a[i], x[i], sum);
  return sum;
}

// How a kernel for long rows adds: the number of lanes, and whether it fuses
// each product with the sum or rounds it first.
struct FourRows {
  static constexpr size_t rows = 4, lanes = 8;
  static constexpr bool fused = true;
};
struct TwoRows {
  static constexpr size_t rows = 2, lanes = 4;
  static constexpr bool fused = false;
};
struct OneRow {
  static constexpr size_t rows = 1, lanes = 8;
  static constexpr bool fused = false;
};

// Kernel::rows rows at a time. With eight lanes, a group of four elements comes
// first. The remaining elements are added to the sum of the lanes.
template <typename Kernel>
void lane_chains(const float* a, int64_t row_step, const float* x, int64_t n,
                 float* y) {
  constexpr size_t lanes = Kernel::lanes;
  constexpr auto step = static_cast<int64_t>(lanes);
  std::array<std::array<float, lanes>, Kernel::rows> lane{};
  const int64_t whole = n / 4 * 4;
  int64_t i = 0;
  if (whole % step != 0) {
    for (size_t r = 0; r < Kernel::rows; ++r) {
      const float* row = a + static_cast<int64_t>(r) * row_step;
      for (size_t l = 0; l < 4; ++l) lane[r][l] = row[l] * x[l];
    }
    i = 4;
  }
  for (; i < whole; i += step) {
    for (size_t r = 0; r < Kernel::rows; ++r) {
      const float* row = a + static_cast<int64_t>(r) * row_step + i;
      for (size_t l = 0; l < lanes; ++l) {
        const float factor = x[i + static_cast<int64_t>(l)];
        lane[r][l] = Kernel::fused ? std::fma(row[l], factor, lane[r][l])
                                   : lane[r][l] + row[l] * factor;
      }
    }
  }
  const int64_t left = n - whole;
  for (size_t r = 0; r < Kernel::rows; ++r) {
    std::array<float, lanes>& s = lane[r];
    for (size_t l = 4; l < lanes; ++l) s[l - 4] += s[l];
    const float sum = (s[0] + s[1]) + (s[2] + s[3]);
    const float* rest = a + static_cast<int64_t>(r) * row_step + whole;
    y[r] = left == 0   ? sum
           : left == 1 ? std::fma(rest[0], x[whole], sum)
                       : sum + fused_expression(rest, x + whole, left);
  }
}

// Neighbours first: of 4 or 8 products.
float paired_sum(const float* a, const float* x, int64_t n) {
  std::array<float, 8> part{};
  for (int64_t i = 0; i < n; ++i) part[static_cast<size_t>(i)] = a[i] * x[i];
  for (auto width = static_cast<size_t>(n / 2); width > 0; width /= 2) {
    for (size_t i = 0; i < width; ++i) part[i] = part[2 * i] + part[2 * i + 1];
  }
  return part[0];
}

// Row `i` of `m`, each n long, n at most 8.
float row_product(const float* a, const float* x, int64_t n, int64_t i,
                  int64_t m) {
  const int64_t left = m % 4;
  const bool in_four = i < m - left;
  const bool in_eight = i < m / 8 * 8;
  switch (n) {
    case 1:
      return a[0] * x[0];
    case 2:
      return i < m / 16 * 16 ? fused_chain(a, x, n) : rounded_sum(a, x, n);
    case 3:
      if (in_eight) return fused_chain(a, x, n);
      // Two remaining rows are computed as a vector, one as an expression.
      return in_four || (left != 2 && i == m - 1) ? fused_expression(a, x, n)
                                                  : rounded_sum(a, x, n);
    case 4:
      return in_four ? paired_sum(a, x, n) : rounded_sum(a, x, n);
    case 5:
    case 6:
    case 7:
      return in_four ? fused_chain(a, x, n) : rounded_sum(a, x, n);
    default:
      return paired_sum(a, x, n);
  }
}

}  // namespace

void gemv(const MatrixView<float>& a, const float* x, int64_t x_step, float* y,
          int64_t m, int64_t n) {
  std::vector<float> room(static_cast<size_t>(2 * n));
  const auto side_by_side = [n](const float* from, int64_t step, float* to) {
    if (step == 1) return from;
    for (int64_t i = 0; i < n; ++i) to[i] = from[i * step];
    return static_cast<const float*>(to);
  };
  const float* vector = side_by_side(x, x_step, room.data());
  int64_t i = 0;
  if (n > 8 && a.column_step == 1) {
    const auto row = [&] { return a.data + i * a.row_step; };
    for (; i + 4 <= m; i += 4) {
      lane_chains<FourRows>(row(), a.row_step, vector, n, y + i);
    }
    if (i + 2 <= m) {
      lane_chains<TwoRows>(row(), a.row_step, vector, n, y + i);
      i += 2;
    }
    if (i < m) lane_chains<OneRow>(row(), a.row_step, vector, n, y + i);
    return;
  }
  for (; i < m; ++i) {
    const float* row =
        side_by_side(a.data + i * a.row_step, a.column_step, room.data() + n);
    if (n > 8) {
      lane_chains<OneRow>(row, 0, vector, n, y + i);
    } else {
      y[i] = row_product(row, vector, n, i, m);
    }
  }
}

}  // namespace mha
