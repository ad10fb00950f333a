#include "render/shapes_view.h"

#include <doctest/doctest.h>

#include "base/error.h"

using namespace mha;

namespace {

const Stage& stage(const std::string& id) {
  for (const Stage& s : stages()) {
    if (id == s.id) return s;
  }
  throw std::runtime_error("no stage " + id);
}

int64_t all_parameters(const AttentionSizes& s) {
  int64_t sum = 0;
  for (const Stage& st : stages()) sum += st.parameters(s);
  return sum;
}

}  // namespace

TEST_CASE("stages: shapes of (2, 6, 8) in two heads") {
  AttentionSizes s;
  s.batch = 2;
  CHECK(stage("input").shape(s) == Shape{2, 6, 8});
  CHECK(stage("split").shape(s) == Shape{2, 6, 2, 4});
  CHECK(stage("transpose").shape(s) == Shape{2, 2, 6, 4});
  CHECK(stage("scores").shape(s) == Shape{2, 2, 6, 6});
  CHECK(stage("context").shape(s) == Shape{2, 2, 6, 4});
  CHECK(stage("merge").shape(s) == Shape{2, 6, 8});
  // 2 * 2 * 6 * 6 scores of 4 products each.
  CHECK(stage("scores").multiplications(s) == 576);
  // Three products of (2 * 6) x 8 x 8.
  CHECK(stage("project").multiplications(s) == 2304);
}

TEST_CASE("stages: attention of GPT-2 small has 4 * 768 * 768 + 4 * 768 numbers a layer") {
  const ModelSizes& m = find_model("gpt2");
  AttentionSizes s;
  s.d_in = s.d_out = m.d_model;
  s.heads = m.heads;
  s.tokens = m.context_length;
  s.qkv_bias = true;
  CHECK(all_parameters(s) == 2362368);
  const std::string text = render::shapes_text({}, s, &m);
  CHECK(text.find("2,362,368") != std::string::npos);
  // Twelve layers of it.
  CHECK(text.find("28,348,416") != std::string::npos);
}

TEST_CASE("sizes: what cannot be is said in words") {
  AttentionSizes s;
  s.heads = 3;
  CHECK_THROWS_WITH_AS(s.check(), "d-model must be divisible by heads: 8 / 3 leaves 2", Error);
  s.heads = 0;
  CHECK_THROWS_WITH_AS(s.check(), doctest::Contains("heads must be from 1"), Error);
  s.heads = 2;
  s.tokens = 1 << 20;
  s.batch = 1 << 20;
  CHECK_THROWS_WITH_AS(s.check(), doctest::Contains("too large to count"), Error);
  CHECK_THROWS_WITH_AS(find_model("gtp2"), "no model 'gtp2'; did you mean 'gpt2'?", Error);
}
