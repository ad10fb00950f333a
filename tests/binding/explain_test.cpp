// What is said about an error beyond its own words: a program, the note, the
// help. Each program fails at its last line.

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "torch/explain/explain.h"
#include "torch/register.h"

namespace {

struct Case {
  std::string name;
  std::string program;
  std::string note;
  std::string help;
};

const std::string kImports =
    "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n";

mha::torch::Explanation explain_program(const std::string& program) {
  mha::lang::Interpreter interp;
  interp.err = [](std::string_view) {};
  mha::torch::add_torch(interp);
  const auto source =
      std::make_shared<mha::Source>("test.py", kImports + program);
  try {
    interp.run(source);
  } catch (const mha::lang::PyError& e) {
    return mha::torch::explain(e, interp);
  }
  FAIL("the program does not fail: " << program);
  return {};
}

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const mha::torch::Explanation e = explain_program(c.program);
    CHECK(e.note == c.note);
    CHECK(e.help == c.help);
  }
}

}  // namespace

TEST_CASE("explain: products whose sizes do not fit") {
  check({
      {"keys not transposed",
       "q, k = torch.zeros(4, 8), torch.zeros(6, 8)\nq @ k\n",
       "q is (4, 8) and k is (6, 8); the inner sizes, 8 and 6, differ",
       "k.T is (8, 6), which would fit"},
      {"weights on the wrong side",
       "x, w = torch.zeros(5, 3), torch.zeros(5, 5)\nx @ w\n",
       "x is (5, 3) and w is (5, 5); the inner sizes, 3 and 5, differ",
       "w @ x is (5, 3), which would fit"},
      {"* for @",
       "x = torch.zeros(5, 3)\nx * x.T\n",
       "x is (5, 3) and x.T is (3, 5); aligned from the right, the sizes 3 and 5 at dim -1 differ",
       "x @ x.T is the matrix product; * multiplies number by number"},
      {".T of three axes",
       "q, k = torch.zeros(2, 5, 4), torch.zeros(2, 6, 4)\nq @ k.T\n",
       "q is (2, 5, 4) and k.T is (4, 6, 2); the inner sizes, 4 and 6, differ",
       ".T turns all axes round; k.transpose(-2, -1) is (2, 4, 6), which would fit"},
      {"tokens and heads of the keys exchanged in place of the last two axes",
       "q, k = torch.zeros(2, 3, 4, 5), torch.zeros(2, 3, 4, 5)\nq @ k.transpose(1, 2)\n",
       "q is (2, 3, 4, 5) and k.transpose(1, 2) is (2, 4, 3, 5); the inner sizes, 5 and 3, differ",
       "transpose(1, 2) does not exchange the last two axes; k.transpose(-2, -1) is (2, 3, 5, 4), "
       "which would fit"},
      {"the same by torch.matmul",
       "q, k = torch.zeros(2, 4, 8), torch.zeros(2, 6, 8)\n"
       "torch.matmul(q, k)\n",
       "q is (2, 4, 8) and k is (2, 6, 8); the inner sizes, 8 and 6, differ",
       "k.transpose(-2, -1) is (2, 8, 6), which would fit"},
      {"weights as rows",
       "x = torch.zeros(5, 3)\nw = torch.zeros(2, 3)\nx @ w\n",
       "x is (5, 3) and w is (2, 3); the inner sizes, 3 and 2, differ",
       "w.T is (3, 2), which would fit"},
      {"a .T too many",
       "x = torch.zeros(5, 3)\nw = torch.zeros(3, 2)\nx @ w.T\n",
       "x is (5, 3) and w.T is (2, 3); the inner sizes, 3 and 2, differ",
       "w is (3, 2), which would fit"},
      {"a layer that takes the other axis",
       "lin = nn.Linear(5, 2)\nx = torch.zeros(5, 3)\nlin(x * 2)\n",
       "x * 2 is (5, 3): 3 features; lin takes 5 (in_features)",
       "(x * 2).T is (3, 5), which would fit"},
      {"a vector on the wrong side",
       "query, rows = torch.zeros(3), torch.zeros(5, 3)\nquery @ rows\n",
       "query is (3,) and rows is (5, 3); the inner sizes, 3 and 5, differ",
       "rows @ query is (5,), which would fit"},
      {"nothing fits",
       "a, b = torch.zeros(2, 3), torch.zeros(5, 7)\na @ b\n",
       "a is (2, 3) and b is (5, 7); the inner sizes, 3 and 5, differ", ""},
      {"vectors",
       "a, b = torch.zeros(3), torch.zeros(4)\na @ b\n",
       "a is (3,) and b is (4,); the inner sizes, 3 and 4, differ", ""},
      {"batches",
       "a, b = torch.zeros(2, 3, 4), torch.zeros(5, 4, 3)\na @ b\n",
       "a is (2, 3, 4) and b is (5, 4, 3); the batch sizes in front differ", ""},
      {"mm of three dimensions",
       "a, b = torch.zeros(1, 2, 3), torch.zeros(3, 2)\ntorch.mm(a, b)\n",
       "a is (1, 2, 3) and b is (3, 2)", "a @ b takes any number of dimensions"},
      {"dtypes",
       "a = torch.ones(2, 2, dtype=torch.int64)\nb = torch.ones(2, 2)\na @ b\n",
       "a is torch.int64 and b is torch.float32",
       "a.to(torch.float32) has the dtype of b"},
      {"a layer that takes other features",
       "lin = nn.Linear(4, 3)\nx = torch.zeros(2, 5)\nlin(x)\n",
       "x is (2, 5): 5 features; lin takes 4 (in_features)",
       "nn.Linear(5, 3) would take it"},
  });
}

