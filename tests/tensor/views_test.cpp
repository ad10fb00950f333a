#include "tensor/core/views.h"

#include <doctest/doctest.h>

#include "base/error.h"
#include "outcomes.h"
#include "tensor/core/factory.h"

namespace mha {
namespace {

TEST_CASE("transpose: a view with its strides swapped") {
  const Tensor x = counting({2, 3, 4});
  const Tensor y = transpose(x, 1, -1);
  CHECK(y.shape() == Shape{2, 4, 3});
  CHECK(y.strides() == Shape{12, 1, 4});
  CHECK(y.storage() == x.storage());
  CHECK_FALSE(y.is_contiguous());
  CHECK(contiguous(y).strides() == Shape{12, 3, 1});
  CHECK(contiguous(x).is_same(x));
}

TEST_CASE("view: only splits and joins what lies evenly") {
  const Tensor t = transpose(counting({2, 3, 4}), 1, 2);
  CHECK(view(t, {2, 2, 2, 3}).strides() == Shape{12, 2, 1, 4});
  CHECK(view(t, {-1, 4, 3}).shape() == Shape{2, 4, 3});
  CHECK(error_of([&] { view(t, {2, 12}); }) ==
        "RuntimeError: view size is not compatible with input tensor's size "
        "and stride (at least one dimension spans across two contiguous "
        "subspaces). Use .reshape(...) instead.");
  CHECK(reshape(t, {2, 12}).at({0, 1}).to_int() == 4);
  CHECK(error_of([&] { view(t, {5, -1}); }) ==
        "RuntimeError: shape '[5, -1]' is invalid for input of size 24");
}

TEST_CASE("expand: new sizes have stride 0") {
  const Tensor x = counting({3, 1});
  CHECK(expand(x, {2, -1, 4}).strides() == Shape{0, 1, 0});
  CHECK(error_of([&] { expand(x, {4, 4}); }) ==
        "RuntimeError: The expanded size of the tensor (4) must match the "
        "existing size (3) at non-singleton dimension 0.  Target sizes: [4, "
        "4].  Tensor sizes: [3, 1]");
  CHECK(error_of([&] { expand(x, {3, -2}); }) == "RuntimeError: numel: integer multiplication overflow");
}

TEST_CASE("slice: bounds are clamped, steps kept") {
  const Tensor x = counting({10});
  CHECK(slice(x, 0, 1, 100, 3).shape() == Shape{3});
  CHECK(slice(x, 0, -3).at({0}).to_int() == 7);
  CHECK(slice(x, 0, 5, 2).numel() == 0);
}

TEST_CASE("split, chunk: the last part may be smaller") {
  const Tensor x = counting({5, 2});
  const auto parts = split(x, 2);
  REQUIRE(parts.size() == 3);
  CHECK(parts[2].shape() == Shape{1, 2});
  CHECK(chunk(x, 4).size() == 3);
  CHECK(error_of([&] { split(x, Shape{1, 1}, 0); }) ==
        "RuntimeError: split_with_sizes expects split_sizes to sum exactly to "
        "5 (input tensor's size at dimension 0), but got split_sizes=[1, 1]");
}

TEST_CASE("clone: dense strides are kept, others made row-major") {
  CHECK(clone(transpose(counting({2, 3}), 0, 1)).strides() == Shape{1, 3});
  CHECK(clone(expand(counting({3, 1}), {3, 4})).strides() == Shape{4, 1});
}

TEST_CASE("flip, roll, repeat: by value") {
  const Tensor x = counting({2, 2});
  CHECK(equal(flip(x, {1}), from_scalars({2, 2}, {1, 0, 3, 2}, DType::int64)));
  CHECK(equal(roll(x, {1}), from_scalars({2, 2}, {3, 0, 1, 2}, DType::int64)));
  CHECK(equal(repeat(counting({2}), {2, 2}),
              from_scalars({2, 4}, {0, 1, 0, 1, 0, 1, 0, 1}, DType::int64)));
  CHECK(equal(repeat_interleave(counting({2}), 2),
              from_scalars({4}, {0, 0, 1, 1}, DType::int64)));
}

}  // namespace
}  // namespace mha
