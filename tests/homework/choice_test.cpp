// Which homework a program answers if it is not named.

#include <doctest/doctest.h>

#include <utility>

#include "homework/spec/assignment.h"
#include "homework/verdict/check.h"
#include "solutions.h"

using namespace mha;
using namespace mha::homework;

namespace {

std::string with_all(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

std::string without_line(const std::string& text, const std::string& word) {
  const size_t at = text.find(word);
  REQUIRE(at != std::string::npos);
  const size_t begin = text.rfind('\n', at) + 1;
  return text.substr(0, begin) + text.substr(text.find('\n', at) + 1);
}

Result found(const std::string& program) {
  return check({"homework.py", program, std::nullopt, 1});
}

}  // namespace

TEST_SUITE_BEGIN("many programs");

TEST_CASE("choice: each solution is recognised, whatever its attributes are called" *
          doctest::test_suite("many programs")) {
  for (const Assignment& a : assignments()) {
    CAPTURE(a.id);
    CHECK(found(a.solution).assignment == a.id);
    CHECK(found(with_all(with_all(a.solution, "W_query", "alpha"), "W_key", "beta")).assignment == a.id);
  }
}

TEST_CASE("choice: a step that one homework lacks is not a sign of another" *
          doctest::test_suite("many programs")) {
  for (const char* id : {"causal-attention", "multi-head", "multi-head-stacked"}) {
    CAPTURE(id);
    const Result r = found(without_line(solution(id), "masked_fill"));
    CHECK(r.assignment == id);
    CHECK(r.verdict == Verdict::wrong);
  }
  const std::string fused = without_line(without_line(solution("fused-qkv"), "mask is not"),
                                         "masked_fill");
  CHECK(found(fused).assignment == "fused-qkv");
  const std::string loose =
      with_all(solution("multi-head"), "self.out_proj(context.reshape(batch, tokens, -1))",
           "context.reshape(batch, tokens, -1)");
  CHECK(found(loose).assignment == "multi-head");
  const Result cross = found(with_all(solution("cross-attention"), "(memory)", "(x)"));
  CHECK(cross.assignment == "cross-attention");
  CHECK(cross.verdict == Verdict::wrong);
}

TEST_CASE("choice: one wrong head is not taken for several") {
  const std::string causal = solution("causal-attention");
  for (const char* mistake : {"dim=-2", "dim=1", "dim=0"}) {
    CAPTURE(mistake);
    CHECK(found(with_all(causal, "dim=-1", mistake)).assignment == "causal-attention");
  }
}

TEST_CASE("choice: the same heads many times are still stacked") {
  const std::string same = with_all(
      with_all(solution("multi-head-stacked"), "nn.ModuleList(", "nn.ModuleList(["),
      "            for _ in range(num_heads)\n        )", "        ] * num_heads)");
  CHECK(found(same).assignment == "multi-head-stacked");
}

TEST_CASE("choice: layers or parameters, even if the program cannot be built") {
  for (const char* id : {"self-attention-linear", "self-attention-parameters"}) {
    CAPTURE(id);
    CHECK(found(without_line(solution(id), "super().__init__()")).assignment == id);
  }
}

TEST_CASE("choice: a program with a mask argument answers homework that has one") {
  // Triangles in the lines that try it out do not count.
  const std::string tried =
      solution("fused-qkv") +
      "\n\nmask = torch.tril(torch.ones(4, 4))\n"
      "print(FusedAttention(8, 8, 2)(torch.randn(1, 4, 8), mask).shape)\n";
  const Result r = found(tried);
  CHECK(r.assignment == "fused-qkv");
  CHECK(r.verdict == Verdict::right);
}

TEST_CASE("choice: a script that fails is judged as far as it got") {
  const Result r = found(
      "import torch\n"
      "inputs = torch.tensor([[0.43, 0.15, 0.89], [0.55, 0.87, 0.66], [0.57, 0.85, 0.64],\n"
      "                       [0.22, 0.58, 0.33], [0.77, 0.25, 0.10], [0.05, 0.80, 0.55]])\n"
      "scores = inputs @ inputs\n"
      "weights = torch.softmax(scores, dim=-1)\n");
  CHECK(r.assignment == "context-vectors");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.findings.size() >= 1);
  CHECK(r.findings[0].id == "wrong-key-transpose");
}

TEST_CASE("choice: without a mask it is other homework, unless a mask was meant") {
  const std::string plain = solution("multi-head-plain");
  CHECK(found(plain).assignment == "multi-head-plain");
  const std::string meant =
      with_all(plain, "        self.dropout = nn.Dropout(dropout)\n",
           "        self.dropout = nn.Dropout(dropout)\n"
           "        self.register_buffer('future', torch.triu(torch.ones(9, 9), diagonal=1))\n");
  const Result r = found(meant);
  CHECK(r.assignment == "multi-head");
  CHECK(r.verdict == Verdict::wrong);
}

