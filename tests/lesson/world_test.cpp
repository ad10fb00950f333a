#include "lesson/answers/compare.h"

#include <doctest/doctest.h>

#include <memory>

#include "lesson/course/embedded.h"
#include "lesson/course/models.h"

using namespace mha::lesson;

TEST_CASE("answers: compared by value, to the digits that were typed") {
  World world{{}};
  world.run("setup", "import torch\nt = torch.tensor([0.1714, 0.4857])\n"
            "m = torch.tensor([[0, 1, 0], [1, 0, 0]]) == 1\n");
  struct Case {
    const char* came;
    const char* said;
    Match match;
  };
  const Case cases[] = {
      {"torch.Size([2, 3])", "(2, 3)", Match::right},
      {"torch.Size([2, 3])", "(3, 2)", Match::wrong},
      {"torch.Size([2, 3])", "(2, 3, 1)", Match::wrong},
      {"torch.Size([5])", "(5,)", Match::right},
      {"torch.Size([5])", "5", Match::right},
      {"1.5", "1.5", Match::right},
      {"1.5", "3 / 2", Match::right},
      {"0.9544", "0.95", Match::right},
      {"0.9544", "0.96", Match::close},
      {"0.9444", "1", Match::close},
      {"0.9544", "2", Match::wrong},
      {"2.0", "2", Match::right},
      {"2.0", "2.1", Match::wrong},
      {"t", "[0.17, 0.49]", Match::right},
      {"t", "[0.2, 0.5]", Match::right},
      {"t", "[0.49, 0.17]", Match::wrong},
      {"t", "0.17", Match::other_form},
      {"t", "[[0.17, 0.49]]", Match::other_form},
      {"False", "False", Match::right},
      {"False", "True", Match::wrong},
      {"float('inf')", "3", Match::wrong},
      {"float('inf')", "inf", Match::right},
      {"float('-inf')", "-inf", Match::right},
      {"float('-inf')", "float('-inf')", Match::right},
      {"float('nan')", "nan", Match::right},
      {"t", "tensor([0.1714, 0.4857])", Match::right},
      {"t", "torch.tensor([0.1714, 0.4857])", Match::right},
      {"torch.tensor([1.0]) / 0", "tensor([inf])", Match::right},
      {"1 / 3", "1/3", Match::right},
      {"0.3", "0.5 - 0.2", Match::right},
      {"0.3", "0.5 -0.2", Match::right},
      {"0.3", "0.5-0.1-.1", Match::right},
      {"2360064", "2362368 - 2304", Match::right},
      {"2360064", "2,360,064", Match::right},
      {"2360064", "2,360,6", Match::other_form},
      {"1234.5", "1,234.5", Match::right},
      {"-12345", " -12,345 ", Match::right},
      {"360", "360", Match::right},
      {"2", "2, 3", Match::other_form},
      {"(2, 360)", "2,360", Match::right},
      {"torch.tensor([0.5, -0.2])", "0.5 -0.2", Match::right},
      {"float('nan')", "NaN", Match::right},
      {"3", "3 4", Match::unreadable},
      {"t > 0.2", "1", Match::right},
      {"t > 0.2", "[False, True]", Match::right},
      {"t > 0.2", "0", Match::wrong},
      {"t > 0.2", "none", Match::wrong},
      {"t > 0.2", "7", Match::wrong},
      {"t > 9", "none", Match::right},
      {"m", "(0, 1) (1, 0)", Match::right},
      {"m", "[(1,0), (0,1)]", Match::right},
      {"m", "0,1; 1,0", Match::right},
      {"m", "(0, 1) (1, 0) (-1, -1)", Match::wrong},
      {"m", "[[0, 1, 0], [1, 0, 0]]", Match::right},
      {"m", "[[False, True, False], [True, False, False]]", Match::right},
      {"m", "[[0, 1, 0], [1, 0, 1]]", Match::wrong},
      {"m", "(0, 3)", Match::wrong},
      {"m", "all", Match::wrong},
      {"m | True", "all", Match::right},
      {"(2, 3)", "2 3", Match::right},
      {"(2, 3)", "2x3", Match::right},
      {"(2, 3)", "(2 X 3)", Match::right},
      {"(2, 3)", "2x4", Match::wrong},
      {"(2, 3)", "2 x 3 x 4", Match::wrong},
      {"'abc'", "'abc'", Match::right},
      {"'abc'", "'abd'", Match::wrong},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.came));
    CAPTURE(std::string(c.said));
    const Outcome came = world.run("came", c.came);
    REQUIRE(!came.failure);
    CHECK(compare(world, came.value, c.said) == c.match);
  }
}

