#include "tensor/core/grad.h"

#include <doctest/doctest.h>

#include "base/error.h"
#include "outcomes.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/index.h"
#include "tensor/ops/unary.h"

namespace mha {
namespace {

std::string message_of(auto f) {
  try {
    f();
  } catch (const Error& error) {
    return error.message();
  }
  return "nothing thrown";
}

std::string name_of(const Tensor& t) {
  return t.grad_fn() ? t.grad_fn()->name : "";
}

TEST_CASE("record: names as PyTorch prints them") {
  const Tensor a = leaf({2, 3});
  CHECK(name_of(add(a, 1)) == "AddBackward0");
  CHECK(name_of(sub(1, a)) == "RsubBackward1");
  CHECK(name_of(div(1, a)) == "MulBackward0");
  CHECK(name_of(pow(a, 2)) == "PowBackward0");
  CHECK(name_of(pow(2, a)) == "PowBackward1");
  CHECK(name_of(square(a)) == "PowBackward0");
  CHECK(name_of(reshape(a, {3, 2})) == "ViewBackward0");
  CHECK(name_of(reshape(t(a), {6})) == "UnsafeViewBackward0");
  CHECK(name_of(numpy_T(a)) == "PermuteBackward0");
  CHECK(name_of(contiguous(t(a))) == "CloneBackward0");
  CHECK(name_of(index(a, std::vector<Index>{EllipsisIndex{}})) ==
        "AliasBackward0");
  CHECK(name_of(gt(a, 0)) == "");
}

TEST_CASE("record: nothing where recording is off") {
  const Tensor a = leaf({2});
  set_grad_enabled(false);
  const Tensor b = add(a, 1);
  set_grad_enabled(true);
  CHECK_FALSE(b.requires_grad());
}

TEST_CASE("check_writable: a leaf and its views are not to be written to") {
  const Tensor a = leaf({2, 2});
  CHECK(message_of([&] { add(a, 1, 1, a); }) ==
        "a leaf Variable that requires grad is being used in an in-place "
        "operation.");
  CHECK(message_of([&] {
          const Tensor row = select(a, 0, 0);
          add(row, 1, 1, row);
        }) ==
        "a view of a leaf Variable that requires grad is being used in an "
        "in-place operation.");
  CHECK(message_of([&] {
          const Tensor row = unbind(add(a, 1))[0];
          mul(row, 2, row);
        })
            .starts_with("Output 0 of UnbindBackward0 is a view and is being "
                         "modified inplace."));
  set_grad_enabled(false);
  add(a, 1, 1, a);
  set_grad_enabled(true);
  CHECK(a.at({0, 0}).to_double() == 2);
  CHECK(a.is_leaf());
}

TEST_CASE("record_in_place: a write through a view shows on base and views") {
  const Tensor base = zeros({3});
  const Tensor rest = slice(base, 0, 1);
  index_put_(base, std::vector<Index>{int64_t{0}}, leaf({}));
  CHECK(name_of(base) == "CopySlices");
  CHECK(name_of(rest) == "AsStridedBackward0");
  const Tensor c = add(leaf({2}), 1);
  mul(c, 2, c);
  CHECK(name_of(c) == "MulBackward0");
}

TEST_CASE("grad_fn: a view from unrecorded code cannot follow its base") {
  const Tensor a = add(leaf({2, 2}), 1);
  set_grad_enabled(false);
  const Tensor row = select(a, 0, 0);
  set_grad_enabled(true);
  mul(a, 2, a);
  CHECK(message_of([&] { (void)row.grad_fn(); })
            .starts_with("A view was created in no_grad mode and is being "
                         "modified inplace with grad mode enabled."));
}

}  // namespace
}  // namespace mha