TEST_CASE("choice: parts of a homework are right as well") {
  const char* const split =
      "import torch\n"
      "def split(x, num_heads):\n"
      "    b, t, d = x.shape\n"
      "    return x.view(b, t, num_heads, d // num_heads).transpose(1, 2)\n";
  const char* const merge =
      "import torch\n"
      "def merge(x):\n"
      "    b, h, t, d = x.shape\n"
      "    return x.transpose(1, 2).contiguous().view(b, t, h * d)\n";
  const char* const steps =
      "import torch\n"
      "q, k, v = torch.rand(1, 2, 4, 3), torch.rand(1, 2, 4, 3), torch.rand(1, 2, 4, 3)\n"
      "scores = q @ k.transpose(2, 3) / 3 ** 0.5\n"
      "context = torch.softmax(scores, dim=-1) @ v\n"
      "print(context.transpose(1, 2).reshape(1, 4, 6))\n";
  const char* const head =
      "import torch\n"
      "Q, K, V = torch.randn(5, 4), torch.randn(5, 4), torch.randn(5, 4)\n"
      "weights = torch.softmax(Q @ K.T / 2, dim=-1)\n"
      "print(weights @ V)\n";
  for (const auto& [program, id] : {std::pair(split, "split-and-merge"), {merge, "split-and-merge"},
                                    {steps, "attention-steps"}, {head, "single-head"}}) {
    CAPTURE(program);
    const Result r = found(program);
    CHECK(r.assignment == id);
    CHECK(r.verdict == Verdict::right);
  }
}

TEST_CASE("choice: a right part does not make a wrong program right") {
  const Result r = found(
      "import torch\n"
      "Q, K, V = torch.randn(5, 4), torch.randn(5, 4), torch.randn(5, 4)\n"
      "weights = torch.softmax(Q @ K.T / 2, dim=0)\n"
      "print(weights @ V)\n");
  CHECK(r.assignment == "single-head");
  CHECK(r.verdict == Verdict::wrong);
}

TEST_CASE("choice: a helper is not a homework") {
  const Result r = found(
      "import torch\n"
      "def softmax(x, dim=-1):\n"
      "    e = torch.exp(x - x.max(dim=dim, keepdim=True).values)\n"
      "    return e / e.sum(dim=dim, keepdim=True)\n");
  CHECK(r.verdict == Verdict::unjudged);
}

TEST_CASE("choice: if a program refuses sizes, those in its own lines are used") {
  const std::string refusing =
      with_all(solution("multi-head-plain"), "        self.num_heads = num_heads\n",
           "        if d_out not in (16, 32): raise ValueError('unsupported width')\n"
           "        self.num_heads = num_heads\n") +
      "\nprint(MultiHeadSelfAttention(8, 16, 4)(torch.randn(2, 3, 8)).shape)\n";
  CHECK(found(refusing).verdict == Verdict::right);
}

TEST_CASE("choice: a program that refuses an input of another width is called with equal ones, whatever the other sizes") {
  const std::string whole =
      "import torch\n"
      "import torch.nn as nn\n"
      "class M(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):\n"
      "        super().__init__()\n"
      "        if d_in != d_out:\n"
      "            raise ValueError('same width, please')\n"
      "        self.h = num_heads\n"
      "        self.qkv = nn.Linear(d_in, 3 * d_out, bias=qkv_bias)\n"
      "        self.o = nn.Linear(d_out, d_out)\n"
      "        self.drop = nn.Dropout(dropout)\n"
      "    def forward(self, x):\n"
      "        b, n, d = x.shape\n"
      "        q, k, v = self.qkv(x).view(b, n, 3, self.h, -1).permute(2, 0, 3, 1, 4)\n"
      "        s = q @ k.transpose(2, 3) / q.shape[-1] ** 0.5\n"
      "        s = s.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)\n"
      "        return self.o((self.drop(s.softmax(-1)) @ v).transpose(1, 2).reshape(b, n, -1))\n";
  const std::string heads =
      "import torch\n"
      "import torch.nn as nn\n"
      "class Head(nn.Module):\n"
      "    def __init__(self, d):\n"
      "        super().__init__()\n"
      "        self.qkv = nn.Linear(d, 3 * d)\n"
      "    def forward(self, x):\n"
      "        q, k, v = self.qkv(x).chunk(3, -1)\n"
      "        n = x.shape[1]\n"
      "        s = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5\n"
      "        return s.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf).softmax(-1) @ v\n"
      "class M(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads):\n"
      "        super().__init__()\n"
      "        assert d_in == d_out\n"
      "        self.heads = nn.ModuleList(Head(d_in) for _ in range(num_heads))\n"
      "    def forward(self, x):\n"
      "        return torch.cat([head(x) for head in self.heads], dim=-1)\n";
  for (const auto& [program, homework] : {std::pair(whole, "multi-head"), std::pair(heads, "multi-head-stacked")}) {
    CAPTURE(program);
    CHECK(check({"homework.py", program, homework, 1}).verdict == Verdict::right);
    const Result wrong = check({"homework.py", with_all(program, "** 0.5", "** 2"), homework, 1});
    CHECK(wrong.verdict == Verdict::wrong);
    CHECK(!wrong.error);
  }
}

