#pragma once

#include <cstdint>

/// Elementary functions of float32 with the roundings of Sleef's vector
/// library, which PyTorch's kernels call: argument reduction, polynomial and
/// pairs of floats in its order, every step fused that Sleef fuses. They match
/// it bit for bit, so that the last digit of a positional encoding is the same
/// too.
namespace mha::sleef {

/// For n contiguous numbers; `out` may be `in`. Sleef chooses one argument
/// reduction for the eight numbers of a vector, by the largest of them.
void sin(const float* in, float* out, int64_t n);
void cos(const float* in, float* out, int64_t n);

float tanh(float x);
float sinh(float x);
float cosh(float x);
float erf(float x);
float expm1(float x);
float log2(float x);
float log10(float x);
float log1p(float x);
/// x to the power of y, for x >= 0 and for whole y of any x.
float pow(float x, float y);

}  // namespace mha::sleef
