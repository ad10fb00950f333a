#include "reading/clues.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lang/syntax/parser.h"

namespace mha::reading {
namespace {

std::vector<Clue> clues(std::string text, std::string_view subject = "") {
  text = "import torch\nimport torch.nn as nn\n"
         "import torch.nn.functional as F\n" + text;
  return find_clues(
      {lang::parse(std::make_shared<Source>("test.py", std::move(text)))},
      subject);
}

/// "id subject" of each clue, in order.
std::string seen(const std::string& text, std::string_view subject = "") {
  std::string result;
  for (const Clue& c : clues(text, subject)) {
    if (!result.empty()) result += ", ";
    result += c.id + (c.subject.empty() ? "" : " " + c.subject);
  }
  return result;
}

/// A module whose __init__ and forward(self, x) have these lines.
std::string module(const std::string& init, const std::string& forward,
                   const std::string& parameters = "self, x") {
  const auto indented = [](const std::string& lines) {
    std::string result;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) {
      result += "        " + line + "\n";
    }
    return result;
  };
  return "class A(nn.Module):\n"
         "    def __init__(self, d, p=0.1, bias=False):\n"
         "        super().__init__()\n        self.has_bias = bias\n" + indented(init) +
         "    def forward(" + parameters + "):\n" + indented(forward);
}

struct Row {
  const char* init;
  const char* forward;
  const char* expected;
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.init);
    CAPTURE(row.forward);
    CHECK(seen(module(row.init, row.forward), "A") == row.expected);
  }
}

TEST_CASE("clues: a result that is not kept") {
  check({
      {"", "x.transpose(1, 2)\nreturn x", "discarded transpose"},
      {"", "x.masked_fill(x > 0, 0.0)\nreturn x", "discarded masked_fill"},
      {"", "x.masked_fill_(x > 0, 0.0)\nreturn x", ""},
      {"", "torch.softmax(x, dim=-1)\nreturn x", "discarded softmax"},
      {"", "F.dropout(x, 0.5, self.training)\nreturn x", "discarded dropout"},
      {"", "F.dropout(x, 0.5, self.training, inplace=True)\nreturn x", ""},
      {"", "torch.add(x, 1, out=x)\nreturn x", ""},
      {"", "x / 2\nreturn x", "discarded div"},
      {"self.drop = nn.Dropout(p)", "self.drop(x)\nreturn x",
       "discarded dropout"},
      {"self.q = nn.Linear(d, d).to('cpu')\nself.to('cpu')",
       "return self.q(x)", ""},
      {"", "print(x)\nx.view(-1).fill_(0)\nx.shape\nreturn x", ""},
      {"", "try:\n    x.view(7)\nexcept RuntimeError:\n    pass\nreturn x", ""},
      {"", "rows = []\nrows.append(x)\nreturn torch.cat(rows)", ""},
  });
}

TEST_CASE("clues: an input that a loop over heads overwrites") {
  check({
      {"", "out = []\nfor h in self.heads:\n    x = h(x)\n    out.append(x)\n"
           "return torch.cat(out, -1)", "input-overwritten x"},
      {"", "out = []\nfor h in self.heads:\n    y = h(x)\n    out.append(y)\n"
           "return torch.cat(out, -1)", ""},
      {"", "for layer in self.layers:\n    x = layer(x)\nreturn x", ""},
  });
}

TEST_CASE("clues: a bare expression at module level may be there to be shown") {
  CHECK(seen("x = torch.rand(2, 3)\nx.transpose(0, 1)\n") == "");
  CHECK(seen("x = torch.rand(2, 3)\nx.transpose(0, 1)\nprint(x)\n") ==
        "discarded transpose");
}

