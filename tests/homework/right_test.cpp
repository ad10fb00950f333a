// What may not accuse a right program, and what still shows a wrong one. PyTorch has confirmed which of
// these programs are right.

#include <doctest/doctest.h>

#include "verdicts.h"

using namespace mha;
using namespace mha::homework;

TEST_SUITE_BEGIN("many programs");

TEST_CASE("right: an author who does not use something has not called the answer wrong") {
  check_both(R"py(
import torch
from torch import nn

class Head(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d_in, d_out) for _ in range(3))
        self.drop = nn.Dropout(dropout)
        self.register_buffer("mask", torch.ones(context_length, context_length).triu(1).bool())
    def forward(self, x):
        n = x.shape[1]
        s = self.q(x) @ self.k(x).mT / self.k.out_features ** 0.5
        return self.drop(s.masked_fill(self.mask[:n, :n], -torch.inf).softmax(-1)) @ self.v(x)

class Heads(nn.Module):
    "The gates are for later; I do not use them, so do not use it as an example."
    def __init__(self, d_in, d_out, context_length, dropout, num_heads, gates=None):
        super().__init__()
        self.heads = nn.ModuleList(Head(d_in, d_out, context_length, dropout) for _ in range(num_heads))
    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], -1)
)py", "multi-head-stacked", "out_features ** 0.5", "in_features ** 0.5");
}

TEST_CASE("right: dropout drawn by a loop, where few draws decide most numbers") {
  check_both(R"py(
import math

import torch
import torch.nn as nn

MAX_DROP = 0.999


class attn_t(nn.Module):
    def __init__(self, n_in, n_out, ctx_len, p_drop, use_bias=0):
        super().__init__()
        self.n_in = n_in
        self.n_out = n_out
        self.ctx_len = ctx_len
        self.p_drop = min(p_drop, MAX_DROP)
        self.wq = nn.Linear(n_in, n_out, bool(use_bias))
        self.wk = nn.Linear(n_in, n_out, bool(use_bias))
        self.wv = nn.Linear(n_in, n_out, bool(use_bias))
        # row i of the mask has i + 1 ones; stored flat, row-major, stride ctx_len
        flat = torch.zeros(ctx_len * ctx_len, dtype=torch.int32)
        i = 0
        while i < ctx_len:
            flat[i * ctx_len: i * ctx_len + i + 1] = 1
            i += 1
        self.register_buffer("mask", flat)

    def forward(self, src):
        B, T = src.shape[0], src.shape[1]
        if T > self.ctx_len:
            raise IndexError("T > ctx_len")
        scale = 1.0 / math.sqrt(self.n_out)
        q, k, v = self.wq(src), self.wk(src), self.wv(src)
        dst = torch.empty(B, T, self.n_out, dtype=q.dtype)
        b = 0
        while b < B:
            t = 0
            while t < T:
                # count the allowed keys of row t
                row = self.mask[t * self.ctx_len: t * self.ctx_len + T]
                n = int(row.sum())
                score = torch.mv(k[b, :n], q[b, t]) * scale
                # exp / sum
                score = torch.exp(score - score.max())
                att = score / score.sum()
                if self.training and self.p_drop > 0.0:
                    keep = torch.rand(n) >= self.p_drop
                    att = att * keep / (1.0 - self.p_drop)
                dst[b, t] = torch.mv(v[b, :n].t(), att)
                t += 1
            b += 1
        return dst
)py", "causal-attention", "/ (1.0 - self.p_drop)", "");
}

TEST_CASE("right: what is off by default, and makes another homework right, is left out on purpose") {
  const std::string option = R"py(
import torch
from torch import nn

class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out, causal=False):
        super().__init__()
        self.d_out, self.causal = d_out, causal
        self.W_q, self.W_k, self.W_v = (nn.Parameter(torch.rand(d_in, d_out)) for _ in range(3))
    def masked(self, scores):
        if not self.causal:
            return scores
        n = scores.shape[-1]
        return scores.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)
    def forward(self, x):
        q, k, v = x @ self.W_q, x @ self.W_k, x @ self.W_v
        return self.masked(q @ k.mT / self.d_out ** 0.5).softmax(-1) @ v
)py";
  const Result r = check({"homework.py", option, std::nullopt, 1});
  CHECK(r.verdict == Verdict::right);
  CHECK(r.assignment == "self-attention-parameters");
  CHECK(verdict_of(option, "causal-attention") == Verdict::wrong);
}