TEST_CASE("choice: one text without a batch, and tokens before the batch" *
          doctest::test_suite("many programs")) {
  const std::string one_text = with_all(
      with_all(with_all(solution("multi-head-plain"), "batch, tokens, _ = x.shape", "tokens, _ = x.shape"),
           "t.view(batch, tokens, self.num_heads, self.head_dim).transpose(1, 2)",
           "t.view(tokens, self.num_heads, self.head_dim).transpose(0, 1)"),
      "k.transpose(2, 3)", "k.transpose(1, 2)");
  const std::string other = with_all(with_all(one_text, "(weights @ v).transpose(1, 2)",
                                      "(weights @ v).transpose(0, 1)"),
                                 "context.reshape(batch, tokens, -1)", "context.reshape(tokens, -1)");
  CHECK(found(other).verdict == Verdict::right);
  CHECK(check({"homework.py", other, "multi-head-plain", 1}).verdict == Verdict::wrong);
  const char* const layer =
      "import torch.nn as nn\n"
      "class Encoder(nn.Module):\n"
      "    def __init__(self, d_model, nhead):\n"
      "        super().__init__()\n"
      "        self.attention = nn.MultiheadAttention(d_model, nhead)\n"
      "    def forward(self, x):\n"
      "        return self.attention(x, x, x)[0]\n";
  CHECK(found(layer).verdict == Verdict::right);
}

TEST_CASE("choice: a decorator's wrapper is seen through") {
  const Result r = found(
      "import functools, torch\n"
      "def traced(f):\n"
      "    @functools.wraps(f)\n"
      "    def inner(*args, **kwargs):\n"
      "        return f(*args, **kwargs)\n"
      "    return inner\n"
      "@traced\n"
      "def attend(q, k, v, mask=None):\n"
      "    s = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5\n"
      "    if mask is not None:\n"
      "        s = s.masked_fill(~mask, float('-inf'))\n"
      "    return s.softmax(-1) @ v\n");
  CHECK(r.assignment == "scaled-dot-product");
  CHECK(r.verdict == Verdict::right);
}

TEST_CASE("choice: other layers beside attention are not judged" *
          doctest::test_suite("many programs")) {
  const std::string norm = with_all(solution("layer-norm"), ", unbiased=False", "");
  const std::string feed = with_all(solution("feed-forward"), "GELU", "ReLU");
  const Result both = check({"gpt.py", solution("multi-head") + norm + feed, {}, 1});
  CHECK(both.verdict == Verdict::right);
  CHECK(both.assignment == "multi-head");
  CHECK(both.answers.empty());
  for (const std::string& wrong : {norm, feed}) {
    CHECK(check({"a.py", wrong, {}, 1}).verdict == Verdict::unjudged);
  }
  CHECK(check({"a.py", norm, "layer-norm", 1}).verdict == Verdict::wrong);
  CHECK(check({"a.py", feed, "feed-forward", 1}).verdict == Verdict::wrong);
}

TEST_CASE("choice: a function that takes vectors, or matrices and biases" *
          doctest::test_suite("many programs")) {
  const std::string norm =
      "import torch\n\n"
      "def layer_norm(x, gamma, beta, eps=1e-5):\n"
      "    mean = x.mean(-1, keepdim=True)\n"
      "    var = ((x - mean) ** 2).mean(-1, keepdim=True)\n"
      "    return gamma * (x - mean) / (var + eps) ** 0.5 + beta\n";
  const std::string feed =
      "import torch.nn.functional as F\n\n"
      "def feed_forward(x, w1, b1, w2, b2):\n"
      "    return F.gelu(x @ w1 + b1) @ w2 + b2\n";
  for (const auto& [text, id] : {std::pair(norm, "layer-norm"), std::pair(feed, "feed-forward")}) {
    const Result r = check({"a.py", text, {}, 1});
    CHECK(r.verdict == Verdict::right);
    CHECK(r.assignment == id);
  }
  // Matrices are not vectors; a mistake in them is still reported.
  const std::string wrong =
      "import torch\n\n"
      "def self_attention(x, W_q, W_k, W_v):\n"
      "    q, k, v = x @ W_q, x @ W_k, x @ W_k\n"
      "    return torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1) @ v\n";
  CHECK(check({"a.py", wrong, {}, 1}).verdict == Verdict::wrong);
}