TEST_CASE("explain: shapes that cannot be broadcast") {
  check({
      {"a mask longer than the scores",
       "scores = torch.zeros(2, 2, 4, 4)\nmask = torch.zeros(6, 6).bool()\n"
       "scores.masked_fill(mask, 0.0)\n",
       "scores is (2, 2, 4, 4) and mask is (6, 6); aligned from the right, the "
       "sizes 4 and 6 at dim -1 differ",
       "mask[:4, :4] is (4, 4), which would fit"},
      {"a mask that the function itself makes is not to be cut",
       "def scores(x):\n    s = x @ x.transpose(-2, -1)\n    mask = torch.zeros(6, 6).bool()\n"
       "    return s.masked_fill(mask, 0.0)\nscores(torch.zeros(2, 4, 8))\n",
       "s is (2, 4, 4) and mask is (6, 6); aligned from the right, the sizes 4 and 6 at dim -1 differ",
       ""},
      {"nor where heads may stand where words should",
       "def weigh(q, mask):\n    q = q.view(2, 5, 4, 3)\n    s = q @ q.transpose(2, 3)\n"
       "    return s.masked_fill(mask, 0.0)\nweigh(torch.zeros(2, 5, 12), torch.zeros(7, 7).bool())\n",
       "s is (2, 5, 4, 4) and mask is (7, 7); aligned from the right, the sizes 4 and 7 at dim -1 differ",
       "a mask has words on both axes; are the last two axes of s, 4 and 4, words, too, or heads?"},
      {"a mask to be cut, behind the exchange of heads and words",
       "def weigh(q, mask):\n    q = q.view(2, 5, 4, 3).transpose(1, 2)\n    s = q @ q.transpose(2, 3)\n"
       "    return s.masked_fill(mask, 0.0)\nweigh(torch.zeros(2, 5, 12), torch.zeros(7, 7).bool())\n",
       "s is (2, 4, 5, 5) and mask is (7, 7); aligned from the right, the sizes 5 and 7 at dim -1 differ",
       "mask[:5, :5] is (5, 5), which would fit"},
      {"scores are not cut to a mask that is too small",
       "scores = torch.randn(4, 9, 9)\nmask = torch.ones(8, 8).triu(1).bool()\nn = 9\n"
       "scores.masked_fill(mask[:n, :n], 0.0)\n",
       "scores is (4, 9, 9) and mask[:n, :n] is (8, 8); aligned from the right, the sizes 9 and 8 at dim -1 differ",
       "a mask of at least 9 by 9 is needed"},
      {"nor what is no mask",
       "w = torch.zeros(2, 5, 6)\nx = torch.zeros(2, 5, 7)\nw + x\n",
       "w is (2, 5, 6) and x is (2, 5, 7); aligned from the right, the sizes 6 and 7 at dim -1 differ",
       ""},
      {"a sum without keepdim",
       "e = torch.ones(3, 4)\ne / e.sum(dim=-1)\n",
       "e is (3, 4) and e.sum(dim=-1) is (3,); aligned from the right, the "
       "sizes 4 and 3 at dim -1 differ",
       "with keepdim=True, e.sum(dim=-1) is (3, 1), which would fit"},
      {"a mask without the heads",
       "scores = torch.zeros(2, 4, 3, 3)\nmask = torch.zeros(2, 3, 3)\n"
       "scores + mask\n",
       "scores is (2, 4, 3, 3) and mask is (2, 3, 3); aligned from the right, "
       "the sizes 4 and 2 at dim -3 differ",
       "mask.unsqueeze(1) is (2, 1, 3, 3), which would fit"},
      {"weights times the rows they mix",
       "weights, rows = torch.zeros(5), torch.zeros(5, 3)\nweights * rows\n",
       "weights is (5,) and rows is (5, 3); aligned from the right, the sizes 5 and 3 at dim -1 differ",
       "weights @ rows is (3,), with the products added up; without adding up, "
       "weights.unsqueeze(-1) is (5, 1), which would fit"},
      {"nothing fits",
       "a, b = torch.zeros(3), torch.zeros(4)\na + b\n",
       "a is (3,) and b is (4,); aligned from the right, the sizes 3 and 4 at "
       "dim -1 differ",
       ""},
  });
}