TEST_CASE("answers: a line with names in it is code, not an answer") {
  for (const char* answer : {"(2, 3)", "2, 3", "-0.5", "[[1, 0], [0, 1]]", "True",
                             "torch.Size([2, 3])", "1e-5", "'abc'", "-inf",
                             "2 3", "3x4", "(3 x 4)", "0.5 -1"}) {
    CAPTURE(answer);
    CHECK(is_literal(answer));
  }
  for (const char* code : {"x.shape", "q @ k", "x", "x - 1", "len(x)", "y = 3", "", "(", "print(1)"}) {
    if (std::string(code) == "(") continue;
    CAPTURE(std::string(code));
    CHECK_FALSE(is_literal(code));
  }
}

TEST_CASE("worlds: each has its own stream of random numbers and settings") {
  World a{{}}, b{{}};
  a.run("a", "import torch\ntorch.manual_seed(1)\ntorch.set_printoptions(precision=2)\n");
  b.run("b", "import torch\ntorch.manual_seed(1)\n");
  const std::string first = b.run("b", "torch.rand(1).item()").output;
  CHECK(a.evaluate("torch.rand(1).item()").output == first);
  CHECK(a.run("a", "torch.rand(1).item()").output == first);
  CHECK(b.run("b", "torch.tensor(0.125)").output == "tensor(0.1250)\n");
}

TEST_CASE("worlds: a lesson imports from the models of its course, and loads their numbers") {
  World world({}, Models::built_in());
  const Outcome o = world.run("cell",
                              "from safetensors.torch import load_file\n"
                              "from models.sentences import Model\n"
                              "model = Model()\n"
                              "model.load_state_dict(load_file('models/sentences.safetensors'))\n");
  CHECK(o.output == "<All keys matched successfully>\n");
  CHECK(world.run("cell", "load_file('models/sentence.safetensors')").failure->help ==
        "did you mean 'models/sentences.safetensors'?");
  CHECK(world.run("cell", "import models.nothing").failure->kind == "ModuleNotFoundError");
  World without({});
  CHECK(without.run("cell", "import models.sentences").failure->kind == "ModuleNotFoundError");
}

TEST_CASE("worlds: the values of one are compared after a younger one is gone") {
  World older{{}};
  older.run("setup", "import torch\nt = torch.tensor([[1.0, 2.0], [3.0, 4.0]])\n"
            "def twice(x):\n    return 2 * x\n");
  World other{{}};
  other.run("setup", "import torch\nt = torch.tensor([[1.0, 2.0], [3.0, 4.0]])\n");
  const Outcome came = older.run("came", "t"), shape = older.run("came", "t.shape"),
                pairs = older.run("came", "{'k': 1}"), sum = older.run("came", "t.sum()"),
                mine = other.run("mine", "t");
  const auto check_all = [&] {
    CHECK(compare(older, came.value, "[[1, 2], [3, 4]]") == Match::right);
    CHECK(compare(older, came.value, "[[1, 2], [3, 5]]") == Match::wrong);
    CHECK(compare(older, shape.value, "2 by 2") == Match::right);
    CHECK(computes(older, came.value, mine.value));
    CHECK(same_answer(older, came.value, "twice(t) / 2", "[[1, 2], [3, 4]]"));
    CHECK(same_value(older, came.value, mine.value));
    CHECK(same_value(older, sum.value, older.run("came", "10").value));
    CHECK(same_value(older, pairs.value, older.run("came", "{'k': 1}").value));
    CHECK(answer_form(older, shape.value) == "a shape, such as (2, 3)");
  };
  auto youngest = std::make_unique<World>(mha::torch::TorchOptions{});
  check_all();
  youngest.reset();
  check_all();
}

