// The fused path beside the same done stage by stage in float64: they may differ
// by float32 rounding only.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "../tensor/outcomes.h"
#include "attention/fused.h"
#include "base/error.h"
#include "random/draws.h"
#include "tensor/core/factory.h"
#include "tensor/core/parallel.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/join.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/softmax.h"
#include "tensor/ops/unary.h"

namespace mha {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor doubled(const Tensor& t) { return to(t, DType::float64); }

Tensor by_stages(const Tensor& q, const Tensor& k, const Tensor& v, const FusedOptions& options) {
  const double scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(q.size(-1))));
  Tensor scores = mul(matmul(doubled(q), transpose(doubled(k), -2, -1)), scale);
  if (options.causal) {
    const Tensor seen = tril(ones({q.size(-2), k.size(-2)}, DType::bool_));
    scores = masked_fill(scores, logical_not(seen), -kInfinity);
  }
  if (options.mask.defined() && options.mask.dtype() == DType::bool_) {
    scores = masked_fill(scores, logical_not(options.mask), -kInfinity);
  } else if (options.mask.defined()) {
    scores = add(scores, doubled(options.mask));
  }
  return matmul(softmax(scores, -1), doubled(v));
}

/// The largest difference, beside the largest number; NaN is equal to NaN.
double error_of(const Tensor& got, const Tensor& expected) {
  REQUIRE(got.shape() == expected.shape());
  const std::vector<double> a = values(got), b = values(expected);
  double worst = 0, largest = 1;
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    if (std::isnan(a[i]) || std::isnan(b[i])) return kInfinity;
    worst = std::max(worst, std::fabs(a[i] - b[i]));
    largest = std::max(largest, std::fabs(b[i]));
  }
  return worst / largest;
}

// Scores of some size carry their rounding into the shares: a few units of 2^-24
// times the largest score.
constexpr double kRounding = 4e-6;

struct Qkv {
  Tensor q, k, v;
};

Qkv draw(int64_t batch, int64_t heads, int64_t queries, int64_t keys, int64_t width,
         int64_t value_width) {
  return {randn({batch, heads, queries, width}), randn({batch, heads, keys, width}),
          randn({batch, heads, keys, value_width})};
}

}  // namespace

TEST_CASE("fused attention: every length around the edges of its tiles") {
  default_generator().set_seed(1);
  for (const int64_t tokens : {1, 2, 15, 16, 17, 63, 64, 65, 127, 255, 256, 257, 513, 600}) {
    for (const int64_t width : {1, 3, 16, 64, 80}) {
      CAPTURE(tokens);
      CAPTURE(width);
      const auto [q, k, v] = draw(1, 2, tokens, tokens, width, width);
      for (const bool causal : {false, true}) {
        const FusedOptions options{causal, {}, {}};
        CHECK(error_of(fused_attention(q, k, v, options), by_stages(q, k, v, options)) < kRounding);
      }
    }
  }
}

TEST_CASE("fused attention: other numbers of keys, other widths of values, a scale") {
  default_generator().set_seed(2);
  for (const auto& [queries, keys] : {std::pair{5, 300}, {300, 5}, {70, 1}, {1, 70}, {129, 513}}) {
    CAPTURE(queries);
    const auto [q, k, v] = draw(2, 3, queries, keys, 8, 20);
    for (const bool causal : {false, true}) {
      const FusedOptions options{causal, {}, 0.7};
      CHECK(error_of(fused_attention(q, k, v, options), by_stages(q, k, v, options)) < kRounding);
    }
  }
}

TEST_CASE("fused attention: however its tensors lie") {
  default_generator().set_seed(3);
  const int64_t batch = 2, tokens = 100, heads = 3, width = 8;
  // (batch, tokens, 3, heads, width), as one projection makes them
  const Tensor qkv = randn({batch, tokens, 3, heads, width});
  const auto part = [&](int64_t i) { return transpose(select(qkv, 2, i), 1, 2); };
  const FusedOptions causal{true, {}, {}};
  CHECK(error_of(fused_attention(part(0), part(1), part(2), causal),
                 by_stages(part(0), part(1), part(2), causal)) < kRounding);
  // width before tokens; one key and value for all heads; every second token
  const Tensor q = transpose(randn({batch, heads, width, tokens}), 2, 3);
  const Tensor k = expand(randn({batch, 1, tokens, width}), {batch, heads, tokens, width});
  const Tensor v = slice(randn({batch, heads, 2 * tokens, width}), 2, 0, 2 * tokens, 2);
  CHECK(error_of(fused_attention(q, k, v, causal), by_stages(q, k, v, causal)) < kRounding);
}

TEST_CASE("fused attention: masks, expanded or whole, of both kinds") {
  default_generator().set_seed(4);
  const auto [q, k, v] = draw(2, 3, 90, 300, 8, 8);
  const Tensor padding = lt(rand({2, 1, 1, 300}), Scalar(0.7));
  const Tensor whole = lt(rand({2, 3, 90, 300}), Scalar(0.5));
  const Tensor bias = randn({90, 300});
  const Tensor window = mul(to(lt(rand({3, 1, 300}), Scalar(0.2)), DType::float32), -1e9);
  for (const Tensor& mask : {padding, whole, bias, window}) {
    const FusedOptions options{false, mask, {}};
    CHECK(error_of(fused_attention(q, k, v, options), by_stages(q, k, v, options)) < kRounding);
  }
}

