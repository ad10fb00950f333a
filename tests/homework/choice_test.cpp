// Which homework a program is, when nobody says so.

#include <doctest/doctest.h>

#include "homework/assignment.h"
#include "homework/check.h"

using namespace mha;
using namespace mha::homework;

namespace {

std::string with(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

std::string without_line(const std::string& text, const std::string& word) {
  const size_t at = text.find(word);
  REQUIRE(at != std::string::npos);
  const size_t begin = text.rfind('\n', at) + 1;
  return text.substr(0, begin) + text.substr(text.find('\n', at) + 1);
}

std::string solution(const char* id) { return find_assignment(id).solution; }

Result found(const std::string& program) {
  return check({"homework.py", program, std::nullopt, 1});
}

}  // namespace

TEST_CASE("choice: each solution is found, whatever its attributes are called") {
  for (const Assignment& a : assignments()) {
    CAPTURE(a.id);
    CHECK(found(a.solution).assignment == a.id);
    CHECK(found(with(with(a.solution, "W_query", "alpha"), "W_key", "beta")).assignment == a.id);
  }
}

TEST_CASE("choice: what one homework leaves out is no sign of another") {
  for (const char* id : {"causal-attention", "multi-head", "multi-head-stacked"}) {
    CAPTURE(id);
    const Result r = found(without_line(solution(id), "masked_fill"));
    CHECK(r.assignment == id);
    CHECK(r.verdict == Verdict::wrong);
  }
  const std::string fused = without_line(without_line(solution("fused-qkv"), "mask is not"),
                                         "masked_fill");
  CHECK(found(fused).assignment == "fused-qkv");
  const std::string loose =
      with(solution("multi-head"), "self.out_proj(context.reshape(batch, tokens, -1))",
           "context.reshape(batch, tokens, -1)");
  CHECK(found(loose).assignment == "multi-head");
  const Result cross = found(with(solution("cross-attention"), "(memory)", "(x)"));
  CHECK(cross.assignment == "cross-attention");
  CHECK(cross.verdict == Verdict::wrong);
}

TEST_CASE("choice: one wrong head is not taken for several") {
  const std::string causal = solution("causal-attention");
  for (const char* mistake : {"dim=-2", "dim=1", "dim=0"}) {
    CAPTURE(mistake);
    CHECK(found(with(causal, "dim=-1", mistake)).assignment == "causal-attention");
  }
}

TEST_CASE("choice: the same heads many times are still stacked") {
  const std::string same = with(
      with(solution("multi-head-stacked"), "nn.ModuleList(", "nn.ModuleList(["),
      "            for _ in range(num_heads)\n        )", "        ] * num_heads)");
  CHECK(found(same).assignment == "multi-head-stacked");
}

TEST_CASE("choice: layers or parameters, also in a program that cannot be made") {
  for (const char* id : {"self-attention-linear", "self-attention-parameters"}) {
    CAPTURE(id);
    CHECK(found(without_line(solution(id), "super().__init__()")).assignment == id);
  }
}

TEST_CASE("choice: a mask that is given belongs to what takes one") {
  // Triangles in the lines that try it out say nothing of the class.
  const std::string tried =
      solution("fused-qkv") +
      "\n\nmask = torch.tril(torch.ones(4, 4))\n"
      "print(FusedAttention(8, 8, 2)(torch.randn(1, 4, 8), mask).shape)\n";
  const Result r = found(tried);
  CHECK(r.assignment == "fused-qkv");
  CHECK(r.verdict == Verdict::right);
}

TEST_CASE("choice: a script that stops is judged as far as it got") {
  const Result r = found(
      "import torch\n"
      "inputs = torch.tensor([[0.43, 0.15, 0.89], [0.55, 0.87, 0.66], [0.57, 0.85, 0.64],\n"
      "                       [0.22, 0.58, 0.33], [0.77, 0.25, 0.10], [0.05, 0.80, 0.55]])\n"
      "scores = inputs @ inputs\n"
      "weights = torch.softmax(scores, dim=-1)\n");
  CHECK(r.assignment == "context-vectors");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.findings.size() >= 1);
  CHECK(r.findings[0].id == "wrong-key-transpose");
}
