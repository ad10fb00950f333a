#include "tensor/ops/matmul.h"

#include <algorithm>
#include <vector>

#include "tensor/core/internal.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/products.h"

// matmul, mm, bmm and the like check their arguments and leave the arithmetic
// to matrix_product and batched_product (products.h).

namespace mha {
namespace {

std::string_view name_of(const Tensor& t) {
  return scalar_type_name(t.dtype());
}

void check_same_dtype(const Tensor& a, const Tensor& b) {
  throw_if(a.dtype() != b.dtype(), "expected scalar type {} but found {}", name_of(a), name_of(b));
}

void check_no_bool(const Tensor& a, const char* kernel) {
  throw_if(a.dtype() == DType::bool_, "\"{}\" not implemented for '{}'", kernel, name_of(a));
}

void check_inner(const Tensor& a, const Tensor& b) {
  if (a.size(1) == b.size(0)) return;
  throw_error("mat1 and mat2 shapes cannot be multiplied ({}x{} and {}x{})", a.size(0), a.size(1),
              b.size(0), b.size(1));
}

// mm without recording.
Tensor mm_raw(const Tensor& a, const Tensor& b) {
  check_inner(a, b);
  check_same_dtype(a, b);
  check_no_bool(a, "addmm_impl_cpu_");
  return matrix_product(a, b);
}

void check_bmm_sizes(const Tensor& a, const Tensor& b) {
  if (a.size(0) == b.size(0) && a.size(2) == b.size(1)) return;
  throw_error(
      "Expected size for first two dimensions of batch2 tensor to be: [{}, {}] but got: [{}, {}].",
      a.size(0), a.size(2), b.size(0), b.size(1));
}

Tensor bmm_raw(const Tensor& a, const Tensor& b) {
  check_bmm_sizes(a, b);
  check_same_dtype(a, b);
  check_no_bool(a, "bmm");
  return batched_product(a, b);
}

Tensor mv_raw(const Tensor& a, const Tensor& v) {
  throw_if(a.size(1) != v.size(0), "size mismatch, got input ({}), mat ({}x{}), vec ({})",
           a.size(0), a.size(0), a.size(1), v.size(0));
  check_same_dtype(a, v);
  check_no_bool(a, "addmv_impl_cpu");
  return matrix_vector_product(a, v);
}

// Whether to compute a batch of matrices times one matrix as one product of a
// taller matrix. Not if the matrices are transposed: that would copy them.
bool folds(const Tensor& batch, int64_t other_rank) {
  if (batch.dim() < 3 || other_rank > 2) return false;
  const bool lies_transposed =
      batch.dim() == 3 && other_rank == 2 && batch.strides()[2] != 1 &&
      batch.strides()[0] == batch.size(1) * batch.size(2);
  return !lies_transposed;
}

// The same numbers as a tensor that is not a view of another.
Tensor own(const Tensor& t) {
  return Tensor::over(t.storage(), t.dtype(), t.shape(), t.strides(),
                      t.storage_offset());
}

// For the derivative of a product: each factor for the other's gradient.
auto saving_factors(const Tensor& a, const Tensor& b) {
  return [&](Node& node) { node.save_for(1, a).save_for(0, b); };
}

// For that of beta * self + alpha * (a @ b).
auto saving_sum(const Tensor& a, const Tensor& b, Scalar beta, Scalar alpha) {
  return [&a, &b, beta, alpha](Node& node) {
    node.save_for(2, a).save_for(1, b).with(beta).with(alpha);
  };
}

struct Product {
  Tensor value;
  const char* grad_name;
};

// (..., n, k) @ (k, p) or (k), or the other way round, as one product.
Product folded(const Tensor& a, const Tensor& b) {
  const bool swapped = b.dim() > a.dim();
  const Tensor batch = swapped ? mT(b) : a;
  const Tensor other = !swapped ? b : a.dim() == 2 ? t(a) : a;
  Shape shape(batch.shape().begin(), batch.shape().end() - 1);
  int64_t rows = 1;
  for (const int64_t size : shape) rows *= size;
  const Tensor tall = reshape(batch, {rows, batch.size(-1)});
  if (other.dim() == 1) {
    return {view(mv_raw(tall, other), shape), "UnsafeViewBackward0"};
  }
  shape.push_back(other.size(1));
  const Tensor out = view(mm_raw(tall, other), shape);
  if (!swapped) return {out, "UnsafeViewBackward0"};
  const Tensor turned = mT(out);
  return {contiguous(turned),
          turned.is_contiguous() ? "TransposeBackward0" : "CloneBackward0"};
}

Tensor batched(const Tensor& a, const Tensor& b) {
  const Shape& sa = a.shape();
  const Shape& sb = b.shape();
  const bool row = a.dim() == 1;
  const bool column = b.dim() == 1;
  Shape shape = broadcast_shapes(
      Shape(sa.begin(), sa.end() - std::min<int64_t>(2, a.dim())),
      Shape(sb.begin(), sb.end() - std::min<int64_t>(2, b.dim())));
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  const auto flat = [&](const Tensor& x, int64_t n, int64_t m) {
    Shape whole = shape;
    whole.insert(whole.end(), {n, m});
    return reshape(expand(x, whole), {count, n, m});
  };
  const int64_t k = row ? sa[0] : a.size(-1);
  const Tensor left = flat(row ? unsqueeze(a, 0) : a, row ? 1 : a.size(-2), k);
  const Tensor right = column ? flat(unsqueeze(b, 1), sb[0], 1)
                              : flat(b, b.size(-2), b.size(-1));
  if (!row) shape.push_back(a.size(-2));
  if (!column) shape.push_back(b.size(-1));
  return view(bmm_raw(left, right), shape);
}

Product matmul_raw(const Tensor& a, const Tensor& b) {
  const int64_t rank_a = a.dim();
  const int64_t rank_b = b.dim();
  throw_if(rank_a == 0 || rank_b == 0,
           "both arguments to matmul need to be at least 1D, but they are {}D and {}D", rank_a,
           rank_b);
  if (rank_a == 1 && rank_b == 1) return {dot(a, b), "DotBackward0"};
  if (rank_a == 2 && rank_b == 1) return {mv_raw(a, b), "MvBackward0"};
  if (rank_a == 1 && rank_b == 2) {
    return {squeeze(mm_raw(unsqueeze(a, 0), b), 0), "SqueezeBackward4"};
  }
  if (rank_a == 2 && rank_b == 2) return {mm_raw(a, b), "MmBackward0"};
  if (folds(a, rank_b) || folds(b, rank_a)) return folded(a, b);
  return {batched(a, b), "UnsafeViewBackward0"};
}

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b) {
  // If a 3-d batch is a single matrix that needs a gradient, drops the batch
  // dimension, as PyTorch does to avoid a copy in backward.
  if (a.dim() == 3 && b.dim() == 3 && a.size(0) != b.size(0)) {
    if (a.size(0) == 1 && a.requires_grad()) return matmul(squeeze(a, 0), b);
    if (b.size(0) == 1 && b.requires_grad()) return matmul(a, squeeze(b, 0));
  }
  const auto [value, name] = matmul_raw(own(a), own(b));
  return record({name, "matmul"}, own(value), {a, b}, saving_factors(a, b));
}

Tensor mm(const Tensor& a, const Tensor& b) {
  if (a.dim() != 2) throw RuntimeError("self must be a matrix");
  if (b.dim() != 2) throw RuntimeError("mat2 must be a matrix");
  return record({"MmBackward0", "matmul"}, mm_raw(a, b), {a, b}, saving_factors(a, b));
}

Tensor bmm(const Tensor& a, const Tensor& b) {
  if (a.dim() != 3) throw RuntimeError("batch1 must be a 3D tensor");
  if (b.dim() != 3) throw RuntimeError("batch2 must be a 3D tensor");
  return record({"BmmBackward0", "matmul"}, bmm_raw(a, b), {a, b}, saving_factors(a, b));
}

Tensor mv(const Tensor& a, const Tensor& v) {
  throw_if(a.dim() != 2 || v.dim() != 1, "vector + matrix @ vector expected, got 1, {}, {}",
           a.dim(), v.dim());
  return record({"MvBackward0", "matmul"}, mv_raw(a, v), {a, v}, saving_factors(a, v));
}

Tensor dot(const Tensor& a, const Tensor& b) {
  throw_if(a.dim() != 1 || b.dim() != 1, "1D tensors expected, but got {}D and {}D tensors",
           a.dim(), b.dim());
  throw_if(a.dtype() != b.dtype(),
           "dot : expected both vectors to have same dtype, but found {} and {}", name_of(a),
           name_of(b));
  throw_if(a.numel() != b.numel(),
           "inconsistent tensor size, expected tensor [{0}] and src [{1}] to have the same number "
           "of elements, but got {0} and {1} elements respectively",
           a.numel(), b.numel());
  check_no_bool(a, "dot");
  return record({"DotBackward0", "matmul"}, vector_product(a, b), {a, b}, saving_factors(a, b));
}

Tensor outer(const Tensor& a, const Tensor& b) {
  if (a.dim() != 1 || b.dim() != 1) {
    const bool first = a.dim() != 1;
    throw_error("outer: Expected 1-D argument {}, but got {}-D", first ? "self" : "vec2",
                first ? a.dim() : b.dim());
  }
  return mul(unsqueeze(a, 1), b);
}

Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2,
             Scalar beta, Scalar alpha) {
  if (mat1.dim() != 2 || mat2.dim() != 2) {
    const bool first = mat1.dim() != 2;
    throw_error("{} must be a matrix, got {}-D tensor", first ? "mat1" : "mat2",
                first ? mat1.dim() : mat2.dim());
  }
  check_inner(mat1, mat2);
  throw_if(mat1.dtype() != mat2.dtype(),
           "mat1 and mat2 must have the same dtype, but got {} and {}", name_of(mat1),
           name_of(mat2));
  const Tensor bias =
      expand(detach(self), {mat1.size(0), mat2.size(1)});
  throw_if(self.dtype() != mat1.dtype(),
           "self and mat2 must have the same dtype, but got {} and {}", name_of(self),
           name_of(mat2));
  const bool onto = self.dtype() == DType::float32 && beta.to_double() == 1 &&
                    alpha.to_double() == 1;
  const Tensor out =
      onto ? matrix_product_onto(bias, mat1, mat2)
           : add_product(bias, mm_raw(mat1, mat2), beta, alpha);
  return record("AddmmBackward0", out, {self, mat1, mat2},
                saving_sum(mat1, mat2, beta, alpha));
}

