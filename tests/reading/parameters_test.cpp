// What arguments are for is told by their use where their names tell nothing.

#include <doctest/doctest.h>

#include "homework/spec/assignment.h"
#include "homework/trial/program.h"
#include "reading/parameters.h"

using namespace mha;
using namespace mha::reading;

namespace {

using Sizes = std::vector<std::string>;

SizesByUse uses_in(const std::string& text, const char* assignment = "multi-head") {
  homework::Program program("homework.py", text);
  REQUIRE(!program.failure());
  const auto constructor_of = [&](lang::Symbol name) -> const lang::FunctionObject* {
    for (const homework::Candidate& c : program.candidates()) {
      if (c.name == name.str()) return c.init;
    }
    return nullptr;
  };
  REQUIRE(!program.candidates().empty());
  const homework::Candidate& c = program.candidates().front();
  const homework::Assignment& a = homework::find_assignment(assignment);
  std::vector<LayerSizes> layers;
  for (const homework::WeightSpec& w : a.weights) layers.push_back({w.in, w.out});
  std::vector<std::string> sizes;
  for (const auto& size : a.sizes) sizes.push_back(size.first);
  return sizes_by_use(sizes, layers, c.init, *c.call, constructor_of);
}

std::string module_with(const std::string& signature, const std::string& body) {
  return "import torch\nfrom torch import nn\n\nclass A(nn.Module):\n    def __init__(self, " +
         signature + "):\n        super().__init__()\n" + body +
         "\n    def forward(self, x):\n        return x\n";
}

}  // namespace

TEST_CASE("uses: layers, splits, masks and dropouts tell sizes") {
  SizesByUse uses = uses_in(module_with("a, b, c, n, p",
                                   "        self.l = nn.Linear(a, 3 * b, bias=False)\n"
                                   "        self.c = c\n"
                                   "        self.w = b // self.c\n"
                                   "        self.d = nn.Dropout(p)\n"
                                   "        m = torch.tril(torch.ones(n, n))\n"));
  CHECK(uses["a"] == Sizes{"d_in"});
  CHECK(uses["b"] == Sizes{"d_out"});
  CHECK(uses["c"] == Sizes{"heads"});
  CHECK(uses["n"] == Sizes{"context_length"});
  CHECK(uses["p"] == Sizes{"dropout"});
}

TEST_CASE("uses: one parameter for two sizes, a product of two, another text's width") {
  CHECK(uses_in(module_with("a", "        self.l = nn.Linear(a, a)\n"))["a"] == Sizes{"d_in", "d_out"});
  SizesByUse uses = uses_in(module_with("a, b, c", "        w = b * c\n"
                                              "        self.l = nn.Linear(a, w)\n"
                                              "        self.s = c ** -0.5\n"));
  CHECK(uses["b"] == Sizes{"heads"});
  CHECK(uses["c"] == Sizes{"head_dim"});
  uses = uses_in(module_with("a, b, c", "        self.q = nn.Linear(a, c)\n"
                                   "        self.k = nn.Linear(b, 2 * c)\n"),
                 "cross-attention");
  CHECK(uses["b"] == Sizes{"d_memory"});
}

TEST_CASE("uses: a constructor hands its parameters on; of nothing, nothing is told") {
  SizesByUse uses = uses_in(
      "from torch import nn\n\n"
      "class H(nn.Module):\n"
      "    def __init__(self, a, b):\n"
      "        super().__init__()\n"
      "        self.l = nn.Linear(a, b)\n"
      "    def forward(self, x):\n        return self.l(x)\n\n"
      "class A(nn.Module):\n"
      "    def __init__(self, u, v, w, z):\n"
      "        super().__init__()\n"
      "        self.h = nn.ModuleList([H(u, v) for _ in range(w)])\n"
      "    def forward(self, x):\n        return x\n");
  CHECK(uses["u"] == Sizes{"d_in"});
  CHECK(uses["v"] == Sizes{"head_dim"});
  CHECK(uses["w"] == Sizes{"heads"});
  CHECK(!uses.contains("z"));
}

TEST_CASE("uses: what other methods do, what a base is made with, what is read of a configuration") {
  SizesByUse uses = uses_in(
      "from torch import nn\n"
      "from torch.nn import Linear as Layer\n\n"
      "class Dense(Layer):\n"
      "    pass\n\n"
      "class Base(nn.Module):\n"
      "    def __init__(self, a, b):\n"
      "        super().__init__()\n"
      "        self.l = Dense(a, b, bias=False)\n\n"
      "class A(Base):\n"
      "    def __init__(self, u, v, w, z, config):\n"
      "        super().__init__(u, v)\n"
      "        self.w, self.z, self.config = w, z, config\n"
      "    def cut(self, t, w):\n"
      "        return t.view(-1, self.w, t.shape[-1] // w)\n"
      "    def forward(self, x):\n"
      "        z = x.shape[1]\n"
      "        assert z <= self.z\n"
      "        return nn.functional.dropout(self.cut(x, z), self.config.off)\n");
  CHECK(uses["u"] == Sizes{"d_in"});
  CHECK(uses["v"] == Sizes{"d_out"});
  CHECK(uses["w"] == Sizes{"heads"});
  CHECK(uses["z"] == Sizes{"context_length"});
  CHECK(uses["off"] == Sizes{"dropout"});
}

TEST_CASE("uses: weights of a function, and the keys that it reads") {
  homework::Program program("homework.py",
                  "import torch\nfrom torch.nn import functional as F\n\n"
                  "def f(x, a, b, c, d, e, p):\n"
                  "    y = x @ a + F.linear(x, b, c) + torch.matmul(x, d.T)\n"
                  "    y = y + torch.einsum('btd,de->bte', x, e)\n"
                  "    return y @ p['w_q'] + p.get('b_q', 0)\n");
  REQUIRE(program.candidates().size() == 1);
  const lang::FunctionObject& f = *program.candidates()[0].call;
  CHECK(weight_use(f, "a") == WeightUse::as_it_is);
  CHECK(weight_use(f, "b") == WeightUse::turned);
  CHECK(weight_use(f, "c") == WeightUse::added);
  CHECK(weight_use(f, "d") == WeightUse::turned);
  CHECK(weight_use(f, "e") == WeightUse::as_it_is);
  CHECK(weight_use(f, "x") == WeightUse::none);
  CHECK(acts_as_tensor(f, "x"));
  CHECK(!acts_as_tensor(f, "a"));
  CHECK(keys_read(f, "p") == std::set<std::string>{"b_q", "w_q"});
}
