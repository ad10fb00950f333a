#include "tensor/ops/index.h"

#include <doctest/doctest.h>

#include "base/error.h"
#include "outcomes.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"

namespace mha {
namespace {

using Indices = std::vector<Index>;
const SliceIndex kAll{};

TEST_CASE("index: ints, slices, None and ... are views") {
  const Tensor x = counting({2, 3, 4});
  const Tensor y = index(x, Indices{int64_t{1}, EllipsisIndex{}, NoneIndex{},
                                    SliceIndex{0, {}, 2}});
  CHECK(y.shape() == Shape{3, 1, 2});
  CHECK(y.storage() == x.storage());
  CHECK(y.at({2, 0, 1}).to_int() == 22);
}

TEST_CASE("index: tensors that stand together keep their place") {
  const Tensor x = counting({2, 3, 4});
  CHECK(index(x, Indices{kAll, ints({0, 2})}).shape() == Shape{2, 2, 4});
  const Tensor apart = index(x, Indices{ints({0, 1}), kAll, ints({0, 1})});
  // Pairs (0, 0) and (1, 1), in front: 0 4 8 and 13 17 21.
  CHECK(equal(apart, from_scalars({2, 3}, {0, 4, 8, 13, 17, 21},
                                  DType::int64)));
}

TEST_CASE("index: a mask picks, and must have the shape it masks") {
  const Tensor x = counting({2, 3});
  CHECK(equal(index(x, Indices{gt(x, 3)}), ints({4, 5})));
  const Tensor mask = from_scalars({3}, {true, false, true}, DType::bool_);
  CHECK(error_of([&] { index(x, Indices{mask}); }) ==
        "IndexError: The shape of the mask [3] at index 0 does not match the "
        "shape of the indexed tensor [2, 3] at index 0");
}

TEST_CASE("index: what is out of bounds is named") {
  const Tensor x = counting({2, 3});
  CHECK(error_of([&] { index(x, Indices{int64_t{0}, int64_t{3}}); }) ==
        "IndexError: index 3 is out of bounds for dimension 1 with size 3");
  CHECK(error_of([&] { index(x, Indices{ints({0, 5})}); }) ==
        "IndexError: index 5 is out of bounds for dimension 0 with size 2");
  CHECK(error_of([&] {
          index(x, Indices{int64_t{0}, int64_t{0}, int64_t{0}});
        }) == "IndexError: too many indices for tensor of dimension 2");
  CHECK(error_of([&] { index(x, Indices{SliceIndex{{}, {}, -1}}); }) ==
        "ValueError: step must be greater than zero");
}

TEST_CASE("index_put_: writes through views, by mask and by position") {
  const Tensor x = zeros({2, 3});
  index_put_(x, Indices{int64_t{0}}, 1);
  index_put_(x, Indices{kAll, ints({0, 2})}, Tensor::of({2, 1}, {5, 6}));
  CHECK(equal(x, Tensor::of({2, 3}, {5, 1, 5, 6, 0, 6})));
  index_put_(x, Indices{gt(x, 5)}, 0);
  CHECK(equal(x, Tensor::of({2, 3}, {5, 1, 5, 0, 0, 0})));
  CHECK(error_of([&] { index_put_(x, Indices{int64_t{0}}, zeros({2})); }) ==
        "RuntimeError: The expanded size of the tensor (3) must match the "
        "existing size (2) at non-singleton dimension 0.  Target sizes: [3].  "
        "Tensor sizes: [2]");
}

TEST_CASE("gather, scatter_: along one dimension") {
  const Tensor x = counting({2, 3});
  const Tensor picks = from_scalars({2, 1}, {2, 0}, DType::int64);
  CHECK(equal(gather(x, 1, picks),
              from_scalars({2, 1}, {2, 3}, DType::int64)));
  CHECK(equal(scatter(zeros({2, 3}), 1, picks, 9),
              Tensor::of({2, 3}, {0, 0, 9, 9, 0, 0})));
}

TEST_CASE("nonzero: a row per element, seen from the side") {
  const Tensor found = nonzero(Tensor::of({2, 2}, {0, 1, 2, 0}));
  CHECK(equal(found, from_scalars({2, 2}, {0, 1, 1, 0}, DType::int64)));
  CHECK(found.strides() == Shape{1, 2});
}

}  // namespace
}  // namespace mha
