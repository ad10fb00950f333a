#include "tensor/ops/products.h"

#include <algorithm>

#include "tensor/core/internal.h"
#include "tensor/kernels/gemm.h"
#include "tensor/ops/binary.h"

namespace mha {
namespace {

// A batch whose matrices need fewer multiplications than this does not go to
// BLAS.
constexpr int64_t kPlainBatch = 400;

/// The last two dimensions, from `offset` on.
template <typename T>
MatrixView<T> matrix(const Tensor& t, int64_t offset = 0) {
  return {t.data<T>() + offset, t.strides()[static_cast<size_t>(t.dim() - 2)],
          t.strides()[static_cast<size_t>(t.dim() - 1)]};
}

// 16-bit floats are computed with in float32 and rounded once.
template <typename F>
Tensor through_f32(const Tensor& a, const Tensor& b, F&& product) {
  return to(product(to(a, DType::float32), to(b, DType::float32)), a.dtype());
}

}  // namespace

Tensor matrix_product(const Tensor& a, const Tensor& b) {
  if (is_half(a.dtype())) return through_f32(a, b, matrix_product);
  const int64_t m = a.size(0);
  const int64_t k = a.size(1);
  const int64_t n = b.size(1);
  const Tensor out = Tensor::empty({m, n}, a.dtype());
  with_type(a.dtype(), [&]<typename T>(Type<T>) {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      parallel_gemm(matrix<T>(a), matrix<T>(b), out.data<T>(), n, m, n, k);
    } else if constexpr (std::is_integral_v<T>) {
      gemm_plain(matrix<T>(a), matrix<T>(b), out.data<T>(), n, m, n, k);
    }
  });
  return out;
}

Tensor matrix_product_onto(const Tensor& bias, const Tensor& a,
                           const Tensor& b) {
  const int64_t m = a.size(0);
  const int64_t n = b.size(1);
  const Tensor out = Tensor::empty({m, n}, DType::float32);
  copy_elements(out, expand(bias, out.shape()));
  parallel_gemm_onto(matrix<float>(a), matrix<float>(b), out.data<float>(), n,
                     m, n, a.size(1));
  return out;
}

Tensor batched_product(const Tensor& a, const Tensor& b) {
  if (is_half(a.dtype())) return through_f32(a, b, batched_product);
  const int64_t count = a.size(0);
  const int64_t m = a.size(1);
  const int64_t k = a.size(2);
  const int64_t n = b.size(2);
  const Tensor out = Tensor::empty({count, m, n}, a.dtype());
  const int64_t a_step = a.strides()[0];
  const int64_t b_step = b.strides()[0];
  with_type(a.dtype(), [&]<typename T>(Type<T>) {
    const auto each = [&](int64_t begin, int64_t end, auto&& product) {
      for (int64_t i = begin; i < end; ++i) {
        product(matrix<T>(a, i * a_step), matrix<T>(b, i * b_step),
                out.data<T>() + i * m * n, n, m, n, k);
      }
    };
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      using Gemm = void(const MatrixView<T>&, const MatrixView<T>&, T*, int64_t,
                        int64_t, int64_t, int64_t);
      const int64_t work = m * n * k;
      if (work < kPlainBatch) {
        each(0, count, gemm_plain<T>);
      } else if (count < thread_count()) {
        each(0, count, static_cast<Gemm*>(parallel_gemm));
      } else {
        const int64_t grain = std::max<int64_t>(1, (1 << 19) / work);
        parallel_for(count, grain, [&](int64_t begin, int64_t end) {
          each(begin, end, static_cast<Gemm*>(gemm));
        });
      }
    } else if constexpr (std::is_integral_v<T>) {
      each(0, count, gemm_plain<T>);
    }
  });
  return out;
}

Tensor matrix_vector_product(const Tensor& a, const Tensor& v) {
  // A transposed matrix has one chain for each element, as in matrix products.
  const bool turned = a.strides()[0] == 1 && a.strides()[1] != 1;
  if (a.dtype() == DType::float32 && !turned && a.size(1) > 0) {
    const Tensor out = Tensor::empty({a.size(0)}, DType::float32);
    gemv(matrix<float>(a), v.data<float>(), v.strides()[0], out.data<float>(),
         a.size(0), a.size(1));
    return out;
  }
  return view(matrix_product(a, unsqueeze(v, 1)), {a.size(0)});
}

Tensor vector_product(const Tensor& a, const Tensor& b) {
  if (is_half(a.dtype())) return through_f32(a, b, vector_product);
  const Tensor out = Tensor::empty({}, a.dtype());
  const int64_t n = a.numel();
  const int64_t a_step = a.strides()[0];
  const int64_t b_step = b.strides()[0];
  with_type(a.dtype(), [&]<typename T>(Type<T>) {
    if constexpr (std::is_same_v<T, float>) {
      *out.data<T>() = dot_f32(a.data<T>(), a_step, b.data<T>(), b_step, n);
    } else if constexpr (std::is_arithmetic_v<T>) {
      gemm_plain<T>({a.data<T>(), 0, a_step}, {b.data<T>(), b_step, 0},
                    out.data<T>(), 1, 1, 1, n);
    }
  });
  return out;
}

Tensor add_product(const Tensor& bias, const Tensor& product, Scalar beta,
                   Scalar alpha) {
  const Tensor scaled = alpha.to_double() == 1 ? product : mul(product, alpha);
  if (beta.to_double() == 0) return scaled;
  return add(scaled, beta.to_double() == 1 ? bias : mul(bias, beta), 1, scaled);
}

}  // namespace mha
