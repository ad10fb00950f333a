#include "reading/definitions.h"

#include <doctest/doctest.h>

#include "lang/syntax/parser.h"

namespace mha::reading {
namespace {

class Text {
 public:
  explicit Text(std::string text)
      : module_(lang::parse(
            std::make_shared<Source>("test.py", std::move(text)))) {}

  /// The span of the last place where these words stand.
  Span span(const std::string& words) const {
    const size_t at = module_->source->text().rfind(words);
    REQUIRE(at != std::string::npos);
    return {static_cast<uint32_t>(at), static_cast<uint32_t>(at + words.size())};
  }
  std::string text(Span s) const {
    return std::string(module_->source->text(s));
  }
  /// "steps name: statement" of each definition, a line each.
  std::string trace(const std::string& words) const {
    std::string result;
    for (const Definition& d : definitions(*module_, span(words))) {
      result += std::to_string(d.steps) + " " + d.name + ": " + text(d.span) +
                "\n";
    }
    return result;
  }
  std::string called(const std::string& words,
                     const std::vector<std::string>& names) const {
    const auto found = call_named(*module_, span(words), names);
    return found ? text(*found) : "none";
  }
  const lang::Module& module() const { return *module_; }

 private:
  lang::ModulePtr module_;
};

const char* const kClass =
    "import torch\n"
    "class A:\n"
    "    def __init__(self, d, n):\n"
    "        ahead = torch.triu(torch.ones(n, n), diagonal=1)\n"
    "        self.register_buffer('mask', ahead.bool())\n"
    "        self.scale = d ** -0.5\n"
    "    def forward(self, x):\n"
    "        t = x.shape[0]\n"
    "        scores = x @ x.T\n"
    "        scores = scores * self.scale\n"
    "        mask = self.mask[:t, :t]\n"
    "        return torch.softmax(scores.masked_fill(mask, 0), -1)\n"
    "A(4, 9)\n";

TEST_CASE("definitions: names lead to statements, step by step") {
  const Text t("a = 1\nb = a + 1\nb = b * 2\nc = 5\nprint(b)\n");
  CHECK(t.trace("print(b)") ==
        "1 b: b = b * 2\n2 b: b = a + 1\n3 a: a = 1\n");
}

TEST_CASE("definitions: attributes lead to the class") {
  const Text t(kClass);
  CHECK(t.trace("scores * self.scale") ==
        "1 scores: scores = x @ x.T\n"
        "1 self.scale: self.scale = d ** -0.5\n"
        "2 x: x\n"
        "2 d: d\n"
        "3 d: A(4, 9)\n");
  CHECK(t.called("mask", {"triu", "tril"}) ==
        "torch.triu(torch.ones(n, n), diagonal=1)");
  CHECK(t.called("scores.masked_fill(mask, 0)", {"masked_fill"}) ==
        "scores.masked_fill(mask, 0)");
  CHECK(t.called("scores * self.scale", {"softmax"}) == "none");
}

TEST_CASE("definitions: every branch counts, what is replaced does not") {
  const Text t(
      "def f(x, flag):\n"
      "    y = 0\n"
      "    if flag:\n"
      "        y = x + 1\n"
      "    else:\n"
      "        y = x + 2\n"
      "    return y\n");
  CHECK(t.trace("y") ==
        "1 y: y = x + 2\n1 y: y = x + 1\n2 x: x\n");
}

TEST_CASE("definitions: changes in place, loops, and values taken apart") {
  const Text t(
      "def f(x):\n"
      "    a, b = x.exp(), x.tanh()\n"
      "    a[0] = 7\n"
      "    a.fill_(b.sum())\n"
      "    a /= 2\n"
      "    return a\n");
  CHECK(t.trace("a") ==
        "1 a: a /= 2\n"
        "1 a: a.fill_(b.sum())\n"
        "1 a: a[0] = 7\n"
        "1 a: a, b = x.exp(), x.tanh()\n"
        "2 b: a, b = x.exp(), x.tanh()\n"
        "2 x: x\n");
  const Text loop("heads = [1, 2]\nfor h in heads:\n    print(h)\n");
  CHECK(loop.trace("print(h)") ==
        "1 h: for h in heads\n2 heads: heads = [1, 2]\n");
}

TEST_CASE("definitions: helpers lead to what they return, arguments to callers") {
  const Text t(
      "import torch\n"
      "def causal(n):\n"
      "    return torch.tril(torch.ones(n, n))\n"
      "def attend(x, m):\n"
      "    return x.masked_fill(m == 0, 0)\n"
      "def run(x):\n"
      "    keep = causal(3)\n"
      "    return attend(x, keep)\n");
  CHECK(t.called("m == 0", {"tril"}) == "torch.tril(torch.ones(n, n))");
  CHECK(t.called("attend(x, keep)", {"masked_fill"}) ==
        "x.masked_fill(m == 0, 0)");
}

TEST_CASE("computation_of: the nearest statement that computed a value") {
  const Text t(kClass);
  const lang::Expr* use = expression_at(t.module(), t.span("self.mask[:t, :t]"));
  REQUIRE(use);
  const auto span = computation_of(t.module(), *use);
  REQUIRE(span);
  CHECK(t.text(*span) == "t = x.shape[0]");
  const lang::Expr* mask = expression_at(t.module(), t.span("self.mask"));
  CHECK(t.text(*computation_of(t.module(), *mask)) ==
        "self.register_buffer('mask', ahead.bool())");
  const lang::Stmt* s = statement_at(t.module(), t.span("x @ x.T"));
  REQUIRE(s);
  CHECK(t.text(s->span) == "scores = x @ x.T");
}

}  // namespace
}  // namespace mha::reading
