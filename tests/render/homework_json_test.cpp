#include "render/homework/homework_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "homework_samples.h"

using mha::render::homework_json;
using nlohmann::json;
namespace samples = mha::samples;

namespace {

json of(const mha::homework::Result& result) { return json::parse(homework_json(result, /*one_line=*/true)); }

}  // namespace

TEST_CASE("homework json: verdict, points, subject") {
  const json j = of(samples::wrong_value());
  CHECK(j["format"] == 1);
  CHECK(j["file"] == "mha.py");
  CHECK(j["assignment"] == json({{"id", "multi-head"}, {"title", "Causal multi-head attention with weight splits"}}));
  CHECK(j["verdict"] == "wrong");
  CHECK(j["points"] == json({{"earned", 11}, {"of", 12}}));
  CHECK(j["subject"] == json({{"kind", "class"}, {"name", "MultiHead"}, {"line", 5}}));
  CHECK(j["error"].is_null());
  CHECK(j["seed"] == 1);
}

TEST_CASE("homework json: a stage") {
  const json s = of(samples::wrong_value())["stages"][5];
  CHECK(s["id"] == "scaled");
  CHECK(s["verdict"] == "wrong value");
  CHECK(s["line"] == 24);
  CHECK(s["column"] == 18);
  CHECK(s["expected_shape"] == json({2, 3, 5, 5}));
  CHECK(s["axes"] == json({"batch", "head", "query", "key"}));
  CHECK(s["first_wrong"]["index"] == json({0, 0, 0, 0}));
  CHECK(s["first_wrong"]["got"] == -0.135427);
  CHECK(s["wrong_cells"] == 150);
  const json unseen = of(samples::wrong_shape())["stages"][6];
  CHECK(unseen["verdict"] == "not judged");
  CHECK(unseen["line"].is_null());
  CHECK(unseen["shape"].is_null());
  CHECK(unseen["first_wrong"].is_null());
}

TEST_CASE("homework json: a misconception stands where it comes from") {
  const json m = of(samples::two_candidates())["misconceptions"];
  REQUIRE(m.size() == 2);
  CHECK(m[0]["id"] == "scale-by-model-size");
  CHECK(m[0]["line"] == 11);
  CHECK(m[0]["evidence"] == "numbers");
  CHECK(m[0]["or"] == json({"scale-by-tokens"}));
  CHECK(m[0]["hints"].size() == 3);
  CHECK(m[0]["lesson"] == "05-the-scale");
  CHECK(m[1]["or"] == json({"scale-by-model-size"}));
  CHECK(m[1]["line"] == 24);
}

TEST_CASE("homework json: errors, properties, probes, remarks") {
  CHECK(of(samples::stopped())["error"]["kind"] == "RuntimeError");
  CHECK(of(samples::stopped())["error"]["line"] == 28);
  CHECK(of(samples::stopped())["stages"][11]["verdict"] == "not reached");
  CHECK(of(samples::broken_property())["properties"][0]["holds"] == false);
  CHECK(of(samples::right())["probes"][1]["sizes"]["heads"] == "1");
  CHECK(of(samples::with_remark())["remarks"] ==
        json::array({{{"id", "mask-not-buffer"}, {"title", "The mask is no buffer"}, {"line", 16}}}));
}

TEST_CASE("homework json: of a notebook, a line is told with its cell") {
  mha::homework::Result result = samples::wrong_value();
  CHECK(!of(result)["stages"][0].contains("cell"));
  const auto cell = std::make_shared<mha::Source>("mha.ipynb, cell 12", "\nx = 1\n");
  result.place = result.findings[0].place = result.stages[0].place = {cell, {1, 2}};
  const json j = of(result);
  CHECK(j["subject"]["line"] == 2);
  CHECK(j["subject"]["cell"] == 12);
  CHECK(j["stages"][0]["cell"] == 12);
  CHECK(j["misconceptions"][0]["cell"] == 12);
}

TEST_CASE("homework json: what could not be judged") {
  const json j = of(samples::unjudged());
  CHECK(j["verdict"] == "unjudged");
  CHECK(j["assignment"].is_null());
  CHECK(j["subject"].is_null());
  CHECK(j["stages"] == json::array());
  CHECK(j["error"]["message"] == "nothing in it takes an input and gives attention back.");
}

TEST_CASE("homework json: numbers that JSON lacks are texts; one line is one line") {
  CHECK(of(samples::unknown_cause())["stages"][5]["first_wrong"]["got"] == "nan");
  const std::string text = homework_json(samples::two_mistakes(), /*one_line=*/true);
  CHECK(text.find('\n') == text.size() - 1);
}
