#include <doctest/doctest.h>

#include "homework_samples.h"
#include "render/homework/homework_report.h"

using mha::render::homework_changes;
namespace samples = mha::samples;

TEST_CASE("homework changes: what has become right, and which mistakes are gone") {
  CHECK(homework_changes({}, samples::two_mistakes(), samples::wrong_value()) ==
        "✓ now right: Scores turned into weights\n"
        "✓ gone: Softmax over the queries instead of the keys\n");
  CHECK(homework_changes({.unicode = false}, samples::wrong_value(), samples::right()) ==
        "+ changed: It is right now.\n"
        "+ now right: Scores divided by the root of head_dim\n"
        "+ gone: The scale uses the model size instead of the head size\n");
}

TEST_CASE("homework changes: what has become wrong") {
  CHECK(homework_changes({}, samples::right(), samples::wrong_shape()) ==
        "✗ changed: It was right, but not any more.\n"
        "✗ now wrong: Every query against every key\n"
        "✗ new: Heads attend to heads, not tokens to tokens (line 23)\n"
        "- not judged now: 7 stages after the first that is wrong\n");
}

TEST_CASE("homework changes: a mistake behind an error is not said to be gone") {
  const std::string text = homework_changes({}, samples::wrong_layout(), samples::stopped());
  CHECK(text.find("gone") == std::string::npos);
  CHECK(homework_changes({}, samples::wrong_value(), samples::unjudged()) ==
        "✗ changed: It cannot be judged any more.\n");
}

TEST_CASE("homework changes: none") {
  CHECK(homework_changes({}, samples::right(), samples::right()) == "- since last time: nothing has changed.\n");
}
