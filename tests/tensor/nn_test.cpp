#include <doctest/doctest.h>

#include <limits>

#include "base/error.h"
#include "outcomes.h"
#include "tensor/core/factory.h"
#include "tensor/ops/nn.h"
#include "tensor/ops/softmax.h"

// Expected numbers are PyTorch's.

namespace mha {
namespace {

Tensor as_ints(const Tensor& t) { return to(t, DType::int64); }

}  // namespace

TEST_CASE("layer_norm: bits, and shapes that do not fit") {
  const Tensor x = Tensor::of({4}, {1, 2, 4, 8});
  CHECK(values(layer_norm(x, {4})) ==
        std::vector<double>{-1.0257545709609985, -0.6527529358863831,
                            0.09325039386749268, 1.5852570533752441});
  CHECK(error_of([&] { layer_norm(x, {3}); }) ==
        "RuntimeError: Given normalized_shape=[3], expected input with shape "
        "[*, 3], but got input of size[4]");
}

TEST_CASE("nll_loss: class indices, errors") {
  const Tensor x = Tensor::of({2, 3}, {1, 2, 3, 1, 0, 0});
  const Tensor target = as_ints(Tensor::of({2}, {2, 0}));
  const Tensor log_odds = log_softmax(x, 1);
  CHECK(nll_loss(log_odds, target).item().to_double() == 0.47952529788017273);
  CHECK(nll_loss(log_odds, target, {}, -100, "none").shape() == Shape{2});
  CHECK(error_of([&] {
          nll_loss(log_odds, as_ints(Tensor::of({2}, {0, 3})));
        }) == "IndexError: Target 3 is out of bounds.");
  CHECK(error_of([&] { nll_loss(log_odds, as_ints(Tensor::of({1}, {0}))); }) ==
        "ValueError: Expected input batch_size (2) to match target batch_size "
        "(1).");
}

TEST_CASE("embedding and one_hot: rows, and indices out of range") {
  const Tensor weight = Tensor::of({3, 2}, {0, 1, 10, 11, 20, 21});
  const Tensor rows = embedding(as_ints(Tensor::of({1, 2}, {2, 0})), weight);
  CHECK(rows.shape() == Shape{1, 2, 2});
  CHECK(values(rows) == std::vector<double>{20, 21, 0, 1});
  CHECK(error_of([&] { embedding(as_ints(Tensor::of({1}, {3})), weight); }) ==
        "IndexError: index out of range in self");
  CHECK(values(one_hot(as_ints(Tensor::of({2}, {1, 0})))) ==
        std::vector<double>{0, 1, 1, 0});
}

TEST_CASE("pad: before and after, and cropping") {
  const Tensor x = Tensor::of({1, 2}, {1, 2});
  CHECK(values(pad(x, {1, 2}, 9)) == std::vector<double>{9, 1, 2, 9, 9});
  CHECK(values(pad(x, {-1, 1})) == std::vector<double>{2, 0});
  CHECK(pad(x, {0, 0, 1, 0}).shape() == Shape{2, 2});
}

TEST_CASE("attention_bias: a bool mask keeps what is true") {
  const double inf = std::numeric_limits<double>::infinity();
  const Tensor q = ones({1, 2, 4});
  CHECK(values(attention_bias(q, q, {}, /*is_causal=*/true)) ==
        std::vector<double>{0, -inf, 0, 0});
  CHECK_FALSE(attention_bias(q, q, {}, /*is_causal=*/false).defined());
}

}  // namespace mha
