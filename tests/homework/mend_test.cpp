#include "homework/mend/edits.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "homework/verdict/check.h"
#include "lang/syntax/parser.h"
#include "reading/rewrite.h"

using namespace mha;
using namespace mha::homework;

namespace {

/// The result of a rule for the first expression that it matches; "" if none.
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

Result checked_as(const std::string& program, const std::string& homework) {
  return check({"homework.py", program, homework, 1});
}

}  // namespace

TEST_CASE("rewrite: a function call keeps its form") {
  const std::string rule = "torch.softmax(A, dim=B) -> torch.softmax(A, dim=-1)";
  CHECK(rewritten_by(rule, "import torch\ntorch.softmax(x @ y, dim=1)") == "torch.softmax(x @ y, dim=-1)");
  CHECK(rewritten_by(rule, "import torch.nn.functional as F\nF.softmax(s, 0)") == "F.softmax(s, -1)");
  CHECK(rewritten_by(rule, "s.softmax(dim=-2)") == "s.softmax(dim=-1)");
  CHECK(rewritten_by(rule, "s.softmax(dim=-2, dtype=t)") == "");
}

TEST_CASE("rewrite: operands are put in parentheses") {
  CHECK(rewritten_by("A / B -> A / B ** 0.5", "(a + b) / c.d") == "(a + b) / c.d ** 0.5");
  CHECK(rewritten_by("A / B -> A / SIZE ** 0.5", "s / (n - 1)", "self.d") == "s / self.d ** 0.5");
  CHECK(rewritten_by("A.view(*Z) -> A.transpose(1, 2).reshape(*Z)", "c.view(b, t, -1)") ==
        "c.transpose(1, 2).reshape(b, t, -1)");
}

TEST_CASE("rewrite: the same letter matches the same text") {
  CHECK(rewritten_by("A @ A -> A", "x @ y") == "");
  CHECK(rewritten_by("A @ A -> A", "x.T @ x.T") == "x.T");
}

TEST_CASE("mend: a mistake without a name is located") {
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
    const Result r = checked_as(kHead + c.body, "self-attention-linear");
    CHECK(r.verdict == Verdict::wrong);
    REQUIRE(r.mend);
    CHECK(r.mend->place.source->place(r.mend->place.span.begin).line == c.line);
    REQUIRE(r.findings.size() == 1);
    CHECK(r.findings[0].evidence == Finding::Evidence::mend);
    CHECK(r.findings[0].id == c.kind);
    // The mended program is really right.
    CHECK(checked_as(r.mend->text, "self-attention-linear").verdict == Verdict::right);
  }
}

TEST_CASE("mend: a failure does not hide the mistake after it") {
  const Result r = checked_as(kHead +
                               "        q, k, v = self.querry(x), self.key(x), self.value(x)\n"
                               "        weights = torch.softmax(q @ k.transpose(1, 2), dim=-1)\n"
                               "        return weights @ v\n",
                           "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.findings.size() == 2);
  CHECK(r.findings[0].id == "another-name");
  CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == 13);
  CHECK(r.findings[1].id == "scale-missing");
  CHECK(r.findings[1].place.source->place(r.findings[1].place.span.begin).line == 14);
}