TEST_CASE("right: slow loops are not endless ones") {
  const std::string loops = R"py(
import math
import torch


def softmax_1d(values):
    biggest = max(float(v) for v in values)
    exps = [torch.exp(v - biggest) for v in values]
    total = sum(exps)
    return [e / total for e in exps]


def attention_2d(q, k, v, mask):
    n_q, n_k, d = q.shape[0], k.shape[0], q.shape[1]
    out = []
    all_weights = []
    for i in range(n_q):
        scores = []
        for j in range(n_k):
            s = 0.0
            for f in range(d):
                s = s + q[i, f] * k[j, f]
            s = s / math.sqrt(d)
            if mask is not None and not mask[i, j]:
                s = torch.tensor(float("-inf"))
            scores.append(s)
        weights = softmax_1d(scores)
        row = torch.zeros(v.shape[1])
        for j in range(n_k):
            row = row + weights[j] * v[j]
        out.append(row)
        all_weights.append(torch.stack(weights))
    return torch.stack(out), torch.stack(all_weights)


def attention(q, k, v, mask=None):
    """q, k, v: (tokens, d) or (batch, tokens, d) or (batch, heads, tokens, d)"""
    if q.dim() == 2:
        return attention_2d(q, k, v, mask)
    if mask is not None:
        mask = mask.expand(*q.shape[:-1], k.shape[-2])
    outs, weights = [], []
    for i in range(q.shape[0]):
        o, w = attention(q[i], k[i], v[i], mask[i] if mask is not None else None)
        outs.append(o)
        weights.append(w)
    return torch.stack(outs), torch.stack(weights)
)py";
  CHECK(verdict_unnamed(loops) == Verdict::right);
  CHECK(verdict_unnamed(changed(loops, "math.sqrt(d)", "d")) == Verdict::wrong);
  CHECK(verdict_unnamed(changed(loops, "    n_q, n_k", "    while True:\n        pass\n    n_q, n_k")) == Verdict::wrong);
}

