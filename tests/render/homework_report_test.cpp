#include "render/homework/homework_report.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/text.h"
#include "homework_samples.h"
#include "render/fold.h"

using mha::homework::Result;
using mha::render::homework_report;
using mha::render::Style;
namespace samples = mha::samples;

namespace {

std::string report(const Result& result, int hints = 1, int height = 0, Style style = {}) {
  return mha::render::fold(style, homework_report(style, result, {.hints = hints, .height = height}));
}

bool has(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  if (!found) MESSAGE(text);
  return found;
}

auto all_samples() {
  return std::vector<Result>{samples::right(),         samples::wrong_value(),  samples::two_candidates(),
                             samples::two_mistakes(),  samples::wrong_shape(),  samples::wrong_layout(),
                             samples::stopped(),       samples::unknown_cause(), samples::tensors(),
                             samples::broken_property(), samples::with_remark(), samples::unjudged()};
}

}  // namespace

TEST_CASE("homework report: what is right is said before what is wrong") {
  const std::string text = report(samples::wrong_value());
  CHECK(text.starts_with("mha.py: class MultiHead (line 5), as homework multi-head\n"
                         "11 of 12 stages are right: 11 of 12 points.\n"
                         "  ✓ right          Queries                                   line 20  1/1\n"));
  CHECK(has(text, "\n  ✗ wrong numbers  Scores divided by the root of head_dim    line 24  0/1\n"));
  CHECK(has(text, "\n  ~ not seen       Dropout on the weights                             1/1\n"));
}

TEST_CASE("homework report: the first wrong stage with line, shape, cell and size of the error") {
  CHECK(has(report(samples::wrong_value()),
            "\nmha.py:11:22: Scores divided by the root of head_dim: wrong numbers\n"
            "    self.scale = d_out**0.5\n"
            "                 ^^^^^^^^^^\n"
            "  shows in line 24: scores = scores / self.scale\n"
            "  shape    batch 2, head 3, query 5, key 5: as expected\n"
            "  first at batch 0, head 0, query 0 \"Your\", key 0 \"Your\"\n"
            "  numbers  expected -0.2346, yours -0.1354 (tolerance 1e-05)\n"
            "  in all   150 of 150 numbers differ, by up to 0.43\n"));
  CHECK(has(report(samples::wrong_shape()),
            "  expected (2, 3, 5, 5): batch 2, head 3, query 5, key 5\n"
            "  yours    (2, 5, 3, 3)\n"));
  CHECK(has(report(samples::wrong_layout()), "wrong order"));
}

TEST_CASE("homework report: numbers are shown with as many digits as tell them apart") {
  Result result = samples::wrong_value();
  result.stages[5].first_wrong->expected = 0.1234567;
  result.stages[5].first_wrong->got = 0.1234589;
  CHECK(has(report(result), "expected 0.123457, yours 0.123459 ("));
}

TEST_CASE("homework report: the mistake, where it comes from, how it is known, a hint") {
  CHECK(has(report(samples::wrong_value()),
            "What your code does: The scale uses the model size instead of the head size\n"
            "  The scores are divided by the root of the model size. Each score is a\n"
            "  product of two vectors of head_dim numbers, so the root of head_dim is what\n"
            "  belongs there.\n"
            "  This mistake gives exactly your numbers (to within 1e-05).\n"
            "Hint 1 of 3: How many products are added up to make one score here?\n"
            "Cases: only 1 of 3 is right: one token (tokens 1).\n"
            "Lesson: `mha-tutor learn the-scale`; next hint: add `--hints 2`.\n"));
  CHECK(has(report(samples::wrong_layout()),
            "It shows in your code: the result of `context.transpose(1, 2)` is not kept.\n"));
}