TEST_CASE("mend: two mistakes without a name are found one after the other") {
  const Result r = checked_as(kHead + "        q, k, v = self.query(x), self.key(x), self.value(x)\n"
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
  CHECK(checked_as(r.mend->text, "self-attention-linear").verdict == Verdict::right);
}

TEST_CASE("mend: a list that grows in a loop is made anew in each round") {
  const Result r = checked_as(kHead + "        q, k, v = self.query(x), self.key(x), self.value(x)\n"
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

TEST_CASE("property: ignored tokens, and weights that do not sum to 1, are wrong under any matching") {
  const auto broken = [](const Result& r, const std::string& id) {
    return std::any_of(r.properties.begin(), r.properties.end(),
                       [&](const PropertyResult& p) { return p.id == id && !p.holds; });
  };
  const std::string start = kHead + "        q, k, v = self.query(x), self.key(x), self.value(x)\n";
  const Result deaf = checked_as(start + "        w = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1)\n"
                                      "        return torch.einsum('qk,qd->qd', w, v)\n", "self-attention-linear");
  CHECK(deaf.verdict == Verdict::wrong);
  CHECK(broken(deaf, "hears"));
  const Result sums = checked_as(start + "        w = torch.sigmoid(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5)\n"
                                      "        return w @ v\n", "self-attention-linear");
  CHECK(sums.verdict == Verdict::wrong);
  CHECK(broken(sums, "alike"));
  // Large inputs, which make most weights nearly zero, are not a reason.
  const Result wide = checked_as(start + "        s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5\n"
                                      "        return torch.softmax(s, dim=-1) @ v\n", "self-attention-linear");
  CHECK_FALSE(broken(wide, "hears"));
  CHECK_FALSE(broken(wide, "alike"));
}

TEST_CASE("verdict: an error at sizes that the tutor chose proves nothing if the file's own run") {
  const std::string body =
      "        assert x.shape[-1] == 64, 'made for 64'\n"
      "        q, k, v = self.query(x), self.key(x), self.value(x)\n"
      "        return torch.softmax(q @ k.transpose(-2, -1) / 8, dim=-1) @ v\n";
  const std::string use = "\n\nprint(SelfAttention(64, 64)(torch.zeros(3, 64)).shape)\n";
  const Result own = checked_as(kHead + body + use, "self-attention-linear");
  CHECK(own.verdict != Verdict::wrong);
  CHECK(own.findings.empty());
}

TEST_CASE("verdict: if no homework was named, only a contradicted result is called wrong") {
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

TEST_CASE("check: each answer in a file has a verdict, and the first wrong one is reported" *
          doctest::test_suite("many programs")) {
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

namespace {

bool breaks(const Result& r, const std::string& id) {
  return std::any_of(r.properties.begin(), r.properties.end(),
                     [&](const PropertyResult& p) { return p.id == id && !p.holds; });
}

int line_at(const Location& place) { return place.source->place(place.span.begin).line; }

const std::string kProjected = "        q, k, v = self.query(x), self.key(x), self.value(x)\n";
const std::string kMixed =
    "        s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5\n"
    "        return torch.softmax(s, dim=-1) @ v\n";

}  // namespace

TEST_CASE("property: a value that an object keeps from one call shows in the next") {
  // The results of all calls, in a list that __init__ makes.
  std::string grows = kHead + kProjected +
                      "        self.rows.append(torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1) @ v)\n"
                      "        return torch.cat(self.rows, dim=0)\n";
  grows.insert(grows.find("        self.query"), "        self.rows = []\n");
  const Result r = checked_as(grows, "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(breaks(r, "leaves-nothing"));
  REQUIRE(r.mend);
  CHECK(line_at(r.mend->place) == 8);  // self.rows = []
  REQUIRE(!r.findings.empty());
  CHECK(r.findings[0].id == "kept-between-calls");
  CHECK(checked_as(r.mend->text, "self-attention-linear").verdict == Verdict::right);

  // A table that is made once, as long as the first text.
  std::string once = kHead + kProjected +
                     "        if self.zeros is None:\n"
                     "            self.zeros = torch.zeros(x.shape[-2], x.shape[-2])\n"
                     "        s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5 + self.zeros\n"
                     "        return torch.softmax(s, dim=-1) @ v\n";
  once.insert(once.find("        self.query"), "        self.zeros = None\n");
  const Result short_after_long = checked_as(once, "self-attention-linear");
  CHECK(short_after_long.verdict == Verdict::wrong);
  CHECK(breaks(short_after_long, "leaves-nothing"));
  std::string each = once;
  each.replace(each.find("self.zeros is None"), 18, "True");
  CHECK(checked_as(each, "self-attention-linear").verdict == Verdict::right);
}

TEST_CASE("verdict: an error in the file's own call of the answer proves it wrong") {
  const std::string text = kHead + kProjected +
                           "        if scale:\n"
                           "            k = k / scale.missing\n" + kMixed;
  std::string program = text;
  program.replace(program.find("forward(self, x)"), 16, "forward(self, x, scale=None)");
  CHECK(checked_as(program, "self-attention-linear").verdict == Verdict::right);
  const Result used = checked_as(program + "\n\nSelfAttention(4, 4)(torch.zeros(3, 4), 2.0)\n", "self-attention-linear");
  CHECK(used.verdict == Verdict::wrong);
  // A failure in the file's own statements proves nothing about the class.
  const Result beside = checked_as(program + "\n\nprint(undefined)\n", "self-attention-linear");
  CHECK(beside.verdict == Verdict::right);
}

TEST_CASE("mend: letters of einsum, unused parts, an index: each by its name") {
  struct Case {
    const char *body, *kind;
    int line;
  };
  const Case cases[] = {
      {"        s = torch.einsum('qd,ke->qk', q, k) / k.shape[-1] ** 0.5\n"
       "        return torch.softmax(s, dim=-1) @ v\n", "einsum-letters", 14},
      {"        q_ = q[:, :]\n"
       "        k_ = k[:, :]\n"
       "        q, k = q ** 2, k ** 2\n"
       "        s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5\n"
       "        return torch.softmax(s, dim=-1) @ v\n", "step-left-out", 17},
      {"        s = q @ k.transpose(-2, -1) / k.shape[0] ** 0.5\n"
       "        return torch.softmax(s, dim=-1) @ v\n", "scale-by-tokens", 14},
  };
  for (const Case& c : cases) {
    CAPTURE(c.kind);
    const Result r = checked_as(kHead + kProjected + c.body, "self-attention-linear");
    CHECK(r.verdict == Verdict::wrong);
    REQUIRE(r.mend);
    CHECK(line_at(r.mend->place) == c.line);
    REQUIRE(!r.findings.empty());
    CHECK(r.findings[0].id == c.kind);
    CHECK(checked_as(r.mend->text, "self-attention-linear").verdict == Verdict::right);
  }
}

TEST_CASE("mend: transposing the scores is not a mend for an inverted mask") {
  const std::string head =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Causal(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout):\n"
      "        super().__init__()\n"
      "        self.layers = nn.ModuleList([nn.Linear(d_in, d_out) for _ in range(3)])\n"
      "        self.drop = nn.Dropout(dropout)\n"
      "        at = torch.arange(context_length)\n"
      "        self.register_buffer('ahead', at.view(-1, 1) > at.view(1, -1))\n\n"
      "    def forward(self, x):\n"
      "        q, k, v = [layer(x) for layer in self.layers]\n"
      "        n = x.shape[-2]\n"
      "        s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5\n"
      "        s = s.masked_fill(self.ahead[:n, :n], float('-inf'))\n"
      "        return self.drop(torch.softmax(s, dim=-1)) @ v\n";
  const Result r = checked_as(head, "causal-attention");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.mend);
  CHECK(r.mend->text.find("s.transpose") == std::string::npos);
  CHECK(r.mend->text.find("ahead[:n, :n].transpose") == std::string::npos);
}

TEST_CASE("mend: mistakes that only show in training") {
  std::string text = kHead + kProjected +
                     "        w = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1)\n"
                     "        dropped = self.drop(w)\n"
                     "        return w @ v\n";
  text.replace(text.find("d_in, d_out"), 11, "d_in, d_out, context_length, dropout");
  text.insert(text.find("        self.query"), "        self.drop = nn.Dropout(dropout)\n");
  text.replace(text.find("/ k.shape[-1] ** 0.5, dim"), 25, "/ k.shape[-1] ** 0.5 + torch.full((x.shape[-2], x.shape[-2]), "
                                                           "float('-inf')).triu(1), dim");
  const Result r = checked_as(text, "causal-attention");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.mend);
  CHECK(checked_as(r.mend->text, "causal-attention").verdict == Verdict::right);
}

TEST_CASE("mend: a script, whose statements run again") {
  const Result r = checked_as("import torch\n\ntorch.manual_seed(1)\nx = torch.rand(5, 4)\n"
                           "scores = x @ x.T\n"
                           "weights = torch.softmax(scores, dim=-1)\n"
                           "context = weights @ torch.exp(x)\n"
                           "print(context)\n", "context-vectors");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.mend);
  CHECK(line_at(r.mend->place) == 7);
  CHECK(checked_as(r.mend->text, "context-vectors").verdict == Verdict::right);
}

TEST_CASE("check: code after a return is read, and has no effect") {
  std::string text = kHead + kProjected + kMixed +
                     "        y = self.last(v)\n        return y\n";
  text.insert(text.find("        self.query"), "        self.last = nn.Linear(d_out, d_out)\n");
  const Result r = checked_as(text, "self-attention-linear");
  const auto unused = [](const Result& result) {
    const auto is = [](const Finding& f) { return f.id == "layer-unused"; };
    return std::any_of(result.findings.begin(), result.findings.end(), is) ||
           std::any_of(result.remarks.begin(), result.remarks.end(), is);
  };
  CHECK(unused(r));
}

TEST_CASE("mend: a return with more code after it") {
  std::string text = kHead + kProjected + kMixed;
  text.insert(text.find("        s = q @"), "        return v\n");
  const Result r = checked_as(text, "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.mend);
  CHECK(r.mend->kind == "returned-too-early");
}

TEST_CASE("mend: an edit that disables a weight without a role is not a mend") {
  // Shifts of queries and values beside a layer for all three: right, and not to be removed.
  const std::string text =
      "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, dim, num_heads):\n"
      "        super().__init__()\n"
      "        self.h = num_heads\n"
      "        self.qkv = nn.Linear(dim, dim * 3, bias=False)\n"
      "        self.q_shift, self.v_shift = nn.Parameter(torch.zeros(dim)), nn.Parameter(torch.zeros(dim))\n"
      "        self.out = nn.Linear(dim, dim)\n\n"
      "    def forward(self, x):\n"
      "        b, n, d = x.shape\n"
      "        shift = torch.cat((self.q_shift, torch.zeros_like(self.q_shift), self.v_shift))\n"
      "        qkv = F.linear(x, self.qkv.weight, bias=shift)\n"
      "        q, k, v = qkv.view(b, n, 3, self.h, -1).permute(2, 0, 3, 1, 4)\n"
      "        w = torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-1)\n"
      "        return self.out((w @ v).transpose(1, 2).reshape(b, n, d))\n";
  for (const std::optional<std::string>& homework : {std::optional<std::string>("multi-head-plain"), std::optional<std::string>()}) {
    const Result r = check({"homework.py", text, homework, 1});
    CHECK(r.verdict != Verdict::wrong);
    CHECK(!r.mend);
  }
}

TEST_CASE("check: a finding in several lines is reported at the line of its operation") {
  std::string text = kHead + kProjected +
                     "        w = torch.softmax(\n"
                     "            q @ k.transpose(-2, -1),\n"
                     "            dim=-1,\n"
                     "        ) / k.shape[-1] ** 0.5\n"
                     "        return w @ v\n";
  const Result r = checked_as(text, "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(!r.findings.empty());
  const auto line = [&](const std::string& part) { return std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(part)), '\n') + 1; };
  CHECK(line_at(r.findings[0].place) == line(") / k.shape"));
}

TEST_CASE("mend: a class that only stores sizes, and not by equal sizes") {
  const Result r = checked_as(
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Sizes:\n"
      "    def __init__(self, d_in, d_out):\n"
      "        self.d_in, self.d_out = d_in, d_out\n"
      "        self.all = 3 * d_in\n\n\n"
      "class SelfAttention(nn.Module):\n"
      "    def __init__(self, d_in, d_out):\n"
      "        super().__init__()\n"
      "        self.sizes = Sizes(d_in, d_out)\n"
      "        self.qkv = nn.Linear(self.sizes.d_in, self.sizes.all)\n\n"
      "    def forward(self, x):\n"
      "        q, k, v = self.qkv(x).split(self.sizes.d_out, dim=-1)\n"
      "        return torch.softmax(q @ k.transpose(-2, -1) / self.sizes.d_out ** 0.5, dim=-1) @ v\n",
      "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.mend.has_value());
  CHECK(r.mend->place.source->place(r.mend->place.span.begin).line == 8);
}

TEST_CASE("mend: a head's number in place of its first column, with a name of its own") {
  const Result r = checked_as(
      "import torch\nimport torch.nn as nn\n\n\n"
      "class SplitAndMerge(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads):\n"
      "        super().__init__()\n"
      "        self.width = d_out // num_heads\n"
      "        self.num_heads = num_heads\n"
      "        self.q = nn.Linear(d_in, d_out)\n"
      "        self.k = nn.Linear(d_in, d_out)\n"
      "        self.v = nn.Linear(d_in, d_out)\n"
      "        self.out = nn.Linear(d_out, d_out)\n\n"
      "    def forward(self, x):\n"
      "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
      "        w = self.width\n"
      "        result = torch.zeros_like(q)\n"
      "        for i in range(self.num_heads):\n"
      "            own = slice(i * w, i * w + w)\n"
      "            scores = q[..., own] @ k[..., own].transpose(-2, -1) / w ** 0.5\n"
      "            result[..., i:i + w] = scores.softmax(-1) @ v[..., own]\n"
      "        return self.out(result)\n",
      "multi-head-plain");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.mend.has_value());
  CHECK(r.mend->kind == "another-unit");
}

TEST_CASE("mend: a mask that is not passed on, and a step that only a branch does, are located") {
  const std::string attend =
      "import torch\n\n\n"
      "def hidden(s, mask=None):\n"
      "    return s if mask is None else s.masked_fill(mask == 0, -torch.inf)\n\n\n"
      "def attention(q, k, v, mask=None):\n"
      "    s = q @ k.transpose(-2, -1)\n";
  const Result kept = checked_as(attend + "    s = hidden(s / k.shape[-1] ** 0.5)\n    return torch.softmax(s, dim=-1) @ v\n", "scaled-dot-product");
  REQUIRE(!kept.findings.empty());
  CHECK(kept.findings[0].id == "mask-missing");
  CHECK(line_at(kept.findings[0].place) == 10);
  const Result branch = checked_as(attend +
                                    "    if mask is not None:\n"
                                    "        s = s / k.shape[-1] ** 0.5\n"
                                    "        s = hidden(s, mask)\n"
                                    "    return torch.softmax(s, dim=-1) @ v\n",
                                "scaled-dot-product");
  REQUIRE(!branch.findings.empty());
  CHECK(branch.findings[0].id == "scale-missing");
  CHECK(line_at(branch.findings[0].place) == 11);
}

TEST_CASE("mend: a function that returns nothing is located at its end") {
  const std::string program =
      kHead +
      "        q, k, v = self.parts(x)\n"
      "        weights = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1)\n"
      "        return weights @ v\n\n"
      "    def parts(self, x):\n"
      "        q = self.query(x)\n"
      "        k = self.key(x)\n"
      "        v = self.value(x)\n";
  const Result r = checked(program, "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(!r.findings.empty());
  CHECK(r.findings[0].id == "nothing-returned");
  CHECK(line_of(r.findings[0].place) == 20);
}

TEST_CASE("verdict: dropout may be left out where the task says so") {
  const std::string program =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Heads(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads, dropout=0.0, qkv_bias=False):\n"
      "        super().__init__()\n"
      "        self.heads = num_heads\n"
      "        self.qkv = nn.Linear(d_in, 3 * d_out, bias=qkv_bias)\n\n"
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        q, k, v = [t.view(b, n, self.heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1)]\n"
      "        weights = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1)\n"
      "        return (weights @ v).transpose(1, 2).reshape(b, n, -1)\n";
  CHECK(checked(program, "multi-head-plain").verdict == Verdict::right);
}

TEST_CASE("verdict: a result without a known cause is placed where it is made") {
  const std::string program =
      kHead +
      "        q, k, v = self.query(x), self.key(x), self.value(x)\n"
      "        weights = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1)\n"
      "        mixed = weights.sum(dim=-1, keepdim=True) * v\n"
      "        return mixed\n";
  const Result r = checked(program, "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.first_wrong());
  CHECK(line_of(r.first_wrong()->place) == 15);
}

TEST_CASE("trial: a mask of any name that is passed on to a method is a mask") {
  const std::string program =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Uwaga(nn.Module):\n"
      "    def __init__(self, d_we, d_wy, liczba_glow):\n"
      "        super().__init__()\n"
      "        self.glowy, self.szer = liczba_glow, d_wy // liczba_glow\n"
      "        self.qkv = nn.Linear(d_we, 3 * d_wy)\n"
      "        self.wyjscie = nn.Linear(d_wy, d_wy)\n\n"
      "    def jedna(self, q, k, v, maska):\n"
      "        oceny = torch.bmm(q, k.transpose(1, 2)) / self.szer ** 0.5\n"
      "        if maska is not None:\n"
      "            oceny = oceny.masked_fill(maska == 0, float('-inf'))\n"
      "        return torch.bmm(torch.softmax(oceny, dim=-1), v)\n\n"
      "    def forward(self, x, maska=None):\n"
      "        q, k, v = self.qkv(x).chunk(3, dim=-1)\n"
      "        wyniki = []\n"
      "        for g in range(self.glowy):\n"
      "            c = slice(g * self.szer, (g + 1) * self.szer)\n"
      "            wyniki.append(self.jedna(q[..., c], k[..., c], v[..., c], maska))\n"
      "        return self.wyjscie(torch.cat(wyniki, dim=-1))\n";
  const Result r = check({"homework.py", program, std::nullopt, 1});
  CHECK(r.verdict == Verdict::right);
  CHECK(r.assignment == "fused-qkv");
}

TEST_CASE("mend: operators, their order, axes, numbers, keys and texts: each by its name" *
          doctest::test_suite("many programs")) {
  const std::string norm =
      "import torch\nimport torch.nn as nn\n\n\nclass Norm(nn.Module):\n    def __init__(self, emb_dim, eps=1e-5):\n"
      "        super().__init__()\n        self.eps = eps\n        self.g = nn.Parameter(torch.ones(emb_dim))\n"
      "        self.b = nn.Parameter(torch.zeros(emb_dim))\n\n    def forward(self, x):\n"
      "        m = x.mean(-1, keepdim=True)\n        v = ((x - m) ** 2).sum(-1, keepdim=True) / x.shape[-1]\n"
      "        v += self.eps\n        return self.g * (x - m) / v ** 0.5 + self.b\n";
  const std::string block =
      "import math\nimport torch\nimport torch.nn as nn\n\n\nclass Block(nn.Module):\n    def __init__(self, emb_dim, d_hidden=None):\n"
      "        super().__init__()\n        d_hidden = d_hidden or 4 * emb_dim\n"
      "        self.layers = nn.ModuleDict({\"up\": nn.Linear(emb_dim, d_hidden), \"down\": nn.Linear(d_hidden, emb_dim)})\n"
      "        for i in range(2):\n            setattr(self, f\"part_{i}\", i)\n\n"
      "    def bent(self, h):\n"
      "        return 0.5 * h * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (h + 0.044715 * h ** 3)))\n\n"
      "    def forward(self, x):\n        h = self.bent(self.layers[\"up\"](x))\n        return self.layers[\"down\"](h) + self.part_0\n";
  const std::string cross =
      "import torch\nimport torch.nn as nn\n\n\nclass Cross(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads, d_memory=None):\n        super().__init__()\n        self.h = num_heads\n"
      "        d_memory = d_memory or d_in\n        self.q = nn.Linear(d_in, d_out)\n        self.kv = nn.Linear(d_memory, 2 * d_out)\n"
      "        self.o = nn.Linear(d_out, d_out)\n\n    def split(self, t):\n"
      "        return t.view(t.shape[0], t.shape[1], self.h, -1).transpose(1, 2)\n\n    def forward(self, x, memory):\n"
      "        q, (k, v) = self.split(self.q(x)), map(self.split, self.kv(memory).chunk(2, -1))\n"
      "        w = torch.softmax(q @ k.transpose(2, 3) / k.shape[-1] ** 0.5, -1)\n"
      "        return self.o((w @ v).transpose(1, 2).flatten(2))\n";
  REQUIRE(checked_as(cross, "cross-attention").verdict == Verdict::right);
  REQUIRE(checked_as(norm, "layer-norm").verdict == Verdict::right);
  REQUIRE(checked_as(block, "feed-forward").verdict == Verdict::right);
  struct Case {
    const std::string& program;
    const char *homework, *from, *to, *id;
    int line;
  };
  const Case cases[] = {
      {norm, "layer-norm", "self.g * (x - m) / v ** 0.5", "self.g * x - m / v ** 0.5", "parentheses-missing", 16},
      {norm, "layer-norm", "v ** 0.5", "v ** 1 / 2", "parentheses-missing", 16},
      {norm, "layer-norm", "v ** 0.5", "v ** 0,5", "another-axis", 16},
      {cross, "cross-attention", "q @ k.transpose(2, 3) / k.shape[-1] ** 0.5", "(q @ k.transpose(2, 3) / k.shape[-1]) ** 0.5", "parentheses-missing", 19},
      {norm, "layer-norm", "v += self.eps", "v *= self.eps", "another-operation", 15},
      {norm, "layer-norm", "x.mean(-1, keepdim=True)", "x.mean((-2, -1), keepdim=True)", "another-axis", 13},
      {cross, "cross-attention", "d_memory or d_in", "d_memory and d_in", "another-operation", 9},
      {block, "feed-forward", "0.044715", "0.44715", "another-axis", 15},
      {block, "feed-forward", "self.layers[\"down\"]", "self.layers[\"dwon\"]", "another-name", 19},
      {block, "feed-forward", "f\"part_{i}\"", "\"part_{i}\"", "text-not-filled-in", 12},
      {block, "feed-forward", "h = self.bent(self.layers[\"up\"](x))", "h = self.layers[\"up\"](x)\n        self.bent(h)", "call-discarded", 19},
      {block, "feed-forward", "\"down\": nn", "\"up\": nn", "key-twice", 10},
      {block, "feed-forward", "self.layers[\"down\"](h)", "self.layers(h)", "list-called", 19},
      {block, "feed-forward", "h ** 3", "torch.pow(h, 2.0)", "another-axis", 15},
      {block, "feed-forward", "self.bent(self", "nn.functional.glu(self", "another-operation", 18},
      {cross, "cross-attention", "self.h = num", "h = num", "name-without-self", 8},
      {cross, "cross-attention", "self.o = nn.Linear(d_out, d_out)", "self.o = nn.Sequential(nn.ReLU(), nn.Linear(d_out, d_out))", "step-too-many", 12},
      {cross, "cross-attention", "torch.softmax(q @ k.transpose(2, 3) / k.shape[-1] ** 0.5, -1)", "nn.Softmax(q @ k.transpose(2, 3) / k.shape[-1] ** 0.5)",
       "layer-not-applied", 19},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.to));
    std::string wrong = c.program;
    wrong.replace(wrong.find(c.from), std::string(c.from).size(), c.to);
    const Result r = checked_as(wrong, c.homework);
    CHECK(r.verdict == Verdict::wrong);
    REQUIRE(!r.findings.empty());
    CHECK(r.findings[0].id == c.id);
    REQUIRE(r.findings[0].place.known());
    CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == c.line);
  }
}

TEST_CASE("mend: a method that is not called, a tuple in place of its values, a list emptied in each round") {
  struct Case {
    const char *homework, *body, *id;
    int line;
  };
  const Case cases[] = {
      {"self-attention-linear",
       "        w = self.weights\n        return w @ self.value(x)\n\n    def weights(self, x):\n"
       "        s = self.query(x) @ self.key(x).transpose(-2, -1)\n        return torch.softmax(s / s.new_tensor(self.key.out_features).sqrt(), -1)\n",
       "layer-not-called", 13},
      {"self-attention-linear",
       "        s = self.query(x) @ self.key(x).transpose(-2, -1) / self.key.out_features ** 0.5\n"
       "        e = torch.exp(s - s.max(dim=-1, keepdim=True))\n        return e / e.sum(-1, keepdim=True) @ self.value(x)\n",
       "another-part", 14},
      {"self-attention-linear",
       "        q, k, v = self.query(x), self.key(x), self.value(x)\n        for i in range(x.shape[-2]):\n            rows = []\n"
       "            s = k @ q[..., i, :].unsqueeze(-1) / k.shape[-1] ** 0.5\n            rows.append((torch.softmax(s, -2) * v).sum(-2))\n"
       "        return torch.stack(rows, -2)\n",
       "step-elsewhere", 15},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.body));
    const Result r = checked_as(kHead + c.body, c.homework);
    CHECK(r.verdict == Verdict::wrong);
    REQUIRE(!r.findings.empty());
    CHECK(r.findings[0].id == c.id);
    REQUIRE(r.findings[0].place.known());
    CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == c.line);
  }
}