TEST_CASE("clues: layers that no method reads") {
  check({
      {"self.q = nn.Linear(d, d)\nself.k = nn.Linear(d, d)", "return self.q(x)",
       "unused-layer k"},
      {"self.q = nn.Parameter(torch.rand(d, d))", "return x @ x",
       "unused-layer q"},
      {"self.drop = nn.Dropout(p)", "return x * 2", "unused-dropout drop"},
      {"self.act = nn.ReLU()", "return x * 2", ""},
      {"self.q = nn.Linear(d, d)\nnn.init.zeros_(self.q.weight)",
       "return x * 2", "unused-layer q"},
      {"self.q = nn.Linear(d, d)\nself.net = nn.Sequential(self.q)",
       "return self.net(x)", ""},
      {"self.q = nn.Linear(d, d)", "return getattr(self, 'q')(x)", ""},
      {"self.q = nn.Linear(d, d)", "for m in self.children():\n    x = m(x)\n"
       "return x", ""},
      {"self.q = layer = nn.Linear(d, d)\nself.all = nn.ModuleList([layer])",
       "return self.all[0](x)", ""},
      {"self.q = nn.Linear(d, d)", "def go(t):\n    return self.q(t)\n"
       "return go(x)", ""},
      {"self.q = nn.Linear(d, d)", "...", ""},
      {"self.q = nn.Linear(d, d)", "return helper(self, x)", ""},
  });
}

TEST_CASE("clues: a subclass or a user of the class reads the layer") {
  const std::string base = module("self.q = nn.Linear(d, d)", "return x * 2");
  CHECK(seen(base, "A") == "unused-layer q");
  CHECK(seen(base + "class B(A):\n    def forward(self, x):\n"
                    "        return self.q(x)\n", "B") == "");
  CHECK(seen(base + "class B(nn.Module):\n    def __init__(self):\n"
                    "        super().__init__()\n        self.a = A(3)\n"
                    "    def forward(self, x):\n"
                    "        return self.a(self.a.q(x))\n", "B") == "");
  CHECK(seen(base + "a = A(3)\nprint(a.q.weight)\n", "A") == "unused-layer q");
}

TEST_CASE("clues: what the subject uses counts, other code does not") {
  const std::string text =
      module("self.drop = nn.Dropout(p)", "return x * 2") +
      "class B(nn.Module):\n    def __init__(self):\n"
      "        super().__init__()\n        self.heads = nn.ModuleList("
      "[A(3) for _ in range(2)])\n"
      "    def forward(self, x):\n"
      "        return sum(h(x) for h in self.heads)\n"
      "class C(nn.Module):\n    def forward(self, x):\n        return x * 3\n";
  CHECK(seen(text, "B") == "unused-dropout drop");
  CHECK(seen(text, "C") == "");
}

TEST_CASE("clues: arguments that are never read") {
  CHECK(seen(module("", "return x * 2", "self, x, y"), "A") ==
        "unused-argument y");
  CHECK(seen(module("", "return x * 2", "self, x, mask=None"), "A") ==
        "unused-argument mask, unused-mask mask");
  CHECK(seen(module("", "return x * 2", "self, x, _y=None"), "A") == "");
  CHECK(seen(module("", "del y\nreturn x * 2", "self, x, y=None"), "A") == "");
  CHECK(seen(module("", "if mask is not None:\n    mask = mask.bool()\n"
                        "return x * 2", "self, x, mask=None"), "A") ==
        "unused-argument mask, unused-mask mask");
  CHECK(seen(module("", "if mask is not None:\n"
                        "    x = x.masked_fill(mask, 0)\nreturn x",
                    "self, x, mask=None"), "A") == "");
  CHECK(seen("def f(x, y):\n    return x * 2\n", "f") == "unused-argument y");
  CHECK(seen("def f(x, y):\n    ...\n", "f") == "");
}

TEST_CASE("clues: masks that are made and never used") {
  const char* const buffer =
      "self.register_buffer('m', torch.triu(torch.ones(d, d), diagonal=1))";
  check({
      {buffer, "return x * 2", "unused-mask m"},
      {buffer, "m = self.m.bool()[:2, :2]\nreturn x * 2", "unused-mask m"},
      {buffer, "return x.masked_fill(self.m.bool()[:2, :2], 0)", ""},
      {"", "ahead = torch.ones(3, 3).tril() == 0\nreturn x * 2",
       "unused-mask ahead"},
      {"", "i = torch.arange(3)\nahead = i[None, :] > i[:, None]\nreturn x * 2",
       "unused-mask ahead"},
      {"", "ahead = torch.zeros(3, 3, dtype=torch.bool)\n"
       "ahead = ahead.logical_not()\nreturn x * 2", "unused-mask ahead"},
      {"", "low = torch.tril(x)\nreturn x", ""},
      {"", "ahead = torch.ones(3, 3).triu(1)\nreturn x, ahead", ""},
  });
}