TEST_CASE("right: a local name does not lead to the module's variable of that name") {
  check_both(R"py(
import torch

def split_heads(x, num_heads):
    batch, tokens, d_out = x.shape
    return x.view(batch, tokens, num_heads, d_out // num_heads).permute(0, 2, 1, 3)

def merge_heads(x):
    batch, heads, tokens, head_dim = x.shape
    return x.permute(0, 2, 1, 3).reshape(batch, tokens, heads * head_dim)

heads = split_heads(torch.arange(24.0).reshape(1, 2, 12), 3)
print(merge_heads(heads).shape)
)py", "split-and-merge", "num_heads, d_out // num_heads).permute(0, 2, 1, 3)", "d_out // num_heads, num_heads).permute(0, 3, 1, 2)");
}

TEST_CASE("right: a mask that is asked whether it is true stops the program that is given one") {
  check_both(R"py(
import torch

def attend(q, k, v, mask=None):
    mask = torch.ones(q.shape[-2], k.shape[-2]) if mask is None else mask
    s = q @ k.mT / k.shape[-1] ** 0.5
    w = s.masked_fill(mask == 0, -torch.inf).softmax(-1)
    return w @ v

if __name__ == "__main__":
    print(attend(torch.rand(2, 4, 8), torch.rand(2, 6, 8), torch.rand(2, 6, 8)).shape)
)py", "scaled-dot-product", "torch.ones(q.shape[-2], k.shape[-2]) if mask is None else mask", "mask or torch.ones(q.shape[-2], k.shape[-2])");
  CHECK(verdict_of(R"py(
import torch

def attend(q, k, v, mask=None):
    mask = mask or torch.ones(q.shape[-2], k.shape[-2])
    s = q @ k.mT / k.shape[-1] ** 0.5
    w = s.masked_fill(mask == 0, -torch.inf).softmax(-1)
    return w @ v

if __name__ == "__main__":
    print(attend(torch.rand(2, 4, 8), torch.rand(2, 6, 8), torch.rand(2, 6, 8)).shape)
)py", "scaled-dot-product") == Verdict::wrong);
}
TEST_CASE("right: a function that only prints what another gives is no whole of it") {
  const std::string shown = R"py(
import torch

def look(q, k, v, mask=None):
    s = q @ k.transpose(-1, -2) / k.shape[-1] ** 0.5
    if mask is not None:
        s = s + (1.0 - mask.to(q.dtype)) * -1e9
    w = torch.softmax(s, dim=-1)
    return w @ v, w

def show(q, k, v):
    mixed, shares = look(q, k, v)
    print("shares:")
    print(shares)
    print(mixed)

keys = torch.eye(3) * 10
show(torch.tensor([[0.0, 10, 0]]), keys, torch.tensor([[1.0, 0], [10, 0], [100, 5]]))
)py";
  CHECK(verdict_unnamed(shown) == Verdict::right);
  CHECK(verdict_of(changed(shown, " ** 0.5", ""), "scaled-dot-product") == Verdict::wrong);
}

TEST_CASE("right: positions that are added to the scores are no mask of 1 and 0") {
  const std::string fused = R"py(
import torch
from torch import nn

class Fused(nn.Module):
    def __init__(self, d_in, d_out, num_heads, qkv_bias=False):
        super().__init__()
        self.num_heads, self.width = num_heads, d_out // num_heads
        self.qkv, self.out = nn.Linear(d_in, 3 * d_out, bias=qkv_bias), nn.Linear(d_out, d_out)

    def forward(self, x, rel_pos=None):
        b, t, _ = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.num_heads, self.width).permute(2, 0, 3, 1, 4)
        scores = q @ k.mT / self.width ** 0.5
        if rel_pos is not None:
            scores = scores + rel_pos
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))
)py";
  for (const char* added : {"+ rel_pos", "+ rel_pos[None, None]", "+ rel_pos.unsqueeze(0)", "+ rel_pos[:, None, None, :]"}) {
    CAPTURE(added);
    CHECK(verdict_of(changed(fused, "+ rel_pos", added), "fused-qkv") == Verdict::right);
    CHECK(verdict_unnamed(changed(fused, "+ rel_pos", added)) == Verdict::right);
  }
  CHECK(verdict_of(changed(fused, " ** 0.5", ""), "fused-qkv") == Verdict::wrong);
}

TEST_CASE("right: a function takes its weights in one tuple") {
  check_both(R"py(
import torch

def attend(x, weights):
    wq, wk, wv = weights
    q, k, v = x @ wq, x @ wk, x @ wv
    w = torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1)
    return w @ v

print(attend(torch.randn(5, 4), [torch.randn(4, 3) for _ in range(3)]).shape)
)py", "self-attention-parameters", "k.shape[-1]", "k.shape[0]");
}

TEST_CASE("right: a part counts where the whole gives no row for each token") {
  const std::string pooled = R"py(
import torch
from torch import nn

class Layer(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads, self.depth = heads, width // heads
        self.q, self.k, self.v = nn.Linear(width, width), nn.Linear(width, width), nn.Linear(width, width)

    def split(self, t):
        return t.unflatten(-1, (self.heads, self.depth)).transpose(-3, -2)

    def forward(self, points):
        q, k, v = self.split(self.q(points)), self.split(self.k(points)), self.split(self.v(points))
        shares = (q @ k.transpose(-1, -2) / self.depth ** 0.5).softmax(dim=-1)
        return (shares @ v).transpose(-3, -2).flatten(-2)

class Encoder(nn.Module):
    def __init__(self, in_features=3, layers=2, **size):
        super().__init__()
        self.lift = nn.Linear(in_features, size["width"])
        self.layers = nn.ModuleList(Layer(**size) for _ in range(layers))

    def forward(self, points):
        h = self.lift(points)
        for layer in self.layers:
            h = h + layer(h)
        return h.max(dim=1).values

SIZES = {"small": dict(width=16, heads=2), "large": dict(width=32, heads=4)}

def layer(size: str = "small", **other) -> Layer:
    return Layer(**{**SIZES[size], **other})

def encoder(size: str = "small") -> Encoder:
    return Encoder(**SIZES[size])
)py";
  check_both(pooled, "multi-head-plain", "self.depth ** 0.5", "self.heads ** 0.5");
}