TEST_CASE("mend: a line is missing, an argument is not stored, a result is lost, a return stands too deep" *
          doctest::test_suite("many programs")) {
  const std::string layer =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "def shares(scores, hidden):\n"
      "    if hidden is not None:\n"
      "        scores = scores.masked_fill(hidden, -torch.inf)\n"
      "    return torch.softmax(scores, dim=-1)\n"
      "\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout, num_heads):\n"
      "        super().__init__()\n"
      "        self.num_heads = num_heads\n"
      "        self.q, self.k, self.v, self.o = (nn.Linear(n, d_out) for n in (d_in, d_in, d_in, d_out))\n"
      "        self.drop = nn.Dropout(dropout)\n"
      "        ahead = torch.full((context_length, context_length), -torch.inf)\n"
      "        ahead = torch.triu(ahead, diagonal=1)\n"
      "        self.register_buffer('ahead', ahead)\n"
      "\n"
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        q, k, v = (w(x).view(b, n, self.num_heads, -1) for w in (self.q, self.k, self.v))\n"
      "        q = q.transpose(1, 2)\n"
      "        k = k.transpose(1, 2)\n"
      "        v = v.transpose(1, 2)\n"
      "        s = q @ k.transpose(2, 3) / q.shape[-1] ** 0.5 + self.ahead[:n, :n]\n"
      "        w = self.drop(shares(s, None))\n"
      "        return self.o((w @ v).transpose(1, 2).flatten(2))\n";
  struct Case {
    const char *from, *to, *id;
    int line;
  };
  const Case cases[] = {
      {"        v = v.transpose(1, 2)\n", "", "line-missing", 23},
      {"        v = v.transpose(1, 2)\n", "        k = k.transpose(1, 2)\n", "line-missing", 24},
      {"        self.num_heads = num_heads\n", "", "argument-not-stored", 10},
      {"ahead = torch.triu(", "torch.triu(", "row-fully-masked", 16},
      {"    return torch.softmax(", "        return torch.softmax(", "step-elsewhere", 7},
  };
  CHECK(checked_as(layer, "multi-head").verdict == Verdict::right);
  for (const Case& c : cases) {
    CAPTURE(std::string(c.id));
    std::string wrong = layer;
    wrong.replace(wrong.find(c.from), std::string(c.from).size(), c.to);
    const Result r = checked_as(wrong, "multi-head");
    CHECK(r.verdict == Verdict::wrong);
    REQUIRE(!r.findings.empty());
    CHECK(r.findings[0].id == c.id);
    REQUIRE(r.findings[0].place.known());
    CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == c.line);
  }
}

