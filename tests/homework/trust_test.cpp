// What a check may conclude, and at which line: forms that people bring, told without a list of them.
// PyTorch has confirmed which of these programs are right.

#include <doctest/doctest.h>

#include <algorithm>

#include "verdicts.h"

using namespace mha;
using namespace mha::homework;

namespace {

/// The line of the first finding; 0 if there is none.
int line_at_fault(const Result& r) {
  if (r.findings.empty() || !r.findings[0].place.known()) return 0;
  const Location& place = r.findings[0].place;
  return place.source->place(place.span.begin).line;
}

/// The constructor of a multi-head attention, up to its line 13.
const std::string kBuilt =
    "import torch\n"
    "import torch.nn as nn\n"
    "class Attention(nn.Module):\n"
    "    def __init__(self, d_in, d_out, context_length, dropout, num_heads):\n"
    "        super().__init__()\n"
    "        self.num_heads = num_heads\n"
    "        self.head_dim = d_out // num_heads\n"
    "        self.q = nn.Linear(d_in, d_out)\n"
    "        self.k = nn.Linear(d_in, d_out)\n"
    "        self.v = nn.Linear(d_in, d_out)\n"
    "        self.out = nn.Linear(d_out, d_out)\n"
    "        self.dropout = nn.Dropout(dropout)\n"
    "        self.register_buffer('mask', torch.ones(context_length, context_length).triu(1).bool())\n";

std::string first_named(const Result& r) { return r.findings.empty() ? "" : r.findings[0].id; }

}  // namespace

TEST_SUITE_BEGIN("many programs");

TEST_CASE("trust: a script that draws dropout is right if its steps are, and only then") {
  const std::string script =
      "import torch\n"
      "torch.manual_seed(3)\n"
      "texts = torch.rand(2, 5, 3)\n"
      "to_q, to_k, to_v = [torch.nn.Linear(3, 4, bias=False) for _ in range(3)]\n"
      "q, k, v = to_q(texts), to_k(texts), to_v(texts)\n"
      "scores = q @ k.transpose(1, 2)\n"
      "hidden = torch.ones(5, 5).triu(1).bool()\n"
      "scores = scores.masked_fill(hidden, -torch.inf)\n"
      "weights = torch.softmax(scores / 4 ** 0.5, dim=-1)\n"
      "drop = torch.nn.Dropout(0.5)\n"
      "weights = drop(weights)\n"
      "mixed = weights @ v\n";
  CHECK(verdict_of(script, "single-head") == Verdict::right);
  CHECK(verdict_of(changed(script, "4 ** 0.5", "4"), "single-head") != Verdict::right);
  // What training would do is only shown; after eval() nothing is dropped.
  const std::string shown = changed(script, "weights = drop(weights)", "print(drop(weights))\ndrop.eval()\nweights = drop(weights)");
  CHECK(verdict_of(shown, "single-head") == Verdict::right);
}

TEST_CASE("trust: where a task fixes the order of arguments, names in any language are told by their place" *
          doctest::test_suite("many programs")) {
  const std::string loop =
      "import torch\n"
      "import torch.nn.functional as F\n"
      "def lernen(netz, texte, lernrate, runden):\n"
      "    optimierer = torch.optim.SGD(netz.parameters(), lr=lernrate)\n"
      "    verluste = []\n"
      "    for runde in range(runden):\n"
      "        ausgabe = netz(texte[:, :-1])\n"
      "        verlust = F.cross_entropy(ausgabe.flatten(0, 1), texte[:, 1:].flatten())\n"
      "        optimierer.zero_grad()\n"
      "        verlust.backward()\n"
      "        optimierer.step()\n"
      "        verluste.append(verlust.item())\n"
      "    return verluste\n";
  CHECK(verdict_of(loop, "train-it") == Verdict::right);
  CHECK(verdict_of(changed(loop, "        optimierer.zero_grad()\n", ""), "train-it") == Verdict::wrong);
  const std::string writer =
      "import torch\n"
      "def escribir(modelo, ids, cuantos, ventana, temperatura=1.0, mejores=None):\n"
      "    for _ in range(cuantos):\n"
      "        logits = modelo(ids[:, -ventana:])[:, -1]\n"
      "        if mejores is not None:\n"
      "            minimo = torch.topk(logits, mejores).values[:, -1:]\n"
      "            logits = logits.masked_fill(logits < minimo, -torch.inf)\n"
      "        if temperatura == 0:\n"
      "            siguiente = logits.argmax(dim=-1, keepdim=True)\n"
      "        else:\n"
      "            siguiente = torch.multinomial(torch.softmax(logits / temperatura, dim=-1), 1)\n"
      "        ids = torch.cat([ids, siguiente], dim=1)\n"
      "    return ids\n";
  CHECK(verdict_of(writer, "generate") == Verdict::right);
  CHECK(verdict_of(changed(writer, "-ventana:", ":ventana"), "generate") == Verdict::wrong);
}

TEST_CASE("trust: what an author wrote for older PyTorch is judged too" *
          doctest::test_suite("many programs")) {
  const std::string layer =
      "import math\n"
      "import torch\n"
      "import torch.nn as nn\n"
      "from torch.nn import functional as F\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout, num_heads):\n"
      "        super().__init__()\n"
      "        self.heads, self.dropout = num_heads, dropout\n"
      "        self.qkv = nn.Linear(d_in, 3 * d_out)\n"
      "        self.out_proj = nn.Linear(d_out, d_out)\n"
      "        self.fast = hasattr(torch.nn.functional, 'scaled_dot_product_attention')\n"
      "        self.register_buffer('seen', torch.ones(context_length, context_length).tril())\n"
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        q, k, v = [t.view(b, n, self.heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=2)]\n"
      "        if self.fast:\n"
      "            y = F.scaled_dot_product_attention(q, k, v, dropout_p=self.dropout if self.training else 0, is_causal=True)\n"
      "        else:\n"
      "            s = q @ k.transpose(-2, -1) / math.sqrt(k.size(-1))\n"
      "            s = s.masked_fill(self.seen[:n, :n] == 0, float('-inf'))\n"
      "            y = F.dropout(s.softmax(dim=-1), self.dropout, self.training) @ v\n"
      "        return self.out_proj(y.transpose(1, 2).reshape(b, n, -1))\n";
  const Result right = trusted(layer, "multi-head");
  CHECK(right.verdict == Verdict::right);
  CHECK(std::all_of(right.stages.begin(), right.stages.end(), [](const StageResult& s) { return s.place.known(); }));
  const Result slow = trusted(changed(layer, "math.sqrt(k.size(-1))", "math.sqrt(k.size(-2))"), "multi-head");
  CHECK(slow.verdict == Verdict::wrong);
  CHECK(line_at_fault(slow) == 19);
  CHECK(verdict_of(changed(layer, ", is_causal=True", ""), "multi-head") == Verdict::wrong);
}

TEST_CASE("trust: in a script, an input with other axes is no split, and a layer before it is none too many") {
  const std::string script =
      "import torch\n"
      "texts, words, heads, d = 2, 4, 3, 2\n"
      "x = torch.randn(texts, words, heads * d)\n"
      "split = x.view(texts, words, heads, d).transpose(1, 2)\n"
      "back = split.transpose(1, 2).reshape(texts, words, heads * d)\n";
  CHECK(verdict_of(script, "split-and-merge") == Verdict::right);
  const Result grouped = trusted(changed(script, "x.view(texts, words, heads, d).transpose(1, 2)", "x.reshape(texts, heads, words, d)"), "split-and-merge");
  CHECK(grouped.verdict != Verdict::right);
  const Result unmoved = trusted(changed(script, "split.transpose(1, 2).reshape", "split.reshape"), "split-and-merge");
  CHECK(unmoved.verdict == Verdict::wrong);
  CHECK(unmoved.stages[1].verdict == StageVerdict::wrong_layout);
  const std::string scores =
      "import torch\n"
      "texts, words, heads, d = 2, 4, 3, 2\n"
      "x = torch.randn(texts, words, heads * d)\n"
      "W_q, W_k = torch.nn.Linear(6, 6), torch.nn.Linear(6, 6)\n"
      "q = W_q(x).view(texts, words, heads, d).transpose(1, 2)\n"
      "k = W_k(x).view(texts, words, heads, d).transpose(1, 2)\n"
      "scores = q @ k.transpose(2, 3)\n";
  CHECK(verdict_of(scores, "split-and-merge") == Verdict::right);
}

TEST_CASE("trust: the line at fault is where a right size or mask is used, or where a wrong one is made") {
  const std::string head =
      "import torch\n"
      "def head(query, key, value):\n"
      "    d_k = key.shape[-1]\n"
      "    scores = query @ key.transpose(-2, -1)\n"
      "    scores = scores / d_k ** 0.5\n"
      "    return torch.softmax(scores, dim=-1) @ value\n";
  CHECK(line_at_fault(trusted(changed(head, "scores / d_k ** 0.5", "scores / d_k"), "single-head")) == 5);
  CHECK(line_at_fault(trusted(changed(head, "key.shape[-1]\n", "key.shape[-2]\n"), "single-head")) == 3);
  const std::string masked =
      "import torch\n"
      "import torch.nn as nn\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout):\n"
      "        super().__init__()\n"
      "        self.W_q, self.W_k, self.W_v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)\n"
      "        self.dropout = nn.Dropout(dropout)\n"
      "        self.register_buffer('seen', torch.tril(torch.ones(context_length, context_length)))\n"
      "    def forward(self, x):\n"
      "        n, q, k, v = x.shape[1], self.W_q(x), self.W_k(x), self.W_v(x)\n"
      "        s = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5\n"
      "        s = s.masked_fill(self.seen[:n, :n] == 0, -torch.inf)\n"
      "        return self.dropout(s.softmax(dim=-1)) @ v\n";
  const Result inverted = trusted(changed(masked, "== 0", "== 1"), "causal-attention");
  CHECK(first_named(inverted) == "mask-inverted");
  CHECK(line_at_fault(inverted) == 12);
  // One head has no heads that could be joined wrongly.
  const Result grouped = trusted(changed(masked, "k.transpose(1, 2)", "k.reshape(k.shape[0], k.shape[2], k.shape[1])"), "causal-attention");
  CHECK(grouped.verdict == Verdict::wrong);
  CHECK(line_at_fault(grouped) == 11);
  CHECK(first_named(grouped) != "merge-without-transpose");
}

TEST_CASE("trust: too many values of a split are no matter of the input's axes" *
          doctest::test_suite("many programs")) {
  const Result r = trusted(
      "import torch\n"
      "import torch.nn as nn\n"
      "class Fused(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads):\n"
      "        super().__init__()\n"
      "        self.heads, self.d = num_heads, d_out // num_heads\n"
      "        self.qkv, self.proj = nn.Linear(d_in, 3 * d_out), nn.Linear(d_out, d_out)\n"
      "    def forward(self, x, mask=None):\n"
      "        b, n, _ = x.shape\n"
      "        q, k, v = self.qkv(x).split(self.d, dim=2)\n"
      "        q, k, v = [t.view(b, n, self.heads, self.d).transpose(1, 2) for t in (q, k, v)]\n"
      "        s = q @ k.transpose(-2, -1) / self.d ** 0.5\n"
      "        if mask is not None:\n"
      "            s = s.masked_fill(~mask.bool(), -torch.inf)\n"
      "        y = s.softmax(dim=-1) @ v\n"
      "        return self.proj(y.transpose(1, 2).reshape(b, n, -1))\n",
      "fused-qkv");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(first_named(r) != "batch-axis-missing");
}

