#pragma once

#include <bit>
#include <cstdint>

/// float32 kernels that round in exactly the order of PyTorch's AVX2 kernels.
/// Four printed digits seldom depend on that, but whether a sum prints "1." or
/// "1.0000" does.
namespace mha {

/// 2^exponent, for one within what float32 holds without being subnormal.
inline float power_of_two(int32_t exponent) {
  return std::bit_cast<float>((exponent + 127) << 23);
}

/// exp() as Sleef's expf_u10 with FMA computes it, bit for bit; not libm's.
float exp_f32(float x);
/// The same for n contiguous numbers; `out` may be `in`.
void exp_f32(const float* in, float* out, int64_t n);
/// log() as Sleef's logf_u10, also bit for bit.
float log_f32(float x);

/// out[i] = exp(x[i] - shift) for n contiguous numbers. Returns their sum in
/// the order of softmax over the last dimension: eight lanes, folded in halves.
/// `out` may be null.
float exp_sum_f32(const float* x, float shift, float* out, int64_t n);

/// A two-dimensional piece of a reduction: sizes and steps in elements.
struct SumBlock {
  int64_t size[2];
  int64_t in_step[2];
  int64_t out_step[2];  // 0 along summed dimensions
};
/// Adds to every element of `out` the sum of its part of `in`. Contiguous
/// numbers go through the lanes of one vector, and every long sum is a cascade
/// of four levels, which keeps errors small.
void sum_block(const float* in, float* out, SumBlock block);
void sum_block(const double* in, double* out, SumBlock block);

/// Mean and variance (divided by n) of n contiguous numbers, as layer_norm
/// computes them, by Welford's update: of floats in eight lanes, chunks joined
/// pairwise; of doubles one by one.
template <typename T>
struct Moments {
  T mean, variance;
};
Moments<float> moments(const float* x, int64_t n);
Moments<double> moments(const double* x, int64_t n);

}  // namespace mha
