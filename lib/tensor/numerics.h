#pragma once

#include <cmath>
#include <cstdint>

/// float32 kernels that round in the very order PyTorch's AVX2 kernels do. Four
/// printed digits seldom depend on it, but "1." or "1.0000" after a sum does.
namespace mha {

/// exp as Sleef's expf_u10 with fused steps; an exact model, not libm's.
float exp_f32(float x);
/// The same for n numbers that lie side by side; `out` may be `in`.
void exp_f32(const float* in, float* out, int64_t n);

/// The sum of n numbers `stride` elements apart, as PyTorch reduces one
/// dimension of one output: eight lanes of four sums for contiguous numbers,
/// four sums otherwise, each a cascade that keeps errors small.
float sum_f32(const float* x, int64_t n, int64_t stride);
double sum_f64(const double* x, int64_t n, int64_t stride);

/// Sums over the rows of an (n, columns) block, a sum a column. The numbers of
/// a row are side by side, rows are `row_stride` apart.
void sum_rows_f32(const float* x, int64_t n, int64_t row_stride,
                  int64_t columns, float* out);
void sum_rows_f64(const double* x, int64_t n, int64_t row_stride,
                  int64_t columns, double* out);

/// The sum inside softmax over the last dimension: one vector of eight lanes,
/// folded in halves.
float lane_sum_f32(const float* x, int64_t n);

}  // namespace mha