TEST_CASE("mend: each head gets the width of all, and the width of one was computed and is never read") {
  const std::string heads =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "class Kopf(nn.Module):\n"
      "    def __init__(self, d_in, d_out, d_memory):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_memory, d_out), nn.Linear(d_memory, d_out)\n"
      "\n"
      "    def forward(self, x, memory):\n"
      "        s = self.q(x) @ self.k(memory).transpose(1, 2)\n"
      "        return torch.softmax(s / self.q.out_features ** 0.5, dim=-1) @ self.v(memory)\n"
      "\n"
      "class Quer(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads, d_memory):\n"
      "        super().__init__()\n"
      "        schmal = d_out // num_heads\n"
      "        self.heads = nn.ModuleList([Kopf(d_in, schmal, d_memory) for _ in range(num_heads)])\n"
      "        self.out = nn.Linear(d_out, d_out)\n"
      "\n"
      "    def forward(self, x, memory):\n"
      "        return self.out(torch.cat([h(x, memory) for h in self.heads], dim=-1))\n";
  CHECK(checked_as(heads, "cross-attention").verdict == Verdict::right);
  std::string wrong = heads;
  wrong.replace(wrong.find("Kopf(d_in, schmal"), 17, "Kopf(d_in, d_out");
  const Result r = checked_as(wrong, "cross-attention");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(!r.findings.empty());
  CHECK(r.findings[0].id == "another-name");
  CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == 17);
}