TEST_CASE("choice: a mask that loops fill in is a mask") {
  const std::string program = with_all(with_all(
      solution("multi-head"), "torch.triu(torch.ones(context_length, context_length), diagonal=1).bool()",
      "torch.zeros(context_length, context_length)"), "masked_fill", "masked_fill");
  const std::string looped = with_all(program, "    def forward",
                                  "    def ahead_of(self, n):\n"
                                  "        m = torch.zeros(n, n)\n"
                                  "        for i in range(n):\n"
                                  "            for j in range(i + 1, n):\n"
                                  "                m[i, j] = float('-inf')\n"
                                  "        return m\n\n"
                                  "    def forward");
  CHECK(found(looped).assignment == "multi-head");
}

TEST_CASE("check: a layer for each head and role, in lists; d_out is a head's or all heads'") {
  for (const char* width : {"d_out", "d_out // num_heads"}) {
    CAPTURE(width);
    const std::string program =
        "import torch\nimport torch.nn as nn\n\n\n"
        "class Heads(nn.Module):\n"
        "    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):\n"
        "        super().__init__()\n"
        "        self.parts = nn.ModuleList(nn.ModuleList(\n"
        "            nn.Linear(d_in, " + std::string(width) + ", bias=qkv_bias) for _ in range(3)) for _ in range(num_heads))\n"
        "        self.drop = nn.Dropout(dropout)\n"
        "        self.register_buffer('ahead', torch.ones(context_length, context_length).triu(1).bool())\n\n"
        "    def head(self, x, parts):\n"
        "        q, k, v = [part(x) for part in parts]\n"
        "        s = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5\n"
        "        s = s.masked_fill(self.ahead[:x.shape[1], :x.shape[1]], -torch.inf)\n"
        "        return self.drop(s.softmax(-1)) @ v\n\n"
        "    def forward(self, x):\n"
        "        return torch.cat([self.head(x, parts) for parts in self.parts], dim=-1)\n";
    CHECK(check({"homework.py", program, "multi-head-stacked", 1}).verdict == Verdict::right);
  }
}

TEST_CASE("check: weights of all heads in one parameter, a fused layer for each head; d_out is a head's or all heads'" *
          doctest::test_suite("many programs")) {
  const std::string begin =
      "import torch\nimport torch.nn as nn\n\n\n"
      "def head(x, q, k, v):\n"
      "    n = x.shape[1]\n"
      "    s = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5\n"
      "    s = s.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)\n"
      "    return s.softmax(-1) @ v\n\n\n";
  for (const char* width : {"d_out", "d_out // num_heads"}) {
    CAPTURE(width);
    const std::string stacked =
        begin +
        "class Heads(nn.Module):\n"
        "    def __init__(self, d_in, d_out, num_heads):\n"
        "        super().__init__()\n"
        "        self.q, self.k, self.v = [nn.Parameter(torch.randn(num_heads, d_in, " + width + ")) for _ in range(3)]\n\n"
        "    def forward(self, x):\n"
        "        return torch.cat([head(x, x @ q, x @ k, x @ v) for q, k, v in zip(self.q, self.k, self.v)], dim=-1)\n";
    const std::string fused =
        begin +
        "class Head(nn.Module):\n"
        "    def __init__(self, d_in, width):\n"
        "        super().__init__()\n"
        "        self.all = nn.Linear(d_in, 3 * width)\n\n"
        "    def forward(self, x):\n"
        "        return head(x, *self.all(x).chunk(3, dim=-1))\n\n\n"
        "class Heads(nn.Module):\n"
        "    def __init__(self, d_in, d_out, num_heads):\n"
        "        super().__init__()\n"
        "        self.heads = nn.ModuleList(Head(d_in, " + width + ") for _ in range(num_heads))\n\n"
        "    def forward(self, x):\n"
        "        return torch.cat([h(x) for h in self.heads], dim=-1)\n";
    for (const std::string& program : {stacked, fused}) {
      CAPTURE(program);
      CHECK(check({"homework.py", program, "multi-head-stacked", 1}).verdict == Verdict::right);
      CHECK(found(program).verdict == Verdict::right);
      const Result wrong = check({"homework.py", with_all(program, "torch.cat(", "torch.stack("), "multi-head-stacked", 1});
      CHECK(wrong.verdict == Verdict::wrong);
      REQUIRE(!wrong.findings.empty());
      CHECK(wrong.findings[0].place.source->text(wrong.findings[0].place.span).find("stack") != std::string::npos);
    }
  }
}

