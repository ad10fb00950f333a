#include <doctest/doctest.h>

#include "base/error.h"
#include "outcomes.h"
#include "tensor/core/factory.h"
#include "tensor/core/parallel.h"
#include "tensor/core/views.h"
#include "tensor/kernels/gemm.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/einsum.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/unary.h"

// Numbers in hexadecimal are PyTorch's with OpenBLAS, to the last bit.

namespace mha {
namespace {

std::string grad_name(const Tensor& t) {
  return t.grad_fn() ? t.grad_fn()->name : "";
}

// Whole numbers, so that every order of adding gives the same.
Tensor whole(const Shape& shape) {
  int64_t n = 1;
  for (const int64_t size : shape) n *= size;
  return to(view(remainder(mul(arange(0, n), 7), 11), shape), DType::float32);
}

}  // namespace

TEST_CASE("matmul: every case of ranks") {
  struct Case {
    Shape a;
    Shape b;
    Shape out;
  };
  for (const Case& c :
       std::vector<Case>{{{3}, {3}, {}},
                         {{3}, {3, 4}, {4}},
                         {{2, 3}, {3}, {2}},
                         {{2, 3}, {3, 4}, {2, 4}},
                         {{5, 2, 3}, {3}, {5, 2}},
                         {{5, 2, 3}, {3, 4}, {5, 2, 4}},
                         {{2, 3}, {5, 3, 4}, {5, 2, 4}},
                         {{3}, {5, 3, 4}, {5, 4}},
                         {{6, 1, 2, 3}, {5, 3, 4}, {6, 5, 2, 4}},
                         {{2, 0}, {0, 4}, {2, 4}}}) {
    CHECK(matmul(ones(c.a), ones(c.b)).shape() == c.out);
  }
}

TEST_CASE("matmul: numbers, whatever the strides") {
  const Tensor a = Tensor::of({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor b = Tensor::of({3, 2}, {1, 0, 2, 1, 0, 3});
  CHECK(values(matmul(a, b)) == std::vector<double>{5, 11, 14, 23});
  CHECK(values(matmul(t(b), t(a))) == std::vector<double>{5, 14, 11, 23});
  const Tensor wide = Tensor::of({3, 4}, {1, 9, 0, 9, 2, 9, 1, 9, 0, 9, 3, 9});
  CHECK(values(matmul(a, slice(wide, 1, 0, 4, 2))) ==
        std::vector<double>{5, 11, 14, 23});
  const Tensor ints = matmul(to(a, DType::int64), to(b, DType::int64));
  CHECK(ints.dtype() == DType::int64);
  CHECK(values(ints) == std::vector<double>{5, 11, 14, 23});
}

TEST_CASE("matmul: float32 rounds as BLAS does") {
  const auto spread = [](int64_t step, int64_t prime) {
    const Tensor whole_numbers = remainder(mul(arange(0, 240), step), prime);
    return sub(div(whole_numbers, prime), 0.5);
  };
  // PyTorch 1.13.1 with OpenBLAS 0.3.21 gives these last bits.
  const Tensor a = view(spread(37, 101), {6, 40});
  const Tensor b = view(spread(53, 89), {40, 6});
  const Tensor product = matmul(a, b);
  CHECK(product.at({0, 0}).to_double() == 0x1.d208d8p-3);
  CHECK(product.at({5, 5}).to_double() == -0x1.aff93p-5);
  CHECK(matmul(a, select(b, 1, 0)).at({3}).to_double() == -0x1.8ddaecp-2);
  CHECK(matmul(a, select(b, 1, 0)).at({4}).to_double() == 0x1.d97078p-5);
  CHECK(dot(select(a, 0, 0), contiguous(select(b, 1, 0))).item().to_double() ==
        0x1.d208d4p-3);
}

TEST_CASE("matmul: large products on several threads") {
  const ThreadCount threads(3);
  const Tensor a = whole({150, 340});
  const Tensor b = whole({340, 130});
  const Tensor c = matmul(a, b);
  const Tensor batch =
      bmm(view(a, {3, 50, 340}), expand(unsqueeze(b, 0), {3, 340, 130}));
  set_thread_count(1);
  CHECK(equal(c, matmul(a, b)));
  CHECK(equal(view(batch, {150, 130}), c));
  // The transposed product of the transposed.
  CHECK(equal(matmul(t(b), t(a)), contiguous(t(c))));
  const Tensor exact = matmul(to(a, DType::int64), to(b, DType::int64));
  CHECK(equal(to(c, DType::int64), exact));
}

TEST_CASE("matmul: errors in PyTorch's words") {
  CHECK(error_of([] {
          matmul(ones({2, 3}), ones({2, 3}));
        }) ==
        "RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and "
        "2x3)");
  CHECK(error_of([] {
          matmul(ones({2, 3, 4}), ones({2, 3, 4}));
        }) ==
        "RuntimeError: Expected size for first two dimensions of batch2 tensor "
        "to be: [2, 4] but got: [2, 3].");
  CHECK(error_of([] {
          matmul(ones({2, 3}), ones({4}));
        }) == "RuntimeError: size mismatch, got input (2), mat (2x3), vec (4)");
  CHECK(error_of([] {
          matmul(ones({}), ones({2, 2}));
        }) ==
        "RuntimeError: both arguments to matmul need to be at least 1D, but "
        "they are 0D and 2D");
  CHECK(error_of([] {
          matmul(ones({2, 2}), ones({2, 2}, DType::int64));
        }) == "RuntimeError: expected scalar type Float but found Long");
  CHECK(error_of([] { dot(ones({3}), ones({4})); }) ==
        "RuntimeError: inconsistent tensor size, expected tensor [3] and src "
        "[4] to have the same number of elements, but got 3 and 4 elements "
        "respectively");
}

TEST_CASE("matmul and linear: names of what made a result") {
  const Tensor w = leaf({4, 3});
  const Tensor bias = leaf({4});
  CHECK(grad_name(matmul(ones({2, 4}), w)) == "MmBackward0");
  CHECK(grad_name(matmul(ones({4}), w)) == "SqueezeBackward4");
  CHECK(grad_name(matmul(w, ones({3}))) == "MvBackward0");
  CHECK(grad_name(matmul(ones({2, 5, 4}), w)) == "UnsafeViewBackward0");
  CHECK(grad_name(matmul(w, ones({2, 3, 5}))) == "CloneBackward0");
  CHECK(grad_name(linear(ones({2, 3}), w, bias)) == "AddmmBackward0");
  CHECK(grad_name(linear(ones({5, 2, 3}), w, bias)) == "ViewBackward0");
  CHECK(grad_name(linear(ones({5, 2, 3}), w)) == "UnsafeViewBackward0");
  CHECK(grad_name(linear(ones({3}), w, bias)) == "AddBackward0");
  CHECK_FALSE(matmul(ones({2, 5, 4}), w).base().defined());
}

TEST_CASE("einsum: products, diagonals, sums and an ellipsis") {
  const Tensor a = Tensor::of({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor b = Tensor::of({3, 2}, {1, 0, 2, 1, 0, 3});
  const auto run = [](const char* equation, std::vector<Tensor> operands) {
    return einsum(equation, operands);
  };
  CHECK(values(run("ij,jk->ik", {a, b})) == std::vector<double>{5, 11, 14, 23});
  CHECK(values(run("ij,jk", {a, b})) == std::vector<double>{5, 11, 14, 23});
  CHECK(values(run("ij->ji", {a})) == std::vector<double>{1, 4, 2, 5, 3, 6});
  CHECK(values(run("ij->j", {a})) == std::vector<double>{5, 7, 9});
  CHECK(run("ii", {matmul(a, b)}).item().to_double() == 28);
  CHECK(values(run("i,j->ij", {select(a, 0, 0), select(b, 0, 0)})) ==
        std::vector<double>{1, 0, 2, 0, 3, 0});
  CHECK(run("bhqd,bhkd->bhqk", {ones({1, 2, 3, 4}), ones({1, 2, 5, 4})})
            .shape() == Shape{1, 2, 3, 5});
  CHECK(run("...ij,jk->...ik", {ones({5, 2, 3}), b}).shape() == Shape{5, 2, 2});
  CHECK(error_of([&] {
          run("ij,jk->iz", {a, b});
        }) ==
        "RuntimeError: einsum(): output subscript z does not appear in the "
        "equation for any input operand");
  CHECK(error_of([&] {
          run("ij,jk->ik", {a, a});
        }) ==
        "RuntimeError: einsum(): subscript j has size 2 for operand 1 which "
        "does not broadcast with previously seen size 3");
}

}  // namespace mha