Tensor baddbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2,
               Scalar beta, Scalar alpha) {
  if (batch1.dim() != 3) throw RuntimeError("batch1 must be a 3D tensor");
  if (batch2.dim() != 3) throw RuntimeError("batch2 must be a 3D tensor");
  const Tensor product = bmm_raw(batch1, batch2);
  const Tensor bias = expand(detach(self), product.shape());
  return record({"BaddbmmBackward0", "addmm"},
                add_product(bias, product, beta, alpha), {self, batch1, batch2},
                saving_sum(batch1, batch2, beta, alpha));
}

Tensor addmv(const Tensor& self, const Tensor& mat, const Tensor& vec,
             Scalar beta, Scalar alpha) {
  throw_if(mat.dim() != 2 || vec.dim() != 1 || self.dim() > 1,
           "vector + matrix @ vector expected, got {}, {}, {}", self.dim(), mat.dim(), vec.dim());
  const Tensor product = mv_raw(mat, vec);
  const Tensor bias = expand(detach(self), product.shape());
  return record({"AddmvBackward0", "addmm"},
                own(add_product(bias, product, beta, alpha)), {self, mat, vec},
                saving_sum(mat, vec, beta, alpha));
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  if (!bias.defined()) return matmul(x, t(weight));
  if (x.dim() == 2) return addmm(bias, x, t(weight));
  if (x.dim() > 2 && x.is_contiguous()) {
    const Tensor tall = view(detach(x), {-1, x.size(-1)});
    Shape shape = x.shape();
    shape.back() = weight.size(0);
    const Tensor out =
        view(addmm(detach(bias), tall, t(detach(weight))), shape);
    return record({"ViewBackward0", "linear"}, own(out), {x, weight, bias},
                  [&](Node& node) { node.save_for(1, x).save_for(0, weight); });
  }
  return add(matmul(x, t(weight)), bias);
}