TEST_CASE("clues: a mask that is a plain attribute") {
  const char* const use = "return x.masked_fill(self.m == 0, 0)";
  check({
      {"self.m = torch.tril(torch.ones(d, d))", use, "mask-not-buffer m"},
      {"self.register_buffer('m', torch.tril(torch.ones(d, d)))", use, ""},
      {"m = torch.ones(d, d).tril()\nself.register_buffer('m', m)", use, ""},
      {"m = torch.ones(d, d).tril()\nself.m = m", use, "mask-not-buffer m"},
      {"self.m = torch.tril(torch.ones(d, d))",
       "return x.masked_fill(self.m.to(x.device) == 0, 0)", ""},
      {"self.m = torch.rand(d, d)", use, ""},
  });
}

TEST_CASE("clues: a name from outside takes the argument's place") {
  const std::string before = "inputs = torch.rand(6, 3)\n";
  const std::string init = "self.q = nn.Linear(d, d)";
  CHECK(seen(before + module(init, "return self.q(inputs)"), "A") ==
        "global-for-argument inputs");
  CHECK(seen(before + module(init, "y = self.q(inputs)\nreturn y @ x.T"),
             "A") == "global-for-argument inputs");
  CHECK(seen(before + module(init, "return self.q(x)") +
             "print(A(3)(inputs))\n", "A") == "");
  CHECK(seen(before + module(init, "inputs = x\nreturn self.q(inputs)"), "A") ==
        "");
  CHECK(seen(before + "def f(x):\n    return inputs @ inputs.T\n", "f") ==
        "global-for-argument inputs");
  CHECK(seen("ahead = torch.ones(3, 3).triu(1).bool()\n"
             "def f(x):\n    return x.masked_fill(ahead, 0)\nf(ahead)\n",
             "f") == "");
  CHECK(seen("W = nn.Linear(3, 3)\ndef f(x):\n    return W(x)\n", "f") == "");
}

TEST_CASE("clues: dropout that eval() does not reach") {
  CHECK(seen("drop = nn.Dropout(0.5)\n" + module("", "return drop(x)"), "A") ==
        "dropout-outside drop");
  CHECK(seen("drop = nn.Dropout(0.5)\n" +
             module("self.d = drop", "return self.d(x)"), "A") == "");
  CHECK(seen("class A:\n    def __init__(self):\n"
             "        self.d = nn.Dropout(0.5)\n"
             "    def forward(self, x):\n        return self.d(x)\n", "A") ==
        "dropout-outside d");
  CHECK(seen(module("self.d = nn.Dropout(p)", "return self.d(x)"), "A") == "");
}

TEST_CASE("clues: layers that start from one seed") {
  const std::string head = module("torch.manual_seed(0)\n"
                                  "self.q = nn.Linear(d, d)",
                                  "return self.q(x)");
  const auto several = [](const std::string& before) {
    return "class B(nn.Module):\n    def __init__(self):\n"
           "        super().__init__()\n        self.h = nn.ModuleList()\n"
           "        for i in range(2):\n" + before +
           "            self.h.append(A(3))\n"
           "    def forward(self, x):\n"
           "        return sum(h(x) for h in self.h)\n";
  };
  const std::string plain = module("self.q = nn.Linear(d, d)",
                                   "return self.q(x)");
  CHECK(seen(head + several(""), "B") == "heads-alike A");
  CHECK(seen(head, "A") == "");
  CHECK(seen(plain + several("            torch.manual_seed(1)\n"), "B") ==
        "heads-alike A");
  CHECK(seen(plain + several("            torch.manual_seed(i)\n"), "B") == "");
}