TEST_CASE("explain: view and its sizes") {
  check({
      {"transpose with the order of all axes",
       "x = torch.zeros(2, 3, 4, 5)\nx.transpose(0, 2, 1, 3)\n", "",
       "transpose swaps two dims; permute puts all of them in a new order"},
      {"view after transpose",
       "x = torch.zeros(2, 3, 4).transpose(1, 2)\nx.view(2, 12)\n",
       "x is (2, 4, 3) with strides (12, 1, 4): a transpose changed how the "
       "numbers are read, not where they lie, so no view can join these "
       "dimensions",
       "x.contiguous().view(...) or x.reshape(...) puts the numbers in order "
       "first"},
      {"view after split",
       "q, k = torch.zeros(2, 6, 8).split(4, dim=2)\nq.view(2, 2, 6, 2)\n",
       "q is (2, 6, 4) with strides (48, 8, 1): it is cut out of a wider tensor, and its rows "
       "do not lie next to each other, so no view can take these dimensions apart or join them",
       "q.contiguous().view(...) or q.reshape(...) puts the numbers in order "
       "first"},
      {"a wrong product",
       "x = torch.zeros(3, 4)\nx.view(2, 5)\n",
       "x is (3, 4), which holds 12 numbers; 2 * 5 is 10",
       "with 6 in place of 5 the sizes multiply to 12"},
      {"an inferred size",
       "x = torch.zeros(3, 4)\nx.view(5, -1)\n",
       "x is (3, 4), which holds 12 numbers; that is no multiple of 5", ""},
      {"a float size",
       "x = torch.zeros(2, 6)\nd = 6 / 2\nx.view(2, 2, d)\n",
       "d is 3.0, a float; sizes are ints", "if it came from /, // gives an int"},
      {"a dim that is not there",
       "x = torch.zeros(3, 4)\nx.transpose(1, 2)\n",
       "x is (3, 4): its dims are 0 to 1, or -2 to -1",
       "if a batch dimension is missing: x.unsqueeze(0) is (1, 3, 4)"},
  });
}

