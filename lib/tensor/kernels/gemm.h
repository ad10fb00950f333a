#pragma once

#include <cstdint>

#include "tensor/core/parallel.h"

/// The kernels under matmul, for lib/tensor and the fused path of lib/attention.
///
/// float32 products are rounded as by OpenBLAS under PyTorch on a machine with
/// AVX-512. An element is usually one chain of fused multiply-adds over k from
/// 0 up, cut after 320 steps if the product is large; gemm.cpp lists the
/// exceptions. On a processor without FMA, chains round each product and have
/// other last digits.
namespace mha {

/// A matrix in memory; steps are in elements.
template <typename T>
struct MatrixView {
  const T* data;
  int64_t row_step;
  int64_t column_step;
};

/// c (m, n) = a (m, k) @ b (k, n); c is row-major with rows c_step apart and
/// must not overlap a or b. Sizes may be 0: with k = 0 c becomes zeros, or
/// stays as it is when the product is added to it. Throws std::bad_alloc, and
/// what checkpoint() throws.
void gemm(const MatrixView<float>& a, const MatrixView<float>& b, float* c,
          int64_t c_step, int64_t m, int64_t n, int64_t k);
void gemm(const MatrixView<double>& a, const MatrixView<double>& b, double* c,
          int64_t c_step, int64_t m, int64_t n, int64_t k);

/// The same on as many threads as are worth it.
void parallel_gemm(const MatrixView<float>& a, const MatrixView<float>& b,
                   float* c, int64_t c_step, int64_t m, int64_t n, int64_t k);
void parallel_gemm(const MatrixView<double>& a, const MatrixView<double>& b,
                   double* c, int64_t c_step, int64_t m, int64_t n, int64_t k);

/// c += a @ b. The old value of c starts the first chain, so a product of
/// several chains rounds differently from one that is added afterwards.
void parallel_gemm_onto(const MatrixView<float>& a, const MatrixView<float>& b,
                        float* c, int64_t c_step, int64_t m, int64_t n,
                        int64_t k);

/// c = a @ b, or c += a @ b, in the fastest order of summation, for results
/// that need not have PyTorch's digits. A contiguous `b` is read in place if it
/// is as narrow as a tile of the kernel: 64 columns with AVX-512, 16 with AVX2;
/// a multiple of half a vector.
void fast_gemm(const MatrixView<float>& a, const MatrixView<float>& b, float* c,
               int64_t c_step, int64_t m, int64_t n, int64_t k, bool onto);
void parallel_fast_gemm(const MatrixView<float>& a, const MatrixView<float>& b,
                        float* c, int64_t c_step, int64_t m, int64_t n, int64_t k,
                        bool onto);

/// to (n, m) = from (m, n).mT; rows are so many elements apart.
void transpose_into(const float* from, int64_t from_step, int64_t m, int64_t n,
                    float* to, int64_t to_step);

/// c = a @ b with every product and every sum rounded separately, as PyTorch
/// does for batches of small matrices and for integers.
template <typename T>
void gemm_plain(const MatrixView<T>& a, const MatrixView<T>& b, T* c,
                int64_t c_step, int64_t m, int64_t n, int64_t k) {
  constexpr int64_t kLongRow = 1 << 14;  // steps that take longer than a checkpoint()
  for (int64_t i = 0; i < m; ++i) {
    if (n * k >= kLongRow) checkpoint();
    for (int64_t j = 0; j < n; ++j) {
      const T* row = a.data + i * a.row_step;
      const T* column = b.data + j * b.column_step;
      T sum = 0;
      for (int64_t l = 0; l < k; ++l) {
        sum = static_cast<T>(sum +
                             row[l * a.column_step] * column[l * b.row_step]);
      }
      c[i * c_step + j] = sum;
    }
  }
}

/// y (m) = a (m, n) @ x (n)
void gemv(const MatrixView<float>& a, const float* x, int64_t x_step, float* y,
          int64_t m, int64_t n);

/// The sum of products of two vectors, as BLAS's dot rounds it.
float dot_f32(const float* a, int64_t a_step, const float* b, int64_t b_step,
              int64_t n);

}  // namespace mha
