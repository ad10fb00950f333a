#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "outcomes.h"
#include "tensor/core/factory.h"
#include "tensor/core/numerics.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/softmax.h"
#include "tensor/ops/sort.h"

// Numbers in hexadecimal are PyTorch's, to the last bit.

namespace mha {
namespace {

float item(const Tensor& t) { return static_cast<float>(t.item().to_double()); }

// 0.0, 0.1, ... 9.9
Tensor tenths() { return mul(arange(0.0, 100.0), 0.1); }

}  // namespace

TEST_CASE("sum: float32 is added in PyTorch's order") {
  const Tensor x = tenths();
  CHECK(item(sum(x)) == 0x1.efp+8f);
  CHECK(item(select(sum(view(x, {10, 10}), {0}), 0, 3)) == 0x1.8p+5f);
  CHECK(item(select(sum(view(x, {4, 25}), {0}), 0, 7)) == 0x1.1ccccc0p+4f);
  CHECK(item(mean(x)) == 0x1.3ccccc0p+2f);
  CHECK(item(var(x)) == 0x1.0d55560p+3f);
  CHECK(item(mha::std(x)) == 0x1.7358dc0p+1f);
  CHECK(item(norm(x)) == 0x1.ca6a280p+5f);
}

TEST_CASE("sum: dims, keepdim, dtype and what integers become") {
  const Tensor x = view(arange(0, 24), {2, 3, 4});
  CHECK(sum(x).dtype() == DType::int64);
  CHECK(sum(x).item().to_int() == 276);
  CHECK(values(sum(x, {0, 2})) == std::vector<double>{60, 92, 124});
  CHECK(sum(x, {-1}, /*keepdim=*/true).shape() == Shape{2, 3, 1});
  CHECK(sum(gt(x, 20)).item().to_int() == 3);
  CHECK(sum(x, {}, false, DType::float32).dtype() == DType::float32);
  CHECK(sum(zeros({0, 3}), {0}).shape() == Shape{3});
  CHECK(error_of([&] {
          sum(x, {0, 0});
        }) == "RuntimeError: dim 0 appears multiple times in the list of dims");
  CHECK(error_of([&] { sum(x, {3}); }) ==
        "IndexError: Dimension out of range (expected to be in range of [-3, "
        "2], but got 3)");
}

TEST_CASE("mean: of integers it is refused") {
  CHECK(error_of([] { mean(arange(0, 3)); }) ==
        "RuntimeError: mean(): could not infer output dtype. Input dtype must "
        "be either a floating point or complex dtype. Got: Long");
}

TEST_CASE("max: the first of equals, and NaN above all") {
  const Tensor x = Tensor::of({2, 3}, {1, 5, 5, -1, -2, -1});
  const ValuesIndices rows = max(x, 1);
  CHECK(values(rows.values) == std::vector<double>{5, -1});
  CHECK(values(rows.indices) == std::vector<double>{1, 0});
  CHECK(argmax(x).item().to_int() == 1);
  CHECK(argmin(x, 0).shape() == Shape{3});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(argmax(Tensor::of({3}, {1, nan, 7})).item().to_int() == 1);
  CHECK(error_of([] { max(zeros({0})); }) ==
        "RuntimeError: max(): Expected reduction dim to be specified for "
        "input.numel() == 0. Specify the reduction dim with the 'dim' "
        "argument.");
}

TEST_CASE("softmax: -1 runs along rows, 0 down columns") {
  const Tensor x = Tensor::of({2, 2}, {0, 0, 0, 1});
  CHECK(softmax(x, -1).at({1, 0}).to_double() == doctest::Approx(0.26894));
  CHECK(softmax(x, 0).at({1, 0}).to_double() == doctest::Approx(0.5));
}

TEST_CASE("softmax: PyTorch's bits, and NaN for a row of -inf") {
  const Tensor x = Tensor::of({3}, {1, 2, 3});
  CHECK(values(softmax(x, 0)) == std::vector<double>{0.09003057330846786,
                                                     0.2447284758090973,
                                                     0.6652409434318542});
  CHECK(values(log_softmax(x, 0)) == std::vector<double>{-2.4076058864593506,
                                                         -1.4076058864593506,
                                                         -0.40760594606399536});
  const double inf = std::numeric_limits<double>::infinity();
  const Tensor masked = softmax(Tensor::of({2}, {-inf, -inf}), 0);
  CHECK(std::isnan(masked.at({0}).to_double()));
  CHECK(error_of([] { softmax(arange(0, 2), 0); }) ==
        "RuntimeError: \"softmax_lastdim_kernel_impl\" not implemented for "
        "'Long'");
}

TEST_CASE("exp and log: Sleef's bits") {
  CHECK(exp_f32(-1.0f) == 0x1.78b5640p-2f);
  CHECK(exp_f32(3.3f) == 0x1.b1cd5e0p+4f);
  CHECK(exp_f32(-100.0f) == 0x1.bp-145f);
  CHECK(exp_f32(-105.0f) == 0.0f);
  CHECK(log_f32(0.3f) == -0x1.3437900p+0f);
  CHECK(log_f32(7.7f) == 0x1.0546b40p+1f);
  CHECK(log_f32(1e-40f) == -0x1.7069e40p+6f);
  std::array<float, 3> x = {3.3f, -1.0f, 200.0f};
  exp_f32(x.data(), x.data(), 3);
  CHECK(x == std::array<float, 3>{0x1.b1cd5e0p+4f, 0x1.78b5640p-2f,
                                  std::numeric_limits<float>::infinity()});
}

TEST_CASE("sort, topk, median: values and places") {
  const Tensor x = Tensor::of({4}, {3, 1, 3, 2});
  CHECK(values(sort(x).indices) == std::vector<double>{1, 3, 0, 2});
  CHECK(values(sort(x, 0, /*descending=*/true).indices) ==
        std::vector<double>{0, 2, 3, 1});
  CHECK(values(topk(x, 2).indices) == std::vector<double>{0, 2});
  CHECK(median(x, 0).indices.item().to_int() == 3);
  CHECK(median(x).item().to_double() == 2);
  const Tensor ints = to(Tensor::of({5}, {1, 2, 2, 3, 3}), DType::int64);
  CHECK(values(unique(ints).counts) == std::vector<double>{1, 2, 2});
  CHECK(values(bincount(ints)) == std::vector<double>{0, 1, 2, 2});
  CHECK(values(quantile(Tensor::of({4}, {1, 2, 4, 8}),
                        Tensor::of({2}, {0.25, 0.5}), 0)) ==
        std::vector<double>{1.75, 3});
  CHECK(error_of([&] { topk(x, 5); }) ==
        "RuntimeError: selected index k out of range");
}

TEST_CASE("cumsum: along a dimension of a transposed tensor") {
  const Tensor x = transpose(Tensor::of({2, 3}, {1, 2, 3, 4, 5, 6}), 0, 1);
  CHECK(values(cumsum(x, 0)) == std::vector<double>{1, 4, 3, 9, 6, 15});
  CHECK(values(cumprod(x, 1)) == std::vector<double>{1, 4, 2, 10, 3, 18});
}

}  // namespace mha
