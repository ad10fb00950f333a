#include <doctest/doctest.h>

#include <limits>

#include "homework/compare/numbers.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"

using namespace mha;
using namespace mha::homework;

namespace {

/// 0, 1, 2, ... in this shape.
Tensor counted(const Shape& shape) {
  int64_t n = 1;
  for (const int64_t size : shape) n *= size;
  return reshape(to(arange(0, n), DType::float32), shape);
}

Numbers numbers(const Tensor& t) { return numbers_of(t); }

}  // namespace

TEST_CASE("fit: the same numbers in another layout, and in the wrong places") {
  const Tensor x = counted({2, 3, 4});
  CHECK(fit(numbers(x), numbers(x)) == Fit::exact);
  CHECK(fit(numbers(x), numbers(transpose(x, 1, 2))) == Fit::laid_out);
  CHECK(fit(numbers(x), numbers(reshape(x, {6, 4}))) == Fit::laid_out);
  CHECK(fit(numbers(x), numbers(unsqueeze(x, 1))) == Fit::laid_out);
  // A view with rows of another length mixes the last axes.
  CHECK(fit(numbers(x), numbers(reshape(x, {2, 4, 3}))) == Fit::scrambled);
  CHECK(fit(numbers(x), numbers(add(x, 1))) == Fit::none);
  CHECK(fit(numbers(x), numbers(counted({2, 3}))) == Fit::none);
}

TEST_CASE("fit: rounding is accepted, and so is any large number in a mask") {
  const Tensor x = counted({3, 3});
  CHECK(same(numbers(x), numbers(add(x, 1e-5))));
  CHECK(!same(numbers(x), numbers(add(x, 1e-2))));
  const Tensor mask = gt(x, 5);
  const Tensor hidden = masked_fill(x, mask, -std::numeric_limits<double>::infinity());
  CHECK(same(numbers(hidden), numbers(masked_fill(x, mask, -1e9))));
  CHECK(!same(numbers(hidden), numbers(masked_fill(x, mask, 0))));
  // A printed number may be off by half a unit of its last digit.
  CHECK(same(numbers(x), numbers(add(x, 0.004)), 0.005));
}

TEST_CASE("difference: the first cell, how many cells, the largest gap") {
  const Tensor x = counted({2, 3});
  Tensor y = clone(x);
  y.data<float>()[4] = 9;
  y.data<float>()[5] = 4;
  const Difference d = difference(numbers(x), numbers(y));
  REQUIRE(d.first);
  CHECK(d.first->index == Shape{1, 1});
  CHECK(d.first->expected == 4);
  CHECK(d.first->got == 9);
  CHECK(d.cells == 2);
  CHECK(d.largest == 5);
  CHECK(!difference(numbers(x), numbers(x)).first);
}

TEST_CASE("slice_of: one element along an axis") {
  const Numbers s = slice_of(numbers(counted({2, 3, 2})), 1, 2);
  CHECK(s.shape == Shape{2, 2});
  CHECK(s.values == std::vector<double>{4, 5, 10, 11});
}
