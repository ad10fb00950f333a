// The line that a check names must be the one to change, also if what it does shows elsewhere.
// PyTorch has confirmed that each program is right, and that it differs with its change.

#include <doctest/doctest.h>

#include "verdicts.h"

using namespace mha;
using namespace mha::homework;

namespace {

struct Case {
  const char *homework, *program, *from, *to, *id;
  int line;
};

const Case kCases[] = {
    // A demonstration hands in a mask of ones, which the check does not use.
    {"fused-qkv", R"py(import torch
import torch.nn as nn
class Attention(nn.Module):
    def __init__(self, d_in, d_out, heads):
        super().__init__()
        self.heads, self.width = heads, d_out // heads
        self.qkv = nn.Linear(d_in, 3 * d_out)
        self.out = nn.Linear(d_out, d_out)
    def forward(self, x, mask=None):
        q, k, v = (t.unflatten(2, (self.heads, self.width)).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1))
        scores = q @ k.transpose(-2, -1) / self.width ** 0.5
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float("-inf"))
        return self.out((torch.softmax(scores, dim=-1) @ v).transpose(1, 2).flatten(2))
layer = Attention(12, 16, 4)
triangle = torch.tril(torch.ones(7, 7))
print(layer(torch.randn(2, 7, 12), triangle).shape)
)py", R"py(scores.masked_fill(mask == 0, float("-inf")))py", "scores + mask.float()", "mask-added-as-flags", 13},
    // Dropout that is made, and not read.
    {"causal-attention", R"py(import torch
import torch.nn as nn
class Causal(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)
        self.drop = nn.Dropout(dropout)
        self.register_buffer("future", torch.ones(context_length, context_length).triu(1).bool())
    def forward(self, x):
        n = x.shape[1]
        scores = torch.bmm(self.q(x), self.k(x).transpose(1, 2)) / self.k.out_features ** 0.5
        weights = torch.softmax(scores.masked_fill(self.future[:n, :n], float("-inf")), dim=-1)
        kept = self.drop(weights)
        return torch.bmm(kept, self.v(x))
)py", "torch.bmm(kept", "torch.bmm(weights", "step-left-out", 14},
    // Shares that are made, and not read.
    {"causal-attention", R"py(import torch
import torch.nn as nn
class Causal(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)
        self.drop = nn.Dropout(dropout)
        self.register_buffer("seen", torch.ones(context_length, context_length).tril())
    def forward(self, x):
        n = x.shape[1]
        weights = torch.softmax(self.q(x) @ self.k(x).transpose(1, 2) / self.k.out_features ** 0.5, dim=-1)
        masked = weights * self.seen[:n, :n]
        shares = masked / masked.sum(dim=-1, keepdim=True)
        return self.drop(shares) @ self.v(x)
)py", "self.drop(shares)", "self.drop(masked)", "step-left-out", 14},
    // A function that is told not to train, and drops.
    {"single-head", R"py(import torch
import torch.nn.functional as F
def head(q, k, v, dropout=0.1, training=False):
    weights = F.softmax(q @ k.transpose(-2, -1) / k.size(-1) ** 0.5, dim=-1)
    return F.dropout(weights, dropout, training) @ v
)py", "dropout, training)", "dropout)", "dropout-in-eval", 5},
    // A function that drops what it should keep.
    {"scaled-dot-product", R"py(import torch
import torch.nn.functional as F
def attention(q, k, v, mask=None, dropout=0.0, training=False):
    scores = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask.bool(), float("-inf"))
    weights = F.softmax(scores, dim=-1)
    if training and dropout > 0.0:
        weights = F.dropout(weights, p=dropout, training=True)
    return weights @ v
)py", "p=dropout", "p=1.0 - dropout", "dropout-kept", 9},
    // The constant's own line.
    {"causal-attention", R"py(import torch
from torch import nn
HIDDEN: float = -1e9
class Causal(nn.Module):
    def __init__(self, d_in, d_out, context_length):
        super().__init__()
        self.qkv = nn.Linear(d_in, 3 * d_out)
        self.register_buffer("seen", torch.tril(torch.ones(context_length, context_length)))
    def forward(self, x):
        n = x.size(1)
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        scores = q @ k.transpose(1, 2) / k.size(2) ** 0.5
        scores = scores.masked_fill(self.seen[:n, :n] == 0, HIDDEN)
        return torch.softmax(scores, dim=-1) @ v
)py", "-1e9", "-1e-9", "mask-filled-with-zero", 3},
    // A mask that is only used in training.
    {"causal-attention", R"py(import torch
from torch import nn
class Causal(nn.Module):
    def __init__(self, d_in, d_out, context_length, causal=True):
        super().__init__()
        self.qkv = nn.Linear(d_in, 3 * d_out)
        self.causal = causal
        self.register_buffer("future", torch.full((context_length, context_length), float("-inf")).triu(1))
    def scores(self, q, k):
        n = q.size(1)
        s = q @ k.transpose(1, 2) * q.size(-1) ** -0.5
        if self.causal:
            s = s + self.future[:n, :n]
        return s
    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        return torch.softmax(self.scores(q, k), dim=-1) @ v
)py", "if self.causal", "if self.training", "mask-missing", 12},
    // One entry of a dict lacks the switch.
    {"self-attention-linear", R"py(import torch
from torch import nn
class Attention(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.layers = nn.ModuleDict({
            "q": nn.Linear(d_in, d_out, bias=qkv_bias),
            "k": nn.Linear(d_in, d_out, bias=qkv_bias),
            "v": nn.Linear(d_in, d_out, bias=qkv_bias),
        })
    def forward(self, x):
        scores = self.layers["q"](x) @ self.layers["k"](x).transpose(-2, -1) / self.layers["k"].out_features ** 0.5
        return torch.softmax(scores, dim=-1) @ self.layers["v"](x)
)py", R"py("v": nn.Linear(d_in, d_out, bias=qkv_bias))py", R"py("v": nn.Linear(d_in, d_out))py", "bias-not-everywhere", 9},
    // One parameter of three has its sizes in the other order.
    {"self-attention-parameters", R"py(import torch
import torch.nn as nn
class Attention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))
    def forward(self, x):
        scores = x @ self.W_query @ (x @ self.W_key).transpose(-2, -1)
        weights = torch.softmax(scores / self.W_key.shape[1] ** 0.5, dim=-1)
        return weights @ (x @ self.W_value)
)py", "W_value = nn.Parameter(torch.rand(d_in, d_out))", "W_value = nn.Parameter(torch.rand(d_out, d_in))", "arguments-swapped", 8},
    // A size that the constructor asks for, and never reads.
    {"cross-attention", R"py(import torch
from torch import einsum, nn
class Cross(nn.Module):
    def __init__(self, d_in, d_memory, d_out, heads):
        super().__init__()
        self.heads = heads
        self.q = nn.Linear(d_in, d_out, bias=False)
        self.kv = nn.Linear(d_memory, 2 * d_out, bias=False)
        self.out = nn.Linear(d_out, d_out)
    def fold(self, t):
        return t.unflatten(2, (self.heads, -1))
    def forward(self, x, memory):
        q = self.fold(self.q(x))
        k, v = map(self.fold, self.kv(memory).chunk(2, dim=-1))
        weights = (einsum("bihd,bjhd->bhij", q, k) * q.size(-1) ** -0.5).softmax(dim=-1)
        return self.out(einsum("bhij,bjhd->bihd", weights, v).flatten(2))
if __name__ == "__main__":
    print(Cross(8, 8, 8, 2)(torch.randn(2, 3, 8), torch.randn(2, 5, 8)).shape)
)py", "nn.Linear(d_memory, 2", "nn.Linear(d_in, 2", "another-name", 8},
    // A mask that is added is made by a function with two ends.
    {"scaled-dot-product", R"py(import torch
def as_bias(mask, dtype):
    if mask.dtype == torch.bool:
        bias = torch.zeros(mask.shape, dtype=dtype).masked_fill(~mask, float("-inf"))
        return bias
    return mask.to(dtype)
def attend(query, key, value, mask=None):
    scores = query @ key.transpose(-2, -1) / query.size(-1) ** 0.5
    if mask is not None:
        scores = scores + as_bias(mask, scores.dtype)
    return scores.softmax(dim=-1) @ value
)py", R"py(torch.zeros(mask.shape, dtype=dtype).masked_fill(~mask, float("-inf")))py", "mask.to(dtype)", "mask-added-as-flags", 4},
    // A softmax layer without an axis is wrong where it is made.
    {"multi-head-plain", R"py(import torch
import torch.nn as nn
class Attention(nn.Module):
    def __init__(self, d_in, d_out, heads):
        super().__init__()
        self.width = d_out // heads
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)
        self.out = nn.Linear(d_out, d_out)
        self.softmax = nn.Softmax(dim=-1)
    def split(self, t):
        return torch.stack(t.split(self.width, dim=-1), dim=1)
    def forward(self, x):
        q, k, v = self.split(self.q(x)), self.split(self.k(x)), self.split(self.v(x))
        weights = self.softmax(q @ k.transpose(-2, -1) / self.width ** 0.5)
        return self.out(torch.cat((weights @ v).unbind(dim=1), dim=-1))
)py", "nn.Softmax(dim=-1)", "nn.Softmax()", "softmax-over-heads", 9},
    // A mean without its axis stops where it is used, beside other words for it.
    {"layer-norm", R"py(import torch
import torch.nn as nn
class LayerNorm(nn.Module):
    def __init__(self, emb_dim, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.scale = nn.Parameter(torch.ones(emb_dim))
        self.shift = nn.Parameter(torch.zeros(emb_dim))
    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        var = x.var(dim=-1, unbiased=False, keepdim=True)
        return self.scale * ((x - mean) / torch.sqrt(var + self.eps)) + self.shift
)py", "unbiased=False, keepdim=True", "unbiased=False", "mean-without-keepdim", 11},
    // A mask of one text shows its shape, but not that it stops several.
    {"cross-attention", R"py(import torch
import torch.nn as nn
class Cross(nn.Module):
    def __init__(self, d_in, d_mem, d_out, heads):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_mem, d_out), nn.Linear(d_mem, d_out)
        self.out = nn.Linear(d_out, d_out)
    def split(self, t):
        return t.unflatten(2, (self.heads, -1)).transpose(1, 2)
    def forward(self, x, memory, mask=None):
        q, k, v = self.split(self.q(x)), self.split(self.k(memory)), self.split(self.v(memory))
        scores = q @ k.transpose(-1, -2) * q.size(-1) ** -0.5
        if mask is not None:
            scores = scores.masked_fill(~mask.bool()[:, None, None, :], -1e9)
        return self.out((torch.softmax(scores, dim=-1) @ v).transpose(1, 2).flatten(2))
print(Cross(8, 6, 12, 3)(torch.randn(1, 4, 8), torch.randn(1, 6, 6), torch.ones(1, 6)).shape)
)py", "[:, None, None, :]", "[:, None, :]", "", 15},
    // What the last layer gives is only printed.
    {"multi-head-plain", R"py(import torch
import torch.nn as nn
def show(name, t):
    if t.dim() > 3:
        print(name, tuple(t.shape))
class Attention(nn.Module):
    def __init__(self, d_in, d_out, heads):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)
        self.out = nn.Linear(d_out, d_out)
    def split(self, t):
        return t.unflatten(2, (self.heads, -1)).transpose(1, 2)
    def forward(self, x):
        q, k, v = self.split(self.q(x)), self.split(self.k(x)), self.split(self.v(x))
        weights = torch.softmax(q @ k.transpose(-2, -1) / q.size(-1) ** 0.5, dim=-1)
        context = (weights @ v).transpose(1, 2).flatten(2)
        result = self.out(context)
        show("result", result)
        return result
)py", "return result", "return context", "layer-discarded", 20},
    // A split that a function describes beside a right merge.
    {"split-and-merge", R"py(import torch
def split(x, num_heads):
    return torch.stack(torch.chunk(x, num_heads, dim=-1), dim=1)
def merge(x):
    return torch.cat(torch.unbind(x, dim=1), dim=-1)
def describe(x, num_heads):
    heads = split(x, num_heads)
    return f"{tuple(x.shape)} -> {tuple(heads.shape)}"
if __name__ == "__main__":
    print(describe(torch.randn(2, 6, 12), 3))
)py", "dim=-1), dim=1)", "dim=-1), dim=2)", "another-axis", 3},
    // Layers that a function makes in each call.
    {"causal-attention", R"py(import torch
import torch.nn as nn
import torch.nn.functional as F
def make_attention(d_in, d_out, context_length):
    seen = torch.ones(context_length, context_length).tril().bool()
    query, key, value = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)
    def attend(x):
        n = x.shape[1]
        q, k, v = query(x), key(x), value(x)
        scores = (q @ k.transpose(1, 2) / k.shape[-1] ** 0.5).masked_fill(~seen[:n, :n], float("-inf"))
        return F.softmax(scores, dim=-1) @ v
    return attend
)py", "        n = x.shape[1]\n", "        n = x.shape[1]\n        query = nn.Linear(d_in, d_out)\n        key = nn.Linear(d_in, d_out)\n        value = nn.Linear(d_in, d_out)\n", "random-in-forward", 9},
};

}  // namespace