TEST_CASE("homework report: as many hints as are asked for") {
  const auto hints = [](int n) {
    const std::string text = report(samples::wrong_value(), n);
    int count = 0;
    for (size_t at = 0; (at = text.find("Hint ", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  CHECK(hints(0) == 0);
  CHECK(hints(1) == 1);
  CHECK(hints(2) == 2);
  CHECK(hints(3) == 3);
  CHECK(has(report(samples::wrong_value(), 3), "Why people think so: In the formula"));
  CHECK(has(report(samples::wrong_value(), 3), "What it does to a model: The weights become too flat"));
  CHECK(!mha::trim(report(samples::wrong_value(), 3)).empty());
}

TEST_CASE("homework report: mistakes that cannot be told apart are both named") {
  const std::string text = report(samples::two_candidates());
  CHECK(has(text, "Two mistakes that give exactly these numbers; it may be one of them:\n"
                  "Perhaps: The scale uses the model size instead of the head size\n"));
  CHECK(has(text, "Perhaps: The scores are scaled by the number of tokens\n"));
}

TEST_CASE("homework report: mistakes that were found together explain the numbers together") {
  const std::string text = report(samples::two_mistakes());
  CHECK(has(text, "Together, these two mistakes give exactly your numbers"));
  CHECK(text.find("Done this way") == std::string::npos);
}

TEST_CASE("homework report: stages that none was reached of stand together") {
  Result result = samples::stopped();
  for (auto& s : result.stages) s.verdict = mha::homework::StageVerdict::not_reached;
  CHECK(has(report(result), "  - not reached    Queries · Keys · Values ·"));
}

TEST_CASE("homework report: an unknown cause is called so, and the place where it parts is named") {
  const std::string text = report(samples::unknown_cause());
  CHECK(has(text, "Cause unknown. mha-tutor knows no mistake that gives these numbers."));
  CHECK(has(text, "up to \"Every query against every key\""));
  CHECK(has(text, "expected -0.2346, yours nan"));
  CHECK(text.find("head_dim**0.5") == std::string::npos);
  CHECK(has(report(samples::unknown_cause(), 3), "scaled = scores / head_dim**0.5"));
}

TEST_CASE("homework report: a program that stopped is judged up to there") {
  const std::string text = report(samples::stopped());
  CHECK(has(text, "  - not reached    Heads joined again"));
  CHECK(has(text, "The program stops before \"Heads joined again\" is done:\nmha.py:28:18: RuntimeError: view size"));
  CHECK(has(text, "help: reshape() copies where view() cannot\n"));
  CHECK(has(text, "This mistake gives the same error."));
  // If the mistake is on another line, nothing is guessed about the line that stops.
  Result above = samples::stopped();
  above.findings[0].place = samples::wrong_value().findings[0].place;
  const std::string told = report(above);
  CHECK(has(told, "The error is in line 28:\nmha.py:28:18: RuntimeError: view size"));
  CHECK(told.find("reshape() copies") == std::string::npos);
}

TEST_CASE("homework report: an error of other lines comes last, and hides nothing") {
  Result result = samples::wrong_value();
  result.error = samples::stopped().error;
  result.error_elsewhere = true;
  const std::string text = report(result);
  CHECK(has(text, "mha.py:11:22: Scores divided by the root of head_dim: wrong numbers\n"));
  CHECK(text.find("Elsewhere the program stops with an error:\n") > text.find("What your code does:"));
  // Of the calls that were tried, it is no other line's.
  result.error_elsewhere = false;
  CHECK(has(report(result), "\nThe program stops with an error:\n"));
}

TEST_CASE("homework report: right numbers can hide a mistake; remarks come last") {
  const std::string text = report(samples::broken_property());
  CHECK(has(text, "These numbers are right, but something else is wrong:\n"));
  CHECK(has(text, "Not true: A token's output does not change when a later token does. Here\n"
                  "  token 0 changes by 0.31.\n"));
  CHECK(has(text, "Cases: 2 of 3 are right; wrong: one token (tokens 1).\n"));
  CHECK(has(report(samples::with_remark()),
            "Right, and good to know:\n- The mask is no buffer (line 16)\n"
            "  It does not go along when the module moves to another device.\n"));
}

TEST_CASE("homework report: a short screen gets a short report") {
  const std::string text = report(samples::wrong_value(), 1, 24);
  CHECK(std::count(text.begin(), text.end(), '\n') <= 25);
  CHECK(has(text, "  ✗ wrong numbers  Scores divided by the root of head_dim    line 24  0/1\n"));
  CHECK(has(text, "Dropout on the weights (not seen)"));
}

TEST_CASE("homework report: on a short screen, only the first of several mistakes is explained") {
  const Result result = samples::two_mistakes();
  const std::string text = report(result, 1, 24);
  CHECK(text.size() < report(result, 1, 60).size());
  for (const auto& f : result.findings) CHECK(has(text, f.title));
}

TEST_CASE("homework report: fits any width, and ASCII") {
  for (const Result& result : all_samples()) {
    for (const int width : {40, 80, 120}) {
      for (const bool unicode : {false, true}) {
        const std::string text = report(result, 3, 0, {.unicode = unicode, .width = width});
        for (const std::string& line : mha::split_lines(text)) {
          if (mha::display_width(line) > width) MESSAGE(line);
          CHECK(mha::display_width(line) <= width);
          CHECK((line.empty() || line.back() != ' '));
        }
        if (!unicode) {
          CHECK(std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
        }
      }
    }
  }
}

TEST_CASE("homework report: colours change nothing but colours") {
  for (const Result& result : all_samples()) {
    std::string painted = homework_report({.colour = true}, result, {});
    std::string plain;
    for (size_t i = 0; i < painted.size(); ++i) {
      if (painted[i] == '\033') i = painted.find('m', i);
      else plain += painted[i];
    }
    // Without colour, code keeps its backquotes.
    std::string uncoloured = homework_report({}, result, {});
    const auto bare = [](std::string text) {
      std::erase_if(text, [](char c) { return c == '`' || c == '\n' || c == ' '; });
      return text;
    };
    CHECK(bare(plain) == bare(uncoloured));
  }
}

TEST_CASE("homework report: read aloud it has no columns, marks or carets") {
  const std::string text = report(samples::wrong_value(), 1, 0, {.spoken = true});
  CHECK(has(text, "Stage 6, Scores divided by the root of head_dim: wrong numbers, line 24, 0\n  of 1 points.\n"));
  CHECK(text.find('^') == std::string::npos);
  CHECK(text.find("✗") == std::string::npos);
}

TEST_CASE("homework report: control characters of a learner's do not reach the terminal") {
  Result result = samples::stopped();
  result.error->message = "\033[31mred\033[0m \a";
  result.file = "a\033]0;title\a.py";
  const std::string text = report(result);
  CHECK(text.find('\033') == std::string::npos);
  CHECK(text.find('\a') == std::string::npos);
  CHECK(has(text, "?[31mred?[0m ?"));
}
