#include "tensor/kernels/gemm.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

// The kernels themselves. What they must give is computed here, number by number,
// in the order of OpenBLAS's kernels that gemm.h and gemm.cpp tell of.

namespace mha {
namespace {

using Numbers = std::vector<float>;

// No two alike, none short: every other order of adding gives other last bits.
Numbers spread(int64_t count, int64_t step) {
  Numbers out;
  for (int64_t i = 0; i < count; ++i) {
    out.push_back(static_cast<float>(i * step % 1009) / 1009.0f - 0.5f);
  }
  return out;
}

// Small whole numbers: every order of adding gives the same.
Numbers whole_numbers(int64_t count, int64_t step) {
  Numbers out;
  for (int64_t i = 0; i < count; ++i) out.push_back(static_cast<float>(i * step % 7 - 3));
  return out;
}

// A matrix of so many rows and columns, as it lies or as the transpose of what lies.
MatrixView<float> view_of(const Numbers& data, int64_t rows, int64_t columns, bool turned) {
  return turned ? MatrixView<float>{data.data(), 1, rows} : MatrixView<float>{data.data(), columns, 1};
}

float at(const MatrixView<float>& x, int64_t i, int64_t j) {
  return x.data[i * x.row_step + j * x.column_step];
}

// Of large products: chains of 320 fused steps; a rest of up to 640 in two halves,
// the first a multiple of 16.
float by_chains(const MatrixView<float>& a, const MatrixView<float>& b, int64_t i, int64_t j,
                int64_t k) {
  float sum = 0;
  for (int64_t begin = 0; begin < k;) {
    const int64_t left = k - begin;
    const int64_t steps = left >= 640 ? 320 : left > 320 ? (left / 2 + 15) / 16 * 16 : left;
    float chain = 0;
    for (int64_t l = begin; l < begin + steps; ++l) chain = std::fma(at(a, i, l), at(b, l, j), chain);
    sum = begin == 0 ? chain : sum + chain;
    begin += steps;
  }
  return sum;
}

TEST_CASE("gemm: a large product's elements are chains, cut after 320 steps") {
  struct Case {
    int64_t m, n, k;
  };
  for (const Case& c : std::vector<Case>{{64, 100, 160}, {100, 70, 320}, {33, 97, 321},
                                         {513, 40, 60}, {7, 250, 640}, {20, 77, 700},
                                         {150, 13, 1000}, {3, 2100, 200}}) {
    REQUIRE(c.m * c.n * c.k > 1'000'000);
    const Numbers left = spread(c.m * c.k, 37), right = spread(c.k * c.n, 53);
    for (const bool turned : {false, true}) {
      CAPTURE(c.m);
      CAPTURE(c.n);
      CAPTURE(turned);
      const auto a = view_of(left, c.m, c.k, false), b = view_of(right, c.k, c.n, turned);
      Numbers out(static_cast<size_t>(c.m * c.n));
      gemm(a, b, out.data(), c.n, c.m, c.n, c.k);
      int64_t other = 0;
      for (int64_t i = 0; i < c.m; ++i) {
        for (int64_t j = 0; j < c.n; ++j) {
          other += out[static_cast<size_t>(i * c.n + j)] != by_chains(a, b, i, j, c.k);
        }
      }
      CHECK(other == 0);
    }
  }
}

// Of a small product with a turned matrix: sixteen partial sums, which are joined
// neighbours first in a whole tile of 4 x 4, halves first outside.
float by_lanes(const MatrixView<float>& a, const MatrixView<float>& b, int64_t i, int64_t j,
               int64_t k, bool in_tile) {
  std::array<float, 16> lane{};
  for (int64_t l = 0; l < k; ++l) {
    float& sum = lane[static_cast<size_t>(l % 16)];
    sum = std::fma(at(a, i, l), at(b, l, j), sum);
  }
  for (size_t width = 8; width > 0; width /= 2) {
    for (size_t l = 0; l < width; ++l) {
      lane[l] = in_tile ? lane[2 * l] + lane[2 * l + 1] : lane[l] + lane[l + width];
    }
  }
  return lane[0];
}

TEST_CASE("gemm: a small product with a layer's weight is sixteen sums an element") {
  for (const int64_t m : {1, 3, 4, 6, 17}) {
    for (const int64_t n : {2, 4, 15, 16, 19, 35, 64}) {
      for (const int64_t k : {32, 40, 64, 100}) {
        CAPTURE(m);
        CAPTURE(n);
        CAPTURE(k);
        const Numbers left = spread(m * k, 37), right = spread(k * n, 53);
        const auto a = view_of(left, m, k, false), b = view_of(right, k, n, true);
        Numbers out(static_cast<size_t>(m * n));
        gemm(a, b, out.data(), n, m, n, k);
        int64_t other = 0;
        for (int64_t i = 0; i < m; ++i) {
          for (int64_t j = 0; j < n; ++j) {
            const bool in_tile = i < m / 4 * 4 || j < n / 4 * 4;
            other += out[static_cast<size_t>(i * n + j)] != by_lanes(a, b, i, j, k, in_tile);
          }
        }
        CHECK(other == 0);
      }
    }
  }
}

TEST_CASE("fast_gemm: every remainder of rows, columns and steps, however they lie") {
  const auto check = [](int64_t m, int64_t n, int64_t k, bool a_turned, bool b_turned, bool onto) {
    const Numbers left = whole_numbers(m * k, 5), right = whole_numbers(k * n, 3);
    const auto a = view_of(left, m, k, a_turned), b = view_of(right, k, n, b_turned);
    // Two columns more than are written, which stay as they are.
    const int64_t step = n + 2;
    Numbers out(static_cast<size_t>(m * step), 2.0f);
    fast_gemm(a, b, out.data(), step, m, n, k, onto);
    int64_t other = 0;
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < step; ++j) {
        float sum = onto || j >= n ? 2.0f : 0.0f;
        for (int64_t l = 0; l < k && j < n; ++l) sum += at(a, i, l) * at(b, l, j);
        other += out[static_cast<size_t>(i * step + j)] != sum;
      }
    }
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(k);
    CHECK(other == 0);
  };
  for (const int64_t m : {1, 5, 6, 7, 13, 100}) {
    for (int64_t n = 1; n <= 70; n += n < 20 ? 1 : 7) {
      for (const int64_t k : {0, 1, 16, 45}) {
        for (const bool onto : {false, true}) {
          check(m, n, k, false, false, onto);
          check(m, n, k, false, true, onto);
          check(m, n, k, true, false, onto);
        }
      }
    }
  }
  // More steps than a chain, more columns than are copied at a time.
  check(9, 30, 2100, false, true, true);
  check(60, 3000, 300, false, false, false);
  check(530, 700, 900, false, true, true);
}

TEST_CASE("transpose_into: squares, what is left of them, rows with gaps") {
  for (const int64_t m : {1, 7, 8, 9, 40}) {
    for (const int64_t n : {1, 8, 15, 33}) {
      const int64_t from_step = n + 3, to_step = m + 1;
      const Numbers from = spread(m * from_step, 37);
      Numbers to(static_cast<size_t>(n * to_step), 9.0f);
      transpose_into(from.data(), from_step, m, n, to.data(), to_step);
      int64_t other = 0;
      for (int64_t j = 0; j < n; ++j) {
        for (int64_t i = 0; i < to_step; ++i) {
          const float right = i < m ? from[static_cast<size_t>(i * from_step + j)] : 9.0f;
          other += to[static_cast<size_t>(j * to_step + i)] != right;
        }
      }
      CHECK(other == 0);
    }
  }
}

}  // namespace
}  // namespace mha