TEST_CASE("trust: what a crash prevented earns no points, and a layer that was meant there is not called unused") {
  const std::string layer =
      "import torch\n"
      "import torch.nn as nn\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, d_in, d_out):\n"
      "        super().__init__()\n"
      "        self.W_query = nn.Linear(d_in, d_out)\n"
      "        self.W_key = nn.Linear(d_in, d_out)\n"
      "        self.W_value = nn.Linear(d_in, d_out)\n"
      "    def forward(self, x):\n"
      "        keys = self.W_key(x)\n"
      "        queries = W_query(x)\n"
      "        values = self.W_value(x)\n"
      "        scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5\n"
      "        return torch.softmax(scores, dim=-1) @ values\n";
  CHECK(verdict_of(changed(layer, "= W_query", "= self.W_query"), "self-attention-linear") == Verdict::right);
  const Result r = trusted(layer, "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(first_named(r) != "layer-not-called");
  REQUIRE(r.error);
  CHECK(r.error->kind == "NameError");
  for (const StageResult& s : r.stages) CHECK((s.verdict == StageVerdict::right) == (s.id == "keys"));
}

TEST_CASE("trust: an activation beside a wrong answer is no answer itself; one left out of a Sequential is missing there") {
  const std::string block =
      "import torch\n"
      "import torch.nn as nn\n"
      "class Smooth(nn.Module):\n"
      "    def forward(self, x):\n"
      "        return 0.5 * x * (1 + torch.erf(x / 2 ** 0.5))\n"
      "class FeedForward(nn.Module):\n"
      "    def __init__(self, emb_dim, dropout=0.0):\n"
      "        super().__init__()\n"
      "        self.layers = nn.Sequential(\n"
      "            nn.Linear(emb_dim, 4 * emb_dim),\n"
      "            Smooth(),\n"
      "            nn.Linear(4 * emb_dim, emb_dim),\n"
      "            nn.Dropout(dropout))\n"
      "    def forward(self, x):\n"
      "        return self.layers(x)\n";
  CHECK(verdict_of(block, "feed-forward") == Verdict::right);
  const Result without = trusted(changed(block, "            Smooth(),\n", ""), "feed-forward");
  CHECK(without.verdict == Verdict::wrong);
  CHECK(without.subject == "FeedForward");
  CHECK(first_named(without) == "activation-missing");
  CHECK(line_at_fault(without) == 9);
}

TEST_CASE("trust: inputs and targets: which of two equal tensors is wrong, and lengths that differ" *
          doctest::test_suite("many programs")) {
  const std::string loop =
      "import torch\n"
      "import torch.nn.functional as F\n"
      "def train(model, ids, lr, steps):\n"
      "    optimizer = torch.optim.SGD(model.parameters(), lr=lr)\n"
      "    losses = []\n"
      "    for step in range(steps):\n"
      "        given = ids[:, :-1]\n"
      "        wanted = ids[:, 1:]\n"
      "        logits = model(given)\n"
      "        loss = F.cross_entropy(logits.flatten(0, 1), wanted.flatten())\n"
      "        optimizer.zero_grad()\n"
      "        loss.backward()\n"
      "        optimizer.step()\n"
      "        losses.append(loss.item())\n"
      "    return losses\n";
  CHECK(verdict_of(loop, "train-it") == Verdict::right);
  const Result unshifted = trusted(changed(loop, "wanted = ids[:, 1:]", "wanted = ids[:, :-1]"), "train-it");
  CHECK(first_named(unshifted) == "targets-not-shifted");
  CHECK(line_at_fault(unshifted) == 8);
  const Result longer = trusted(changed(loop, "given = ids[:, :-1]", "given = ids"), "train-it");
  CHECK(longer.verdict == Verdict::wrong);
  CHECK(first_named(longer) == "inputs-and-targets-differ");
}

TEST_CASE("trust: what is asked of a size is told by its use: in chunk, and inside a class of several") {
  const std::string split =
      "import torch\n"
      "def ida_y_vuelta(x, cuantas):\n"
      "    partes = torch.stack(torch.chunk(x, cuantas, dim=-1), dim=1)\n"
      "    return torch.cat(partes.unbind(dim=1), dim=-1)\n";
  CHECK(verdict_of(split, "split-and-merge") == Verdict::right);
  CHECK(verdict_of(changed(split, "torch.chunk(x, cuantas, dim=-1)", "x.chunk(cuantas, dim=-1)"), "split-and-merge") == Verdict::right);
}

TEST_CASE("trust: a size with an unknown name is what the function or method does that takes it" *
          doctest::test_suite("many programs")) {
  const std::string helper =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "def teilen(t, anzahl):\n"
      "    b, n, d = t.shape\n"
      "    return t.view(b, n, anzahl, d // anzahl).transpose(1, 2)\n"
      "\n"
      "class Blick(nn.Module):\n"
      "    def __init__(self, d_in, d_memory, d_out, koepfe):\n"
      "        super().__init__()\n"
      "        self.koepfe = koepfe\n"
      "        self.frage, self.marke, self.wert = nn.Linear(d_in, d_out), nn.Linear(d_memory, d_out), nn.Linear(d_memory, d_out)\n"
      "        self.mischen = nn.Linear(d_out, d_out)\n"
      "\n"
      "    def forward(self, x, memory):\n"
      "        q = teilen(self.frage(x), self.koepfe)\n"
      "        k, v = (teilen(f(memory), anzahl=self.koepfe) for f in (self.marke, self.wert))\n"
      "        p = (q @ k.transpose(2, 3) / q.shape[-1] ** 0.5).softmax(-1)\n"
      "        return self.mischen((p @ v).transpose(1, 2).flatten(2))\n";
  const std::string teiler = "    def teilen(self, t, anzahl):\n"
                             "        return t.view(*t.shape[:2], anzahl, t.shape[2] // anzahl).transpose(1, 2)\n"
                             "\n"
                             "    def forward";
  std::string method = changed(helper, "    def forward", teiler);
  method = changed(changed(method, "= teilen(", "= self.teilen("), "(teilen(", "(self.teilen(");
  for (const std::string& program : {helper, method}) {
    CAPTURE(program);
    CHECK(verdict_of(program, "cross-attention") == Verdict::right);
    const Result wrong = trusted(changed(program, " / q.shape[-1] ** 0.5", " // q.shape[-1] ** 0.5"), "cross-attention");
    CHECK(wrong.verdict == Verdict::wrong);
    CHECK(first_named(wrong) == "scale-integer-division");
  }
}

TEST_CASE("trust: a layer called a second time is wrong where its result has the other's name") {
  const auto head = [](const char* first, const char* second, const char* third) {
    return std::string("import torch\n"
                       "import torch.nn as nn\n"
                       "class SelfAttention(nn.Module):\n"
                       "    def __init__(self, d_in, d_out):\n"
                       "        super().__init__()\n"
                       "        self.W_query = nn.Parameter(torch.rand(d_in, d_out))\n"
                       "        self.W_key = nn.Parameter(torch.rand(d_in, d_out))\n"
                       "        self.W_value = nn.Parameter(torch.rand(d_in, d_out))\n"
                       "    def forward(self, x):\n"
                       "        keys = x @ self.") + first + "\n"
                       "        queries = x @ self." + second + "\n"
                       "        values = x @ self." + third + "\n"
                       "        scores = queries @ keys.T\n"
                       "        return torch.softmax(scores / keys.shape[-1] ** 0.5, dim=-1) @ values\n";
  };
  const char* homework = "self-attention-parameters";
  CHECK(verdict_of(head("W_key", "W_query", "W_value"), homework) == Verdict::right);
  const Result queries = trusted(head("W_key", "W_key", "W_value"), homework);
  REQUIRE(queries.findings.size() == 1);
  CHECK(first_named(queries) == "queries-through-key-layer");
  CHECK(queries.findings[0].alternatives.empty());
  CHECK(line_at_fault(queries) == 11);
  const Result values = trusted(head("W_key", "W_query", "W_key"), homework);
  CHECK(first_named(values) == "values-through-key-layer");
  CHECK(line_at_fault(values) == 12);
  // Where the queries are never used, their layer is no matter of the scores' line.
  const Result unused = trusted(changed(head("W_key", "W_query", "W_value"), "queries @ keys.T", "keys @ keys.T"), homework);
  CHECK(first_named(unused) == "keys-times-keys");
  CHECK(line_at_fault(unused) == 13);
}

TEST_CASE("trust: the line at fault, where a size comes from a call, a result is lost or a step is missing at the end" *
          doctest::test_suite("many programs")) {
  const std::string attention =
      kBuilt +
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        q, k, v = [layer(x).view(b, n, self.num_heads, -1).transpose(1, 2) for layer in (self.q, self.k, self.v)]\n"
      "        scores = q @ k.transpose(2, 3)\n"
      "        scores = scores / torch.sqrt(torch.tensor(float(self.head_dim)))\n"
      "        scores = scores.masked_fill(self.mask[:n, :n], -torch.inf)\n"
      "        weights = torch.softmax(scores, dim=-1)\n"
      "        weights = self.dropout(weights)\n"
      "        joined = (weights @ v).transpose(1, 2).reshape(b, n, -1)\n"
      "        return self.out(joined)\n"
      "print(Attention(6, 8, 10, 0.0, 2)(torch.rand(2, 5, 6)).shape)\n";
  CHECK(verdict_of(attention, "multi-head") == Verdict::right);
  const Result scaled = trusted(changed(attention, "float(self.head_dim)", "float(self.num_heads)"), "multi-head");
  CHECK(first_named(scaled) == "scale-by-heads");
  CHECK(line_at_fault(scaled) == 18);
  const Result lost = trusted(changed(attention, "weights = self.dropout(weights)", "self.dropout(weights)"), "multi-head");
  REQUIRE(lost.first_wrong());
  CHECK(first_named(lost) == "layer-discarded");
  CHECK(line_at_fault(lost) == 21);
  CHECK(lost.findings[0].stage == lost.first_wrong()->id);

  const std::string block =
      "import torch.nn as nn\n"
      "class FeedForward(nn.Module):\n"
      "    def __init__(self, emb_dim):\n"
      "        super().__init__()\n"
      "        self.wide = nn.Linear(emb_dim, 4 * emb_dim)\n"
      "        self.act = nn.GELU()\n"
      "        self.narrow = nn.Linear(4 * emb_dim, emb_dim)\n"
      "    def forward(self, x):\n"
      "        h = self.wide(x)\n"
      "        h = self.act(h)\n"
      "        return self.narrow(h)\n";
  CHECK(verdict_of(block, "feed-forward") == Verdict::right);
  const Result thin = trusted(changed(block, "nn.Linear(4 * emb_dim, emb_dim)", "nn.Linear(emb_dim, emb_dim)"), "feed-forward");
  CHECK(first_named(thin) == "another-name");
  CHECK(line_at_fault(thin) == 7);
  const Result half = trusted(changed(block, "nn.Linear(emb_dim, 4 * emb_dim)", "nn.Linear(emb_dim, 2 * emb_dim)"), "feed-forward");
  CHECK(first_named(half) == "another-axis");
  CHECK(line_at_fault(half) == 5);
  const Result early = trusted(changed(block, "self.narrow(h)", "h"), "feed-forward");
  REQUIRE(early.first_wrong());
  const Location& place = early.first_wrong()->place;
  CHECK(place.source->place(place.span.begin).line == 11);
}

TEST_CASE("trust: slips that stop the program are told by what they are, not by what gets past them" *
          doctest::test_suite("many programs")) {
  const std::string attention =
      kBuilt +
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        q = self.q(x).view(b, n, self.num_heads, self.head_dim).transpose(1, 2)\n"
      "        k = self.k(x).view(b, n, self.num_heads, self.head_dim).transpose(1, 2)\n"
      "        v = self.v(x).view(b, n, self.num_heads, self.head_dim).transpose(1, 2)\n"
      "        scores = q @ k.transpose(2, 3) / self.head_dim ** 0.5\n"
      "        scores = scores.masked_fill(self.mask[:n, :n], -torch.inf)\n"
      "        weights = self.dropout(torch.softmax(scores, dim=-1))\n"
      "        joined = (weights @ v).transpose(1, 2).reshape(b, n, -1)\n"
      "        return self.out(joined)\n";
  REQUIRE(verdict_of(attention, "multi-head") == Verdict::right);
  struct Slip {
    const char *from, *to, *id;  // no id: the error says it all
    int line;
  };
  for (const Slip& slip : {
           Slip{"k.transpose(2, 3)", "k", "wrong-key-transpose", 19},
           Slip{", dim=-1", "", "another-axis", 21},
           Slip{"self.mask[", "mask[", "name-without-self", 20},
           Slip{"self.head_dim ** 0.5", "math.sqrt(self.head_dim)", "", 0},
           Slip{".triu(1).bool()", ".triu(1)", "mask-not-boolean", 20},
           Slip{"nn.Dropout(dropout)", "nn.Dropout()", "argument-not-handed-on", 12},
           Slip{"self.v(x)", "self.v", "layer-not-called", 18},
           Slip{".reshape(b, n, -1)", "", "heads-not-joined", 22},
           Slip{"class Attention(nn.Module)", "class Attention", "", 0},
       }) {
    CAPTURE(slip.to);
    const Result r = trusted(changed(attention, slip.from, slip.to), "multi-head");
    CHECK(r.verdict == Verdict::wrong);
    CHECK(first_named(r) == slip.id);
    if (slip.line > 0) CHECK(line_at_fault(r) == slip.line);
  }
}

TEST_CASE("trust: a step that a class meant to replace, and left to its base class") {
  const std::string classes =
      "import torch\n"
      "import torch.nn as nn\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, d_in, d_out, dropout):\n"
      "        super().__init__()\n"
      "        self.q = nn.Linear(d_in, d_out, bias=False)\n"
      "        self.k = nn.Linear(d_in, d_out, bias=False)\n"
      "        self.v = nn.Linear(d_in, d_out, bias=False)\n"
      "        self.dropout = nn.Dropout(dropout)\n"
      "    def hide(self, scores):\n"
      "        return scores\n"
      "    def forward(self, x):\n"
      "        scores = self.q(x) @ self.k(x).transpose(1, 2) / self.q.out_features ** 0.5\n"
      "        scores = self.hide(scores)\n"
      "        weights = self.dropout(torch.softmax(scores, dim=-1))\n"
      "        return weights @ self.v(x)\n"
      "class CausalAttention(Attention):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout):\n"
      "        super().__init__(d_in, d_out, dropout)\n"
      "        self.register_buffer('future', torch.ones(context_length, context_length).triu(1).bool())\n"
      "    def hide(self, scores):\n"
      "        n = scores.shape[-1]\n"
      "        return scores.masked_fill(self.future[:n, :n], -torch.inf)\n";
  CHECK(verdict_of(classes, "causal-attention") == Verdict::right);
  std::string misspelt = classes;
  misspelt.replace(classes.rfind("def hide"), 8, "def hides");
  const Result r = trusted(misspelt, "causal-attention");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(first_named(r) == "override-misnamed");
  CHECK(line_at_fault(r) == 21);
  // The base class only stops at what it was given.
  const Result given = trusted(changed(classes, "super().__init__(d_in, d_out, dropout)", "super().__init__(d_in, dropout, d_out)"), "causal-attention");
  CHECK(first_named(given) == "arguments-swapped");
  CHECK(line_at_fault(given) == 19);
  // A helper that nothing calls makes no right class wrong.
  CHECK(verdict_of(classes + "    def hides(self, scores):\n        return scores\n", "causal-attention") == Verdict::right);
}

TEST_CASE("trust: an error is not explained by a mistake that would have stopped elsewhere") {
  const std::string cross =
      "import torch\n"
      "import torch.nn as nn\n"
      "class CrossAttention(nn.Module):\n"
      "    def __init__(self, d_in, d_memory, d_out, num_heads):\n"
      "        super().__init__()\n"
      "        self.num_heads = num_heads\n"
      "        self.q = nn.Linear(d_in, d_out)\n"
      "        self.k = nn.Linear(d_memory, d_out)\n"
      "        self.v = nn.Linear(d_memory, d_out)\n"
      "        self.out = nn.Linear(d_out, d_out)\n"
      "    def forward(self, x, memory):\n"
      "        b, n, _ = x.shape\n"
      "        m = memory.shape[1]\n"
      "        q = self.q(x).view(b, n, self.num_heads, -1).transpose(1, 2)\n"
      "        k = self.k(memory).view(b, m, self.num_heads, -1).transpose(1, 2)\n"
      "        v = self.v(memory).view(b, m, self.num_heads, -1).transpose(1, 2)\n"
      "        weights = torch.softmax(q @ k.transpose(2, 3) / k.shape[-1] ** 0.5, dim=-1)\n"
      "        return self.out((weights @ v).transpose(1, 2).reshape(b, n, -1))\n";
  CHECK(verdict_of(cross, "cross-attention") == Verdict::right);
  const Result of_x = trusted(changed(cross, "self.v(memory)", "self.v(x)"), "cross-attention");
  CHECK(of_x.verdict == Verdict::wrong);
  for (const Finding& f : of_x.findings) {
    for (const char* other : {"values-through-key-layer", "first-item-only", "one-layer-for-qkv"}) CHECK(f.id != other);
  }
  const Result cut = trusted(changed(cross, "self.k(memory).view(b, m,", "self.k(memory).view(b, n,"), "cross-attention");
  CHECK(first_named(cut) == "memory-cut-by-query-tokens");
  CHECK(line_at_fault(cut) == 15);
  // A helper's line that ran for the queries is not at fault for the keys: the call is.
  const std::string helped = changed(
      changed(changed(changed(cross, "    def forward", "    def split(self, t, length):\n        return t.view(t.shape[0], length, self.num_heads, -1).transpose(1, 2)\n    def forward"),
                      "self.q(x).view(b, n, self.num_heads, -1).transpose(1, 2)", "self.split(self.q(x), n)"),
              "self.k(memory).view(b, m, self.num_heads, -1).transpose(1, 2)", "self.split(self.k(memory), m)"),
      "self.v(memory).view(b, m, self.num_heads, -1).transpose(1, 2)", "self.split(self.v(memory), m)");
  CHECK(verdict_of(helped, "cross-attention") == Verdict::right);
  const Result called = trusted(changed(helped, "self.k(memory), m", "self.k(memory), n"), "cross-attention");
  CHECK(first_named(called) == "memory-cut-by-query-tokens");
  CHECK(line_at_fault(called) == 17);
  // So it is if no mistake is known, and what the helper made before is right.
  std::string joint = changed(cross, "    def forward", "    def through(self, layer, t):\n        return layer(t)\n    def forward");
  for (const char* name : {"q(x)", "k(memory)", "v(memory)"}) {
    joint = changed(joint, std::string("self.") + name, std::string("self.through(self.") + name[0] + ", " + (name + 2));
  }
  joint = changed(joint, "self.out(", "self.through(self.out, ");
  CHECK(verdict_of(joint, "cross-attention") == Verdict::right);
  const Result unjoined = trusted(changed(joint, ".reshape(b, n, -1))", ")"), "cross-attention");
  CHECK(unjoined.verdict == Verdict::wrong);
  REQUIRE(unjoined.failing_call.known());
  CHECK(unjoined.failing_call.source->place(unjoined.failing_call.span.begin).line == 20);
  CHECK(unjoined.stages[0].verdict == StageVerdict::right);
}

TEST_CASE("trust: a product with a mask, a sum of products, an index and a result that is not kept are what they are" *
          doctest::test_suite("many programs")) {
  const std::string scaled =
      "import torch\n"
      "def attention(q, k, v, mask=None):\n"
      "    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5\n"
      "    if mask is not None:\n"
      "        scores = scores.masked_fill(mask == 0, -torch.inf)\n"
      "    weights = torch.softmax(scores, dim=-1)\n"
      "    return weights @ v\n";
  CHECK(verdict_of(scaled, "scaled-dot-product") == Verdict::right);
  const Result multiplied = trusted(changed(scaled, "scores.masked_fill(mask == 0, -torch.inf)", "scores * mask"), "scaled-dot-product");
  CHECK(first_named(multiplied) == "mask-multiplied");
  const Result zeroed = trusted(changed(scaled, "-torch.inf)", "0)"), "scaled-dot-product");
  CHECK(first_named(zeroed) == "mask-filled-with-zero");

  const std::string mixed =
      "import torch\n"
      "def context(x):\n"
      "    weights = (x.unsqueeze(-2) * x.unsqueeze(-3)).sum(dim=-1).softmax(dim=-1)\n"
      "    return (weights.unsqueeze(-1) * x.unsqueeze(-3)).sum(dim=-2)\n";
  CHECK(verdict_of(mixed, "context-vectors") == Verdict::right);
  CHECK(verdict_of(changed(mixed, "weights.unsqueeze(-1) * x.unsqueeze(-3)", "weights.unsqueeze(-1) * x.unsqueeze(-2)"), "context-vectors") == Verdict::wrong);

  const std::string rows =
      "import torch\n"
      "import torch.nn as nn\n"
      "class SelfAttention(nn.Module):\n"
      "    def __init__(self, d_in, d_out, qkv_bias=False):\n"
      "        super().__init__()\n"
      "        self.q = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
      "        self.k = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
      "        self.v = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
      "    def forward(self, x):\n"
      "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
      "        n, d = k.shape\n"
      "        scores = torch.zeros(n, n)\n"
      "        for i in range(n):\n"
      "            scores[i] = (k * q[i]).sum(dim=1) / d ** 0.5\n"
      "        return torch.softmax(scores, dim=1) @ v\n";
  CHECK(verdict_of(rows, "self-attention-linear") == Verdict::right);
  const Result first = trusted(changed(rows, "q[i]", "q[0]"), "self-attention-linear");
  CHECK(first_named(first) == "another-part");
  CHECK(line_at_fault(first) == 14);

  const std::string loop =
      "import torch\n"
      "def generate(model, ids, max_new_tokens, context_length, temperature=1.0, top_k=None):\n"
      "    for _ in range(max_new_tokens):\n"
      "        with torch.no_grad():\n"
      "            logits = model(ids[:, -context_length:])[:, -1, :]\n"
      "        if top_k is not None:\n"
      "            least = torch.topk(logits, top_k).values[:, -1:]\n"
      "            logits = logits.masked_fill(logits < least, -torch.inf)\n"
      "        if temperature == 0:\n"
      "            following = logits.argmax(dim=-1, keepdim=True)\n"
      "        else:\n"
      "            following = torch.multinomial(torch.softmax(logits / temperature, dim=-1), 1)\n"
      "        ids = torch.cat([ids, following], dim=1)\n"
      "    return ids\n";
  CHECK(verdict_of(loop, "generate") == Verdict::right);
  struct Axis {
    const char *from, *to;
    int line;
  };
  for (const Axis& axis : {Axis{"[:, -1, :]", "[-1]", 5}, Axis{"argmax(dim=-1, ", "argmax(", 10}, Axis{"[ids, following], dim=1", "[ids, following]", 13}}) {
    CAPTURE(axis.to);
    const Result r = trusted(changed(loop, axis.from, axis.to), "generate");
    CHECK(first_named(r) == "another-axis");
    CHECK(line_at_fault(r) == axis.line);
  }
  CHECK(verdict_of(changed(changed(loop, "ids = torch.cat", "longer = torch.cat"), "return ids", "return longer"), "generate") == Verdict::wrong);
}

TEST_CASE("trust: weights that start as zeros are worth a remark, never a point") {
  const std::string head =
      "import torch\n"
      "import torch.nn as nn\n"
      "class SelfAttention(nn.Module):\n"
      "    def __init__(self, d_in, d_out):\n"
      "        super().__init__()\n"
      "        self.W_query = nn.Parameter(torch.zeros(d_in, d_out))\n"
      "        self.W_key = nn.Parameter(torch.zeros(d_in, d_out))\n"
      "        self.W_value = nn.Parameter(torch.rand(d_in, d_out))\n"
      "    def forward(self, x):\n"
      "        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value\n"
      "        return torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1) @ v\n";
  const auto remarks = [](const Result& r) {
    return std::count_if(r.remarks.begin(), r.remarks.end(), [](const Finding& f) { return f.id == "weights-start-as-zeros"; });
  };
  const Result both = trusted(head, "self-attention-parameters");
  CHECK(both.verdict == Verdict::right);
  CHECK(remarks(both) == 1);
  // PyTorch: with one of them zeros, the other's gradient is zero only until the first step.
  CHECK(remarks(trusted(changed(head, "torch.zeros", "torch.rand"), "self-attention-parameters")) == 0);
}

TEST_CASE("trust: what changes nothing: a lost update, a lost mask, a mask that subtracts next to nothing, a start of zeros" *
          doctest::test_suite("many programs")) {
  const std::string loop =
      "import torch\n"
      "import torch.nn.functional as F\n"
      "def train(model, ids, lr, steps):\n"
      "    losses = []\n"
      "    for step in range(steps):\n"
      "        model.zero_grad()\n"
      "        loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())\n"
      "        loss.backward()\n"
      "        with torch.no_grad():\n"
      "            for w in model.parameters():\n"
      "                w -= lr * w.grad\n"
      "        losses.append(loss.item())\n"
      "    return losses\n";
  CHECK(verdict_of(loop, "train-it") == Verdict::right);
  const Result update = trusted(changed(loop, "w -= lr * w.grad", "w = w - lr * w.grad"), "train-it");
  CHECK(update.verdict == Verdict::wrong);
  CHECK(std::any_of(update.findings.begin(), update.findings.end(), [](const Finding& f) { return f.id == "update-lost"; }));
  const Result texts = trusted(changed(changed(loop, "ids[:, :-1]", "ids[:-1]"), "ids[:, 1:]", "ids[1:]"), "train-it");
  CHECK(first_named(texts) == "another-axis");
  CHECK(line_at_fault(texts) == 7);
  // What stands below the line that stops is not why it stops; a method that is only named does nothing.
  const std::string optimised = changed(changed(loop, "    losses = []", "    losses, optimizer = [], torch.optim.SGD(model.parameters(), lr=lr)"),
                                        "        with torch.no_grad():\n            for w in model.parameters():\n                w -= lr * w.grad\n",
                                        "        optimizer.step()\n");
  CHECK(verdict_of(optimised, "train-it") == Verdict::right);
  CHECK(first_named(trusted(changed(optimised, "backward()", "backwards()"), "train-it")) != "backward-missing");
  const Result named = trusted(changed(optimised, "optimizer.step()", "optimizer.step"), "train-it");
  CHECK(named.verdict == Verdict::wrong);
  CHECK(line_at_fault(named) == 9);
  // Wherever the loss is computed: the lost update is why the second one is wrong.
  const std::string helped = changed(changed(loop, "def train", "def loss_of(logits, ids):\n    return F.cross_entropy(logits.flatten(0, 1), ids.flatten())\ndef train"),
                                     "F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())", "loss_of(model(ids[:, :-1]), ids[:, 1:])");
  CHECK(verdict_of(helped, "train-it") == Verdict::right);
  const Result later = trusted(changed(helped, "w -= lr * w.grad", "w = w - lr * w.grad"), "train-it");
  CHECK(first_named(later) == "update-lost");
  CHECK(line_at_fault(later) == 13);

  const std::string causal =
      "import torch\n"
      "import torch.nn as nn\n"
      "class CausalAttention(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = [nn.Linear(d_in, d_out, bias=False) for _ in range(3)]\n"
      "        self.dropout = nn.Dropout(dropout)\n"
      "        self.register_buffer('seen', torch.ones(context_length, context_length).tril())\n"
      "    def hide(self, scores):\n"
      "        n = scores.shape[-1]\n"
      "        return scores.masked_fill(self.seen[:n, :n] == 0, -torch.inf)\n"
      "    def forward(self, x):\n"
      "        scores = self.q(x) @ self.k(x).transpose(1, 2) / self.q.out_features ** 0.5\n"
      "        scores = self.hide(scores)\n"
      "        return self.dropout(torch.softmax(scores, dim=-1)) @ self.v(x)\n";
  CHECK(verdict_of(causal, "causal-attention") == Verdict::right);
  const Result lost = trusted(changed(causal, "scores = self.hide(scores)", "self.hide(scores)"), "causal-attention");
  CHECK(lost.verdict == Verdict::wrong);
  CHECK(line_at_fault(lost) == 14);

  const std::string cross =
      "import torch\n"
      "import torch.nn as nn\n"
      "class Cruzada(nn.Module):\n"
      "    def __init__(self, d_in, d_memory, d_out, num_heads):\n"
      "        super().__init__()\n"
      "        self.num_heads = num_heads\n"
      "        self.q = nn.Linear(d_in, d_out)\n"
      "        self.k = nn.Linear(d_memory, d_out)\n"
      "        self.v = nn.Linear(d_memory, d_out)\n"
      "        self.out = nn.Linear(d_out, d_out)\n"
      "    def split(self, t):\n"
      "        return t.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)\n"
      "    def forward(self, x, memory, quais=None):\n"
      "        q, k, v = self.split(self.q(x)), self.split(self.k(memory)), self.split(self.v(memory))\n"
      "        scores = q @ k.transpose(2, 3) / k.shape[-1] ** 0.5\n"
      "        if quais is not None:\n"
      "            penalty = (1.0 - quais.float()) * -1e9\n"
      "            scores = scores + penalty[:, None, None, :]\n"
      "        return self.out((torch.softmax(scores, dim=-1) @ v).transpose(1, 2).flatten(2))\n";
  CHECK(verdict_of(cross, "cross-attention") == Verdict::right);
  CHECK(verdict_of(changed(cross, "-1e9", "-1e-9"), "cross-attention") == Verdict::wrong);

  const std::string norm =
      "import torch\n"
      "import torch.nn as nn\n"
      "class LayerNorm(nn.Module):\n"
      "    def __init__(self, emb_dim, eps=1e-5):\n"
      "        super().__init__()\n"
      "        self.eps = eps\n"
      "        self.gamma = nn.Parameter(torch.ones(emb_dim))\n"
      "        self.beta = nn.Parameter(torch.zeros(emb_dim))\n"
      "    def forward(self, x):\n"
      "        centred = x - x.mean(dim=-1, keepdim=True)\n"
      "        return self.gamma * centred / (centred.pow(2).mean(dim=-1, keepdim=True) + self.eps).sqrt() + self.beta\n";
  CHECK(verdict_of(norm, "layer-norm") == Verdict::right);
  // One number is no scale for each feature: it is no other start.
  const Result single = trusted(changed(norm, "torch.ones(emb_dim)", "torch.ones(1)"), "layer-norm");
  CHECK(first_named(single) == "another-size");
  CHECK(line_at_fault(single) == 7);
  const Result zeros = trusted(changed(norm, "torch.ones", "torch.zeros"), "layer-norm");
  CHECK(zeros.verdict == Verdict::wrong);
  CHECK(line_at_fault(zeros) == 7);
}

TEST_CASE("trust: one layer under three names, a mask filled in a loop, exchanged weights, a base method that stays" *
          doctest::test_suite("many programs")) {
  struct Case {
    const char *homework, *program, *id;
    int line;
  };
  const Case cases[] = {
      {"multi-head-plain",
       "import torch\nimport torch.nn as nn\nclass Inner(nn.Module):\n    def __init__(self, d_in, d_out, num_heads):\n"
       "        super().__init__()\n        self.h = num_heads\n        self.q = self.k = self.v = nn.Linear(d_in, d_out)\n"
       "        self.o = nn.Linear(d_out, d_out)\n    def forward(self, x):\n        b, n, _ = x.shape\n"
       "        q, k, v = (f(x).view(b, n, self.h, -1).transpose(1, 2) for f in (self.q, self.k, self.v))\n"
       "        w = torch.softmax(q @ k.transpose(2, 3) / k.shape[-1] ** 0.5, -1)\n"
       "        return self.o((w @ v).transpose(1, 2).reshape(b, n, -1))\nclass Outer(nn.Module):\n"
       "    def __init__(self, d_in, d_out, num_heads):\n        super().__init__()\n        self.inner = Inner(d_in, d_out, num_heads)\n"
       "    def forward(self, x):\n        return self.inner(x)\n",
       "one-layer-for-qkv", 7},
      {"multi-head-stacked",
       "import torch\nimport torch.nn as nn\nclass Head(nn.Module):\n    def __init__(self, d_in, width, context_length, dropout):\n"
       "        super().__init__()\n        self.parts = nn.ModuleDict({n: nn.Linear(d_in, width, bias=False) for n in 'qkv'})\n"
       "        self.dropout = nn.Dropout(dropout)\n        hidden = torch.zeros(context_length, context_length)\n"
       "        for i in range(context_length):\n            hidden[i, i:] = float('-inf')\n        self.register_buffer('hidden', hidden)\n"
       "    def forward(self, x):\n        n = x.shape[1]\n        q, k, v = (self.parts[name](x) for name in 'qkv')\n"
       "        s = torch.einsum('bid,bjd->bij', q, k) / q.shape[-1] ** 0.5 + self.hidden[:n, :n]\n"
       "        return self.dropout(s.softmax(-1)) @ v\nclass Heads(nn.Module):\n"
       "    def __init__(self, d_in, d_out, context_length, num_heads, dropout=0.0):\n        super().__init__()\n"
       "        self.heads = nn.ModuleList(Head(d_in, d_out // num_heads, context_length, dropout) for _ in range(num_heads))\n"
       "    def forward(self, x):\n        return torch.cat([h(x) for h in self.heads], -1)\n",
       "mask-hides-itself", 10},
      {"layer-norm",
       "import torch\nimport torch.nn as nn\nclass Norm(nn.Module):\n    def __init__(self, emb_dim, eps=1e-5):\n        super().__init__()\n"
       "        self.eps = eps\n        self.g = nn.Parameter(torch.ones(emb_dim))\n        self.b = nn.Parameter(torch.zeros(emb_dim))\n"
       "    def forward(self, x):\n        d = x - x.mean(-1, keepdim=True)\n"
       "        n = d * torch.rsqrt(d.square().mean(-1, keepdim=True) + self.eps)\n        return torch.addcmul(self.g, n, self.b)\n",
       "arguments-swapped", 12},
      {"causal-attention",
       "import torch\nimport torch.nn as nn\nclass Base(nn.Module):\n    def __init__(self, d_in, d_out, qkv_bias=False):\n"
       "        super().__init__()\n        self.q = nn.Linear(d_in, d_out, bias=qkv_bias)\n        self.k = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
       "        self.v = nn.Linear(d_in, d_out, bias=qkv_bias)\n    def limit(self, s):\n        return s\n    def forward(self, x):\n"
       "        s = self.q(x) @ self.k(x).transpose(1, 2) / self.k.out_features ** 0.5\n"
       "        return torch.softmax(self.limit(s), -1) @ self.v(x)\nclass Causal(Base):\n"
       "    def __init__(self, d_in, d_out, context_length, dropout=0.0, qkv_bias=False):\n        super().__init__(d_in, d_out, qkv_bias)\n"
       "        self.register_buffer('seen', torch.tril(torch.ones(context_length, context_length)))\n    def limt(self, s):\n"
       "        n = s.shape[-1]\n        return s.masked_fill(self.seen[:n, :n] == 0, -torch.inf)\n",
       "override-misnamed", 18},
      {"split-and-merge",
       "import torch\nB, T, H, D = 2, 3, 4, 5\nx = torch.rand(B, T, H * D)\nq = x.reshape(B, T, D, H).permute(0, 3, 1, 2)\n"
       "back = q.swapdims(1, 2).reshape(B, T, H * D)\n",
       "head-axis-last", 4},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.program));
    const Result r = trusted(c.program, c.homework);
    CHECK(r.verdict == Verdict::wrong);
    CHECK(first_named(r) == c.id);
    const auto first = std::find_if(r.stages.begin(), r.stages.end(), [](const StageResult& s) { return is_wrong(s.verdict); });
    const Location at = r.findings.empty() ? first->place : r.findings[0].place;
    REQUIRE(at.known());
    CHECK(at.source->place(at.span.begin).line == c.line);
  }
}