TEST_CASE("mend: a layer that is only named, a line that slipped into the other branch, heads that are only joined") {
  const auto found_in = [](const std::string& program, const char* homework, const char* id, int line) {
    const Result r = checked_as(program, homework);
    CHECK(r.verdict == Verdict::wrong);
    REQUIRE(!r.findings.empty());
    CHECK(r.findings[0].id == id);
    CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == line);
  };
  const auto with = [](std::string text, const std::string& from, const std::string& to) {
    REQUIRE(text.find(from) != std::string::npos);
    return text.replace(text.find(from), from.size(), to);
  };
  const std::string feed =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "class FeedForward(nn.Module):\n"
      "    def __init__(self, emb_dim, dropout=0.0):\n"
      "        super().__init__()\n"
      "        self.layers = nn.Sequential(\n"
      "            nn.Linear(emb_dim, 4 * emb_dim),\n"
      "            nn.GELU(),\n"
      "            nn.Linear(4 * emb_dim, emb_dim),\n"
      "        )\n"
      "        self.dropout = nn.Dropout(dropout)\n"
      "\n"
      "    def forward(self, x):\n"
      "        return self.dropout(self.layers(x))\n";
  CHECK(checked_as(feed, "feed-forward").verdict == Verdict::right);
  found_in(with(feed, "nn.GELU()", "nn.GELU"), "feed-forward", "layer-not-made", 9);
  found_in(with(feed, "nn.Dropout(dropout)", "dropout"), "feed-forward", "layer-not-made", 12);

  const std::string writes =
      "import torch\n"
      "\n"
      "@torch.no_grad()\n"
      "def generate(model, ids, new_tokens, context_length, temperature=1.0, top_k=None):\n"
      "    for _ in range(new_tokens):\n"
      "        logits = model(ids[:, -context_length:])[:, -1]\n"
      "        if top_k is not None:\n"
      "            logits[logits < torch.topk(logits, top_k).values[:, -1:]] = -float('inf')\n"
      "        if temperature == 0:\n"
      "            following = logits.argmax(dim=-1, keepdim=True)\n"
      "        else:\n"
      "            shares = torch.softmax(logits / temperature, dim=-1)\n"
      "            following = torch.multinomial(shares, num_samples=1)\n"
      "        ids = torch.cat([ids, following], dim=1)\n"
      "    return ids\n";
  CHECK(checked_as(writes, "generate").verdict == Verdict::right);
  found_in(with(writes, "        ids = torch.cat", "            ids = torch.cat"), "generate", "step-elsewhere", 14);

  const std::string merge =
      "import torch\n"
      "from torch import nn\n"
      "\n"
      "class Merger(nn.Module):\n"
      "    def forward(self, x):\n"
      "        b, h, t, d = x.size()\n"
      "        x = x.permute(0, 2, 1, 3)\n"
      "        return x.reshape(b, t, h * d)\n";
  CHECK(checked_as(merge, "split-and-merge").verdict == Verdict::right);
  found_in(with(merge, "x.reshape", "x.view"), "split-and-merge", "view-after-transpose", 8);
}

