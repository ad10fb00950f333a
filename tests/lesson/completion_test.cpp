#include "lesson/completion.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "lesson/workbench.h"

namespace mha::lesson {
namespace {

std::vector<std::string> after(World& world, const std::string& typed) {
  return complete(world, typed, {"help", "hint"}).words;
}

bool has(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

TEST_CASE("completion: names in scope, Python's words, commands where a line begins") {
  World world({});
  world.run("cell", "import torch\nscores = torch.ones(2, 3)\nclass Head:\n    width = 3\n    def forward(self): pass\nhead = Head()\nheads = [head]");
  CHECK(after(world, "sco") == std::vector<std::string>{"scores"});
  CHECK(complete(world, "x = sco", {}).typed == 3);
  CHECK(after(world, "hea") == std::vector<std::string>{"head", "heads"});
  CHECK(after(world, "hi") == std::vector<std::string>{"hint"});
  CHECK(after(world, "x = hi").empty());
  CHECK(after(world, "wh") == std::vector<std::string>{"while"});
  CHECK(after(world, "pri") == std::vector<std::string>{"print"});
  CHECK(after(world, "").empty());
  CHECK(after(world, "x = ").empty());
  CHECK(after(world, "nothing_like_it").empty());
}

TEST_CASE("completion: behind a dot, what the value has") {
  World world({});
  world.run("cell", "import torch\nimport torch.nn as nn\nscores = torch.ones(2, 3)\nclass Head:\n    width = 3\n    def forward(self): pass\nhead = Head()\nheads = [head]\nlayer = nn.Linear(2, 3)");
  CHECK(after(world, "scores.unsq") == std::vector<std::string>{"unsqueeze", "unsqueeze_"});
  CHECK(after(world, "print(scores.T.resh") == std::vector<std::string>{"reshape", "reshape_as"});
  CHECK(after(world, "head.") == std::vector<std::string>{"forward", "width"});
  CHECK(after(world, "x = heads[0].w") == std::vector<std::string>{"width"});
  CHECK(after(world, "torch.softm") == std::vector<std::string>{"softmax"});
  CHECK(has(after(world, "nn.Lin"), "Linear"));
  CHECK(has(after(world, "torch.nn.functional.s"), "softmax"));
  CHECK(has(after(world, "layer.wei"), "weight"));
  CHECK(has(after(world, "head.__cl"), "__class__"));
  CHECK_FALSE(has(after(world, "head."), "__class__"));
  CHECK(after(world, "nothing.x").empty());
}

TEST_CASE("completion: nothing is called, and nothing is said within a text or a comment") {
  World world({});
  world.run("cell", "calls = []\ndef make():\n    calls.append(1)\n    return 'x'");
  CHECK(after(world, "make().up").empty());
  CHECK(after(world, "[make()][0].up").empty());
  CHECK(world.evaluate("len(calls)").output == "0\n");
  CHECK(after(world, "print('ma").empty());
  CHECK(after(world, "x = 1  # ma").empty());
  CHECK(after(world, "x = 'a' + ma") == std::vector<std::string>{"make", "map", "max"});
  CHECK(after(world, "f(1.re").empty());
}

TEST_CASE("workbench: code runs, its names stay, and quit leaves") {
  Workbench bench({});
  CHECK(bench.take("x = 40").empty());
  const Events value = bench.take("x + 2");
  REQUIRE(value.size() == 1);
  CHECK(value[0].text == "42\n");
  CHECK(bench.draft() == "x + 2");
  const Events wrong = bench.take("x.nope");
  REQUIRE(wrong.size() == 1);
  CHECK(wrong[0].kind == Event::Kind::failure);
  bench.take("q = 7");
  CHECK(bench.take("q")[0].text == "7\n");
  CHECK(bench.take("  ").empty());
  CHECK(bench.waiting() == Waiting::enter);
  CHECK(bench.take("quit").empty());
  CHECK(bench.waiting() == Waiting::left);
}

TEST_CASE("workbench: a program that exits leaves") {
  Workbench bench({});
  CHECK(bench.take("import sys\nsys.exit()").empty());
  CHECK(bench.waiting() == Waiting::left);
}

}  // namespace
}  // namespace mha::lesson