TEST_CASE("trust: what stops at different sizes is proven wrong by equal ones, and never right" *
          doctest::test_suite("many programs")) {
  const std::string across =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "class Blick(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads, d_memory=None):\n"
      "        super().__init__()\n"
      "        self.h = num_heads\n"
      "        self.q = nn.Linear(d_in, d_out)\n"
      "        self.kv = nn.Linear(d_memory or d_in, 2 * d_out)\n"
      "        self.out = nn.Linear(d_out, d_out)\n"
      "\n"
      "    def forward(self, x, memory):\n"
      "        b, n, m = x.shape[0], x.shape[1], memory.shape[1]\n"
      "        q = self.q(x).view(b, n, self.h, -1).transpose(1, 2)\n"
      "        k, v = self.kv(memory).view(b, m, 2, self.h, -1).permute(2, 0, 3, 1, 4)\n"
      "        p = (q @ k.transpose(2, 3) / q.shape[-1] ** 0.5).softmax(-1)\n"
      "        return self.out((p @ v).transpose(1, 2).reshape(b, n, -1))\n";
  CHECK(verdict_of(across, "cross-attention") == Verdict::right);
  const Result turned = trusted(changed(changed(across, "self.q(x)", "self.q(memory)"), "self.kv(memory)", "self.kv(x)"), "cross-attention");
  CHECK(turned.verdict == Verdict::wrong);
  CHECK(first_named(turned) == "queries-from-memory");
  CHECK(!turned.error);
  // Texts of one length: right where it runs, and nothing is concluded from that.
  CHECK(verdict_of(changed(across, "        q = ", "        memory.view(b, n, -1)\n        q = "), "cross-attention") != Verdict::right);
}