TEST_CASE("right: only a switch for training says that nothing is to be dropped") {
  const std::string head = R"py(
import torch
import torch.nn.functional as F

def head(q, k, v, dropout=0.1, constrain=False):
    s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5
    if constrain:
        s = s.clamp(-5, 5)
    return F.dropout(torch.softmax(s, dim=-1), dropout) @ v
)py";
  CHECK(trusted(head, "single-head").verdict == Verdict::right);
  CHECK(trusted(changed(changed(head, "constrain=", "training="), "if constrain:", "if training:"), "single-head").verdict == Verdict::wrong);
}

TEST_CASE("right: a layer whose width is drawn in the encoder around it, which shows next to nothing of it") {
  // The encoder makes its layer as wide as it is itself, and three times as wide for queries, keys and
  // values: what it shows of its own width follows from the width that it is given.
  const std::string speech = R"py(
import torch
from torch import nn

def near(n, left, right):
    return torch.ones(n, n, dtype=torch.bool).triu(-left).tril(right)

class Frames(nn.Module):
    def __init__(self, d_in, d_out, num_heads, dropout=0.1):
        super().__init__()
        self.heads, self.size = num_heads, d_out // num_heads
        self.all, self.out = nn.Linear(d_in, d_out * 3), nn.Linear(d_out, d_out)
        self.drop = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        b, n, _ = x.shape
        q, k, v = (t.reshape(b, n, self.heads, self.size).transpose(1, 2) for t in self.all(x).chunk(3, dim=-1))
        scores = q / self.size ** 0.5 @ k.transpose(-2, -1)
        if mask is not None:
            if mask.dim() == 2:
                mask = mask[None, None]
            elif mask.dim() == 3:
                mask = mask.unsqueeze(1)
            scores = scores.masked_fill(mask == 0, -torch.inf)
        shares = self.drop(scores.softmax(-1))
        return self.out((shares @ v).transpose(1, 2).flatten(2))

class Encoder(nn.Module):
    def __init__(self, bands=10, d=24, heads=4, left=4, right=1):
        super().__init__()
        self.lift = nn.Linear(bands, d)
        self.layers = nn.ModuleList(Frames(d, d, heads) for _ in range(2))
        self.left, self.right = left, right

    def forward(self, sound, lengths):
        n = sound.shape[1]
        real = torch.arange(n) < lengths.unsqueeze(1)
        mask = near(n, self.left, self.right) & real[:, None, :] & real[:, :, None]
        h = self.lift(sound)
        for layer in self.layers:
            h = h + layer(h, mask)
        return h * real[..., None]
)py";
  CHECK(trusted(speech, "fused-qkv").verdict == Verdict::right);
}

TEST_CASE("right: steps handed to a function that puts attention together, with defaults that are functions") {
  const std::string parts = R"py(
import torch
from functools import partial

def together(score, normalise=partial(torch.softmax, dim=-1), dropout=lambda shares: shares):
    def attention(query, key, value, mask=None):
        scores = score(query, key)
        if mask is not None:
            scores = torch.where(mask.bool(), scores, torch.full_like(scores, -torch.inf))
        return dropout(normalise(scores)) @ value
    return attention

def scaled(query, key):
    return query @ key.transpose(-1, -2) * key.shape[-1] ** -0.5

attend = together(scaled)
)py";
  CHECK(trusted(parts, "scaled-dot-product").verdict == Verdict::right);
}

TEST_CASE("right: a factory that gives what it makes a name") {
  const std::string made = R"py(
import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.h, self.d = num_heads, d_out // num_heads
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)

    def forward(self, x):
        q, k, v = (f(x).unflatten(-1, (self.h, self.d)).transpose(1, 2) for f in (self.q, self.k, self.v))
        return ((q @ k.mT / self.d ** 0.5).softmax(-1) @ v).transpose(1, 2).flatten(2)