TEST_CASE("explain: what tensors hold") {
  check({
      {"a float mask",
       "s = torch.zeros(2, 2)\nmask = torch.ones(2, 2)\n"
       "s.masked_fill(mask, 1.0)\n",
       "mask is torch.float32; a mask is torch.bool, true where to fill",
       "mask.bool() is true where it is not 0, mask == 0 where it is 0"},
      {"softmax of integers",
       "x = torch.tensor([1, 2])\nx.softmax(dim=0)\n", "x is torch.int64",
       "x.float() is torch.float32"},
      {"item of many",
       "x = torch.zeros(3)\nx.item()\n", "x is (3,): 3 numbers",
       "x.tolist() gives all of them, an index picks one"},
      {"truth of many",
       "x = torch.zeros(3)\nbool(x)\n",
       "x is (3,): each of its 3 elements is true or false on its own",
       "torch.equal(a, b) and torch.allclose(a, b) compare whole tensors; "
       ".all() and .any() sum up a bool one"},
      {"writing to a parameter",
       "w = nn.Parameter(torch.zeros(2))\nw.fill_(1.0)\n",
       "w requires gradients, as every parameter does",
       "write to it inside `with torch.no_grad():`"},
      {"a mask asked whether it is there",
       "mask = torch.ones(3)\nif mask:\n    pass\n",
       "", "`mask is not None` asks whether there is one"},
      {"masks joined by a word",
       "a = torch.arange(3)\nb = a < 1 or a > 1\n",
       "", "`|`, `&` and `~` stand for or, and, not of masks, element by element: (a < 0) | (a > n)"},
      {"a sum in place that cannot grow",
       "total = torch.zeros(2)\ntotal += torch.ones(3, 2)\n",
       "total is (2,), and an operation in place keeps that shape",
       "`a = a + b` makes a new tensor of the larger shape"},
      {"a loss that hangs on nothing",
       "torch.ones(2).sum().backward()\n",
       "nothing that this was computed from requires gradients",
       "a parameter made anew inside no_grad(), or by detach(), no longer does: `with torch.no_grad(): "
       "W -= rate * W.grad` changes the old one"},
      {"an index too large",
       "table = nn.Embedding(3, 2)\nids = torch.tensor([0, 7])\ntable(ids)\n",
       "the largest index is 7; a table of 3 rows has 0 to 2", ""},
      {"sizes in a list of tensors",
       "a, b = torch.zeros(2, 3), torch.zeros(4, 3)\n"
       "torch.cat([a, b], dim=1)\n",
       "the tensors are (2, 3), (4, 3)", "torch.cat along dim=0 would fit"},
      {"a state under other names",
       "m = nn.Sequential(nn.Linear(1, 1, bias=False))\n"
       "m.load_state_dict({'0.wieght': torch.zeros(1, 1)})\n",
       "", "\"0.wieght\" may be meant as \"0.weight\""},
  });
}