TEST_CASE("trust: an error is the program's own if it is the same whichever size a name stands for" *
          doctest::test_suite("many programs")) {
  const std::string fused =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "class Fundida(nn.Module):\n"
      "    def __init__(self, d_in, d_out, cabezas):\n"
      "        super().__init__()\n"
      "        self.cabezas, self.ancho = cabezas, d_out // cabezas\n"
      "        self.todo = nn.Linear(d_in, 3 * d_out)\n"
      "        self.salida = nn.Linear(d_out, d_out)\n"
      "\n"
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        partes = self.todo(x).view(b, n, self.cabezas, 3 * self.ancho).transpose(1, 2)\n"
      "        q, k, v = torch.split(partes, self.ancho, dim=-1)\n"
      "        pesos = (q @ k.transpose(2, 3) / self.ancho ** 0.5).softmax(-1)\n"
      "        return self.salida((pesos @ v).transpose(1, 2).reshape(b, n, -1))\n";
  CHECK(verdict_of(fused, "fused-qkv") == Verdict::right);
  // Three parts of the width 3 exist for nine features only.
  const Result thirds = trusted(changed(fused, "split(partes, self.ancho,", "split(partes, 3,"), "fused-qkv");
  CHECK(thirds.verdict == Verdict::wrong);
  REQUIRE(thirds.error);
  CHECK(thirds.error->source->place(thirds.error->span.begin).line == 14);
}

