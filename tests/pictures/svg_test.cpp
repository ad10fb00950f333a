#include "pictures/svg.h"

#include <doctest/doctest.h>

#include "lesson/world.h"
#include "pictures/palette.h"

using namespace mha;

namespace {

std::string drawn(const std::string& code, const std::string& request) {
  lesson::World world{{}};
  REQUIRE(!world.run("cell", "import torch\n" + code).failure);
  const pictures::Shown shown = world.show(request);
  CHECK(shown.problem == "");
  return pictures::svg(shown);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

size_t count(const std::string& text, const std::string& part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("svg: a heatmap says each number, and shades it by its share") {
  const std::string page = drawn("tokens = ['Cats', '<b>']\nqueries = mask = None\n"
                                 "w = torch.tensor([[0.0, 1.0], [0.25, -torch.inf]])\n", "w");
  CHECK(page.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\""));
  CHECK(has(page, "<title>heatmap of w</title>"));
  CHECK(has(page, "data-row=\"0\" data-column=\"1\"><title>query Cats, key &lt;b&gt;: 1</title>"));
  CHECK(has(page, "data-row=\"1\" data-column=\"0\"><title>query &lt;b&gt;, key Cats: 0.25</title>"));
  CHECK(has(page, "<title>query &lt;b&gt;, key &lt;b&gt;: masked</title>"));
  CHECK(!has(page, "<b>"));
  // The ends of the scale of lib/pictures/palette.cpp.
  CHECK(count(page, "fill=\"#ffe63c\"") == 1);
  CHECK(count(page, "fill=\"#121212\"") == 2);  // what is masked, too
  CHECK(count(page, "<g ") == 4);
  CHECK(count(page, "</g>") == 4);
}

TEST_CASE("svg: heads of a heatmap are named in what each cell says") {
  const std::string page = drawn("num_heads = 2\nw = torch.arange(8.).view(2, 2, 2)\n", "heatmap w");
  CHECK(has(page, ">head 1</text>"));
  CHECK(has(page, "<title>head 1, row 1, column 0: 6</title>"));
  CHECK(has(page, ">6.00</text>"));
}

TEST_CASE("svg: a tape says which element each cell is, and when it is read") {
  const std::string page = drawn("x = torch.arange(6).view(2, 3)\n", "tape x, x.T");
  CHECK(has(page, "<title>cell 4 holds 4</title>"));
  CHECK(has(page, "<title>x[1, 1] is cell 4, read as number 5</title>"));
  CHECK(has(page, "<title>x.T[1, 0] is cell 1, read as number 3</title>"));
  CHECK(has(page, ">x.T  shape (3, 2), strides (1, 3), not contiguous</text>"));
}

TEST_CASE("svg: heads say token, head and number, and colour tells the heads apart") {
  const std::string page = drawn("x = torch.arange(16.).view(2, 8)\ny = x.view(2, 2, 4)\n", "heads y");
  CHECK(has(page, "<title>[1, 0, 3]: token 1, head 0, number 3</title>"));
  CHECK(count(page, "stroke=\"#c33ab5\"") == 8);
  CHECK(count(page, "stroke=\"#9157da\"") == 8);
  CHECK(has(page, "Index 0 is the token, index 1 is the head"));
}

TEST_CASE("svg: where columns are few, words fold and parts stand below each other") {
  lesson::World world{{}};
  REQUIRE(!world.run("cell", "import torch\ny = torch.arange(16.).view(2, 8)\nq = y.view(2, 2, 4)\nx = torch.arange(6).view(2, 3)\n").failure);
  const auto size = [](const std::string& page, const char* name) {
    const std::string before = std::string(" ") + name + "=\"";
    return std::stod(page.substr(page.find(before) + before.size()));
  };
  const std::string heads = pictures::svg(world.show("heads q"), 32);
  CHECK(has(heads, ">Index 0 is the token, index 1 is</text>"));
  CHECK(has(heads, ">the head, index 2 is the number</text>"));
  CHECK(has(heads, ">within a head.</text>"));
  CHECK(size(heads, "width") < size(pictures::svg(world.show("heads q")), "width"));
  const std::string tape = pictures::svg(world.show("tape x, x.T"), 40);
  CHECK(has(tape, ">x.T shape (3, 2), strides (1, 3), not</text>"));
  CHECK(has(tape, ">contiguous</text>"));
  CHECK(has(tape, "<title>x.T[1, 0] is cell 1, read as number 3</title>"));
  // The folded line takes a row of 24 pixels more.
  const std::string wide = pictures::svg(world.show("tape x, x.T"));
  CHECK(count(wide, "<text") < count(tape, "<text"));
  CHECK(size(tape, "height") == size(wide, "height") + 24 * static_cast<double>(count(tape, "<text") - count(wide, "<text")));
  const std::string product = "matmul (x @ x.T)[1, 0]";
  CHECK(size(pictures::svg(world.show(product), 12), "height") > size(pictures::svg(world.show(product)), "height"));
}

TEST_CASE("svg: a product marks the row, the column and their cell") {
  const std::string page = drawn("a = torch.tensor([[1., 2.], [3., 4.]])\nb = torch.tensor([[5., 6.], [7., 8.]])\n", "matmul (a @ b)[1, 0]");
  CHECK(has(page, "<title>the product[1, 0]: 43</title>"));
  CHECK(count(page, "stroke-width=\"2.5\"") == 5);
  CHECK(has(page, "row 1 meets column 0: 3*5 + 4*7 = 43"));
  const std::string misfit = drawn("a = torch.zeros(2, 3)\n", "matmul a @ a");
  CHECK(has(misfit, "(2, 3) @ (2, 3)"));
  CHECK(count(misfit, "<g ") == 0);
}

TEST_CASE("svg: provenance has a table for each step") {
  const std::string page = drawn("s = torch.tensor([[0.0, 0.0]])\nw = torch.softmax(s, dim=-1)\n", "why w[0, 1]");
  CHECK(has(page, "w[0, 1] = 0.5, from torch.softmax(s, dim=-1)"));
  CHECK(has(page, "<title>exp / sum, place 1: 0.5</title>"));
}

TEST_CASE("svg: bars go left below zero; a line breaks where a number is nan") {
  const std::string bars = drawn("v = torch.tensor([1.0, -2.0, torch.nan])\n", "bars v");
  CHECK(has(bars, "<title>place 1: -2</title>"));
  CHECK(has(bars, "<title>place 2: not a number</title>"));
  CHECK(count(bars, "width=\"48.0\" height=\"16.0\"") == 1);  // half of the longest
  CHECK(count(bars, "width=\"96.0\" height=\"16.0\"") == 1);
  const std::string line = drawn("v = torch.tensor([4.0, 2.0, torch.nan, 0.0, 1.0])\n", "line v");
  CHECK(count(line, "d=\"M") == 2);
  CHECK(has(line, "L"));
}

TEST_CASE("svg: a file is dark where the reader's system is, and a missing picture is empty") {
  lesson::World world{{}};
  REQUIRE(!world.run("cell", "import torch\nx = torch.ones(2, 2)").failure);
  CHECK(has(pictures::svg_file(world.show("x")), "prefers-color-scheme: dark"));
  CHECK(pictures::svg(world.show("nothing")) == "");
}