TEST_CASE("clues: what stands after or is compared with nothing") {
  CHECK(seen(module("self.q = nn.Linear(d, d)", "if x.dtype == torch.bool or torch.uint8:\n    x = x.float()\nreturn self.q(x)"), "A") == "bare-choice");
  CHECK(seen(module("self.q = nn.Linear(d, d)", "if x.dtype == torch.bool or x.dtype == torch.uint8:\n    x = x.float()\nreturn self.q(x)"), "A") == "");
  CHECK(seen(module("self.q = nn.Linear(d, d)", "n = x.shape[0] or 1\nreturn self.q(x)"), "A") == "");
}

TEST_CASE("clues: an assert on a tuple, a bias given as text") {
  CHECK(seen(module("assert (d % 2 == 0, 'odd')\nself.q = nn.Linear(d, d)",
                    "return self.q(x)"), "A") == "assert-tuple");
  CHECK(seen(module("assert d % 2 == 0, ('odd', d)\nself.q = nn.Linear(d, d)",
                    "return self.q(x)"), "A") == "");
  CHECK(seen(module("self.q = nn.Linear(d, d, bias='bias')",
                    "return self.q(x)"), "A") == "bias-as-text bias");
  CHECK(seen(module("self.q = nn.Linear(d, d, bias=bias)",
                    "return self.q(x)") + "A(3, bias='False')\n", "A") ==
        "bias-as-text False");
}

TEST_CASE("clues: say it with the learner's own names") {
  const auto list = clues(
      module("self.W_o = nn.Linear(d, d)",
             "scores = x @ x.transpose(-2, -1)\n"
             "scores.masked_fill(scores > 0, 0.0)\nreturn scores"), "A");
  REQUIRE(list.size() == 2);
  CHECK(list[0].text == "the layer `self.W_o` is made, but never used");
  CHECK(list[1].text == "the result of `scores.masked_fill(...)` is not kept");
  CHECK(list[1].source->text(list[1].span) ==
        "scores.masked_fill(scores > 0, 0.0)");
}

TEST_CASE("clues: cells of a notebook are one program") {
  const auto cell = [](std::string text) {
    return lang::parse(std::make_shared<Source>("cell", std::move(text)));
  };
  const auto list = find_clues(
      {cell("import torch\nfrom torch import nn\n"),
       cell("class A(nn.Module):\n    pass\n"),
       cell("class A(nn.Module):\n    def __init__(self):\n"
            "        super().__init__()\n        self.d = nn.Dropout(0.1)\n"
            "    def forward(self, x):\n        return x * 2\n"),
       cell("A().transpose(1, 2)\n")},
      "A");
  REQUIRE(list.size() == 1);
  CHECK(list[0].id == "unused-dropout");
}

TEST_CASE("clues: right programs are not accused") {
  int programs = 0;
  const std::filesystem::path folder(MHA_RIGHT_HOMEWORK);
  if (!std::filesystem::exists(folder)) return;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".py") continue;
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    const auto list = find_clues({lang::parse(std::make_shared<Source>(
                                     entry.path().string(), text.str()))},
                                 "");
    CAPTURE(entry.path().string());
    for (const Clue& c : list) CHECK(c.text == "");
    ++programs;
  }
  CHECK(programs > 0);
}

/// The programs in the fences of one kind of a Markdown file.
std::vector<std::string> fences(const std::string& path,
                                const std::string& head) {
  std::ifstream in(path);
  std::vector<std::string> result;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == head;
      if (inside) result.emplace_back();
    } else if (inside) {
      result.back() += line + "\n";
    }
  }
  return result;
}

TEST_CASE("clues: the course's own solutions are not accused") {
  int solutions = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(MHA_LESSONS)) {
    if (entry.path().extension() != ".md") continue;
    for (const std::string& text :
         fences(entry.path().string(), "```torch solution")) {
      CAPTURE(entry.path().string());
      for (const Clue& c : find_clues({lang::parse(std::make_shared<Source>(
                                          "solution", text))}, "")) {
        CHECK(c.id + ": " + c.text == "");
      }
      ++solutions;
    }
  }
  CHECK(solutions > 0);
}

}  // namespace
}  // namespace mha::reading