TEST_CASE("trust: texts that do not begin with those that were given, by the line that makes them" *
          doctest::test_suite("many programs")) {
  const std::string loop =
      "import torch\n"
      "import torch.nn.functional as F\n"
      "\n"
      "@torch.no_grad()\n"
      "def weiter(model, ids, neu, fenster, temperature=1.0, top_k=None):\n"
      "    b, n = ids.shape\n"
      "    alles = torch.zeros(b, n + neu, dtype=torch.long)\n"
      "    alles[:, :n] = ids\n"
      "    for i in range(n, n + neu):\n"
      "        logits = model(alles[:, max(0, i - fenster):i])[:, -1]\n"
      "        if top_k is not None:\n"
      "            logits = logits.masked_fill(logits < torch.topk(logits, top_k).values[:, -1:], -torch.inf)\n"
      "        if temperature == 0:\n"
      "            alles[:, i] = logits.argmax(-1)\n"
      "        else:\n"
      "            alles[:, i] = torch.multinomial((logits / temperature).softmax(-1), 1)[:, 0]\n"
      "    return alles\n";
  CHECK(verdict_of(loop, "generate") == Verdict::right);
  const auto without_text = [](const std::string& program, int line) {
    const Result r = trusted(program, "generate");
    CHECK(r.verdict == Verdict::wrong);
    CHECK(first_named(r) == "prompt-not-returned");
    CHECK(line_at_fault(r) == line);
  };
  without_text(changed(loop, "    alles[:, :n] = ids\n", ""), 7);
  without_text(changed(loop, "return alles", "return alles[:, n:]"), 17);
}

TEST_CASE("trust: a program that fails in every form of the input fails in the one that it is written for") {
  const auto of_batch = [](const std::string& products) {
    return "import torch\n"
           "from torch import nn\n"
           "\n"
           "class Selbst(nn.Module):\n"
           "    def __init__(self, d_in, d_out):\n"
           "        super().__init__()\n"
           "        self.q, self.k, self.v = (nn.Parameter(torch.rand(d_in, d_out)) for _ in range(3))\n"
           "\n"
           "    def forward(self, x):\n" +
           products +
           "        return (q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5).softmax(-1) @ v\n";
  };
  const std::string by_letters = of_batch("        q, k, v = (torch.einsum('bti,io->bto', x, w) for w in (self.q, self.k, self.v))\n");
  const std::string by_shape = of_batch("        b, n, d = x.shape\n"
                                        "        q, k, v = (x.reshape(b * n, d).mm(w).view(b, n, -1) for w in (self.q, self.k, self.v))\n");
  CHECK(verdict_of(by_letters, "self-attention-parameters") == Verdict::right);
  CHECK(verdict_of(by_shape, "self-attention-parameters") == Verdict::right);
  const Result letters = trusted(changed(by_letters, "bti,io", "bti,oi"), "self-attention-parameters");
  const Result shape = trusted(changed(by_shape, ".mm(w)", ".mm(w.T)"), "self-attention-parameters");
  for (const Result* r : {&letters, &shape}) {
    CHECK(r->verdict == Verdict::wrong);
    REQUIRE(r->error);
    CHECK(r->error->message.find("subscripts in the equation") == std::string::npos);
    CHECK(r->error->kind == "RuntimeError");
  }
  CHECK(first_named(letters) == "einsum-letters");
}

TEST_CASE("trust: what usual sizes hide is seen: a result too wide, an eps of thousands" *
          doctest::test_suite("many programs")) {
  // GELU by tanh is a form of its own; the mistake beside it is still seen.
  const std::string feed =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "class Hacia(nn.Module):\n"
      "    def __init__(self, dim):\n"
      "        super().__init__()\n"
      "        self.sube = nn.Linear(dim, 4 * dim)\n"
      "        self.baja = nn.Linear(4 * dim, dim)\n"
      "\n"
      "    def forward(self, x):\n"
      "        h = self.sube(x)\n"
      "        h = 0.5 * h * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (h + 0.044715 * h ** 3)))\n"
      "        return self.baja(h)\n";
  CHECK(verdict_of(feed, "feed-forward") == Verdict::right);
  const Result wide = trusted(changed(feed, "nn.Linear(4 * dim, dim)", "nn.Linear(4 * dim, 4 * dim)"), "feed-forward");
  CHECK(wide.verdict == Verdict::wrong);
  CHECK(first_named(wide) == "not-narrowed");
  CHECK(line_at_fault(wide) == 8);

  const std::string norm =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "class Norm(nn.Module):\n"
      "    def __init__(self, dim):\n"
      "        super().__init__()\n"
      "        self.eps = 1e-6\n"
      "        self.gamma = nn.Parameter(torch.ones(dim))\n"
      "        self.beta = nn.Parameter(torch.zeros(dim))\n"
      "\n"
      "    def forward(self, x):\n"
      "        var, mean = torch.var_mean(x, dim=-1, keepdim=True, unbiased=False)\n"
      "        return (x - mean) / (var + self.eps).sqrt() * self.gamma + self.beta\n";
  CHECK(verdict_of(norm, "layer-norm") == Verdict::right);
  const Result large = trusted(changed(norm, "1e-6", "1e6"), "layer-norm");
  CHECK(large.verdict == Verdict::wrong);
  CHECK(first_named(large) == "eps-not-small");
  CHECK(line_at_fault(large) == 7);
  const std::string by_default = changed(changed(norm, "dim):", "dim, eps=1e-6):"), "self.eps = 1e-6", "self.eps = eps");
  CHECK(verdict_of(by_default, "layer-norm") == Verdict::right);
  CHECK(line_at_fault(trusted(changed(by_default, "1e-6", "0.1"), "layer-norm")) == 5);
}

TEST_CASE("trust: a program that stops in its own use is wrong: a script on its way to the next step, two widths exchanged") {
  const std::string script =
      "import torch\n"
      "b, h, n, d = 1, 2, 3, 4\n"
      "width = h * d\n"
      "q, k, v = torch.rand(3, b, h, n, d)\n"
      "s = (q @ k.transpose(2, 3)) / d ** 0.5\n"
      "s = s.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)\n"
      "w = torch.softmax(s, dim=-1)\n"
      "c = (w @ v).transpose(1, 2)\n"
      "c = c.reshape(b, n, width)\n";
  CHECK(verdict_of(script, "attention-steps") == Verdict::right);
  const Result stops = trusted(changed(script, "h * d", "h + d"), "attention-steps");
  CHECK(stops.verdict == Verdict::wrong);
  CHECK(!stops.error_elsewhere);
  // What fails after the last step has nothing to do with it.
  CHECK(verdict_of(script + "print(torch.ones(2) @ torch.ones(3))\n", "attention-steps") == Verdict::right);

  const std::string inherits =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "class Base(nn.Module):\n"
      "    def __init__(self, emb, out):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = (nn.Linear(emb, out, bias=False) for _ in range(3))\n"
      "\n"
      "class Causal(Base):\n"
      "    def __init__(self, emb, out, context_length, dropout=0.0):\n"
      "        super().__init__(emb, out)\n"
      "        self.drop = nn.Dropout(dropout)\n"
      "        self.register_buffer('hidden', torch.ones(context_length, context_length).triu(1).bool())\n"
      "\n"
      "    def forward(self, x):\n"
      "        n = x.shape[1]\n"
      "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
      "        s = (q @ k.transpose(1, 2) / k.shape[-1] ** 0.5).masked_fill(self.hidden[:n, :n], -torch.inf)\n"
      "        return self.drop(s.softmax(-1)) @ v\n"
      "\n"
      "if __name__ == '__main__':\n"
      "    print(Causal(6, 4, 10)(torch.rand(2, 7, 6)).shape)\n";
  CHECK(verdict_of(inherits, "causal-attention") == Verdict::right);
  const Result exchanged = trusted(changed(inherits, "super().__init__(emb, out)", "super().__init__(out, emb)"), "causal-attention");
  CHECK(exchanged.verdict == Verdict::wrong);
  REQUIRE(exchanged.error);
  CHECK(exchanged.error->source->place(exchanged.error->span.begin).line == 17);
}

TEST_CASE("trust: one layer, its result split into heads and joined again, is a part of the task") {
  const std::string split =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "class Umformen(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads):\n"
      "        super().__init__()\n"
      "        self.num_heads = num_heads\n"
      "        self.proj = nn.Linear(d_in, d_out, bias=False)\n"
      "\n"
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        y = self.proj(x).view(b, n, self.num_heads, -1).transpose(1, 2)\n"
      "        b, h, n, d = y.shape\n"
      "        return y.transpose(1, 2).reshape(b, n, h * d)\n";
  CHECK(verdict_of(split, "split-and-merge") == Verdict::right);
  const Result exchanged = trusted(changed(split, "b, h, n, d = y.shape", "b, n, h, d = y.shape"), "split-and-merge");
  CHECK(exchanged.verdict == Verdict::wrong);
  CHECK(line_at_fault(exchanged) == 13);
}

TEST_CASE("trust: the class of the lesson before does not answer for today's, and a buffer is told only where it is wrong itself") {
  const std::string before =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "class Version1(nn.Module):\n"
      "    def __init__(self, d_in, d_out):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = (nn.Parameter(torch.rand(d_in, d_out)) for _ in range(3))\n"
      "\n"
      "    def forward(self, x):\n"
      "        q, k, v = x @ self.q, x @ self.k, x @ self.v\n"
      "        return torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1) @ v\n"
      "\n";
  const std::string today =
      "class Version2(nn.Module):\n"
      "    def __init__(self, d_in, d_out, qkv_bias=False):\n"
      "        super().__init__()\n"
      "        self.q = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
      "        self.k = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
      "        self.v = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
      "\n"
      "    def forward(self, x):\n"
      "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
      "        return torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1) @ v\n";
  const auto verdict = [](const std::string& program) {
    const std::vector<Result> all = check_all({"homework.py", program, "self-attention-linear", 1});
    const bool wrong = std::any_of(all.begin(), all.end(), [](const Result& r) { return r.verdict == Verdict::wrong; });
    return wrong ? Verdict::wrong : all[0].verdict;
  };
  CHECK(verdict(before + today) == Verdict::right);
  CHECK(verdict(before + changed(today, "self.v = nn.Linear(d_in, d_out, bias=qkv_bias)", "self.v = nn.Linear(d_in, d_out)")) == Verdict::wrong);
  CHECK(verdict(before + changed(today, "self.k = nn.Linear(d_in, d_out, bias=qkv_bias)", "self.k = nn.Linear(d_in, d_out, bias=qkv_bias),")) == Verdict::wrong);
  // Who hands in that lesson's class alone is right, as ever.
  CHECK(verdict(before) == Verdict::right);

  const std::string forward =
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        q, k, v = (w(x).view(b, n, self.num_heads, self.head_dim).transpose(1, 2) for w in (self.q, self.k, self.v))\n"
      "        s = q @ k.transpose(2, 3) / self.head_dim ** 0.5\n"
      "        s = s.masked_fill(self.mask[:n, :n], -torch.inf)\n"
      "        return self.out((self.dropout(s.softmax(-1)) @ v).transpose(1, 2).reshape(b, n, -1))\n";
  CHECK(line_at_fault(trusted(kBuilt + changed(forward, "-torch.inf", "torch.inf"), "multi-head")) == 18);
  CHECK(verdict_of(kBuilt + forward, "multi-head") == Verdict::right);
  const Result short_mask = trusted(changed(kBuilt, "torch.ones(context_length, context_length)", "torch.ones(d_out, d_out)") + forward, "multi-head");
  CHECK(short_mask.verdict == Verdict::wrong);
  CHECK(line_at_fault(short_mask) == 13);
}

