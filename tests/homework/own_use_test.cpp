// The file's own calls tell what an argument means, whatever it is called.

#include <doctest/doctest.h>

#include "homework/trial/own_use.h"
#include "homework/verdict/check.h"
#include "tensor/core/factory.h"

using namespace mha;
using namespace mha::homework;

namespace {

Result result_of(const std::string& program, const char* homework = "scaled-dot-product") {
  return check({"homework.py", program, homework, 1});
}

/// Attention with an unknown name for its mask; `hide` fills the scores.
std::string dot_product(const std::string& parameters, const std::string& hide, const std::string& use) {
  return "import torch\n\n"
         "def dikkat(q, k, v, " + parameters + "):\n"
         "    puan = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5\n" + hide +
         "    return torch.softmax(puan, dim=-1) @ v\n\n"
         "a = torch.randn(2, 4, 8)\n" + use;
}

const char* const kLower = "dikkat(a, a, a, torch.ones(4, 4).tril())\n";
const char* const kUpper = "dikkat(a, a, a, torch.ones(4, 4).triu(1))\n";

}  // namespace

TEST_CASE("own use: a mask of any name is tried in the form that the file passes") {
  const std::string keeps =
      "    if maske is not None:\n"
      "        puan = puan.masked_fill(maske == 0, float('-inf'))\n";
  const std::string hides =
      "    if maske is not None:\n"
      "        puan = puan.masked_fill(maske == 1, float('-inf'))\n";
  CHECK(result_of(dot_product("maske=None", keeps, kLower)).verdict == Verdict::right);
  // An upper triangle says what is hidden. Either convention is right with its own use.
  CHECK(result_of(dot_product("maske=None", hides, kUpper)).verdict == Verdict::right);
  const Result turned = result_of(dot_product("maske=None", hides, kLower));
  CHECK(turned.verdict == Verdict::wrong);
  REQUIRE_FALSE(turned.findings.empty());
  CHECK(turned.findings[0].place.source->place(turned.findings[0].place.span.begin).line == 6);
}

TEST_CASE("own use: the lengths of the texts may be a mask") {
  const std::string use = "dikkat(a, a, a, torch.tensor([4, 2]))\n";
  const auto hide = [](const char* sign) {
    return "    if uzunluk is not None:\n"
           "        yer = torch.arange(k.shape[1])\n"
           "        puan = puan.masked_fill(yer[None, None] " + std::string(sign) +
           " uzunluk[:, None, None], -1e9)\n";
  };
  CHECK(result_of(dot_product("uzunluk=None", hide(">="), use)).verdict == Verdict::right);
  CHECK(result_of(dot_product("uzunluk=None", hide(">"), use)).verdict == Verdict::wrong);
}

TEST_CASE("own use: calls under __main__ count too") {
  const std::string use = "if __name__ == '__main__':\n    " + std::string(kLower);
  CHECK(result_of(dot_product("maske=None", "    pass\n", kLower)).verdict == Verdict::right);
  CHECK(result_of(dot_product("maske=None", "    if maske is None:\n        pass\n", use)).verdict == Verdict::wrong);
}

TEST_CASE("own use: tensors of one kind at other sizes") {
  const auto numbers = [](Shape shape, double value) { return numbers_of(full(shape, value)); };
  CHECK(are_of_one_kind(numbers({2, 5}, 1), numbers({3, 7}, 0)));
  CHECK_FALSE(are_of_one_kind(numbers({5, 5}, 1), numbers({3, 7}, 1)));
  CHECK_FALSE(are_of_one_kind(numbers({1, 5}, 1), numbers({3, 7}, 1)));
  CHECK_FALSE(are_of_one_kind(numbers({2, 5}, 1), numbers({3, 7}, 2)));
  CHECK_FALSE(are_of_one_kind(numbers({2, 5, 5}, 1), numbers({2, 5}, 1)));
}

TEST_CASE("own use: it must be right with as many axes as the file's own calls pass") {
  const std::string program =
      "import torch\n\n"
      "def attend(q, k, v):\n"
      "    return torch.softmax(q @ k.transpose(-2, -1) / k.shape[1] ** 0.5, dim=-1) @ v\n\n";
  const std::string two = "a = torch.randn(5, 4)\nattend(a, a, a)\n";
  const std::string four = "a = torch.randn(2, 3, 5, 4)\nattend(a, a, a)\n";
  // Axis 1 is the last of two axes, and the heads of four.
  CHECK(result_of(program + two).verdict == Verdict::right);
  CHECK(result_of(program + four).verdict == Verdict::wrong);
}