TEST_CASE("fused attention: a query that sees nothing is NaN, the others are not") {
  default_generator().set_seed(5);
  const auto [q, k, v] = draw(1, 1, 70, 300, 4, 4);
  const Tensor seen = ones({70, 300}, DType::bool_);
  fill_(select(seen, 0, 3), Scalar(false));
  // Nothing in the first tile of keys, all in the second.
  fill_(slice(select(seen, 0, 4), 0, 0, 256, 1), Scalar(false));
  const FusedOptions options{false, seen, {}};
  const Tensor out = fused_attention(q, k, v, options);
  CHECK(std::isnan(out.at({0, 0, 3, 0}).to_double()));
  CHECK(!std::isnan(out.at({0, 0, 4, 0}).to_double()));
  CHECK(error_of(out, by_stages(q, k, v, options)) < kRounding);
}

TEST_CASE("fused attention: large scores, and NaN in what comes in") {
  default_generator().set_seed(6);
  auto [q, k, v] = draw(1, 2, 130, 130, 8, 8);
  q = mul(q, 100.0);
  const FusedOptions causal{true, {}, {}};
  // Rounding of scores of some hundreds: 2^-24 * 500 each.
  CHECK(error_of(fused_attention(q, k, v, causal), by_stages(q, k, v, causal)) < 3e-4);
  const Tensor spoilt = clone(k);
  fill_(select(select(spoilt, 2, 100), 1, 0), Scalar(std::nan("")));
  const Tensor out = fused_attention(q, spoilt, v, causal);
  CHECK(!std::isnan(out.at({0, 0, 99, 0}).to_double()));
  CHECK(std::isnan(out.at({0, 0, 100, 0}).to_double()));
  CHECK(std::isnan(out.at({0, 0, 129, 0}).to_double()));
}

TEST_CASE("fused attention: the same on any number of threads") {
  default_generator().set_seed(7);
  const auto [q, k, v] = draw(2, 3, 700, 700, 16, 16);
  const int before = thread_count();
  const FusedOptions causal{true, {}, {}};
  set_thread_count(1);
  const std::vector<double> alone = values(fused_attention(q, k, v, causal));
  for (const int threads : {2, 5}) {
    set_thread_count(threads);
    CHECK(values(fused_attention(q, k, v, causal)) == alone);
  }
  set_thread_count(before);
}

TEST_CASE("fused causal attention: with its projections, as its stages") {
  default_generator().set_seed(8);
  struct Case {
    int64_t batch, tokens;
    bool biased;
  };
  // The last ones are more rows than are taken at a time, in groups of 2, 2 and 1
  // sequences, and of one each.
  for (const auto& [batch, tokens, biased] :
       {Case{2, 75, false}, Case{2, 75, true}, Case{5, 400, true}, Case{2, 1100, false}}) {
    const int64_t d_in = 10, d_out = 24, heads = 3;
    const Tensor x = randn({batch, tokens, d_in});
    MultiHeadWeights w;
    w.qkv = randn({3 * d_out, d_in});
    w.out = randn({d_out, d_out});
    if (biased) w.qkv_bias = randn({3 * d_out});
    if (biased) w.out_bias = randn({d_out});
    w.heads = heads;
    const auto wide = [](const Tensor& t) { return t.defined() ? doubled(t) : t; };
    const Tensor all = linear(doubled(x), wide(w.qkv), wide(w.qkv_bias));
    const auto part = [&](int64_t i) {
      return transpose(view(contiguous(narrow(all, 2, i * d_out, d_out)),
                            {batch, tokens, heads, d_out / heads}),
                       1, 2);
    };
    const Tensor context = by_stages(part(0), part(1), part(2), {true, {}, {}});
    const Tensor merged = reshape(transpose(context, 1, 2), {batch, tokens, d_out});
    CHECK(error_of(fused_causal_attention(x, w), linear(merged, wide(w.out), wide(w.out_bias))) <
          kRounding * 10);  // scores of about 50
  }
  MultiHeadWeights w;
  w.qkv = randn({24, 10});
  w.out = randn({8, 8});
  w.heads = 2;
  const auto refused = [&](const Shape& x) -> std::string {
    try {
      fused_causal_attention(randn(x), w);
    } catch (const RuntimeError& e) {
      return e.message();
    }
    return "nothing thrown";
  };
  CHECK(refused({1, 4, 10}) == "nothing thrown");
  CHECK(refused({4, 10}) == "fused attention: x must be (batch, tokens, 10), but it is [4, 10]");
  CHECK(refused({1, 4, 9}) == "fused attention: x must be (batch, tokens, 10), but it is [1, 4, 9]");
  w.qkv_bias = randn({1});
  CHECK(refused({1, 4, 10}) == "fused attention: the bias of qkv must be (24), but it is [1]");
  w.qkv_bias = {};
  w.out_bias = randn({9});
  CHECK(refused({1, 4, 10}) ==
        "fused attention: the bias of the output layer must be (8), but it is [9]");
  w.out_bias = {};
  w.heads = 3;
  CHECK(refused({1, 4, 10}) == "fused attention: 3 heads do not divide d_out = 8");
  w.heads = 2;
  w.out = randn({8, 7});
  CHECK(refused({1, 4, 10}) ==
        "fused attention: the output layer must be (any, 8), but it is [8, 7]");
}

}  // namespace mha