def build(cfg):
    layer = Attention(cfg["emb_dim"], cfg["emb_dim"], cfg["n_heads"])
    layer.eval()
    return layer

if __name__ == "__main__":
    print(build({"emb_dim": 8, "n_heads": 2})(torch.ones(1, 3, 8)).shape)
)py";
  check_both(made, "multi-head-plain", "self.d ** 0.5", "self.h ** 0.5");
}

TEST_CASE("right: a mask that everybody has to give, beside one of its own or where the task has none") {
  const std::string lengths = R"py(
import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.h, self.d = heads, width // heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x, lengths):
        b, n, _ = x.shape
        q, k, v = (f(x).view(b, n, self.h, self.d).transpose(1, 2) for f in (self.q, self.k, self.v))
        scores = q @ k.transpose(-2, -1) / self.d ** 0.5
        keep = torch.arange(n)[None, :] < lengths[:, None]
        scores = scores.masked_fill(~keep[:, None, None, :], -torch.inf)
        return self.o((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, n, -1))
)py";
  CHECK(trusted(lengths, "multi-head-plain").verdict == Verdict::right);
  CHECK(trusted(changed(lengths, "/ self.d ** 0.5", "/ self.h ** 0.5"), "multi-head-plain").verdict == Verdict::wrong);
  CHECK(trusted(changed(lengths, "lengths[:, None]", "lengths[:, None] - 1"), "multi-head-plain").verdict != Verdict::right);
  const std::string causal = changed(lengths, "        keep =", "        scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)\n        keep =");
  CHECK(trusted(causal, "multi-head").verdict == Verdict::right);
  CHECK(trusted(changed(causal, "~keep", "keep"), "multi-head").verdict != Verdict::right);
  const std::string table = changed(changed(causal, "torch.arange(n)[None, :] < lengths[:, None]", "padding != 0"), "x, lengths", "x, padding");
  CHECK(trusted(table, "multi-head").verdict == Verdict::right);
}

TEST_CASE("right: rows of padding stand for no token, and what everybody has to give may be anything") {
  const std::string padded = R"py(
import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.h, self.d = heads, width // heads
        self.q, self.k, self.v, self.o = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x, mask):
        b, n, _ = x.shape
        q, k, v = (f(x).view(b, n, self.h, self.d).transpose(1, 2) for f in (self.q, self.k, self.v))
        scores = q @ k.transpose(-2, -1) / self.d ** 0.5
        keep = mask[:, None, :, None] * mask[:, None, None, :]
        scores = scores.masked_fill(keep == 0, -1e9)
        return self.o((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, n, -1))
)py";
  CHECK(trusted(padded, "fused-qkv").verdict == Verdict::right);
  CHECK(trusted(changed(padded, "mask[:, None, :, None] * mask[:, None, None, :]", "mask[:, None, :, None]"), "fused-qkv").verdict == Verdict::wrong);
  // A bias, positions, a distance: nothing tells what they are, unless a step is wrong before they are used.
  const std::string keep = "        keep = mask[:, None, :, None] * mask[:, None, None, :]\n        scores = scores.masked_fill(keep == 0, -1e9)\n";
  const std::string other = changed(padded, keep, "");
  for (const char* homework : {"fused-qkv", "multi-head-plain"}) {
    CAPTURE(homework);
    const std::string bias = changed(changed(other, "x, mask", "x, rel_bias"), "/ self.d ** 0.5", "/ self.d ** 0.5 + rel_bias");
    CHECK(trusted(bias, homework).verdict == Verdict::unjudged);
    const std::string positions = changed(changed(other, "x, mask", "x, pos"), "b, n, _ = x.shape", "b, n, _ = x.shape\n        x = x + pos[:n]");
    CHECK(trusted(positions, homework).verdict == Verdict::unjudged);
    const std::string later = changed(changed(other, "x, mask", "x, slopes"), "        return", "        scores = scores - slopes\n        return");
    CHECK(trusted(later, homework).verdict == Verdict::unjudged);
    CHECK(trusted(changed(later, "self.d ** 0.5", "self.d"), homework).verdict == Verdict::wrong);
  }
}

TEST_SUITE_END();