TEST_CASE("trust: sizes that the file fixes and sizes that it is given must fit, and a helper for the same model is no answer") {
  // The width is a global, the number of heads and a head's width are arguments; together they fit.
  const std::string globals =
      "import torch\n"
      "import torch.nn as nn\n"
      "from torch.nn import functional as F\n"
      "n_embd, n_head, block_size, dropout = 12, 3, 8, 0.2\n"
      "\n"
      "class Head(nn.Module):\n"
      "    def __init__(self, head_size):\n"
      "        super().__init__()\n"
      "        self.key, self.query, self.value = (nn.Linear(n_embd, head_size, bias=False) for _ in range(3))\n"
      "        self.register_buffer('tril', torch.tril(torch.ones(block_size, block_size)))\n"
      "        self.dropout = nn.Dropout(dropout)\n"
      "\n"
      "    def forward(self, x):\n"
      "        t, q, k = x.shape[1], self.query(x), self.key(x)\n"
      "        w = (q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5).masked_fill(self.tril[:t, :t] == 0, float('-inf'))\n"
      "        return self.dropout(F.softmax(w, dim=-1)) @ self.value(x)\n"
      "\n"
      "class MultiHead(nn.Module):\n"
      "    def __init__(self, num_heads, head_size):\n"
      "        super().__init__()\n"
      "        self.heads = nn.ModuleList([Head(head_size) for _ in range(num_heads)])\n"
      "        self.proj = nn.Linear(n_embd, n_embd)\n"
      "\n"
      "    def forward(self, x):\n"
      "        return self.proj(torch.cat([h(x) for h in self.heads], dim=-1))\n"
      "\n"
      "if __name__ == '__main__':\n"
      "    print(MultiHead(n_head, n_embd // n_head)(torch.randn(2, block_size, n_embd)).shape)\n";
  CHECK(verdict_of(globals, "multi-head-stacked") == Verdict::right);
  const Result scaled = trusted(changed(globals, "k.shape[-1] ** -0.5", "x.shape[-1] ** -0.5"), "multi-head-stacked");
  CHECK(scaled.verdict == Verdict::wrong);
  CHECK(line_at_fault(scaled) == 15);

  const std::string trains =
      "import torch\n"
      "import torch.nn.functional as F\n"
      "\n"
      "def evaluate(model, ids):\n"
      "    with torch.no_grad():\n"
      "        return F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten()).item()\n"
      "\n"
      "def train(model, ids, lr, steps):\n"
      "    optimizer = torch.optim.SGD(model.parameters(), lr=lr)\n"
      "    losses = []\n"
      "    for _ in range(steps):\n"
      "        loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())\n"
      "        optimizer.zero_grad()\n"
      "        loss.backward()\n"
      "        optimizer.step()\n"
      "        losses.append(loss.item())\n"
      "    return losses\n";
  const std::vector<Result> all = check_all({"homework.py", trains, "train-it", 1});
  REQUIRE(all.size() == 1);
  CHECK(all[0].verdict == Verdict::right);
  CHECK(all[0].subject == "train");
}

TEST_CASE("trust: names that no list holds are read by their use, in functions and for matrices of either layout") {
  const std::string feed =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "class Przeplyw(nn.Module):\n"
      "    def __init__(self, szer, razy=4):\n"
      "        super().__init__()\n"
      "        self.gora = nn.Linear(szer, razy * szer)\n"
      "        self.akt = nn.GELU()\n"
      "        self.dol = nn.Linear(razy * szer, szer)\n"
      "\n"
      "    def forward(self, x):\n"
      "        return self.dol(self.akt(self.gora(x)))\n";
  CHECK(verdict_of(feed, "feed-forward") == Verdict::right);
  CHECK(verdict_of(changed(feed, "razy=4", "razy=3"), "feed-forward") == Verdict::right);
  const Result fixed = trusted(changed(feed, "szer, razy * szer", "szer, 2 * szer"), "feed-forward");
  CHECK(fixed.verdict == Verdict::wrong);

  const std::string turned =
      "import torch\n"
      "import torch.nn as nn\n"
      "import torch.nn.functional as F\n"
      "\n"
      "class FeedForward(nn.Module):\n"
      "    def __init__(self, emb_dim, hidden_dim=None):\n"
      "        super().__init__()\n"
      "        hidden_dim = 4 * emb_dim if hidden_dim is None else hidden_dim\n"
      "        self.w1 = nn.Parameter(0.2 * torch.randn(hidden_dim, emb_dim))\n"
      "        self.b1 = nn.Parameter(torch.zeros(hidden_dim))\n"
      "        self.w2 = nn.Parameter(0.2 * torch.randn(emb_dim, hidden_dim))\n"
      "        self.b2 = nn.Parameter(torch.zeros(emb_dim))\n"
      "\n"
      "    def forward(self, x):\n"
      "        return F.linear(F.gelu(F.linear(x, self.w1, self.b1)), self.w2, self.b2)\n";
  CHECK(verdict_of(turned, "feed-forward") == Verdict::right);
  CHECK(verdict_of(changed(turned, "F.gelu", "F.relu"), "feed-forward") == Verdict::wrong);

  const std::string split =
      "import torch\n"
      "\n"
      "def snij(x, stukken):\n"
      "    b, t, d = x.shape\n"
      "    return x.reshape(b, t, stukken, d // stukken).permute(0, 2, 1, 3)\n"
      "\n"
      "def plak(x):\n"
      "    return x.permute(0, 2, 1, 3).flatten(start_dim=2)\n"
      "\n"
      "def heen_en_terug(x, stukken=2):\n"
      "    return plak(snij(x, stukken))\n";
  CHECK(verdict_of(split, "split-and-merge") == Verdict::right);
  CHECK(verdict_unnamed(split) == Verdict::right);
  CHECK(verdict_unnamed(changed(split, "stukken=2", "stukken")) == Verdict::right);
  CHECK(verdict_of(changed(split, "x.permute(0, 2, 1, 3).flatten", "x.flatten"), "split-and-merge") == Verdict::wrong);
}

TEST_CASE("trust: a mask told by its signs, a table of words, a mask kept as floats and the names of another task mislead nobody") {
  const std::string attend =
      "import torch\n"
      "\n"
      "def attend(q, k, v, mask=None):\n"
      "    scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5\n"
      "    if mask is not None:\n"
      "        if mask.is_floating_point() and not bool((mask > 0).any()):\n"
      "            scores = scores + mask\n"
      "        else:\n"
      "            scores = torch.where(mask.bool(), scores, torch.tensor(-torch.inf))\n"
      "    return torch.softmax(scores, dim=-1) @ v\n";
  CHECK(verdict_of(attend, "scaled-dot-product") == Verdict::right);
  CHECK(verdict_of(changed(attend, "scores + mask", "scores * mask"), "scaled-dot-product") == Verdict::wrong);

  const std::string script =
      "import torch\n"
      "import torch.nn as nn\n"
      "torch.manual_seed(1)\n"
      "words = nn.Embedding(5, 12)\n"
      "x = words(torch.tensor([[0, 1, 2, 3, 4, 0]]))\n"
      "H, d_out = 2, 8\n"
      "Wq, Wk, Wv = [nn.Linear(12, d_out, bias=False) for _ in range(3)]\n"
      "q = Wq(x).view(1, 6, H, d_out // H).transpose(1, 2)\n"
      "k = Wk(x).view(1, 6, H, d_out // H).transpose(1, 2)\n"
      "v = Wv(x).view(1, 6, H, d_out // H).transpose(1, 2)\n"
      "scaled = q @ k.transpose(-1, -2) / (d_out // H) ** 0.5\n"
      "causal = torch.tril(torch.ones(6, 6))\n"
      "weights = torch.softmax(scaled.masked_fill(causal == 0, float('-inf')), dim=-1)\n"
      "merged = (weights @ v).transpose(1, 2).reshape(1, 6, d_out)\n";
  CHECK(verdict_of(script, "attention-steps") == Verdict::right);
  CHECK(verdict_unnamed(script) == Verdict::right);
  CHECK(verdict_of(script + "out_proj = nn.Linear(d_out, d_out)\nout = out_proj(merged)\n", "attention-steps") == Verdict::right);
  CHECK(verdict_of(changed(script, ".transpose(1, 2).reshape", ".reshape"), "attention-steps") != Verdict::right);

  const std::string trains =
      "import torch\n"
      "import torch.nn as nn\n"
      "\n"
      "def entrenar(modelo, ids, lr, pasos):\n"
      "    perdidas = []\n"
      "    for paso in range(pasos):\n"
      "        logits = modelo(ids[:, :-1])\n"
      "        perdida = nn.CrossEntropyLoss()(logits.flatten(0, 1), ids[:, 1:].flatten())\n"
      "        modelo.zero_grad()\n"
      "        perdida.backward()\n"
      "        with torch.no_grad():\n"
      "            for p in modelo.parameters():\n"
      "                p -= lr * p.grad\n"
      "        perdidas.append(perdida.item())\n"
      "    return perdidas\n"
      "\n"
      "modelo = nn.Sequential(nn.Embedding(5, 6), nn.Linear(6, 5))\n"
      "print(entrenar(modelo, torch.randint(0, 5, (2, 8)), 0.3, 4))\n";
  CHECK(verdict_of(trains, "train-it") == Verdict::right);

  const std::string writes =
      "import torch\n"
      "\n"
      "def genereaza(model, ids, cate, context, temperatura, top_k):\n"
      "    for pas in range(cate):\n"
      "        with torch.no_grad():\n"
      "            ultimul = model(ids[:, -context:])[:, -1]\n"
      "        if top_k is not None:\n"
      "            ultimul = ultimul.masked_fill(ultimul < ultimul.topk(top_k).values[:, -1:], float('-inf'))\n"
      "        if temperatura == 0:\n"
      "            urmator = ultimul.argmax(dim=1, keepdim=True)\n"
      "        else:\n"
      "            urmator = torch.multinomial(torch.softmax(ultimul / temperatura, dim=1), 1)\n"
      "        ids = torch.cat([ids, urmator], dim=1)\n"
      "    return ids\n";
  CHECK(verdict_of(writes, "generate") == Verdict::right);
}

TEST_CASE("trust: a model that begins with ids of words is no answer; what trains it is") {
  const std::string file =
      "import torch\n"
      "import torch.nn as nn\n"
      "from torch.nn import functional as F\n"
      "\n"
      "class TinyLM(nn.Module):\n"
      "    def __init__(self, vocab=13, width=12, context=16):\n"
      "        super().__init__()\n"
      "        self.tok = nn.Embedding(vocab, width)\n"
      "        self.qkv = nn.Linear(width, 3 * width)\n"
      "        self.out = nn.Linear(width, vocab)\n"
      "\n"
      "    def forward(self, ids):\n"
      "        t, x = ids.shape[1], self.tok(ids)\n"
      "        q, k, v = self.qkv(x).chunk(3, -1)\n"
      "        s = q @ k.transpose(1, 2) / q.shape[-1] ** 0.5\n"
      "        s = s.masked_fill(torch.ones(t, t).triu(1).bool(), float('-inf'))\n"
      "        return self.out(x + s.softmax(-1) @ v)\n"
      "\n"
      "def train(model, ids, lr, steps):\n"
      "    opt = torch.optim.SGD(model.parameters(), lr)\n"
      "    history = []\n"
      "    for _ in range(steps):\n"
      "        loss = F.cross_entropy(model(ids[:, :-1]).transpose(1, 2), ids[:, 1:])\n"
      "        history.append(loss.item())\n"
      "        opt.zero_grad()\n"
      "        loss.backward()\n"
      "        opt.step()\n"
      "    return history\n";
  CHECK(verdict_unnamed(file) == Verdict::right);
  CHECK(verdict_of(changed(file, "        opt.zero_grad()\n", ""), "train-it") == Verdict::wrong);
}