TEST_CASE("explain: names") {
  check({
      {"a slip", "scores = 1\nprint(scroes)\n", "", "did you mean 'scores'?"},
      {"a function of torch", "sqrt(4)\n", "", "torch has it: torch.sqrt"},
      {"math is not imported", "math.sqrt(2)\n", "",
       "`import math` gives it that meaning"},
      {"a function of torch", "torch.sofmax(torch.zeros(2), dim=0)\n", "",
       "did you mean 'softmax'?"},
      {"a method", "torch.zeros(2, 2).tranpose(0, 1)\n", "",
       "did you mean '.transpose'?"},
      {"a layer", "nn.Lineer(2, 2)\n", "", "did you mean 'Linear'?"},
      {"a layer of one's own",
       "class A(nn.Module):\n"
       "    def __init__(self):\n"
       "        super().__init__()\n"
       "        self.W_query = nn.Linear(2, 2)\n"
       "    def forward(self, x):\n"
       "        return self.W_qeury(x)\n"
       "A()(torch.zeros(2))\n",
       "", "did you mean '.W_query'?"},
      {"an import", "from torch.nn import Moduel\n", "",
       "did you mean 'Module'?"},
      {"a module", "import tocrh\n", "", "did you mean 'torch'?"},
      {"no super().__init__()",
       "class A(nn.Module):\n"
       "    def __init__(self):\n"
       "        self.w = nn.Linear(2, 2)\n"
       "A()\n",
       "nn.Module keeps its parts in lists that its own __init__ makes, and that "
       "has not run",
       "begin __init__ with super().__init__()"},
      {"forward misspelt",
       "class A(nn.Module):\n"
       "    def foward(self, x):\n"
       "        return x\n"
       "a = A()\n"
       "a(torch.zeros(2))\n",
       "A has 'foward', but no 'forward'", "did you mean def forward(...)?"},
      {"a list of modules called",
       "heads = nn.ModuleList([nn.ReLU()])\nheads(torch.zeros(2))\n",
       "a ModuleList only holds modules; it does not say in which order they run",
       "call its members one by one, or use nn.Sequential"},
  });
}

TEST_CASE("explain: the language itself") {
  check({
      {"one dimension too few",
       "x = torch.zeros(6, 4)\nb, t, c = x.shape\n",
       "x.shape is (6, 4): 2 values for 3 names",
       "if the batch dimension is missing, unsqueeze(0) makes it (1, 6, 4)"},
      {"no self",
       "class A(nn.Module):\n"
       "    def forward(x):\n"
       "        return x\n"
       "a = A()\n"
       "a(torch.zeros(2))\n",
       "A.forward does not name self; the object is always given first",
       "def forward(self, ...)"},
      {"a tensor called", "x = torch.zeros(2)\nx(0)\n",
       "x is a tensor of shape (2,), no function",
       "square brackets pick elements, * multiplies"},
      {".T called", "x = torch.zeros(2, 2)\nx.T()\n",
       "x is a tensor of shape (2, 2), no function",
       ".T is no function: it is written without round brackets"},
      {"a shape called", "x = torch.zeros(2)\nx.shape(0)\n", "",
       ".shape is no function: x.shape[0], or x.size(0)"},
      {"a root of all sizes", "x = torch.zeros(2, 3)\nx.shape ** 0.5\n", "x.shape has a size for each axis",
       "x.shape[-1] is the last of them"},
      {"a method in a product", "x = torch.zeros(2, 3)\nx @ x.t\n", "x.t is a function, and not what it gives", "x.t() calls it"},
      {"a function as a method", "tokens = ['a', 'b']\ntokens.len()\n", "", "len is a function: len(tokens)"},
      {"None from a function",
       "def attend(x):\n    y = x\nattend(torch.zeros(2)) @ torch.zeros(2)\n",
       "attend(torch.zeros(2)) is None", "a function without return gives None"},
      {"forward calls itself",
       "class A(nn.Module):\n"
       "    def forward(self, x):\n"
       "        return self(x)\n"
       "A()(torch.zeros(2))\n",
       "forward calls itself without end",
       "self(x) inside forward runs forward again"},
      {"heads that do not divide",
       "d_out, num_heads = 10, 3\nassert d_out % num_heads == 0\n",
       "d_out is 10 and num_heads is 3; 10 % 3 is 1", ""},
      {"a key that is not there", "sizes = {'d_in': 3}\nsizes['d_out']\n",
       "the keys of sizes are 'd_in'", ""},
      {"a list's end", "heads = [1, 2]\nheads[2]\n",
       "heads has 2 elements, numbered 0 to 1", ""},
  });
}
