#pragma once

#include <cstdint>

/// float32 kernels that round in the very order PyTorch's AVX2 kernels do. Four
/// printed digits seldom depend on it, but "1." or "1.0000" after a sum does.
namespace mha {

/// exp as Sleef's expf_u10 with fused steps; an exact model, not libm's.
float exp_f32(float x);
/// The same for n numbers that lie side by side; `out` may be `in`.
void exp_f32(const float* in, float* out, int64_t n);
/// log as Sleef's logf_u10, likewise.
float log_f32(float x);

/// out[i] = exp(x[i] - shift) for n numbers side by side, and the sum of those
/// as softmax over the last dimension adds them: eight lanes, folded in halves.
/// `out` may be null.
float exp_sum_f32(const float* x, float shift, float* out, int64_t n);

/// A two-dimensional piece of a reduction: sizes and steps in elements.
struct SumBlock {
  int64_t size[2];
  int64_t in_step[2];
  int64_t out_step[2];  // 0 along what is summed
};
/// Adds to every element of `out` the sum of its part of `in`. Numbers side by
/// side go through lanes of one vector, and every long sum is a cascade of
/// four levels that keeps errors small.
void sum_block(const float* in, float* out, SumBlock block);
void sum_block(const double* in, double* out, SumBlock block);

/// Mean and variance (divided by n) of n numbers side by side, as layer_norm
/// has them: Welford's update in eight lanes, chunks joined pairwise.
struct Moments {
  float mean;
  float variance;
};
Moments moments_f32(const float* x, int64_t n);

}  // namespace mha
