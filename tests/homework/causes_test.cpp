// The cause that a check names must be true of the program, and stand at the line to change. PyTorch
// has confirmed which of these programs are right, and that the others differ.

#include <doctest/doctest.h>

#include "verdicts.h"

using namespace mha;
using namespace mha::homework;

namespace {

struct Named {
  std::string id;
  int line = 0;
  friend bool operator==(const Named&, const Named&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Named& n) { return out << n.id << ':' << n.line; }
};

std::vector<Named> named(const std::string& program, const char* homework) {
  std::vector<Named> out;
  const Result r = trusted(program, homework);
  CHECK(r.verdict == Verdict::wrong);
  for (const Finding& f : r.findings) {
    out.push_back({f.id, f.place.known() ? f.place.source->place(f.place.span.begin).line : 0});
  }
  return out;
}

/// A multi-head attention without a mask; what its forward makes of x stands from line 13 on.
std::string plain(const std::string& layers, const std::string& parts) {
  return "import torch\n"
         "import torch.nn as nn\n"
         "class Attention(nn.Module):\n"
         "    def __init__(self, d_in, d_out, num_heads):\n"
         "        super().__init__()\n"
         "        self.heads, self.width = num_heads, d_out // num_heads\n"
         "        self.out = nn.Linear(d_out, d_out)\n" + layers +
         "    def split(self, t):\n"
         "        return t.view(t.shape[0], t.shape[1], self.heads, self.width).transpose(1, 2)\n"
         "    def forward(self, x):\n"
         "        batch, tokens, _ = x.shape\n" + parts +
         "        weights = torch.softmax(q @ k.transpose(-2, -1) / self.width ** 0.5, dim=-1)\n"
         "        return self.out((weights @ v).transpose(1, 2).reshape(batch, tokens, -1))\n";
}

const std::string kFused = "        self.qkv = nn.Linear(d_in, 3 * d_out)\n";

}  // namespace

TEST_SUITE_BEGIN("many programs");

TEST_CASE("causes: a script of one head that never mentions a mask does not lack one") {
  const std::string script =
      "import torch\n"
      "query = torch.randn(4, 3)\n"
      "key = torch.randn(4, 3)\n"
      "value = torch.randn(4, 3)\n"
      "context = torch.zeros(4, 3)\n"
      "for i in range(4):\n"
      "    scores = torch.zeros(4)\n"
      "    for j in range(4):\n"
      "        scores[j] = query[i] @ key[j]\n"
      "    weights = torch.softmax(scores / 3 ** 0.5, dim=0)\n"
      "    for j in range(4):\n"
      "        context[i] += weights[j] * value[j]\n"
      "print(context)\n";
  CHECK(verdict_of(script, "single-head") == Verdict::right);
  CHECK(named(changed(script, "* value[j]", "* key[j]"), "single-head") == std::vector<Named>{{"keys-as-values", 12}});
}

TEST_CASE("causes: a mistake that takes an operation is not named where the program has none") {
  const std::string loops =
      "import torch\n"
      "import torch.nn as nn\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, d_in, d_out):\n"
      "        super().__init__()\n"
      "        self.wq = nn.Parameter(torch.randn(d_in, d_out))\n"
      "        self.wk = nn.Parameter(torch.randn(d_in, d_out))\n"
      "        self.wv = nn.Parameter(torch.randn(d_in, d_out))\n"
      "    def forward(self, x):\n"
      "        n = x.shape[0]\n"
      "        q, k, v = x @ self.wq, x @ self.wk, x @ self.wv\n"
      "        rows = []\n"
      "        for i in range(n):\n"
      "            scores = []\n"
      "            for j in range(n):\n"
      "                dot = torch.dot(q[i], k[j])\n"
      "                scores.append(dot / k.shape[1] ** 0.5)\n"
      "            rows.append(torch.softmax(torch.stack(scores), dim=0) @ v)\n"
      "        return torch.stack(rows)\n";
  const char* homework = "self-attention-parameters";
  CHECK(verdict_of(loops, homework) == Verdict::right);
  // All scores of a row are alike, as if a division by // had made them 0.
  CHECK(named(changed(loops, "k[j]", "k[i]"), homework) == std::vector<Named>{{"another-name", 16}});
  // As is a score of 0 by a product with a mask.
  const std::string fills =
      "import torch\n"
      "def attention(q, k, v, mask=None):\n"
      "    scores = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5\n"
      "    if mask is not None:\n"
      "        scores = scores.masked_fill(mask == 0, -1e9)\n"
      "    return torch.softmax(scores, dim=-1) @ v\n";
  CHECK(verdict_of(fills, "scaled-dot-product") == Verdict::right);
  CHECK(named(changed(fills, "-1e9", "1e-9"), "scaled-dot-product") == std::vector<Named>{{"mask-filled-with-zero", 5}});
}

