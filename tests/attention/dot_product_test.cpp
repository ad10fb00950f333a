#include <doctest/doctest.h>

#include <string>

#include "../tensor/outcomes.h"
#include "attention/dot_product.h"
#include "base/error.h"
#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/views.h"

namespace mha {

namespace {

AttentionOptions causal() {
  AttentionOptions options;
  options.causal = true;
  return options;
}
const AttentionOptions kCausal = causal();

}  // namespace

TEST_CASE("scaled_dot_product_attention: causal rows see no later key") {
  const Tensor q = ones({1, 1, 2, 4});
  const Tensor v = Tensor::of({1, 1, 2, 1}, {1, 3});
  // Equal scores: the mean of the values that are seen.
  CHECK(values(scaled_dot_product_attention(q, q, v, kCausal)) ==
        std::vector<double>{1, 2});
  CHECK(values(scaled_dot_product_attention(q, q, v)) == std::vector<double>{2, 2});
}

TEST_CASE("scaled_dot_product_attention: long ones are fused, and say the same") {
  const int64_t tokens = 200;
  const Tensor q = ones({1, 1, tokens, 4});
  const Tensor v = reshape(to(arange(0, tokens, 1), DType::float32), {1, 1, tokens, 1});
  const Tensor out = scaled_dot_product_attention(q, q, v, kCausal);
  // The mean of 0 to i is i / 2.
  for (const int64_t i : {0, 1, 63, 64, 100, 199}) {
    CHECK(out.at({0, 0, i, 0}).to_double() == doctest::Approx(static_cast<double>(i) / 2));
  }
  CHECK(out.is_contiguous());
}

TEST_CASE("scaled_dot_product_attention: four dimensions are one node, long or short") {
  for (const int64_t tokens : {3, 100}) {
    Tensor q = ones({1, 1, tokens, 4});
    q.set_requires_grad(true);
    const Tensor out = scaled_dot_product_attention(q, q, q);
    CHECK(std::string(out.grad_fn()->name) == "ScaledDotProductFlashAttentionForCpuBackward0");
  }
}

TEST_CASE("scaled_dot_product_attention: a mask and causal are too much") {
  const Tensor q = ones({1, 1, 2, 4});
  AttentionOptions masked = kCausal;
  masked.mask = ones({2, 2});
  CHECK_THROWS_AS(scaled_dot_product_attention(q, q, q, masked), RuntimeError);
}

}  // namespace mha