Tensor tensordot(const Tensor& a, const Tensor& b, int64_t dims) {
  throw_if(dims < 0, "tensordot expects dims >= 0, but got dims={}", dims);
  if (dims > a.dim()) wrap_dim_of(a, -dims);  // throws
  Shape dims_a(static_cast<size_t>(dims));
  Shape dims_b(dims_a);
  for (size_t i = 0; i < dims_a.size(); ++i) {
    dims_a[i] = static_cast<int64_t>(i) - dims;
    dims_b[i] = static_cast<int64_t>(i);
  }
  return tensordot(a, b, dims_a, dims_b);
}

Tensor tensordot(const Tensor& a, const Tensor& b, const Shape& dims_a,
                 const Shape& dims_b) {
  throw_if(dims_a.size() != dims_b.size(), "both dimension lists should have same length");
  // Summed dimensions go last in `a` and first in `b`.
  const auto split = [](const Tensor& x, const Shape& dims, Shape& kept) {
    std::vector<bool> summed(static_cast<size_t>(x.dim()), false);
    for (const int64_t dim : dims) {
      summed[static_cast<size_t>(wrap_dim(dim, x.dim()))] = true;
    }
    for (int64_t d = 0; d < x.dim(); ++d) {
      if (!summed[static_cast<size_t>(d)]) kept.push_back(d);
    }
  };
  int64_t k = 1;
  for (size_t i = 0; i < dims_a.size(); ++i) {
    throw_if(a.size(dims_a[i]) != b.size(dims_b[i]),
             "contracted dimensions need to match, but first has size {} in dim {} and second has "
             "size {} in dim {}",
             a.size(dims_a[i]), dims_a[i], b.size(dims_b[i]), dims_b[i]);
    k *= a.size(dims_a[i]);
  }
  Shape order_a;
  Shape kept_b;
  split(a, dims_a, order_a);
  split(b, dims_b, kept_b);
  Shape shape;
  int64_t rows = 1;
  int64_t columns = 1;
  for (const int64_t d : order_a) {
    shape.push_back(a.size(d));
    rows *= a.size(d);
  }
  for (const int64_t d : kept_b) {
    shape.push_back(b.size(d));
    columns *= b.size(d);
  }
  order_a.insert(order_a.end(), dims_a.begin(), dims_a.end());
  Shape order_b = dims_b;
  order_b.insert(order_b.end(), kept_b.begin(), kept_b.end());
  return reshape(mm(reshape(permute(a, order_a), {rows, k}),
                    reshape(permute(b, order_b), {k, columns})),
                 shape);
}

}  // namespace mha