TEST_CASE("causes: queries that are scaled already, and scores that are scaled once more, are scaled twice") {
  const std::string parts =
      "        q = self.split(self.q(x))\n"
      "        k = self.split(self.k(x))\n"
      "        v = self.split(self.v(x))\n";
  const std::string layers =
      "        self.q = nn.Linear(d_in, d_out)\n"
      "        self.k = nn.Linear(d_in, d_out)\n"
      "        self.v = nn.Linear(d_in, d_out)\n";
  CHECK(verdict_of(plain(layers, parts), "multi-head-plain") == Verdict::right);
  const std::string twice = changed(plain(layers, parts), "self.split(self.q(x))", "self.split(self.q(x)) * self.width ** -0.5");
  const std::vector<Named> found = named(twice, "multi-head-plain");
  REQUIRE(found.size() == 1);
  CHECK(found[0].id == "scale-twice");
}

TEST_CASE("causes: a view with queries, keys and values in front is wrong in its own line") {
  const char* homework = "multi-head-plain";
  const std::string front =
      "        all = self.qkv(x)\n"
      "        q, k, v = all.view(batch, tokens, 3, self.heads, self.width).permute(2, 0, 3, 1, 4)\n";
  CHECK(verdict_of(plain(kFused, front), homework) == Verdict::right);
  const std::string viewed = changed(front, "all.view(batch, tokens, 3, self.heads, self.width).permute(2, 0, 3, 1, 4)",
                                     "all.view(3, batch, self.heads, tokens, self.width)");
  CHECK(named(plain(kFused, viewed), homework) == std::vector<Named>{{"qkv-first-view", 14}});
}

TEST_CASE("causes: a layer stored again is shared where it is stored, and a mend that puts a module into itself stops nothing") {
  const std::string layers =
      "        self.q = nn.Linear(d_in, d_out)\n"
      "        self.kv = nn.ModuleDict({'k': nn.Linear(d_in, d_out), 'v': nn.Linear(d_in, d_out)})\n";
  const std::string parts =
      "        q = self.split(self.q(x))\n"
      "        k = self.split(self.kv['k'](x))\n"
      "        v = self.split(self.kv['v'](x))\n";
  CHECK(verdict_of(plain(layers, parts), "multi-head-plain") == Verdict::right);
  const std::string shared = changed(layers, ", 'v': nn.Linear(d_in, d_out)})", "})\n        self.kv['v'] = self.kv['k']");
  CHECK(named(plain(shared, parts), "multi-head-plain") == std::vector<Named>{{"values-through-key-layer", 10}});
}

TEST_CASE("causes: a merge without a product is judged as a merge") {
  const std::string shaper =
      "import torch\n"
      "class Shaper:\n"
      "    def __init__(self, num_heads):\n"
      "        self.num_heads = num_heads\n"
      "    def split(self, x):\n"
      "        batch, tokens, d_out = x.shape\n"
      "        return x.view(batch, tokens, self.num_heads, d_out // self.num_heads).transpose(1, 2)\n"
      "    def merge(self, x):\n"
      "        x = x.transpose(1, 2)\n"
      "        return x.flatten(2)\n"
      "shaper = Shaper(num_heads=2)\n"
      "heads = shaper.split(torch.arange(24.0).view(1, 4, 6))\n"
      "print(shaper.merge(heads).shape)\n";
  CHECK(verdict_of(shaper, "split-and-merge") == Verdict::right);
  CHECK(named(changed(shaper, "flatten(2)", "flatten(1)"), "split-and-merge") == std::vector<Named>{{"another-axis", 10}});
}

