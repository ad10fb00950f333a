#include "pictures/show.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/text.h"
#include "lesson/world.h"
#include "pictures/heatmap.h"

using namespace mha;

namespace {

const char* const kCode = R"(
import torch
torch.manual_seed(1)
x = torch.arange(6).view(2, 3)
w = torch.softmax(torch.tensor([[0., 1., 2.], [3., 1., 0.]]), dim=-1)
a, b = torch.ones(2, 3), torch.ones(3, 2)
q = torch.randn(1, 3, 8).view(1, 3, 2, 4).transpose(1, 2)
scores = q @ q.transpose(2, 3)
words = ["a", "b"]
heads = torch.ones(2, 2)
)";

pictures::Shown shown(const std::string& request) {
  lesson::World world{{}};
  REQUIRE(!world.run("cell", kCode).failure);
  return world.show(request);
}

}  // namespace

TEST_CASE("show: a line is a request, or code, or a question for the answer") {
  using pictures::show_request;
  CHECK(show_request("show") == "");
  CHECK(show_request("  show  w ") == "w");
  CHECK(show_request("show tape x, x.T") == "tape x, x.T");
  for (const char* line : {"show = 3", "show(w)", "shower", "show me", "show me the answer", "x = show", "show.x", ""}) {
    CAPTURE(line);
    CHECK_FALSE(show_request(line));
  }
}

TEST_CASE("show: the kind that fits the value") {
  struct Case {
    const char* request;
    const char* kind;
  };
  for (const auto& [request, kind] : {Case{"w", "heatmap"}, {"w[0]", "bars"}, {"w[0, 1]", "provenance"}, {"q", "heads"},
                                      {"scores", "heatmap"}, {"a @ b", "heatmap"}, {"a @ a", "matmul"},
                                      {"x", "heatmap"}, {"x.T", "tape"}, {"x, x.T", "tape"}, {"heads", "heatmap"},
                                      {"heads[0]", "bars"}, {"w > 0.5", "heatmap"}, {"tape x", "tape"},
                                      {"matmul a @ b", "matmul"}, {"product a @ b", "matmul"}, {"why w[0, 1]", "provenance"},
                                      {"heatmap w[0]", "heatmap"}, {"heads q", "heads"}, {"bars w[1]", "bars"}}) {
    CAPTURE(request);
    const pictures::Shown s = shown(request);
    CHECK(s.problem == "");
    CHECK(s.kind == kind);
    CHECK(s.picture);
  }
}

TEST_CASE("show: what has no picture is told in one line, with what has") {
  struct Case {
    const char* request;
    const char* text;
  };
  for (const auto& [request, text] :
       {Case{"words", "No picture of words: it is a list; torch.tensor(...) makes a tensor of one.\n"},
        {"nothing", "No picture of nothing: NameError: name 'nothing' is not defined.\n"},
        {"bars w", "No picture of w: bars are of one row, and `w` has the shape (2, 3).\n"},
        {"why w", "No picture of w: `w` is not one number: `w` has the shape (2, 3).\n"},
        {"why w[9, 9]", "No picture of w[9, 9]: `w[9, 9]` is not there: `w` has the shape (2, 3).\n"},
        {"why", "No picture of that: say of what, as in `show why scores[2, 1]`.\n"},
        {"w.sum()", "No picture of w.sum(): it is one number; try `show why w.sum()`.\n"},
        {"3", "No picture of 3: pictures are of tensors, and this is none.\n"},
        {"w +", "No picture of w +: SyntaxError: invalid syntax.\n"}}) {
    CAPTURE(request);
    CHECK(pictures::text(pictures::Style(), shown(request)) == text);
  }
}

TEST_CASE("show: every kind has an example, and nothing is run twice") {
  for (const pictures::Kind& k : pictures::kinds()) {
    CHECK_FALSE(k.shows.empty());
    CHECK_FALSE(k.example.empty());
    CHECK(pictures::find_kind(k.name) == &k);
  }
  CHECK(pictures::find_kind("") == nullptr);
  lesson::World world{{}};
  world.run("cell", "import torch\nn = []\ndef f():\n    n.append(1)\n    return torch.ones(2, 2)\n");
  CHECK(world.show("f()").picture);
  CHECK(world.run("cell", "len(n)").output == "1\n");
}

TEST_CASE("show: bars stand for the numbers beside them") {
  lesson::World world{{}};
  world.run("cell", "import torch\ntokens = ['Cats', 'chase', 'mice']\nrow = torch.tensor([0.5, 0.25, 0.125])\n");
  pictures::Style style;
  style.width = 36;
  const pictures::Shown s = world.show("row");
  CHECK("\n" + pictures::text(style, s) == R"(
row  shape (3,)
Cats  0.500 ██████████████████████
chase 0.250 ███████████
mice  0.125 █████▌
)");
  style.unicode = false;
  CHECK("\n" + pictures::text(style, s) == R"(
row  shape (3,)
Cats  0.500 ######################
chase 0.250 ###########
mice  0.125 #####:
)");
  style.spoken = true;
  style.width = 80;
  CHECK(pictures::text(style, s) == "Cats 0.500, chase 0.250, mice 0.125.\n");
}