TEST_CASE("trust: what a constructor takes is read from its use: objects from a factory, one tuple of sizes, vague names, a text in an assert") {
  const std::string factory =
      "import torch\n"
      "from torch import nn\n"
      "\n"
      "class Triangle(nn.Module):\n"
      "    def __init__(self, size):\n"
      "        super().__init__()\n"
      "        self.register_buffer('hidden', torch.ones(size, size).triu(1).bool())\n"
      "    def forward(self, scores):\n"
      "        rows, cols = scores.shape[-2:]\n"
      "        return scores.masked_fill(self.hidden[:rows, :cols], -torch.inf)\n"
      "\n"
      "class Projections(nn.Module):\n"
      "    def __init__(self, a, b):\n"
      "        super().__init__()\n"
      "        self.layers = nn.ModuleDict({n: nn.Linear(a, b, bias=False) for n in ('query', 'key', 'value')})\n"
      "    def forward(self, x):\n"
      "        return {n: layer(x) for n, layer in self.layers.items()}\n"
      "\n"
      "class CausalAttention(nn.Module):\n"
      "    def __init__(self, projections, mask, dropout=None):\n"
      "        super().__init__()\n"
      "        self.projections, self.mask = projections, mask\n"
      "        self.dropout = dropout or nn.Identity()\n"
      "    def forward(self, x):\n"
      "        p = self.projections(x)\n"
      "        scores = p['query'] @ p['key'].transpose(-1, -2) / p['key'].shape[-1] ** 0.5\n"
      "        return self.dropout(torch.softmax(self.mask(scores), dim=-1)) @ p['value']\n"
      "\n";
  const std::string makes =
      "def make_attention(d_in, d_out, context_length, dropout=0.1):\n"
      "    return CausalAttention(Projections(d_in, d_out), Triangle(context_length), nn.Dropout(dropout))\n";
  CHECK(verdict_of(factory + makes, "causal-attention") == Verdict::right);
  CHECK(verdict_of(changed(factory, "['key'].shape[-1] ** 0.5", "['key'].shape[-1]") + makes, "causal-attention") == Verdict::wrong);
  // Without the factory nobody knows how to build it: then a part of it accuses nobody.
  CHECK(verdict_of(factory, "causal-attention") != Verdict::right);

  const std::string tuple =
      "import torch\n"
      "from torch import nn\n"
      "\n"
      "class Vnimanie(nn.Module):\n"
      "    def __init__(self, sizes, qkv_bias=False):\n"
      "        super().__init__()\n"
      "        a, b = sizes\n"
      "        self.q, self.k, self.v = [nn.Linear(a, b, bias=qkv_bias) for _ in range(3)]\n"
      "    def forward(self, x):\n"
      "        s = self.q(x) @ self.k(x).transpose(-2, -1)\n"
      "        s /= self.k.out_features ** 0.5\n"
      "        return s.softmax(dim=-1) @ self.v(x)\n"
      "\n"
      "print(Vnimanie((6, 4), qkv_bias=True)(torch.randn(5, 6)).shape)\n";
  CHECK(verdict_of(tuple, "self-attention-linear") == Verdict::right);
  CHECK(verdict_of(changed(tuple, "out_features ** 0.5", "in_features ** 0.5"), "self-attention-linear") == Verdict::wrong);

  const std::string vague =
      "import torch\n"
      "from torch import nn\n"
      "\n"
      "class Attn(nn.Module):\n"
      "    def __init__(self, size, count, width, drop=0.0):\n"
      "        super().__init__()\n"
      "        self.size, self.count = size, count\n"
      "        self.three = nn.Linear(width, 3 * size * count)\n"
      "        self.back = nn.Linear(size * count, width)\n"
      "        self.drop = nn.Dropout(drop)\n"
      "    def forward(self, x, may_look=None):\n"
      "        q, k, v = self.three(x).unflatten(-1, (3, self.count, self.size)).movedim((2, 3), (0, 2))\n"
      "        s = q @ k.mT * self.size ** -0.5\n"
      "        if may_look is not None:\n"
      "            s = s.masked_fill(may_look.logical_not(), -1e9)\n"
      "        return self.back((self.drop(s.softmax(-1)) @ v).transpose(1, 2).flatten(2))\n";
  CHECK(verdict_of(vague, "fused-qkv") == Verdict::right);
  CHECK(verdict_of(changed(vague, "self.size ** -0.5", "self.size ** 0.5"), "fused-qkv") == Verdict::wrong);

  const std::string asserts =
      "import torch\n"
      "from torch import nn\n"
      "\n"
      "class MultiHead(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads=4):\n"
      "        super().__init__()\n"
      "        assert d_out % num_heads == 0, 'd_out must be divisible by num_heads.'\n"
      "        self.num_heads, self.head_dim = num_heads, d_out // num_heads\n"
      "        self.qkv, self.o = nn.Linear(d_in, 3 * d_out), nn.Linear(d_out, d_out)\n"
      "    def forward(self, x):\n"
      "        b, t, _ = x.size()\n"
      "        q, k, v = self.qkv(x).reshape(b, t, self.num_heads, 3 * self.head_dim).permute(0, 2, 1, 3).chunk(3, dim=-1)\n"
      "        w = torch.softmax(q @ k.transpose(-2, -1) / self.head_dim ** 0.5, dim=-1)\n"
      "        return self.o((w @ v).permute(0, 2, 1, 3).reshape(b, t, -1))\n";
  CHECK(verdict_of(asserts, "multi-head-plain") == Verdict::right);
  CHECK(verdict_of(changed(asserts, "/ self.head_dim ** 0.5", "/ b ** 0.5"), "multi-head-plain") == Verdict::wrong);
}

TEST_CASE("trust: results in an object, a mask before the tensors, a factor beside the root, PyTorch's padding mask, columns for tokens") {
  const std::string object =
      "from dataclasses import dataclass\n"
      "import torch\n"
      "\n"
      "@dataclass\n"
      "class Result:\n"
      "    output: torch.Tensor\n"
      "    weights: torch.Tensor\n"
      "\n"
      "def look(mask, queries, keys, values):\n"
      "    scores = torch.einsum('...qe,...ke->...qk', queries, keys)\n"
      "    scores = scores / torch.tensor(keys.shape[-1]).sqrt()\n"
      "    if mask is not None:\n"
      "        scores = scores.masked_fill(mask == 0, -torch.inf)\n"
      "    weights = torch.softmax(scores, -1)\n"
      "    return Result(output=torch.einsum('...qk,...ke->...qe', weights, values), weights=weights)\n"
      "\n"
      "t = torch.randn(4, 6)\n"
      "print(look(None, t, t, t).output.shape, look(torch.eye(4), t, t, t).weights)\n";
  CHECK(verdict_of(object, "scaled-dot-product") == Verdict::right);
  CHECK(verdict_of(changed(object, "mask == 0", "mask == 1"), "scaled-dot-product") == Verdict::wrong);

  const std::string factor =
      "import torch\n"
      "\n"
      "def attn(q, k, v, mask=None, temperature=1.0):\n"
      "    w = q @ k.transpose(-2, -1) / (q.shape[-1] ** 0.5 * temperature)\n"
      "    if mask is not None:\n"
      "        w = w.masked_fill(mask == 0, -1e30)\n"
      "    return w.softmax(-1) @ v\n"
      "\n"
      "x = torch.randn(2, 4, 8)\n"
      "print(attn(x, x, x, torch.ones(4, 4).tril()))\n";
  CHECK(verdict_of(factor, "scaled-dot-product") == Verdict::right);
  CHECK(verdict_of(changed(factor, "** 0.5", "** 0.25"), "scaled-dot-product") == Verdict::wrong);

  const std::string padding =
      "import torch\n"
      "from torch import nn\n"
      "\n"
      "class Cross(nn.Module):\n"
      "    def __init__(self, embed_dim, num_heads, kdim):\n"
      "        super().__init__()\n"
      "        self.num_heads = num_heads\n"
      "        self.q, self.k, self.v = nn.Linear(embed_dim, embed_dim), nn.Linear(kdim, embed_dim), nn.Linear(kdim, embed_dim)\n"
      "        self.o = nn.Linear(embed_dim, embed_dim)\n"
      "    def forward(self, query, key_value, key_padding_mask=None):\n"
      "        split = lambda t: t.unflatten(2, (self.num_heads, -1)).transpose(1, 2)\n"
      "        q, k, v = split(self.q(query)), split(self.k(key_value)), split(self.v(key_value))\n"
      "        a = q @ k.transpose(2, 3) * k.shape[-1] ** -0.5\n"
      "        if key_padding_mask is not None:\n"
      "            a = a.masked_fill(key_padding_mask[:, None, None, :].bool(), float('-inf'))\n"
      "        return self.o((a.softmax(-1) @ v).transpose(1, 2).flatten(2))\n";
  CHECK(verdict_of(padding, "cross-attention") == Verdict::right);
  const std::string words = changed(changed(changed(padding, "key_padding_mask=None", "mask=None"), "key_padding_mask is", "mask is"), "key_padding_mask[:", "mask[:");
  CHECK(verdict_of(words, "cross-attention") == Verdict::wrong);

  const std::string columns =
      "import torch\n"
      "from torch import nn\n"
      "\n"
      "class SelfAttention(nn.Module):\n"
      "    def __init__(self, d, r):\n"
      "        super().__init__()\n"
      "        self.Q = nn.Parameter(torch.randn(r, d))\n"
      "        self.K = nn.Parameter(torch.randn(r, d))\n"
      "        self.V = nn.Parameter(torch.randn(r, d))\n"
      "    def forward(self, X):\n"
      "        X = X.transpose(-1, -2)\n"
      "        q, k, v = self.Q @ X, self.K @ X, self.V @ X\n"
      "        A = k.transpose(-1, -2) @ q\n"
      "        A = (A / k.shape[-2] ** 0.5).softmax(-2)\n"
      "        return (v @ A).transpose(-1, -2)\n";
  CHECK(verdict_of(columns, "self-attention-parameters") == Verdict::right);
  CHECK(verdict_of(changed(columns, "softmax(-2)", "softmax(-1)"), "self-attention-parameters") == Verdict::wrong);
}

TEST_CASE("trust: heads counted by divmod, and tokens drawn among the best where there is a limit, and among all where there is none") {
  const std::string heads =
      "import torch as th\n"
      "import torch.nn as nn\n"
      "\n"
      "class MHSA(nn.Module):\n"
      "    def __init__(self, f, g, r):\n"
      "        super().__init__()\n"
      "        self.d, rest = divmod(g, r)\n"
      "        if rest:\n"
      "            raise ValueError(f'{r} heads do not divide {g}')\n"
      "        self.lin = nn.Linear(f, 3 * g, bias=False)\n"
      "    def forward(self, x):\n"
      "        q, k, v = (t.unflatten(-1, (-1, self.d)).transpose(-3, -2) for t in self.lin(x).tensor_split(3, -1))\n"
      "        return (th.softmax(q @ k.mT / self.d ** .5, -1) @ v).transpose(-3, -2).flatten(-2)\n";
  CHECK(verdict_of(heads, "multi-head-plain") == Verdict::right);
  CHECK(verdict_of(changed(heads, "self.d ** .5", "self.d"), "multi-head-plain") == Verdict::wrong);

  const std::string draws =
      "import torch\n"
      "\n"
      "@torch.no_grad()\n"
      "def extend(model, ids, count, window, temp, k):\n"
      "    for _ in range(count):\n"
      "        last = model(ids[:, -window:])[:, -1]\n"
      "        if k is None:\n"
      "            best, where = last, torch.arange(last.shape[-1]).expand_as(last)\n"
      "        else:\n"
      "            best, where = torch.topk(last, k, dim=-1)\n"
      "        if temp == 0:\n"
      "            pick = best.max(dim=-1, keepdim=True).indices\n"
      "        else:\n"
      "            pick = torch.multinomial(torch.softmax(best / temp, -1), 1)\n"
      "        ids = torch.cat([ids, where.gather(1, pick)], dim=1)\n"
      "    return ids\n";
  CHECK(verdict_of(draws, "generate") == Verdict::right);
  CHECK(verdict_of(changed(changed(draws, "if k is None", "if False"), "torch.topk(last, k,", "torch.topk(last, k or last.shape[-1],"), "generate") == Verdict::right);
  CHECK(verdict_of(changed(draws, "where.gather(1, pick)", "pick"), "generate") != Verdict::right);
}