TEST_CASE("check: three layers in a list are three roles, also of three heads") {
  const std::string program =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Heads(nn.Module):\n"
      "    def __init__(self, d_in, d_out, num_heads, dropout=0.0, qkv_bias=False):\n"
      "        super().__init__()\n"
      "        self.h, self.d = num_heads, d_out // num_heads\n"
      "        self.layers = nn.ModuleList([nn.Linear(d_in, d_out, bias=qkv_bias) for _ in range(3)])\n"
      "        self.out, self.drop = nn.Linear(d_out, d_out), nn.Dropout(dropout)\n\n"
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        q, k, v = [layer(x).view(b, n, self.h, self.d).transpose(1, 2) for layer in self.layers]\n"
      "        s = q @ k.transpose(-2, -1) / self.d ** 0.5\n"
      "        s = s.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)\n"
      "        return self.out((self.drop(s.softmax(-1)) @ v).transpose(1, 2).reshape(b, n, -1))\n";
  for (const char* homework : {"multi-head", "multi-head-stacked"}) {
    CAPTURE(homework);
    CHECK(check({"homework.py", program, homework, 1}).verdict == Verdict::right);
  }
}

TEST_CASE("check: a script in NumPy that writes in place") {
  const Result r = found(
      "import numpy as np\nnp.random.seed(1)\nN, T, E, H = 2, 4, 6, 3\n"
      "X = np.random.randn(N, T, E)\n"
      "Wq, Wk, Wv, Wo = (np.random.randn(E, E) / np.sqrt(E) for _ in range(4))\n"
      "cut = lambda y: y.reshape(N, T, H, E // H).transpose(0, 2, 1, 3)\n"
      "Q, K, V = cut(X @ Wq), cut(X @ Wk), cut(X @ Wv)\n"
      "scores = Q @ K.transpose(0, 1, 3, 2) / np.sqrt(E // H)\n"
      "scores[:, :, np.triu(np.ones((T, T), dtype=bool), k=1)] = -np.inf\n"
      "weights = np.exp(scores - scores.max(axis=-1, keepdims=True))\n"
      "weights /= weights.sum(axis=-1, keepdims=True)\n"
      "Y = (weights @ V).transpose(0, 2, 1, 3).reshape(N, T, E) @ Wo\n");
  CHECK(r.assignment == "multi-head");
  CHECK(r.verdict == Verdict::right);
}

TEST_CASE("check: a function that makes the attention, a dataclass, a forward under two decorators") {
  const Result made = check({"homework.py",
      "import torch\n\n\n"
      "def make_attention(d_in, d_out, seed=0):\n"
      "    gen = torch.Generator().manual_seed(seed)\n"
      "    A, B, C = (torch.randn(d_in, d_out, generator=gen) for _ in range(3))\n\n"
      "    def attend(x):\n"
      "        shares = torch.softmax((x @ A) @ (x @ B).transpose(-2, -1) / d_out ** 0.5, dim=-1)\n"
      "        return shares @ (x @ C)\n\n"
      "    return attend\n", "self-attention-parameters", 1});
  CHECK(made.verdict == Verdict::right);
  CHECK(made.kind == "function");
  const Result data = check({"homework.py",
      "import torch\nfrom dataclasses import dataclass, field\n\n\n"
      "@dataclass\nclass Attention:\n"
      "    width: int\n    heads: int\n    seed: int = 0\n    parts: dict = field(init=False, repr=False)\n\n"
      "    def __post_init__(self):\n"
      "        torch.manual_seed(self.seed)\n"
      "        self.parts = {name: torch.randn(self.width, self.width) for name in 'QKVO'}\n\n"
      "    def __call__(self, x):\n"
      "        q, k, v = (torch.stack((x @ self.parts[n]).chunk(self.heads, -1), 1) for n in 'QKV')\n"
      "        p = (q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5).softmax(-1)\n"
      "        return torch.cat((p @ v).unbind(1), -1) @ self.parts['O']\n", "multi-head-plain", 1});
  CHECK(data.verdict == Verdict::right);
  const Result decorated = check({"homework.py",
      "import torch\nimport torch.nn as nn\n\n\n"
      "def told(fn):\n"
      "    def inner(self, *args, **kwargs):\n"
      "        return fn(self, *args, **kwargs)\n"
      "    return inner\n\n\n"
      "class Frozen(nn.Module):\n"
      "    def __init__(self, d_in, d_out):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = (nn.Parameter(torch.rand(d_in, d_out), requires_grad=False) for _ in range(3))\n\n"
      "    @torch.no_grad()\n    @told\n"
      "    def forward(self, x):\n"
      "        s = (x @ self.q) @ (x @ self.k).transpose(-1, -2)\n"
      "        return (s / self.k.shape[1] ** 0.5).softmax(-1) @ (x @ self.v)\n", "self-attention-parameters", 1});
  CHECK(decorated.verdict == Verdict::right);
}

