#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "base/error.h"
#include "outcomes.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/join.h"
#include "tensor/ops/unary.h"

namespace mha {
namespace {

void check_values(const Tensor& t, std::initializer_list<double> expected) {
  const std::vector<Scalar> values = to_scalars(t);
  REQUIRE(values.size() == expected.size());
  size_t i = 0;
  for (const double value : expected) {
    CHECK(values[i++].to_double() ==
          doctest::Approx(value).epsilon(1e-6).scale(1e-3));
  }
}

TEST_CASE("result_type: numbers weigh less than 0-d tensors, those than others") {
  const Tensor i = ints({1});
  const Tensor f = Tensor::of({1}, {1});
  const Tensor d0 = scalar_tensor(1.5, DType::float64);
  CHECK(result_type(i, 1.5) == DType::float32);
  CHECK(result_type(f, d0) == DType::float32);
  CHECK(result_type(i, d0) == DType::float64);
  CHECK(result_type(to(f, DType::float16), 1.5) == DType::float16);
  CHECK(result_type(to(i, DType::bool_), 2) == DType::int64);
}

TEST_CASE("add: broadcasts, and says where sizes do not fit") {
  const Tensor x = Tensor::of({2, 1}, {1, 2});
  check_values(add(x, Tensor::of({3}, {10, 20, 30})),
               {11, 21, 31, 12, 22, 32});
  check_values(add(x, x, 0.5), {1.5, 3});
  CHECK(error_of([&] { add(zeros({2, 3}), zeros({2, 4})); }) ==
        "RuntimeError: The size of tensor a (3) must match the size of tensor "
        "b (4) at non-singleton dimension 1");
}

TEST_CASE("add: the result is laid out as its operands are") {
  const Tensor x = transpose(zeros({2, 3}), 0, 1);
  CHECK(add(x, 1).strides() == Shape{1, 3});
  CHECK(add(x, zeros({3, 2})).strides() == Shape{1, 3});
  CHECK(add(zeros({3, 2}), x).strides() == Shape{2, 1});
}

TEST_CASE("floor_divide, remainder: the sign follows the divisor") {
  check_values(floor_divide(Tensor::of({4}, {7, -7, 7, -7}),
                            Tensor::of({4}, {2, 2, -2, -2})),
               {3, -4, -4, 3});
  check_values(remainder(ints({7, -7, 7, -7}), ints({3, 3, -3, -3})),
               {1, 2, -2, -1});
  check_values(fmod(ints({7, -7}), 3), {1, -1});
  CHECK(error_of([] { remainder(ints({1}), 0); }) ==
        "RuntimeError: ZeroDivisionError");
}

TEST_CASE("pow: whole numbers stay whole") {
  const Tensor x = pow(ints({2, 3}), 10);
  CHECK(x.dtype() == DType::int64);
  check_values(x, {1024, 59049});
  CHECK(error_of([] { pow(ints({2}), -1); }) ==
        "RuntimeError: Integers to negative integer powers are not allowed.");
}

TEST_CASE("in place: the result must fit shape and dtype") {
  CHECK(error_of([] {
          const Tensor x = zeros({3});
          add(x, zeros({2, 3}), 1, x);
        }) ==
        "RuntimeError: output with shape [3] doesn't match the broadcast shape "
        "[2, 3]");
  CHECK(error_of([] {
          const Tensor x = ints({1});
          div(x, 2, Rounding::none, x);
        }) ==
        "RuntimeError: result type Float can't be cast to the desired output "
        "type Long");
  const Tensor x = zeros({2, 3});
  const Tensor row = select(x, 0, 1);
  add(row, 2, 1, row);
  check_values(x, {0, 0, 0, 2, 2, 2});
}

TEST_CASE("sub, neg: bool masks are turned down with a hint") {
  const Tensor mask = from_scalars({1}, {true}, DType::bool_);
  CHECK(error_of([&] { sub(mask, mask); })
            .starts_with("RuntimeError: Subtraction, the `-` operator, with "
                         "two bool tensors is not supported."));
  CHECK(error_of([&] { neg(mask); })
            .starts_with("RuntimeError: Negation, the `-` operator, on a bool "
                         "tensor is not supported."));
}

TEST_CASE("masked_fill: only bool masks, broadcast") {
  const double inf = std::numeric_limits<double>::infinity();
  const Tensor mask = triu(ones({2, 2}), 1);
  CHECK(error_of([&] { masked_fill(zeros({2, 2}), mask, -inf); }) ==
        "RuntimeError: masked_fill_ only supports boolean masks, but got mask "
        "with dtype float");
  const Tensor filled =
      masked_fill(zeros({2, 2}), to(mask, DType::bool_), -inf);
  CHECK(filled.at({0, 1}).to_double() == -inf);
  CHECK(filled.at({1, 0}).to_double() == 0);
}

TEST_CASE("activations: PyTorch's values") {
  const Tensor x = Tensor::of({5}, {-2, -0.5, 0, 0.5, 2});
  check_values(sigmoid(x), {0.11920292, 0.37754068, 0.5, 0.62245935, 0.8807971});
  check_values(gelu(x), {-0.0455001, -0.15426879, 0, 0.34573123, 1.9544997});
  check_values(gelu(x, "tanh"),
               {-0.04540229, -0.15428595, 0, 0.34571406, 1.9545977});
  check_values(relu(x), {0, 0, 0, 0.5, 2});
  check_values(silu(x), {-0.23840584, -0.18877034, 0, 0.31122967, 1.7615942});
  check_values(softplus(x),
               {0.126928, 0.474077, 0.69314718, 0.974077, 2.126928});
}

TEST_CASE("round: half to even, decimals either way") {
  check_values(round(Tensor::of({4}, {0.5, 1.5, -2.5, 2.4})), {0, 2, -2, 2});
  check_values(round(Tensor::of({1}, {1.26}), 1), {1.3});
}

TEST_CASE("clamp: a float bound makes floats of ints") {
  const Tensor x = clamp(ints({1, 2, 3}), 1.5, 2.5);
  CHECK(x.dtype() == DType::float32);
  check_values(x, {1.5, 2, 2.5});
}

TEST_CASE("cat, stack: shapes must agree") {
  const Tensor a = Tensor::of({1, 2}, {1, 2});
  const Tensor b = Tensor::of({2, 2}, {3, 4, 5, 6});
  const std::vector<Tensor> both{a, b};
  check_values(cat(both), {1, 2, 3, 4, 5, 6});
  CHECK(error_of([&] { cat(both, 1); }) ==
        "RuntimeError: Sizes of tensors must match except in dimension 1. "
        "Expected size 1 but got size 2 for tensor number 1 in the list.");
  CHECK(error_of([&] { stack(both); }) ==
        "RuntimeError: stack expects each tensor to be equal size, but got "
        "[1, 2] at entry 0 and [2, 2] at entry 1");
}

TEST_CASE("tril, triu: about any diagonal") {
  check_values(tril(ones({2, 3}), 1), {1, 1, 0, 1, 1, 1});
  check_values(triu(ones({2, 3}), 1), {0, 1, 1, 0, 0, 1});
}

}  // namespace
}  // namespace mha
