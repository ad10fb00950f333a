#include <doctest/doctest.h>

#include "../tensor/outcomes.h"
#include "base/error.h"
#include "random/draws.h"
#include "tensor/core/views.h"
#include "tensor/ops/matmul.h"

// The masks are PyTorch's after torch.manual_seed(123).

namespace mha {

TEST_CASE("dropout: the mask of a build without MKL") {
  default_generator().set_seed(123);
  CHECK(values(dropout(ones({2, 6}), 0.5)) ==
        std::vector<double>{2, 2, 0, 2, 2, 0, 0, 0, 0, 2, 0, 2});
}

TEST_CASE("dropout: the mask of a build with MKL") {
  set_dropout_rng(DropoutRng::mkl);
  default_generator().set_seed(123);
  const Tensor first_row = select(dropout(ones({6, 6}), 0.5), 0, 1);
  const Tensor next = dropout(ones({2, 3}), 0.5);
  set_dropout_rng(DropoutRng::plain);
  CHECK(values(first_row) == std::vector<double>{0, 2, 0, 0, 0, 0});
  CHECK(values(next) == std::vector<double>{2, 2, 0, 0, 0, 0});
}

TEST_CASE("dropout: nothing is drawn for p = 0, p = 1 and in eval") {
  default_generator().set_seed(123);
  const Tensor x = ones({3});
  CHECK(dropout(x, 0.0).is_same(x));
  CHECK(dropout(x, 0.5, /*training=*/false).is_same(x));
  CHECK(values(dropout(x, 1.0)) == std::vector<double>{0, 0, 0});
  CHECK(rand({1}).item().to_double() == 0x1.2f37f8p-2);
  CHECK_THROWS_AS(dropout(x, 1.5), ValueError);
}

}  // namespace mha