TEST_CASE("check: two functions are each judged by how the file uses them") {
  const std::string split =
      "import torch\n\n\n"
      "def split(x, heads):\n"
      "    b, n, d = x.shape\n"
      "    return x.view(b, n, heads, d // heads).transpose(1, 2)\n\n\n"
      "def merge(x):\n"
      "    b, h, n, d = x.shape\n";
  const std::string use =
      "\n\nif __name__ == '__main__':\n"
      "    print(merge(split(torch.rand(2, 5, 12), 3)).shape)\n";
  const std::string right = split + "    return x.transpose(1, 2).reshape(b, n, h * d)\n" + use;
  const std::string wrong = split + "    return x.reshape(b, n, h * d)\n" + use;
  for (const std::optional<std::string>& homework : {std::optional<std::string>("split-and-merge"), std::optional<std::string>()}) {
    CHECK(check({"homework.py", right, homework, 1}).verdict == Verdict::right);
    const Result r = check({"homework.py", wrong, homework, 1});
    CHECK(r.verdict == Verdict::wrong);
    CHECK(r.subject == "merge");
    REQUIRE(r.answers.size() == 2);
    CHECK(r.answers[0].verdict == Verdict::right);
  }
  // A function that moves numbers for another purpose is not an answer.
  const std::string other = split + "    return x.transpose(1, 2).reshape(b, n, h * d)\n\n\n"
                                    "def flatten(x):\n    return x.reshape(x.shape[0], -1)\n" + use + "    print(flatten(torch.rand(2, 3, 4, 5)))\n";
  CHECK(check({"homework.py", other, std::nullopt, 1}).verdict == Verdict::right);
}

TEST_CASE("check: if the configuration was understood, an error is the program's own") {
  const std::string program =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, cfg):\n"
      "        super().__init__()\n"
      "        self.h = cfg['n_heads']\n"
      "        self.q, self.k, self.v, self.out = (nn.Linear(cfg['emb_dim'], cfg['emb_dim']) for _ in range(4))\n"
      "        n = cfg['context_length']\n"
      "        self.register_buffer('ahead', torch.ones(n, n).triu(1).bool())\n\n"
      "    def forward(self, x):\n"
      "        b, n, d = x.shape\n"
      "        q, k, v = (f(x).view(b, n, self.h, -1).transpose(1, 2) for f in (self.q, self.k, self.v))\n"
      "        s = (q @ k.transpose(2, 3) / q.shape[-1] ** 0.5).masked_fill(self.ahead[:n, :n], -torch.inf)\n"
      "        return self.out((s.softmax(-1) @ v).sum(1))\n";
  const Result r = check({"homework.py", program, "multi-head", 1});
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.error);
  CHECK(r.error->kind == "RuntimeError");
}

TEST_CASE("check: nn.MultiheadAttention with one width, with other widths for memory, and after another layer") {
  const std::string one =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, d_in, context_length, dropout, num_heads, qkv_bias=False):\n"
      "        super().__init__()\n"
      "        self.inner = nn.MultiheadAttention(d_in, num_heads, dropout=dropout, bias=qkv_bias, batch_first=True)\n"
      "        self.register_buffer('ahead', torch.ones(context_length, context_length).triu(1).bool())\n\n"
      "    def forward(self, x):\n"
      "        n = x.shape[1]\n"
      "        return self.inner(x, x, x, attn_mask=self.ahead[:n, :n], need_weights=False)[0]\n";
  CHECK(check({"homework.py", one, "multi-head", 1}).verdict == Verdict::right);
  CHECK(check({"homework.py", one + "\n\nprint(Attention(8, 6, 0.0, 2)(torch.rand(1, 6, 8)).shape)\n", "multi-head", 1}).verdict ==
        Verdict::right);
  for (const char* before : {"nn.Identity()", "nn.Linear(d_in, d_out)"}) {
    CAPTURE(before);
    const std::string two =
        "import torch\nimport torch.nn as nn\n\n\n"
        "class Cross(nn.Module):\n"
        "    def __init__(self, d_in, d_memory, d_out, num_heads):\n"
        "        super().__init__()\n"
        "        self.fit = " + std::string(before) + "\n"
        "        self.inner = nn.MultiheadAttention(d_out, num_heads, kdim=d_memory, vdim=d_memory, batch_first=True)\n\n"
        "    def forward(self, x, memory, mask=None):\n"
        "        hidden = None if mask is None else ~mask.bool()\n"
        "        return self.inner(self.fit(x), memory, memory, key_padding_mask=hidden, need_weights=False)[0]\n"
        "\n\nif __name__ == '__main__':\n"
        "    print(Cross(8, 5, 8, 2)(torch.rand(2, 3, 8), torch.rand(2, 6, 5)).shape)\n";
    CHECK(check({"homework.py", two, "cross-attention", 1}).verdict != Verdict::wrong);
  }
}