TEST_CASE("trial: a size that the file does not give is guessed, and a guess proves nothing") {
  const auto verdict = [](const std::string& program, const char* homework) { return result_of(program, homework).verdict; };
  const std::string mixed = "    return torch.softmax(s, dim=-1) @ v\n";
  // Tensors even without an import, since it reads their shape.
  CHECK(verdict("def head(q, k, v):\n"
                "    return (q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5).softmax(-1) @ v\n", "single-head") == Verdict::right);
  // A default is what the author chose.
  CHECK(verdict("import torch\nCONFIG = {'axis': -1}\n"
                "def head(q, k, v, cfg=CONFIG):\n"
                "    s = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5\n"
                "    return torch.softmax(s, dim=cfg['axis']) @ v\n", "single-head") == Verdict::right);
  // Unknown names, in another order.
  CHECK(verdict("import torch\n"
                "def kopf(schluessel, fragen, werte):\n"
                "    s = fragen @ schluessel.transpose(-2, -1) / fragen.size(-1) ** 0.5\n"
                "    return torch.softmax(s, dim=-1) @ werte\n", "single-head") == Verdict::right);
  // A function's own switch for training.
  CHECK(verdict("import torch\n"
                "def head(query, key, value, dropout_p=0.0, training=False):\n"
                "    s = query @ key.transpose(-2, -1) * query.size(-1) ** -0.5\n"
                "    w = torch.nn.functional.dropout(torch.softmax(s, dim=-1), dropout_p, training)\n"
                "    return w @ value\n", "single-head") == Verdict::right);
  // A factory is not a layer; what *args and a dict should contain is unknown.
  CHECK(verdict("import torch.nn as nn\n"
                "def feed_forward(emb_dim):\n"
                "    return nn.Sequential(nn.Linear(emb_dim, 4 * emb_dim), nn.GELU(), nn.Linear(4 * emb_dim, emb_dim))\n",
                "feed-forward") != Verdict::wrong);
  CHECK(verdict("import torch\ndef head(*qkv):\n    q, k, v = qkv\n"
                "    s = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5\n" + mixed, "single-head") != Verdict::wrong);
  CHECK(verdict("import torch\ndef head(qkv):\n    v = qkv['v']\n"
                "    s = qkv['q'] @ qkv['k'].transpose(-2, -1) / qkv['q'].size(-1) ** 0.5\n" + mixed, "single-head") !=
        Verdict::wrong);
}

TEST_CASE("mend: an edit that returns the input is not a mend") {
  const Result r = result_of("import torch\n\n"
                           "def split_heads(x, num_heads):\n"
                           "    b, n, d = x.shape\n"
                           "    x = x.reshape(b, num_heads, n, d // num_heads)\n"
                           "    return x\n", "split-and-merge");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.mend);
  CHECK(r.mend->kind == "heads-first-view");
}

TEST_CASE("trial: a script with dropout makes tensors that cannot be computed again") {
  const Result r = result_of("import torch\nfrom torch import nn\ntorch.manual_seed(1)\n"
                           "q, k, v = torch.randn(3, 2, 4, 5, 6).unbind(0)\n"
                           "drop = nn.Dropout(0.5)\n"
                           "s = q @ k.transpose(2, 3) / 6 ** 0.5\n"
                           "s = s.masked_fill(torch.ones(5, 5).triu(1).bool(), -torch.inf)\n"
                           "out = drop(torch.softmax(s, -1)) @ v\n", "attention-steps");
  CHECK(r.verdict != Verdict::wrong);
}

TEST_CASE("trial: dropout in eval() is reported even if a mask with an unknown name is tried") {
  const Result r = result_of("import torch\nfrom torch import nn\n\nloose = nn.Dropout(0.5)\n\n\n"
                           "class Across(nn.Module):\n"
                           "    def __init__(self, width, num_heads, memory_width):\n"
                           "        super().__init__()\n"
                           "        self.h = num_heads\n"
                           "        self.q = nn.Linear(width, width)\n"
                           "        self.kv = nn.Linear(memory_width, 2 * width)\n"
                           "        self.out = nn.Linear(width, width)\n\n"
                           "    def forward(self, x, memory, memory_key_padding_mask=None):\n"
                           "        B, T, D = x.shape\n"
                           "        q = self.q(x).view(B, T, self.h, D // self.h).transpose(1, 2)\n"
                           "        kv = self.kv(memory).view(B, memory.size(1), 2, self.h, D // self.h).permute(2, 0, 3, 1, 4)\n"
                           "        s = q @ kv[0].transpose(-2, -1) * (D // self.h) ** -0.5\n"
                           "        if memory_key_padding_mask is not None:\n"
                           "            s = s.masked_fill(memory_key_padding_mask[:, None, None, :], float('-inf'))\n"
                           "        return self.out((loose(s.softmax(-1)) @ kv[1]).transpose(1, 2).flatten(2))\n", "cross-attention");
  REQUIRE(r.verdict == Verdict::wrong);
  REQUIRE(!r.findings.empty());
  CHECK(r.findings[0].id == "dropout-outside");
}