TEST_CASE("trust: matrices under computed names are read as F.linear reads them; a padding mask of PyTorch's name in every form") {
  const std::string turned =
      "import torch\n"
      "from torch import nn\n"
      "from torch.nn import functional as F\n"
      "\n"
      "class Uwaga(nn.Module):\n"
      "    def __init__(self, wejscie=3, wyjscie=2):\n"
      "        super().__init__()\n"
      "        for nazwa in 'qkv':\n"
      "            p = nn.Parameter(torch.empty(wyjscie, wejscie))\n"
      "            nn.init.normal_(p)\n"
      "            self.register_parameter('M' + nazwa, p)\n"
      "    def forward(self, tekst):\n"
      "        q, k, v = F.linear(tekst, self.Mq), F.linear(tekst, self.Mk), F.linear(tekst, self.Mv)\n"
      "        return (q @ k.transpose(-2, -1) / k.size(-1) ** 0.5).softmax(dim=-1) @ v\n";
  CHECK(verdict_of(turned, "self-attention-parameters") == Verdict::right);
  CHECK(verdict_of(changed(turned, "k.size(-1) ** 0.5", "k.size(-2) ** 0.5"), "self-attention-parameters") == Verdict::wrong);

  const std::string padding =
      "import torch\n"
      "from torch import nn\n"
      "\n"
      "class Looks(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads, d_memory):\n"
      "        super().__init__()\n"
      "        self.h = num_heads\n"
      "        self.layers = nn.ModuleList([nn.Linear(d_in, d_out), nn.Linear(d_memory, d_out), nn.Linear(d_memory, d_out), nn.Linear(d_out, d_out)])\n"
      "    def forward(self, x, memory, key_padding_mask=None):\n"
      "        q, k, v = [lay(src).view(src.size(0), -1, self.h, lay.out_features // self.h).transpose(1, 2)\n"
      "                   for lay, src in zip(self.layers, (x, memory, memory))]\n"
      "        scores = q @ k.transpose(-2, -1) / k.size(-1) ** 0.5\n"
      "        if key_padding_mask is not None:\n"
      "            scores = scores.masked_fill(key_padding_mask.bool().view(x.size(0), 1, 1, -1), torch.finfo(scores.dtype).min)\n"
      "        return self.layers[3]((torch.softmax(scores, dim=-1) @ v).transpose(1, 2).flatten(2))\n";
  CHECK(verdict_of(padding, "cross-attention") == Verdict::right);
  CHECK(verdict_of(changed(padding, "1, 1, -1), torch", "1, 1, -1).flip(0), torch"), "cross-attention") == Verdict::wrong);

  // Tensor has an attribute `inner`; the configuration has one of its own.
  const std::string config =
      "from dataclasses import dataclass\n"
      "import torch\n"
      "from torch import nn, Tensor\n"
      "\n"
      "@dataclass\n"
      "class Args:\n"
      "    dim: int = 8\n"
      "    inner: int = 6\n"
      "    n_ctx: int = 16\n"
      "\n"
      "class CausalHead(nn.Module):\n"
      "    def __init__(self, args: Args):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = [nn.Linear(args.dim, args.inner, bias=False) for _ in range(3)]\n"
      "        self.register_buffer('future', torch.ones(args.n_ctx, args.n_ctx).triu(1).bool())\n"
      "    def forward(self, x: Tensor) -> Tensor:\n"
      "        t = x.shape[1]\n"
      "        s = self.q(x) @ self.k(x).transpose(1, 2) / self.q.out_features ** 0.5\n"
      "        return s.masked_fill(self.future[:t, :t], -torch.inf).softmax(dim=-1) @ self.v(x)\n";
  CHECK(verdict_of(config, "causal-attention") == Verdict::right);
}

TEST_CASE("trust: a layer without the bias that the task asks for") {
  const std::string block = R"(
import torch
import torch.nn as nn

class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)
        self.act = nn.GELU()

    def forward(self, x):
        return self.down(self.act(self.up(x)))
)";
  CHECK(verdict_of(block, "feed-forward") == Verdict::right);
  const Result bare = trusted(changed(block, "4 * width, width)", "4 * width, width, bias=False)"), "feed-forward");
  CHECK(bare.verdict == Verdict::wrong);
  REQUIRE(bare.findings.size() == 1);
  CHECK(bare.findings[0].id == "layer-without-bias");
  CHECK(bare.findings[0].place.known());
  // A bias of one's own, wherever it is kept.
  CHECK(verdict_of(changed(changed(block, "4 * width, width)", "4 * width, width, bias=False)\n        self.shift = nn.Parameter(torch.zeros(width))"),
                           "return self.down(self.act(self.up(x)))", "return self.down(self.act(self.up(x))) + self.shift"),
                   "feed-forward") == Verdict::right);
}

TEST_CASE("trust: a place for a token, a lost axis of a maximum, a default that is kept, sums on purpose") {
  struct Case {
    const char *homework, *program, *id;
    int line;  // 0: not asked for
  };
  const Case cases[] = {
      {"generate", R"(import torch

def generate(model, ids, new_tokens, context_length, temperature=1.0, top_k=None):
    for _ in range(new_tokens):
        logits = model(ids[:, -context_length:])[:, -1]
        if temperature == 0:
            token = logits.argmax(-1, keepdim=True)
        elif top_k is None:
            token = torch.multinomial((logits / temperature).softmax(-1), 1)
        else:
            best = torch.topk(logits / temperature, top_k).values
            token = torch.multinomial(best.softmax(-1), 1)
        ids = torch.cat([ids, token], 1)
    return ids
)", "place-for-token", 12},
      {"attention-steps", R"(import torch

def steps(q, k, v):
    s = q @ k.mT / q.shape[-1] ** 0.5
    n = s.shape[-1]
    s = s.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)
    e = (s - s.max(dim=-1).values).exp()
    w = e / e.sum(dim=-1, keepdim=True)
    return (w @ v).transpose(1, 2).flatten(2)
)", "row-sum-without-keepdim", 7},
      {"layer-norm", R"(import torch
from torch import nn

class Norm(nn.Module):
    def __init__(self, emb_dim, eps=1e-5):
        super().__init__()
        self.scale, self.shift, self.eps = nn.Parameter(torch.ones(emb_dim)), nn.Parameter(torch.zeros(emb_dim)), eps
    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        squares = (x * x).mean(-1, keepdim=True)
        var = squares - mean
        return self.scale * (x - mean) / (var + self.eps) ** 0.5 + self.shift
)", "mean-not-squared", 0},
      {"train-it", R"(import torch

def train(model, ids, lr, steps, losses=[]):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    for _ in range(steps):
        loss = torch.nn.functional.cross_entropy(model(ids[:, :-1]).transpose(1, 2), ids[:, 1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
)", "default-kept", 3},
      {"split-and-merge", R"(import torch

def split(x, num_heads):
    b, n, d = x.shape
    return x.view(b, n, d // num_heads, num_heads).permute(0, 3, 1, 2)
)", "head-axis-last", 5},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.program));
    const Result r = trusted(c.program, c.homework);
    CHECK(r.verdict == Verdict::wrong);
    CHECK(first_named(r) == c.id);
    if (c.line > 0) CHECK(line_at_fault(r) == c.line);
  }
  // The gradients of several texts add up, and one step follows.
  const Result sums = trusted(R"(import torch
import torch.nn.functional as F

def train(model, ids, lr, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        losses.append(one_step(model, ids, optimizer))
    return losses

def one_step(model, ids, optimizer):
    optimizer.zero_grad()
    total = 0.0
    for text in ids:
        loss = F.cross_entropy(model(text[None, :-1])[0], text[1:]) / len(ids)
        loss.backward()
        total += loss.item()
    optimizer.step()
    return total
)", "train-it");
  CHECK(sums.verdict == Verdict::right);
  // A mask that the call leaves turned round.
  CHECK(verdict_of(R"(import torch
from torch import nn

class Fused(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.h, self.qkv, self.out = num_heads, nn.Linear(d_in, 3 * d_out), nn.Linear(d_out, d_out)
    def forward(self, x, mask=None):
        q, k, v = self.qkv(x).unflatten(-1, (3, self.h, -1)).permute(2, 0, 3, 1, 4)
        s = q @ k.mT / k.shape[-1] ** 0.5
        if mask is not None:
            s = s.masked_fill(mask.logical_not_(), -torch.inf)
        return self.out((s.softmax(-1) @ v).transpose(1, 2).flatten(2))
)", "fused-qkv") == Verdict::wrong);
}

TEST_CASE("trust: a loop that cuts the text one token too short masks something, and is wrong where its pieces are") {
  const std::string rows = R"(
import torch
from torch import nn

class Rows(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)
        self.drop = nn.Dropout(dropout)
    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        rows = []
        for i in range(x.shape[1]):
            last = i + 1
            part, values = k[:, :last], v[:, :last]
            s = (part @ q[:, i, :, None]).squeeze(-1) / k.shape[-1] ** 0.5
            w = self.drop(torch.softmax(s, dim=-1))
            rows.append((w[:, None] @ values).squeeze(1))
        return torch.stack(rows, dim=1)
)";
  CHECK(verdict_of(rows, "causal-attention") == Verdict::right);
  const Result shorter = trusted(changed(rows, "last = i + 1", "last = max(i, 1)"), "causal-attention");
  CHECK(shorter.verdict == Verdict::wrong);
  CHECK(line_at_fault(shorter) == 14);
  CHECK(first_named(shorter) == "another-part");
  // No small change mends it: the first step whose pieces are no part of the right one.
  const std::string listed = changed(changed(rows, "last = i + 1", "last = i if i > 0 else 1"), "k[:, :last], v[:, :last]",
                                     "torch.stack([k[:, j] for j in range(last)], 1), torch.stack([v[:, j] for j in range(last)], 1)");
  const Result unknown = trusted(listed, "causal-attention");
  CHECK(unknown.verdict == Verdict::wrong);
  CHECK(unknown.findings.empty());
  REQUIRE(unknown.first_wrong());
  CHECK(unknown.first_wrong()->id == "weights");
  REQUIRE(unknown.first_wrong()->place.known());
  CHECK(unknown.first_wrong()->place.source->place(unknown.first_wrong()->place.span.begin).line == 17);
}

TEST_CASE("trust: lines for a mask of three axes that only fit one text, and what no gradient reaches, are told by their lines") {
  const std::string masked = R"(
import torch
from torch import nn

class Masked(nn.Module):
    def __init__(self, d_in, d_out, num_heads, dropout=0.0):
        super().__init__()
        self.n = num_heads
        self.qkv, self.out = nn.Linear(d_in, 3 * d_out), nn.Linear(d_out, d_out)
        self.drop = nn.Dropout(dropout)
    def forward(self, x, mask=None):
        q, k, v = self.qkv(x).unflatten(-1, (3, self.n, -1)).permute(2, 0, 3, 1, 4)
        s = q @ k.mT / q.shape[-1] ** 0.5
        if mask is not None:
            if mask.dim() == 3:
                mask = mask.unsqueeze(1)
            elif mask.dim() == 2 and len(mask) != mask.shape[1]:
                mask = mask[:, None, None]
            s = s.masked_fill(mask == 0, -torch.inf)
        return self.out((self.drop(s.softmax(-1)) @ v).transpose(1, 2).flatten(2))
)";
  const Result fits = trusted(masked, "fused-qkv");
  CHECK(fits.verdict == Verdict::right);
  CHECK(fits.remarks.empty());
  const Result stops = trusted(changed(masked, "unsqueeze(1)", "unsqueeze(0)"), "fused-qkv");
  CHECK(stops.verdict == Verdict::right);
  REQUIRE(stops.remarks.size() == 1);
  CHECK(stops.remarks[0].id == "mask-of-another-shape");
  CHECK(stops.remarks[0].place.source->place(stops.remarks[0].place.span.begin).line == 16);

  const std::string learns = R"(
import torch
from torch import nn

def shares(s):
    e = torch.exp(s - s.max(-1, keepdim=True)[0])
    return e / e.sum(-1, keepdim=True)

class Attention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)
    def forward(self, x):
        return shares(self.q(x) @ self.k(x).mT / self.q.out_features ** 0.5) @ self.v(x)
)";
  CHECK(trusted(learns, "self-attention-linear").remarks.empty());
  const Result cut = trusted(changed(learns, "** 0.5) @", "** 0.5).detach() @"), "self-attention-linear");
  REQUIRE(cut.remarks.size() == 1);
  CHECK(cut.remarks[0].place.source->place(cut.remarks[0].place.span.begin).line == 14);
}

TEST_CASE("trust: a layer that heads share is the cause, whatever two changes would also give the numbers") {
  const Result r = trusted(R"(
import torch
import torch.nn as nn
import torch.nn.functional as F

class SingleHead(nn.Module):
    def __init__(self, d_in, head_width, dropout, bias):
        super().__init__()
        self.head_width = head_width
        self.q = nn.Linear(d_in, head_width, bias=bias)
        self.k = nn.Linear(d_in, head_width, bias=bias)
        self.v = nn.Linear(d_in, head_width, bias=bias)
        self.p = dropout

    def forward(self, x, hide):
        logits = self.q(x) @ self.k(x).transpose(1, 2)
        logits = logits / self.head_width ** 0.5
        logits = logits.masked_fill(hide, float("-inf"))
        share = F.softmax(logits, dim=-1)
        share = F.dropout(share, self.p, training=self.training)
        return share @ self.v(x)

class ManyHeads(nn.Module):

    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        assert d_out % num_heads == 0
        self.context_length = context_length
        self.num_heads = num_heads
        width = d_out // num_heads
        self.heads = nn.ModuleList(SingleHead(d_in, width, dropout, qkv_bias) for _ in range(num_heads))
        for head in self.heads:
            head.v = self.heads[0].v
        ones = torch.ones(context_length, context_length, dtype=torch.bool)
        self.register_buffer("hide", ones.triu(diagonal=1))

    def forward(self, x):
        batch, tokens, _ = x.shape
        hide = self.hide[:tokens, :tokens]
        out = None
        for head in self.heads:
            one = head(x, hide)
            out = one if out is None else torch.cat((out, one), dim=-1)
        return out
)", "multi-head-stacked");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.findings.size() == 1);
  CHECK(r.findings[0].id == "layer-shared");
}

TEST_SUITE_END();