TEST_CASE("check: a class that a factory function instantiates is judged") {
  const Result r = check({"homework.py",
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, config):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = (nn.Linear(config['d_in'], config['d_out']) for _ in range(3))\n\n"
      "    def forward(self, x):\n"
      "        s = self.q(x) @ self.k(x).transpose(-2, -1) / self.q.out_features ** 0.5\n"
      "        return s.softmax(-1) @ self.v(x)\n\n\n"
      "def build(config):\n    return Attention(config)\n", "self-attention-linear", 1});
  CHECK(r.subject == "Attention");
  CHECK(r.verdict == Verdict::right);
}

TEST_CASE("check: a configuration with unknown keys") {
  const std::string program =
      "import torch\nimport torch.nn as nn\n\nsettings = {'comes': 16, 'goes': 12}\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, settings):\n"
      "        super().__init__()\n"
      "        self.all = nn.Linear(settings['comes'], 3 * settings['goes'])\n\n"
      "    def forward(self, x):\n"
      "        q, k, v = self.all(x).chunk(3, dim=-1)\n"
      "        return (q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5).softmax(-1) @ v\n";
  for (const std::optional<std::string>& homework : {std::optional<std::string>("self-attention-linear"), std::optional<std::string>()}) {
    CHECK(check({"homework.py", program, homework, 1}).verdict == Verdict::right);
  }
}

TEST_CASE("check: what a program's configuration computes is judged too") {
  const std::string program =
      "from dataclasses import dataclass\n"
      "import torch\nimport torch.nn as nn\n\n\n"
      "@dataclass\n"
      "class Sizes:\n"
      "    d_in: int\n"
      "    d_out: int\n"
      "    num_heads: int\n\n"
      "    @property\n"
      "    def head_dim(self):\n"
      "        return self.d_out // self.num_heads\n\n\n"
      "class Heads(nn.Module):\n"
      "    def __init__(self, s):\n"
      "        super().__init__()\n"
      "        self.qkv = nn.ModuleList(nn.ModuleList(nn.Linear(s.d_in, s.head_dim) for _ in range(3)) for _ in range(s.num_heads))\n"
      "        self.out = nn.Linear(s.d_out, s.d_out)\n\n"
      "    def head(self, q, k, v):\n"
      "        n = q.shape[1]\n"
      "        s = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5\n"
      "        return s.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf).softmax(-1) @ v\n\n"
      "    def forward(self, x):\n"
      "        return self.out(torch.cat([self.head(*[layer(x) for layer in layers]) for layers in self.qkv], dim=-1))\n";
  CHECK(check({"homework.py", program, "multi-head-stacked", 1}).verdict == Verdict::right);
  const std::string whole = with_all(program, "return self.d_out // self.num_heads", "return self.d_out");
  CHECK(check({"homework.py", whole, "multi-head-stacked", 1}).verdict != Verdict::right);
}

TEST_CASE("check: an inverted mask, by what the task says and the file shows") {
  const std::string program =
      "import torch\n\n\n"
      "def attention(q, k, v, mask=None):\n"
      "    s = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5\n"
      "    if mask is not None:\n"
      "        s = s.masked_fill(mask, -torch.inf)\n"
      "    return s.softmax(-1) @ v\n";
  const std::string used = program + "\n\nprint(attention(*torch.rand(3, 2, 4, 5), mask=torch.ones(4, 4).triu(1).bool()))\n";
  CHECK(check({"homework.py", program, std::nullopt, 1}).verdict == Verdict::right);
  CHECK(check({"homework.py", used, "scaled-dot-product", 1}).verdict == Verdict::right);
  const Result r = check({"homework.py", program, "scaled-dot-product", 1});
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(!r.findings.empty());
  CHECK(r.findings[0].id == "mask-inverted");
}