TEST_CASE("check: a weight that gets no gradient is a remark, which costs no point") {
  const auto attention = [](const std::string& value, const std::string& scores, const std::string& forward = "", const std::string& end = "") {
    return "import torch\nfrom torch import nn\n\n\n"
           "class Attend(nn.Module):\n"
           "    def __init__(self, d_in, d_out):\n"
           "        super().__init__()\n"
           "        self.a = nn.Parameter(torch.rand(d_in, d_out))\n"
           "        self.b = nn.Parameter(torch.rand(d_in, d_out))\n"
           "        self.c = " + value + "\n\n" + forward +
           "    def forward(self, x):\n"
           "        q, k, v = x @ self.a, x @ self.b, x @ self.c\n"
           "        scores = " + scores + "\n"
           "        return (torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1) @ v)" + end + "\n";
  };
  const std::string parameter = "nn.Parameter(torch.rand(d_in, d_out))", product = "q @ k.transpose(-2, -1)";
  const auto of = [&](const std::string& program) { return result_of(program, "self-attention-parameters"); };
  // A program that never learns says so once, around everything; and a largest score is only taken off.
  const std::string stable = "q @ k.transpose(-2, -1) - (q @ k.transpose(-2, -1)).detach().max()";
  for (const std::string& program : {attention(parameter, product), attention(parameter, product, "    @torch.no_grad()\n"), attention(parameter, stable),
                                     attention(parameter, product + "\n        with torch.no_grad():\n            print(scores.mean())")}) {
    const Result silent = of(program);
    CHECK(silent.verdict == Verdict::right);
    CHECK_MESSAGE(silent.remarks.empty(), program);
  }

  struct Row {
    std::string program, title;
    int line;
  };
  const Row rows[] = {
      {attention(parameter, "q @ k.detach().transpose(-2, -1)"), "b gets no gradient: k.detach() has no grad_fn", 14},
      {attention(parameter, "q.data @ k.data.transpose(-2, -1)"), "a, b get no gradient: q.data has no grad_fn", 14},
      {attention(parameter, "q @ torch.tensor(k.tolist()).transpose(-2, -1)"), "b gets no gradient: torch.tensor(k.tolist()) has no grad_fn", 14},
      {attention(parameter, product + "\n        with torch.no_grad():\n            v = x @ self.c"), "c gets no gradient: x @ self.c has no grad_fn", 16},
      {attention(parameter, product, "", ".detach()"), "No weight gets a gradient: (torch.softmax(scores / k.shape[-1] ** 0.5, dim=-1) @ v).detach() has no grad_fn", 15},
      {attention("nn.Parameter(torch.rand(d_in, d_out), requires_grad=False)", product), "c gets no gradient: it has requires_grad=False", 10},
  };
  for (const Row& row : rows) {
    const Result cut = of(row.program);
    CHECK(cut.verdict == Verdict::right);
    CHECK(cut.points() == cut.of());
    REQUIRE_MESSAGE(cut.remarks.size() == 1, row.title);
    CHECK(cut.remarks[0].id == "gradient-cut");
    CHECK(cut.remarks[0].title == row.title);
    CHECK(cut.remarks[0].place.source->place(cut.remarks[0].place.span.begin).line == row.line);
  }

  const Result plain = of(attention("torch.rand(d_in, d_out)", product));
  CHECK(plain.verdict == Verdict::wrong);
  REQUIRE(!plain.findings.empty());
  REQUIRE(plain.findings[0].place.known());
  CHECK(plain.findings[0].place.source->place(plain.findings[0].place.span.begin).line == 10);
}

TEST_CASE("check: a flag that asks for a causal mask is switched on") {
  const auto of = [](const std::string& ahead) {
    return result_of("import torch\n\n"
                   "def attend(q, k, v, mask=None, is_causal=False):\n"
                   "    s = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5\n"
                   "    if mask is not None:\n"
                   "        s = s.masked_fill(mask == 0, float('-inf'))\n"
                   "    if is_causal:\n"
                   "        t = s.shape[-1]\n"
                   "        s = s.masked_fill(" + ahead + ", float('-inf'))\n"
                   "    return s.softmax(-1) @ v\n", "scaled-dot-product").verdict;
  };
  CHECK(of("torch.ones(t, t).triu(1).bool()") == Verdict::right);
  CHECK(of("torch.ones(t, t).tril(-1).bool()") == Verdict::wrong);
}

