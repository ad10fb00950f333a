#include "random/init.h"

#include <doctest/doctest.h>

#include "../tensor/outcomes.h"
#include "base/error.h"
#include "random/draws.h"
#include "tensor/views.h"

// Expected numbers are PyTorch's after torch.manual_seed(123).

namespace mha {

TEST_CASE("init: nn.Linear draws its weight, then its bias") {
  default_generator().set_seed(123);
  const Tensor weight = empty({2, 3});
  const Tensor bias = empty({2});
  init::linear_(weight, bias);
  CHECK(weight.at({0, 0}).to_double() == -0x1.e228fp-3);
  CHECK(weight.at({0, 1}).to_double() == 0x1.3955dep-6);
  CHECK(bias.at({0}).to_double() == -0x1.adb67ap-2);
}

TEST_CASE("init: truncated normal, then Xavier") {
  default_generator().set_seed(123);
  const std::vector<double> cut =
      values(init::trunc_normal_(empty({3}), 0, 0.02));
  CHECK(cut[0] == doctest::Approx(-0.01071232184767723).epsilon(1e-6));
  CHECK(cut[1] == doctest::Approx(0.0008305483497679234).epsilon(1e-6));
  CHECK(cut[2] == doctest::Approx(-0.01338482927531004).epsilon(1e-6));
  CHECK(values(select(init::xavier_uniform_(empty({2, 3})), 0, 0)) ==
        std::vector<double>{0.4131072461605072, -0.933379590511322,
                            0.8030093908309937});
}

TEST_CASE("init: a leaf that needs gradients may be filled") {
  Tensor x = empty({2, 2});
  x.set_requires_grad(true);
  CHECK(values(init::ones_(x)) == std::vector<double>{1, 1, 1, 1});
  CHECK(x.is_leaf());
  CHECK_THROWS_AS(init::xavier_uniform_(empty({2})), ValueError);
}

}  // namespace mha
