#include <doctest/doctest.h>

#include "lang/syntax/parser.h"
#include "reading/clues.h"

using namespace mha;
using mha::reading::Clue;

namespace {

/// "misnamed-method foward" for each clue about methods of a module with this body.
std::string seen_in_class(const std::string& body) {
  const std::string text = "import torch\nfrom torch import nn\nclass A(nn.Module):\n" + body;
  std::string out;
  for (const Clue& c : mha::reading::find_clues({lang::parse(std::make_shared<Source>("a.py", text))}, "A")) {
    if (c.id != "misnamed-method" && c.id != "method-without-self" && c.id != "unread-bias") continue;
    out += (out.empty() ? "" : ", ") + c.id + " " + c.subject;
  }
  return out;
}

}  // namespace

TEST_CASE("clues: a method of nearly the right name") {
  CHECK(seen_in_class("    def foward(self, x):\n        return x\n") == "misnamed-method foward");
  CHECK(seen_in_class("    def _init_(self):\n        super()._init_()\n    def forward(self, x):\n        return x\n") ==
        "misnamed-method _init_");
  CHECK(seen_in_class("    def init(self):\n        pass\n    def forward(self, x):\n        return x\n") ==
        "misnamed-method init");
  // There is one of the right name, or somebody calls it.
  CHECK(seen_in_class("    def forward(self, x):\n        return x\n    def foward(self, x):\n        return x\n").empty());
  CHECK(seen_in_class("    def forward(self, x):\n        self.init()\n        return x\n    def init(self):\n        pass\n")
            .empty());
  CHECK(seen_in_class("    def __init__(self):\n        super().__init__()\n    def project(self, x):\n        return x\n")
            .empty());
}

TEST_CASE("clues: a method that reads a self it is not given") {
  CHECK(seen_in_class("    def forward(x):\n        return self.layer(x)\n") == "method-without-self forward");
  CHECK(seen_in_class("    def forward(self, x):\n        return self.layer(x)\n").empty());
  CHECK(seen_in_class("    def forward(this, x):\n        return this.layer(x)\n").empty());
  CHECK(seen_in_class("    @staticmethod\n    def split(x):\n        return self\n    def forward(self, x):\n        return x\n")
            .empty());
}

TEST_CASE("clues: an argument for the bias that decides nothing") {
  const std::string forward = "    def forward(self, x):\n        return self.q(x)\n";
  CHECK(seen_in_class("    def __init__(self, d, qkv_bias=False):\n        self.q = nn.Linear(d, d)\n" + forward) ==
        "unread-bias qkv_bias");
  CHECK(seen_in_class("    def __init__(self, d, *, bias=False):\n        self.q = nn.Linear(d, d, bias=bias)\n" + forward).empty());
  CHECK(seen_in_class("    def __init__(self, d, qkv_bias=False):\n        ...\n" + forward).empty());
  CHECK(seen_in_class("    def __init__(self, d, dropout=0.0):\n        self.q = nn.Linear(d, d)\n" + forward).empty());
}