TEST_CASE("values of programs agree but for rounding and their types") {
  World world{{}};
  world.run("setup", "import torch\nx = torch.tensor([1.0, 2.0])\n");
  struct Case {
    const char* a;
    const char* b;
    bool same;
  };
  const Case cases[] = {
      {"x", "torch.tensor([1, 2])", true},    {"x", "x + 1e-6", true},
      {"x", "x + 1e-2", false},               {"x", "x.view(1, 2)", false},
      {"x", "x[:1]", false},                  {"x", "[1.0, 2.0]", false},
      {"x.sum()", "3", true},                 {"(1, 2)", "[1.0, 2]", true},
      {"x.shape", "(2,)", true},              {"(x, 1)", "(x + 0, 1)", true},
      {"(x, 1)", "(x, 1, 2)", false},         {"None", "None", true},
      {"'a'", "'a'", true},                   {"{'k': 1}", "{'k': 1}", true},
      {"True", "1", true},                    {"None", "0", false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.a);
    CAPTURE(c.b);
    const Outcome a = world.run("a", c.a);
    const Outcome b = world.run("b", c.b);
    REQUIRE(!a.failure);
    REQUIRE(!b.failure);
    CHECK(same_value(world, a.value, b.value) == c.same);
    CHECK(same_value(world, b.value, a.value) == c.same);
  }
}

TEST_CASE("world: what an answer may look like has the kind of its numbers") {
  World w{{}};
  w.run("setup", "import torch\n");
  const auto form = [&](const std::string& code) { return answer_form(w, w.run("came", code).value); };
  CHECK(form("torch.rand(2)") == "a list of numbers, such as [0.5, 0.25]");
  CHECK(form("torch.rand(2, 2).argmax(dim=1)") == "a list of whole numbers, such as [2, 0]");
  CHECK(form("torch.ones(2, 2).long()") == "rows of whole numbers, such as [[1, 0], [2, 1]]");
  CHECK(form("torch.rand(3).argmax()") == "a whole number");
  CHECK(form("torch.rand(3).sum()") == "a number, such as 0.25");
}

TEST_CASE("worlds: models/letters.py is what lesson 23 shows step by step") {
  World world({}, Models::built_in());
  const Lesson& shown = find_lesson(course(), "watch-a-head-form");
  bool complete = false;
  for (const Step& step : shown.steps) {
    for (const Block& block : step.blocks) {
      const auto* cell = std::get_if<Cell>(&block);
      if (!cell || complete) continue;
      REQUIRE(!world.run("cell", std::string(cell->code->text())).failure);
      complete = cell->code->text().find("class Training") != std::string::npos;
    }
  }
  REQUIRE(complete);
  for (const char* options : {"mask=False", "places=False", "heads=2, layers=2"}) {
    const Outcome o = world.run("compare", "import models.letters as kept\n"
                                           "losses = []\n"
                                           "for made in Training, kept.Training:\n"
                                           "    training = made(3, copies, [4, 5, 6, 7], torch.arange(9), " + std::string(options) + ")\n"
                                           "    training.go_to(2)\n"
                                           "    losses.append(training.losses)\n"
                                           "print(len(losses[0]), losses[0] == losses[1])\n");
    CAPTURE(options);
    CHECK(o.output == "3 True\n");
  }
}
