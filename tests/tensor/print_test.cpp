#include "tensor/core/print.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"

namespace mha {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST_CASE("repr: one form for all numbers of a tensor") {
  CHECK(repr(Tensor::of({2}, {1, 2})) == "tensor([1., 2.])");
  CHECK(repr(Tensor::of({2}, {1, 2.5})) == "tensor([1.0000, 2.5000])");
  CHECK(repr(Tensor::of({2}, {1e-5, 1})) == "tensor([1.0000e-05, 1.0000e+00])");
  CHECK(repr(Tensor::of({2}, {1, 20000})) == "tensor([1.0000e+00, 2.0000e+04])");
  CHECK(repr(Tensor::of({3}, {0.1, kInf, NAN})) ==
        "tensor([0.1000,    inf,    nan])");
  CHECK(repr(Tensor::of({2}, {-0.0, 1})) == "tensor([-0., 1.])");
  CHECK(repr(scalar_tensor(1.5)) == "tensor(1.5000)");
  CHECK(repr(from_scalars({2}, {true, false}, DType::bool_)) ==
        "tensor([ True, False])");
}

TEST_CASE("repr: rows stand under each other, matrices apart") {
  CHECK(repr(view(arange(0, 4), {2, 2})) == "tensor([[0, 1],\n        [2, 3]])");
  CHECK(repr(view(arange(0, 4), {2, 1, 2})) ==
        "tensor([[[0, 1]],\n\n        [[2, 3]]])");
}

TEST_CASE("repr: more than 1000 elements are summarised") {
  CHECK(repr(arange(0, 1001)) == "tensor([   0,    1,    2,  ...,  998,  999, 1000])");
  CHECK(repr(zeros({2, 600})) ==
        "tensor([[0., 0., 0.,  ..., 0., 0., 0.],\n"
        "        [0., 0., 0.,  ..., 0., 0., 0.]])");
}

TEST_CASE("repr: empty tensors say their size and dtype") {
  CHECK(repr(zeros({0})) == "tensor([])");
  CHECK(repr(zeros({2, 0}, DType::bool_)) ==
        "tensor([], size=(2, 0), dtype=torch.bool)");
}

TEST_CASE("repr: suffixes") {
  Tensor a = ones({2});
  a.set_requires_grad(true);
  CHECK(repr(a) == "tensor([1., 1.], requires_grad=True)");
  CHECK(repr(add(a, 1)) == "tensor([2., 2.], grad_fn=<AddBackward0>)");
  CHECK(repr(ones({1}, DType::float64)) ==
        "tensor([1.], dtype=torch.float64)");
}

TEST_CASE("repr: sci_mode=False keeps the width of the form it replaces") {
  print_options().sci_mode = false;
  const std::string text = repr(Tensor::of({2}, {1e-5, 1.5}));
  print_options() = {};
  // As wide as 1.0000e-05.
  CHECK(text == "tensor([    0.0000,     1.5000])");
}

TEST_CASE("python_float: as repr() of a Python float") {
  CHECK(python_float(1) == "1.0");
  CHECK(python_float(0.1) == "0.1");
  CHECK(python_float(1e-5) == "1e-05");
  CHECK(python_float(1e16) == "1e+16");
  CHECK(python_float(123456789012345.0) == "123456789012345.0");
  CHECK(python_float(-kInf) == "-inf");
}

}  // namespace
}  // namespace mha