TEST_CASE("causes: weights that lose the padding after softmax no longer sum to 1, whatever the mask is called") {
  for (const char* name : {"mask", "padding", "pad", "unwanted"}) {
    CAPTURE(name);
    const std::string padding = std::string(name) == "mask" ? "~mask" : name;
    const std::string program =
        "import torch\n"
        "import torch.nn as nn\n"
        "class Reader(nn.Module):\n"
        "    def __init__(self, d_in, d_out, num_heads, d_memory=None):\n"
        "        super().__init__()\n"
        "        d_memory = d_memory or d_in\n"
        "        self.heads = num_heads\n"
        "        self.q = nn.Linear(d_in, d_out)\n"
        "        self.k = nn.Linear(d_memory, d_out)\n"
        "        self.v = nn.Linear(d_memory, d_out)\n"
        "        self.out = nn.Linear(d_out, d_out)\n"
        "    def split(self, t):\n"
        "        return t.unflatten(-1, (self.heads, -1)).transpose(1, 2)\n"
        "    def forward(self, x, memory, " + std::string(name) + "=None):\n"
        "        q, k, v = self.split(self.q(x)), self.split(self.k(memory)), self.split(self.v(memory))\n"
        "        w = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1)\n"
        "        if " + name + " is not None:\n"
        "            w = w.masked_fill((" + padding + ")[:, None, None, :], 0.0)\n"
        "            w = w / w.sum(dim=-1, keepdim=True)\n"
        "        return self.out((w @ v).transpose(1, 2).flatten(2))\n";
    CHECK(verdict_of(program, "cross-attention") == Verdict::right);
    const std::vector<Named> found = named(changed(program, "            w = w / w.sum(dim=-1, keepdim=True)\n", ""), "cross-attention");
    CHECK(found == std::vector<Named>{{"mask-after-softmax", 18}});
  }
}

TEST_CASE("causes: each text has a threshold of its own for its best tokens") {
  const std::string writer =
      "import torch\n"
      "@torch.no_grad()\n"
      "def generate(model, ids, new_tokens, context_length, temperature=1.0, top_k=None):\n"
      "    for _ in range(new_tokens):\n"
      "        logits = model(ids[:, -context_length:])[:, -1]\n"
      "        if top_k is not None:\n"
      "            best, _ = torch.topk(logits, top_k)\n"
      "            least = best[:, -1:]\n"
      "            logits = logits.masked_fill(logits < least, -torch.inf)\n"
      "        if temperature == 0:\n"
      "            next_id = logits.argmax(dim=-1, keepdim=True)\n"
      "        else:\n"
      "            next_id = torch.multinomial(torch.softmax(logits / temperature, dim=-1), 1)\n"
      "        ids = torch.cat([ids, next_id], dim=1)\n"
      "    return ids\n";
  CHECK(verdict_of(writer, "generate") == Verdict::right);
  CHECK(named(changed(writer, "best[:, -1:]", "best[:, -1].min()"), "generate") == std::vector<Named>{{"top-k-over-batch", 8}});
}

TEST_SUITE_END();

TEST_CASE("causes: a right mask that is cut in the wrong place is wrong where it is cut") {
  const std::string cut =
      "import torch\n"
      "import torch.nn as nn\n"
      "class Causal(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = (nn.Linear(d_in, d_out) for _ in range(3))\n"
      "        self.register_buffer('seen', torch.tril(torch.ones(context_length, context_length)))\n"
      "    def forward(self, x):\n"
      "        n = x.shape[1]\n"
      "        s = self.q(x) @ self.k(x).mT / self.k.out_features ** 0.5\n"
      "        s = s.masked_fill(self.seen[-n:, :n] == 0, -torch.inf)\n"
      "        return s.softmax(-1) @ self.v(x)\n";
  CHECK(verdict_of(changed(cut, "[-n:, :n]", "[:n, :n]"), "causal-attention") == Verdict::right);
  const std::vector<Named> found = named(cut, "causal-attention");
  REQUIRE(!found.empty());
  CHECK(found[0].line == 11);
}

TEST_CASE("causes: a list that grows from call to call is kept where it grows") {
  const std::string grows =
      "import torch\n"
      "import torch.nn as nn\n"
      "class Head(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = (nn.Linear(d_in, d_out) for _ in range(3))\n"
      "        self.dropout = nn.Dropout(dropout)\n"
      "        self.register_buffer('seen', torch.tril(torch.ones(context_length, context_length)))\n"
      "    def forward(self, x):\n"
      "        n = x.shape[1]\n"
      "        s = self.q(x) @ self.k(x).mT / self.k.out_features ** 0.5\n"
      "        return self.dropout(s.masked_fill(self.seen[:n, :n] == 0, -torch.inf).softmax(-1)) @ self.v(x)\n"
      "class Heads(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout, num_heads):\n"
      "        super().__init__()\n"
      "        self.heads = nn.ModuleList(Head(d_in, d_out, context_length, dropout) for _ in range(num_heads))\n"
      "        self.results = []\n"
      "    def forward(self, x):\n"
      "        for head in self.heads:\n"
      "            self.results.append(head(x))\n"
      "        return torch.cat(self.results, dim=-1)\n";
  CHECK(verdict_of(changed(grows, "        for head", "        self.results = []\n        for head"), "multi-head-stacked") == Verdict::right);
  CHECK(named(grows, "multi-head-stacked") == std::vector<Named>{{"kept-between-calls", 20}});
}
