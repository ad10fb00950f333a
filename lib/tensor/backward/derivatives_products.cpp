#include "tensor/backward/derivatives.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/products.h"
#include "tensor/ops/reduce.h"

// Of products. Each factor's gradient is the result's, times the other factor.

namespace mha {
namespace {

struct Pair {
  Tensor a, b;
};

Tensor tall(const Tensor& x) {
  int64_t rows = 1;
  for (int64_t d = 0; d + 1 < x.dim(); ++d) rows *= x.size(d);
  return reshape(x, {rows, x.size(-1)});
}

bool is_column_major(const Tensor& x) {
  return x.dim() == 2 && x.strides()[0] == 1 && x.strides()[1] == x.size(0);
}

// (n, m) from the gradient, (m, k) or (n, k) from the factors. A gradient lies in
// memory as its factor does.
Tensor of_left(const Tensor& grad, const Tensor& b) { return matrix_product(grad, t(b)); }
Tensor of_right(const Tensor& grad, const Tensor& a, const Tensor& b) {
  if (b.defined() && is_column_major(b)) return t(matrix_product(t(grad), a));
  return matrix_product(t(a), grad);
}

/// `b` may be undefined if a's gradient is not needed, and the other way round.
/// The ranks are those of the factors.
Pair factors(const Tensor& grad, const Tensor& a, const Tensor& b, int64_t rank_a, int64_t rank_b,
             bool needs_a, bool needs_b) {
  Pair out;
  if (rank_a == 1 && rank_b == 1) {
    if (needs_a) out.a = mul(grad, b);
    if (needs_b) out.b = mul(grad, a);
  } else if (rank_b == 1) {  // (..., n, k) @ (k)
    if (needs_a) out.a = mul(unsqueeze(grad, -1), b);
    if (needs_b) out.b = squeeze(matmul(unsqueeze(reshape(grad, {grad.numel()}), 0), tall(a)), 0);
  } else if (rank_a == 1) {  // (k) @ (..., k, m)
    if (needs_a) out.a = squeeze(matmul(unsqueeze(grad, -2), mT(b)), -2);
    if (needs_b) out.b = mul(unsqueeze(a, -1), unsqueeze(grad, -2));
  } else if (rank_b == 2) {  // one product of a tall matrix
    if (needs_a) {
      Shape shape = grad.shape();
      shape.back() = b.size(0);
      out.a = reshape(of_left(tall(grad), b), shape);
    }
    if (needs_b) out.b = of_right(tall(grad), tall(a), b);
  } else if (rank_a == 2) {  // the same, turned
    const Tensor none;
    const Pair turned = factors(mT(grad), b.defined() ? mT(b) : none, a.defined() ? t(a) : none,
                                rank_b, 2, needs_b, needs_a);
    if (needs_a) out.a = t(turned.b);
    if (needs_b) out.b = mT(turned.a);
  } else {
    if (needs_a) out.a = matmul(grad, mT(b));
    if (needs_b) out.b = matmul(mT(a), grad);
  }
  return out;
}

int64_t rank_of_input(const Node& node, size_t i, const Tensor& saved) {
  return saved.defined() ? saved.dim() : static_cast<int64_t>(node.shape_of_input(i).size());
}

void of_matmul(const Node& node, Grads grads, Inputs inputs) {
  const Tensor a = node.saved(0);
  const Tensor b = node.saved(1);
  const Pair pair = factors(grads[0], a, b, rank_of_input(node, 0, a), rank_of_input(node, 1, b),
                            node.needs(0), node.needs(1));
  inputs[0] = pair.a;
  inputs[1] = pair.b;
}

void of_addmm(const Node& node, Grads grads, Inputs inputs) {
  const Scalar beta = param<Scalar>(node, 2);
  const Scalar alpha = param<Scalar>(node, 3);
  const auto scaled = [](const Tensor& grad, Scalar by) {
    return by.to_double() == 1 || !grad.defined() ? grad : mul(grad, by);
  };
  const Tensor a = node.saved(0);
  const Tensor b = node.saved(1);
  if (node.needs(0)) inputs[0] = scaled(grads[0], beta);
  const Pair pair = factors(grads[0], a, b, rank_of_input(node, 1, a), rank_of_input(node, 2, b),
                            node.needs(1), node.needs(2));
  inputs[1] = scaled(pair.a, alpha);
  inputs[2] = scaled(pair.b, alpha);
}

void of_linear(const Node& node, Grads grads, Inputs inputs) {
  const Tensor grad = tall(grads[0]);
  if (node.needs(0)) {
    inputs[0] = reshape(matrix_product(grad, node.saved(1)), node.shape_of_input(0));
  }
  if (node.needs(1)) inputs[1] = matrix_product(t(grad), tall(node.saved(0)));
  if (node.needs(2)) inputs[2] = sum(grad, {0});
}

constexpr NativeRow kProductDerivatives[] = {
    {"matmul", of_matmul}, {"addmm", of_addmm}, {"linear", of_linear}};

}  // namespace

std::span<const NativeRow> product_derivatives() { return kProductDerivatives; }

}  // namespace mha
