#include "homework/diagnosis/edits.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "homework/verdict/check.h"
#include "reading/rewrite.h"
#include "lang/parser.h"

using namespace mha;
using namespace mha::homework;

namespace {

/// What a rule makes of the first expression of a program that it fits; "" if none.
std::string rewritten_by(const std::string& rule, const std::string& program, const std::string& size = "") {
  const auto file = std::make_shared<Source>("rules.md", rule);
  std::vector<lesson::Problem> problems;
  lesson::Complaints complaints(file, problems);
  lesson::Fence fence;
  fence.body = rule + "\n";
  const std::vector<reading::Rewrite> rules = reading::read_rewrites(fence, complaints);
  REQUIRE(problems.empty());
  REQUIRE(rules.size() == 1);
  const lang::ModulePtr module = lang::parse(std::make_shared<Source>("p.py", program));
  const reading::Index text({module.get()});
  for (const reading::ExprNode& n : text.nodes()) {
    if (const auto bound = reading::match(text, rules[0].pattern(), *n.expr)) {
      return reading::rewritten(text, *module->source, rules[0], *n.expr, *bound, size);
    }
  }
  return "";
}

const std::string kHead =
    "import torch\nimport torch.nn as nn\n\n\n"
    "class SelfAttention(nn.Module):\n"
    "    def __init__(self, d_in, d_out):\n"
    "        super().__init__()\n"
    "        self.query = nn.Linear(d_in, d_out)\n"
    "        self.key = nn.Linear(d_in, d_out)\n"
    "        self.value = nn.Linear(d_in, d_out)\n\n"
    "    def forward(self, x):\n";

Result checked(const std::string& program, const std::string& homework) {
  return check({"homework.py", program, homework, 1});
}

}  // namespace

TEST_CASE("rewrite: a function keeps its way of being called") {
  const std::string rule = "torch.softmax(A, dim=B) -> torch.softmax(A, dim=-1)";
  CHECK(rewritten_by(rule, "import torch\ntorch.softmax(x @ y, dim=1)") == "torch.softmax(x @ y, dim=-1)");
  CHECK(rewritten_by(rule, "import torch.nn.functional as F\nF.softmax(s, 0)") == "F.softmax(s, -1)");
  CHECK(rewritten_by(rule, "s.softmax(dim=-2)") == "s.softmax(dim=-1)");
  CHECK(rewritten_by(rule, "s.softmax(dim=-2, dtype=t)") == "");
}

TEST_CASE("rewrite: what stands beside an operator is put in parentheses") {
  CHECK(rewritten_by("A / B -> A / B ** 0.5", "(a + b) / c.d") == "(a + b) / c.d ** 0.5");
  CHECK(rewritten_by("A / B -> A / SIZE ** 0.5", "s / (n - 1)", "self.d") == "s / self.d ** 0.5");
  CHECK(rewritten_by("A.view(*Z) -> A.transpose(1, 2).reshape(*Z)", "c.view(b, t, -1)") ==
        "c.transpose(1, 2).reshape(b, t, -1)");
}

TEST_CASE("rewrite: the same letter is the same text") {
  CHECK(rewritten_by("A @ A -> A", "x @ y") == "");
  CHECK(rewritten_by("A @ A -> A", "x.T @ x.T") == "x.T");
}

TEST_CASE("mend: a slip without a name is found by its line") {
  struct Case {
    const char *body, *kind;
    int line;
  };
  const Case cases[] = {
      {"        q, k, v = self.query(x), self.key(x), self.value(x)\n"
       "        s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5\n"
       "        w = torch.softmax(s, dim=-1) ** 2\n"
       "        return w @ v\n", "another-axis", 15},
      {"        q, k, v = self.query(x), self.key(x), self.value(x)\n"
       "        s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5\n"
       "        w = torch.softmax(s, dim=-1)\n"
       "        c = w @ v\n"
       "        return c - c.mean(-1, keepdim=True)\n", "step-too-many", 17},
  };
  for (const Case& c : cases) {
    CAPTURE(c.body);
    const Result r = checked(kHead + c.body, "self-attention-linear");
    CHECK(r.verdict == Verdict::wrong);
    REQUIRE(r.mend);
    CHECK(r.mend->place.source->place(r.mend->place.span.begin).line == c.line);
    REQUIRE(r.findings.size() == 1);
    CHECK(r.findings[0].evidence == Finding::Evidence::mend);
    CHECK(r.findings[0].id == c.kind);
    // The change does what it promises.
    CHECK(checked(r.mend->text, "self-attention-linear").verdict == Verdict::right);
  }
}

