#pragma once

namespace mha {

/// Sixteen uniform numbers in [0, 1) become sixteen normal ones, in float32
/// with the Cephes logarithm and sine that PyTorch's AVX2 kernel uses.
void normal_block(float* sixteen, float mean, float std);
/// The same in double, by the C library's functions.
void normal_block(double* sixteen, double mean, double std);

}  // namespace mha