TEST_CASE("check: dropout in eval() is found by comparing two calls, however it is written") {
  const auto of = [](const std::string& drop, const std::string& made = "pass") {
    return result_of("import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
                   "class Attend(nn.Module):\n"
                   "    def __init__(self, d_in, d_out, context_length, dropout):\n"
                   "        super().__init__()\n"
                   "        self.q, self.k, self.v = (nn.Linear(d_in, d_out, bias=False) for _ in range(3))\n"
                   "        self.p = dropout\n"
                   "        self.register_buffer('ahead', torch.ones(context_length, context_length).triu(1).bool())\n"
                   "        " + made + "\n\n"
                   "    def drop(self, w):\n"
                   "        return " + drop + "\n\n"
                   "    def forward(self, x):\n"
                   "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
                   "        s = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5\n"
                   "        t = x.shape[1]\n"
                   "        s = s.masked_fill(self.ahead[:t, :t], float('-inf'))\n"
                   "        return self.drop(torch.softmax(s, dim=-1)) @ v\n", "causal-attention");
  };
  CHECK(of("F.dropout(w, self.p, self.training)").verdict == Verdict::right);
  CHECK(of("F.dropout(w, self.p) if self.training else w").verdict == Verdict::right);
  for (const char* drop : {"F.dropout(w, self.p)", "F.dropout(w, self.p, training=True)", "nn.Dropout(self.p)(w)"}) {
    const Result r = of(drop);
    CHECK(r.verdict == Verdict::wrong);
    REQUIRE_MESSAGE(!r.findings.empty(), drop);
    CHECK_MESSAGE(r.findings[0].id == "dropout-in-eval", drop);
    REQUIRE(r.findings[0].place.known());
    CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == 15);
  }
}

TEST_CASE("own use: an object of the file that is passed to a class stays in its own program") {
  // Its repr is needed while the stages of other homework run.
  const Result r = result_of("import torch\nfrom torch import nn\n\n\n"
                           "class Mixer(nn.Module):\n"
                           "    def __init__(self, width, heads=4):\n"
                           "        super().__init__()\n"
                           "        self.heads = heads\n"
                           "        self.qkv = nn.Linear(width, 3 * width, bias=False)\n"
                           "        self.out = nn.Linear(width, width)\n\n"
                           "    def forward(self, x):\n"
                           "        b, n, d = x.shape\n"
                           "        q, k, v = (t.view(b, n, self.heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))\n"
                           "        w = (q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5).softmax(-1)\n"
                           "        return self.out((w @ v).transpose(1, 2).reshape(b, n, d))\n\n\n"
                           "class Around(nn.Module):\n"
                           "    def __init__(self, inner):\n"
                           "        super().__init__()\n"
                           "        self.inner = inner\n\n"
                           "    def forward(self, x):\n"
                           "        return self.inner(x) + x\n\n\n"
                           "mixer = Mixer(8)\n"
                           "print(Around(mixer)(torch.randn(2, 3, 8)).shape)\n", "multi-head-plain");
  CHECK(r.verdict == Verdict::right);
}

TEST_CASE("own use: the number of axes that the file passes is tried") {
  const auto of = [](const std::string& one) {
    return result_of("import torch\n\n"
                   "def mix(x):\n"
                   "    if x.dim() == 2:\n"
                   "        return " + one + "\n"
                   "    s = torch.bmm(x, x.transpose(1, 2))\n"
                   "    return torch.softmax(s, dim=-1) @ x\n\n"
                   "t = torch.randn(5, 3)\n"
                   "print(mix(t), mix(torch.stack([t, 2 * t])))\n", "context-vectors").verdict;
  };
  CHECK(of("mix(x[None])[0]") == Verdict::right);
  // Each token becomes a text of its own.
  CHECK(of("mix(x[:, None])[:, 0]") == Verdict::wrong);
}

TEST_CASE("trial: dropout that no tensor shows is judged by its statistics") {
  const auto of = [](const std::string& rate) {
    return result_of("import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\n"
                   "class Heads(nn.Module):\n"
                   "    def __init__(self, d_in, d_out, context_length, dropout, num_heads):\n"
                   "        super().__init__()\n"
                   "        self.width, self.p = d_out // num_heads, dropout\n"
                   "        self.q, self.k, self.v = (nn.Linear(d_in, d_out, bias=False) for _ in range(3))\n"
                   "        self.out = nn.Linear(d_out, d_out)\n\n"
                   "    def forward(self, x):\n"
                   "        p = (" + rate + ") if self.training else 0.0\n"
                   "        parts = zip(*(layer(x).split(self.width, dim=-1) for layer in (self.q, self.k, self.v)))\n"
                   "        return self.out(torch.cat([F.scaled_dot_product_attention(q, k, v, dropout_p=p, is_causal=True)\n"
                   "                                   for q, k, v in parts], dim=-1))\n", "multi-head").verdict;
  };
  CHECK(of("self.p") == Verdict::right);
  CHECK(of("self.p / 4") != Verdict::right);
}