TEST_CASE("show: a line falls from its first number to its last, and a spike is seen") {
  lesson::World world{{}};
  world.run("cell", "import torch\nnan = float('nan')\ndown = [3.0, 2.0, 1.0, 0.0]\n"
                    "spike = torch.zeros(1000)\nspike[500] = 1\nbroken = torch.tensor([1.0, nan, -1.0])\n"
                    "nothing = [nan, nan]\nflat = torch.zeros(3)\n");
  pictures::Style style;
  style.width = 19;  // 16 columns beside the label: a level of 16 in each
  CHECK("\n" + pictures::text(style, world.picture({"line", "down"})) == R"(
3 │█▄
  │ ▀█▄
  │   ▀█▄
  │     ▀█▄
  │       ▀█▄
  │         ▀█▄
  │           ▀█▄
0 │             ▀█
  └───────────────
   0             3
first 3, last 0
)");
  style.unicode = false;
  const std::string ascii = pictures::text(style, world.picture({"line", "spike"}));
  CHECK(std::count(ascii.begin(), ascii.end(), '|') >= 15);  // eight of the wall, and the spike
  style.width = 80;
  const std::string broken = pictures::text(style, world.picture({"line", "broken"}));
  CHECK(broken.find("first 1, last -1; 1 number of nan or infinity left out") != std::string::npos);
  CHECK(pictures::text(style, world.picture({"line", "flat"})).find("first 0, last 0") != std::string::npos);
  CHECK(pictures::text(style, world.show("line nothing")) == "No picture of nothing: none of its numbers is finite.\n");
  CHECK(pictures::text(style, world.show("line torch.ones(2, 2)")).find("a line is of one row") != std::string::npos);
  CHECK(world.show("spike").kind == "line");
  CHECK(world.show("down").kind == "bars");
  style.spoken = true;
  CHECK(pictures::text(style, world.picture({"line", "down"})) ==
        "4 numbers: place 0 3, place 1 2, place 2 1, place 3 0, lowest at place 3, 0.\n");
}

TEST_CASE("show: bars of negative numbers begin at a zero line, and what is infinite has an arrow") {
  lesson::World world{{}};
  world.run("cell",
            "import torch\ninf, nan = float('inf'), float('nan')\nrow = torch.tensor([2.0, -1.0, 0.0, -0.1, inf, -inf, nan])\n"
            "low = torch.tensor([-4.0, -1.0])\nmasked = torch.tensor([1.0, 0.5, -inf])\nnone = torch.tensor([-inf, nan])\n");
  pictures::Style style;
  style.width = 32;
  const auto drawn = [&](const char* row) { return "\n" + pictures::text(style, world.picture({"bars", row})); };
  CHECK(drawn("row") == R"(
0  2.0        │██████████████
1 -1.0 ███████│
2  0.0        │
3 -0.1       ▐│
4  inf        │──────────────▶
5 -inf ◀──────│
6  nan        │?
)");
  CHECK(drawn("low") == R"(
0 -4 ████████████████████████│
1 -1                   ██████│
)");
  CHECK(drawn("masked") == R"(
0  1.0   │████████████████████
1  0.5   │██████████
2 -inf ◀─│
)");
  CHECK(drawn("none") == R"(
0 -inf ◀─────────────────────│
1  nan                       │?
)");
  style.unicode = false;
  CHECK(drawn("row") == R"(
0  2.0        |##############
1 -1.0 #######|
2  0.0        |
3 -0.1       :|
4  inf        |-------------->
5 -inf <------|
6  nan        |?
)");
  style.spoken = true;
  style.width = 80;
  CHECK(drawn("row") == R"(
place 0 2.0, place 1 -1.0, place 2 0.0, place 3 -0.1, place 4 infinity,
  place 5 minus infinity, place 6 not a number.
)");
}

TEST_CASE("heatmap: like numbers that stand under each other have one scale") {
  lesson::World world{{}};
  world.run("cell", "import torch\na = torch.tensor([[0.2, 0.4]])\nb = torch.tensor([[0.4, 0.8]])\nc = torch.tensor([[40., 80.]])\n");
  pictures::Shown a = world.picture({"heatmap", "a"}), b = world.picture({"heatmap", "b"}), c = world.picture({"heatmap", "c"});
  pictures::share_scales({&a, &b, &c});
  pictures::Style style;
  CHECK(pictures::text(style, a) == "   0       1\n0.20 ▌  0.40 █\n");
  CHECK(pictures::text(style, b) == "   0       1\n0.40 █  0.80 ██\n");
  CHECK(pictures::text(style, c) == "    0        1\n40.00 █  80.00 ██\n");
}