TEST_CASE("mend: what only the program's own example makes is not the cause") {
  const std::string attends =
      "import torch\n"
      "\n"
      "def attention(query, key, value, mask=None):\n"
      "    scores = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5\n"
      "    if mask is not None:\n"
      "        scores = scores + mask\n"
      "    return torch.softmax(scores, dim=-1) @ value\n"
      "\n"
      "if __name__ == '__main__':\n"
      "    m = torch.ones(5, 5).tril()\n"
      "    print(attention(torch.randn(1, 5, 8), torch.randn(1, 5, 8), torch.randn(1, 5, 8), m).shape)\n";
  const Result r = checked_as(attends, "scaled-dot-product");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(!r.findings.empty());
  CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == 6);
}

TEST_CASE("mend: what a loop left behind, and a base class that asks for arguments") {
  const std::string loops =
      "import torch\n"
      "\n"
      "def contexts(words):\n"
      "    n, d = words.shape\n"
      "    points = torch.empty(n, n)\n"
      "    for i, asking in enumerate(words):\n"
      "        for j, word in enumerate(words):\n"
      "            points[i, j] = torch.dot(asking, word)\n"
      "    weights = torch.softmax(points, dim=-1)\n"
      "    out = torch.zeros(n, d)\n"
      "    for i in range(n):\n"
      "        for j in range(n):\n"
      "            out[i] += weights[i, j] * words[j]\n"
      "    return out\n";
  CHECK(checked_as(loops, "context-vectors").verdict == Verdict::right);
  std::string stale = loops;
  stale.replace(stale.find("* words[j]"), 10, "* word");
  const Result left = checked_as(stale, "context-vectors");
  CHECK(left.verdict == Verdict::wrong);
  REQUIRE(!left.findings.empty());
  CHECK(left.findings[0].id == "another-name");
  CHECK(left.findings[0].place.source->place(left.findings[0].place.span.begin).line == 13);

  const std::string derived =
      "import torch.nn as nn\n"
      "\n"
      "class Block(nn.Module):\n"
      "    def __init__(self, emb_dim):\n"
      "        super().__init__()\n"
      "        self.emb_dim = emb_dim\n"
      "\n"
      "class FeedForward(Block):\n"
      "    def __init__(self, emb_dim):\n"
      "        self.fc1 = nn.Linear(emb_dim, 4 * emb_dim)\n"
      "        self.act, self.fc2 = nn.GELU(), nn.Linear(4 * emb_dim, emb_dim)\n"
      "\n"
      "    def forward(self, x):\n"
      "        return self.fc2(self.act(self.fc1(x)))\n";
  const Result base = checked_as(derived, "feed-forward");
  CHECK(base.verdict == Verdict::wrong);
  REQUIRE(!base.findings.empty());
  CHECK(base.findings[0].id == "base-not-set-up");
}