TEST_SUITE_BEGIN("many programs");

TEST_CASE("places: the first finding is at the line to change") {
  for (const Case& c : kCases) {
    CAPTURE(c.program);
    CHECK(verdict_of(c.program, c.homework) == Verdict::right);
    const Result r = trusted(changed(c.program, c.from, c.to), c.homework);
    CHECK(r.verdict == Verdict::wrong);
    if (*c.id == '\0') {
      REQUIRE(r.error);
      CHECK(r.error->source->place(r.error->span.begin).line == c.line);
      continue;
    }
    REQUIRE(!r.findings.empty());
    CHECK(r.findings[0].id == c.id);
    REQUIRE(r.findings[0].place.known());
    CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == c.line);
  }
}

TEST_CASE("places: a mask for all texts at once may have an axis of one") {
  CHECK(verdict_of(R"py(import torch
import torch.nn as nn
class Attention(nn.Module):
    def __init__(self, d_in, d_out, heads):
        super().__init__()
        self.heads, self.width = heads, d_out // heads
        self.qkv = nn.Linear(d_in, 3 * d_out)
        self.out = nn.Linear(d_out, d_out)
    def forward(self, x, mask=None):
        q, k, v = (t.unflatten(2, (self.heads, self.width)).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1))
        scores = q @ k.transpose(-2, -1) / self.width ** 0.5
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float("-inf"))
        return self.out((torch.softmax(scores, dim=-1) @ v).transpose(1, 2).flatten(2))
print(Attention(12, 16, 4)(torch.randn(2, 7, 12), torch.ones(1, 7)).shape)
)py", "fused-qkv") == Verdict::right);
}