TEST_CASE("property: a bias switch that one layer ignores; matrices that are not parameters") {
  const std::string head =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, d_in, d_out, qkv_bias=False):\n"
      "        super().__init__()\n";
  const std::string forward =
      "\n    def forward(self, x):\n"
      "        s = self.q(x) @ self.k(x).transpose(-2, -1) / self.d ** 0.5\n"
      "        return s.softmax(-1) @ self.v(x)\n";
  const Result some = check({"homework.py", head +
      "        self.d = d_out\n"
      "        self.q = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
      "        self.k = nn.Linear(d_in, d_out, bias=qkv_bias)\n"
      "        self.v = nn.Linear(d_in, d_out)\n" + forward, "self-attention-linear", 1});
  CHECK(some.verdict == Verdict::wrong);
  REQUIRE(!some.findings.empty());
  CHECK(some.findings[0].id == "bias-not-everywhere");
  CHECK(some.findings[0].place.source->place(some.findings[0].place.span.begin).line == 11);
  const std::string plain =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, d_in, d_out):\n"
      "        super().__init__()\n"
      "        self.w_q, self.w_k, self.w_v = torch.rand(3, d_in, d_out)\n\n"
      "    def forward(self, x):\n"
      "        s = (x @ self.w_q) @ (x @ self.w_k).transpose(-2, -1) / self.w_k.shape[1] ** 0.5\n"
      "        return s.softmax(-1) @ (x @ self.w_v)\n";
  CHECK(check({"homework.py", plain, "self-attention-parameters", 1}).verdict == Verdict::wrong);
  std::string no_module = plain;
  no_module.replace(no_module.find("(nn.Module)"), 11, "");
  no_module.replace(no_module.find("        super().__init__()\n"), 27, "");
  CHECK(check({"homework.py", no_module, "self-attention-parameters", 1}).verdict == Verdict::right);
}

TEST_CASE("check: a script that fills its result row by row") {
  const Result r = found(
      "import torch\ntorch.manual_seed(1)\nx = torch.rand(5, 3)\nresult = torch.zeros(x.shape)\n"
      "for i in range(5):\n"
      "    scores = torch.empty(5)\n"
      "    for j in range(5):\n"
      "        scores[j] = torch.dot(x[i], x[j])\n"
      "    weights = torch.softmax(scores, dim=0)\n"
      "    result[i] = (weights[:, None] * x).sum(0)\n"
      "print(result)\n");
  CHECK(r.assignment == "context-vectors");
  CHECK(r.verdict == Verdict::right);
}

TEST_CASE("check: sizes that a class fixes itself, whatever their names") {
  const std::string globals =
      "import math\nimport torch\nfrom torch import nn\n\nEMBED, INNER = 6, 4\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self):\n"
      "        super().__init__()\n"
      "        self.all = nn.ParameterList([nn.Parameter(torch.rand(EMBED, INNER)) for _ in range(3)])\n\n"
      "    def forward(self, x):\n"
      "        q, k, v = [x @ m for m in self.all]\n"
      "        return (q @ k.transpose(-1, -2) / math.sqrt(INNER)).softmax(-1) @ v\n";
  CHECK(check({"homework.py", globals, "self-attention-parameters", 1}).verdict == Verdict::right);
  const std::string object =
      "import torch\nfrom dataclasses import dataclass\nfrom torch import nn\n\n\n"
      "@dataclass\nclass Spec:\n    writes: int = 8\n    reads: int = 6\n    width: int = 12\n    n_heads: int = 4\n\n\n"
      "class Cross(nn.Module):\n"
      "    def __init__(self, spec: Spec = Spec()):\n"
      "        super().__init__()\n"
      "        self.spec = spec\n"
      "        d = spec.width // spec.n_heads\n"
      "        self.q = nn.Parameter(torch.rand(spec.n_heads, spec.writes, d))\n"
      "        self.k = nn.Parameter(torch.rand(spec.n_heads, spec.reads, d))\n"
      "        self.v = nn.Parameter(torch.rand(spec.n_heads, spec.reads, d))\n"
      "        self.out = nn.Linear(spec.width, spec.width)\n\n"
      "    def forward(self, x, memory):\n"
      "        q = torch.einsum('btc,hcd->bhtd', x, self.q)\n"
      "        k = torch.einsum('bmc,hcd->bhmd', memory, self.k)\n"
      "        v = torch.einsum('bmc,hcd->bhmd', memory, self.v)\n"
      "        w = (q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5).softmax(-1)\n"
      "        return self.out((w @ v).transpose(1, 2).flatten(2))\n";
  CHECK(check({"homework.py", object, "cross-attention", 1}).verdict == Verdict::right);
}

TEST_CASE("check: dropout for each block is unexpected, but not a mistake") {
  const Result r = check({"homework.py",
      "import torch\nfrom torch import nn\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = (nn.Linear(d_in, d_out, bias=qkv_bias) for _ in range(3))\n"
      "        self.drop, self.length, self.block = nn.Dropout(dropout), context_length, 2\n\n"
      "    def forward(self, x):\n"
      "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
      "        n = x.shape[1]\n"
      "        s = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5\n"
      "        w = s.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf).softmax(-1)\n"
      "        y = torch.zeros_like(v)\n"
      "        for at in range(0, n, self.block):\n"
      "            y = y + self.drop(w[:, :, at:at + self.block]) @ v[:, at:at + self.block]\n"
      "        return y\n", "causal-attention", 1});
  CHECK(r.verdict != Verdict::wrong);
}

TEST_SUITE_END();