TEST_CASE("mend: two slips without a name are found one after the other") {
  const Result r = checked(kHead + "        q, k, v = self.query(x), self.key(x), self.value(x)\n"
                                   "        s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5\n"
                                   "        w = torch.softmax(s, dim=-1) ** 2\n"
                                   "        c = w @ v\n"
                                   "        return c - c.mean(-1, keepdim=True)\n", "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.mend);
  REQUIRE(r.findings.size() == 2);
  std::vector<int> lines;
  for (const Finding& f : r.findings) {
    CHECK(f.evidence == Finding::Evidence::mend);
    lines.push_back(f.place.source->place(f.place.span.begin).line);
  }
  CHECK(lines == std::vector<int>{15, 17});
  CHECK(checked(r.mend->text, "self-attention-linear").verdict == Verdict::right);
}

TEST_CASE("mend: what grows in a loop is made anew in each round") {
  const Result r = checked(kHead + "        q, k, v = self.query(x), self.key(x), self.value(x)\n"
                                   "        rows = []\n"
                                   "        row = torch.zeros(v.shape[-1])\n"
                                   "        for one in q:\n"
                                   "            w = torch.softmax(k @ one / q.shape[-1] ** 0.5, dim=0)\n"
                                   "            for share, value in zip(w, v):\n"
                                   "                row = row + share * value\n"
                                   "            rows.append(row)\n"
                                   "        return torch.stack(rows)\n", "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.mend);
  CHECK(r.mend->place.source->place(r.mend->place.span.begin).line == 15);
}

TEST_CASE("property: tokens that are not heard, and shares that do not add up, are wrong under any reading") {
  const auto broken = [](const Result& r, const std::string& id) {
    return std::any_of(r.properties.begin(), r.properties.end(),
                       [&](const PropertyResult& p) { return p.id == id && !p.holds; });
  };
  const std::string start = kHead + "        q, k, v = self.query(x), self.key(x), self.value(x)\n";
  const Result deaf = checked(start + "        w = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1)\n"
                                      "        return torch.einsum('qk,qd->qd', w, v)\n", "self-attention-linear");
  CHECK(deaf.verdict == Verdict::wrong);
  CHECK(broken(deaf, "hears"));
  const Result sums = checked(start + "        w = torch.sigmoid(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5)\n"
                                      "        return w @ v\n", "self-attention-linear");
  CHECK(sums.verdict == Verdict::wrong);
  CHECK(broken(sums, "alike"));
  // Large numbers, of which most shares are as good as zero, are no reason.
  const Result wide = checked(start + "        s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5\n"
                                      "        return torch.softmax(s, dim=-1) @ v\n", "self-attention-linear");
  CHECK_FALSE(broken(wide, "hears"));
  CHECK_FALSE(broken(wide, "alike"));
}

TEST_CASE("verdict: an error at sizes that the tutor chose proves nothing where the file's own run") {
  const std::string body =
      "        assert x.shape[-1] == 64, 'made for 64'\n"
      "        q, k, v = self.query(x), self.key(x), self.value(x)\n"
      "        return torch.softmax(q @ k.transpose(-2, -1) / 8, dim=-1) @ v\n";
  const std::string use = "\n\nprint(SelfAttention(64, 64)(torch.zeros(3, 64)).shape)\n";
  const Result own = checked(kHead + body + use, "self-attention-linear");
  CHECK(own.verdict != Verdict::wrong);
  CHECK(own.findings.empty());
}

TEST_CASE("verdict: a result that nothing contradicts is not called wrong where no homework was named") {
  const Result r = check({"homework.py",
                          kHead + "        h = torch.relu(self.query(x))\n"
                                  "        return self.value(x) + self.key(x) * h\n",
                          std::nullopt, 1});
  CHECK(r.verdict == Verdict::unjudged);
  CHECK(r.findings.empty());
  CHECK(std::none_of(r.stages.begin(), r.stages.end(),
                     [](const StageResult& s) { return s.verdict == StageVerdict::wrong_value; }));
  CHECK(!r.trouble.empty());
  CHECK(!r.help.empty());
}

TEST_CASE("check: each answer of a file has a verdict, and the first that is wrong is told") {
  const std::string right =
      "        q, k, v = self.query(x), self.key(x), self.value(x)\n"
      "        return torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1) @ v\n";
  std::string other = kHead.substr(kHead.find("class")) + right;
  other.replace(other.find("SelfAttention"), 13, "Second");
  other.replace(other.find("dim=-1"), 6, "dim=-2");
  const Result r = check({"homework.py", kHead + right + "\n\n" + other, std::nullopt, 1});
  CHECK(r.subject == "Second");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.answers.size() == 2);
  CHECK(r.answers[0].subject == "SelfAttention");
  CHECK(r.answers[0].verdict == Verdict::right);
  CHECK(r.answers[1].verdict == Verdict::wrong);
}
