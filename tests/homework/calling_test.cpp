// How a check builds and calls a stranger's program: forms that people bring. PyTorch has confirmed
// which of these programs are right; each has a copy with one mistake, which must not pass.

#include "verdicts.h"

using namespace mha;
using namespace mha::homework;

TEST_SUITE_BEGIN("many programs");

TEST_CASE("calling: all inputs may come in one tuple, dict or record, or as *args") {
  const std::string packed = R"(
import torch

def head(qkv):
    q, k, v = qkv
    return torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, -1) @ v
)";
  check_both(packed, "single-head", "/ k.shape[-1] ** 0.5", "");
  check_both(changed(packed, "head(qkv)", "head(*qkv)"), "single-head", "/ k.shape[-1] ** 0.5", "");
  const std::string steps = R"(
import torch

def head(given):
    out = dict(given)
    out["scores"] = given["q"] @ given["k"].mT / given["k"].shape[-1] ** 0.5
    out["weights"] = out["scores"].softmax(-1)
    out["context"] = out["weights"] @ given["v"]
    return out
)";
  check_both(steps, "single-head", ".softmax(-1)", ".softmax(-2)");
  for (const char* record : {"@dataclass\nclass Pair:", "class Pair(NamedTuple):"}) {
    const std::string recorded = std::string(R"(
from dataclasses import dataclass
from typing import NamedTuple, Optional
import torch
from torch import nn

)") + record + R"(
    text: torch.Tensor
    memory: torch.Tensor
    words: Optional[torch.Tensor] = None

class Reader(nn.Module):
    def __init__(self, d_in, d_out, num_heads, d_memory):
        super().__init__()
        self.h = num_heads
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_memory, d_out), nn.Linear(d_memory, d_out)
        self.out = nn.Linear(d_out, d_out)
    def forward(self, pair: Pair):
        cut = lambda t: t.unflatten(-1, (self.h, -1)).transpose(1, 2)
        q, k, v = cut(self.q(pair.text)), cut(self.k(pair.memory)), cut(self.v(pair.memory))
        s = q @ k.mT / k.shape[-1] ** 0.5
        if pair.words is not None:
            s = s.masked_fill(pair.words[:, None, None] == 0, -torch.inf)
        return self.out((s.softmax(-1) @ v).transpose(1, 2).flatten(2))
)";
    check_both(recorded, "cross-attention", "transpose(1, 2).flatten(2)", "flatten(2)");
  }
}

TEST_CASE("calling: a size may be that of one head, a tuple, or known only at the first call") {
  check_both(R"(
import torch

class Heads:
    def __init__(self, breite_eines):
        self.breite_eines = breite_eines
    def __call__(self, x):
        return x.unflatten(-1, (-1, self.breite_eines)).movedim(-2, 1)
)", "split-and-merge", ".movedim(-2, 1)", "");
  check_both(R"(
import torch
from torch import nn

class Fundida(nn.Module):
    def __init__(self, entrada, por_cabeza, cabezas):
        super().__init__()
        self.forma = (3, cabezas, por_cabeza)
        self.todo = nn.Linear(entrada, 3 * por_cabeza * cabezas)
        self.mezcla = nn.Linear(por_cabeza * cabezas, por_cabeza * cabezas)
    def forward(self, x):
        q, k, v = self.todo(x).unflatten(-1, self.forma).permute(2, 0, 3, 1, 4)
        pesos = (q @ k.mT * self.forma[2] ** -0.5).softmax(-1)
        return self.mezcla((pesos @ v).transpose(1, 2).flatten(2))
)", "fused-qkv", "self.forma[2] ** -0.5", "self.forma[1] ** -0.5");
  check_both(R"(
import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self, sizes, n_heads=2):
        super().__init__()
        first, last = sizes
        self.n_heads = n_heads
        self.q, self.k, self.v = (nn.Linear(first, last) for _ in range(3))
        self.out = nn.Linear(last, last)
    def forward(self, x):
        q, k, v = (t.unflatten(-1, (self.n_heads, -1)).transpose(1, 2) for t in (self.q(x), self.k(x), self.v(x)))
        w = (q @ k.mT / k.shape[-1] ** 0.5).softmax(-1)
        return self.out((w @ v).transpose(1, 2).flatten(2))
)", "multi-head-plain", "k.shape[-1] ** 0.5", "k.shape[-2] ** 0.5");
  check_both(R"(
import torch
from torch import nn

class Lazy(nn.Module):
    def __init__(self, units, *, max_len, rate=0.0):
        super().__init__()
        self.q, self.k, self.v = (nn.LazyLinear(units, bias=False) for _ in range(3))
        self.drop = nn.Dropout(rate)
        self.register_buffer("future", torch.ones(max_len, max_len).triu(1).bool())
    def forward(self, x):
        n = x.shape[1]
        s = self.q(x) @ self.k(x).mT / self.q.out_features ** 0.5
        return self.drop(s.masked_fill(self.future[:n, :n], -torch.inf).softmax(-1)) @ self.v(x)
)", "causal-attention", "-torch.inf", "0.0");
  check_both(R"(
import torch
from torch import nn

class Norm(nn.Module):
    def __init__(self, like, eps=1e-5):
        super().__init__()
        d = like.shape[-1]
        self.gamma, self.beta, self.eps = nn.Parameter(torch.ones(1, 1, d)), nn.Parameter(torch.zeros(1, 1, d)), eps
    def forward(self, x):
        m = x.mean(-1, keepdim=True)
        v = x.square().mean(-1, keepdim=True) - m.square()
        return self.gamma * (x - m) / (v + self.eps).sqrt() + self.beta
)", "layer-norm", "- m.square()", "- m");
}

TEST_CASE("calling: a classmethod may make the parts") {
  check_both(R"(
import torch
from torch import nn

class Positionwise(nn.Module):
    def __init__(self, first: nn.Linear, second: nn.Linear, fn=nn.functional.gelu):
        super().__init__()
        assert first.out_features == second.in_features
        self.first, self.second, self.fn = first, second, fn
    @classmethod
    def standard(cls, emb_dim, times=4):
        return cls(nn.Linear(emb_dim, times * emb_dim), nn.Linear(times * emb_dim, emb_dim))
    def forward(self, x):
        return self.second(self.fn(self.first(x)))
)", "feed-forward", "self.second(self.fn(self.first(x)))", "self.fn(self.second(self.first(x)))");
}

TEST_CASE("calling: weights may be kept in any way, and an object under any name") {
  check_both(R"(
import torch as t

class S(t.nn.Module):
    def __init__(s, i, o):
        super().__init__()
        s.a, s.b, s.c = (t.nn.Parameter(t.randn(o, i)) for _ in range(3))
    def forward(s, x):
        q, k, v = x @ s.a.T, x @ s.b.T, x @ s.c.T
        return t.softmax(q @ k.mT / q.shape[-1] ** .5, -1) @ v
)", "self-attention-parameters", "q.shape[-1] ** .5", "q.shape[-2] ** .5");
  check_both(R"(
import torch
from torch import nn

class Red(nn.Module):
    def __init__(self, ancho):
        super().__init__()
        P, h = nn.Parameter, 4 * ancho
        self.m1, self.m2 = P(torch.randn(h, ancho) * 0.1), P(torch.randn(ancho, h) * 0.1)
        self.s1, self.s2 = P(torch.zeros(h)), P(torch.zeros(ancho))
    def forward(self, x):
        a = torch.matmul(x, self.m1.t()) + self.s1
        return torch.matmul(nn.functional.gelu(a), self.m2.t()) + self.s2
)", "feed-forward", "nn.functional.gelu(a)", "torch.relu(a)");
  check_both(R"(
import torch
from torch import nn

class Conv(nn.Module):
    def __init__(self, nx, mult=4):
        super().__init__()
        self.fc, self.proj = nn.Conv1d(nx, mult * nx, 1), nn.Conv1d(mult * nx, nx, 1)
    def forward(self, x):
        return self.proj(nn.functional.gelu(self.fc(x.transpose(1, 2)))).transpose(1, 2)
)", "feed-forward", "gelu", "relu");
}

TEST_CASE("calling: an option that is off, or a layer as argument, is no size") {
  const std::string options = R"(
import torch
from torch import nn

class Fused(nn.Module):
    def __init__(self, d_in, d_out, num_heads, drop=None, span=0, gated=False):
        super().__init__()
        self.h = num_heads
        self.qkv, self.out = nn.Linear(d_in, 3 * d_out), nn.Linear(d_out, d_out)
        self.drop = drop if drop is not None else nn.Identity()
        self.near = nn.Parameter(torch.zeros(num_heads, 2 * span + 1)) if span else None
        self.gate = nn.Parameter(torch.zeros(1)) if gated else None
    def forward(self, x, mask=None):
        q, k, v = self.qkv(x).unflatten(-1, (3, self.h, -1)).permute(2, 0, 3, 1, 4)
        s = q @ k.mT / k.shape[-1] ** 0.5
        if self.near is not None:
            s = s + self.near.sum(-1)[:, None, None]
        if mask is not None:
            s = s.masked_fill(mask == 0, -torch.inf)
        out = self.out((self.drop(s.softmax(-1)) @ v).transpose(1, 2).flatten(2))
        return out if self.gate is None else out * self.gate.tanh()
)";
  check_both(options, "fused-qkv", "self.drop(s.softmax(-1))", "self.drop(s).softmax(-1)");
  check_both(R"(
import torch

def make(normalise=None, drop=None):
    normalise = normalise or (lambda s: s.softmax(-1))
    def attend(values, keys, queries):
        w = normalise(queries @ keys.mT / keys.shape[-1] ** 0.5)
        return (w if drop is None else drop(w)) @ values
    return attend
)", "single-head", "/ keys.shape[-1] ** 0.5", "");
}

TEST_CASE("calling: what stands beside the answer is not judged") {
  const std::string beside = R"(
import torch

KINDS = {}

def register(name):
    def keep(f):
        KINDS[name] = f
        return f
    return keep

def without_scale(q, k, v):
    "WRONG on purpose: what happens without the scale."
    return torch.softmax(q @ k.mT, -1) @ v

@register("plain")
def head(q, k, v):
    return torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, -1) @ v

def heads(several):
    return [head(*one) for one in several]
)";
  check_both(beside, "single-head", " / k.shape[-1] ** 0.5", "");
  const Result judged = trusted(beside, "single-head");
  REQUIRE(judged.remarks.size() == 1);
  CHECK(judged.remarks[0].title == "without_scale is not judged");
  // What else is on purpose does not excuse the answer itself.
  const std::string unmasked = changed(beside, "def head(q, k, v):\n", "def head(q, k, v):\n    \"No mask, on purpose.\"\n");
  CHECK(verdict_of(unmasked, "single-head") == Verdict::right);
  CHECK(verdict_of(changed(unmasked, " / k.shape[-1] ** 0.5", ""), "single-head") == Verdict::wrong);
  // The method that gives a changed copy takes no tensor.
  check_both(R"(
from dataclasses import dataclass, replace
import torch

@dataclass(frozen=True)
class Split:
    num_heads: int
    def __call__(self, x):
        b, n, d = x.shape
        return x.view(b, n, self.num_heads, d // self.num_heads).transpose(1, 2)
    def with_heads(self, num_heads):
        return replace(self, num_heads=num_heads)
)", "split-and-merge", ".transpose(1, 2)", "");
  // An activation that a registry keeps is no answer, and trying it must not change the registry.
  const std::string registry = R"(
import torch
from torch import nn

MADE = {}

def activation(name):
    def add(make):
        MADE[name] = make
        return make
    return add

activation("gelu")(nn.GELU)

class Block(nn.Module):
    def __init__(self, emb_dim, kind="gelu"):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(emb_dim, 4 * emb_dim), MADE[kind](), nn.Linear(4 * emb_dim, emb_dim))
    def forward(self, x):
        return self.layers(x)
)";
  check_both(registry, "feed-forward", "(nn.GELU)", "(nn.ReLU)");
  CHECK(verdict_unnamed(registry) == Verdict::right);
}

TEST_CASE("calling: a mask that only the caller gives does not make a layer causal") {
  const std::string given = R"(
import torch
from torch import nn

class Jede(nn.Module):
    def __init__(self, rein, raus, koepfe):
        super().__init__()
        self.h = koepfe
        self.q, self.k, self.v, self.o = nn.Linear(rein, raus), nn.Linear(rein, raus), nn.Linear(rein, raus), nn.Linear(raus, raus)
    def forward(self, x, maske=None):
        q, k, v = (t.unflatten(-1, (self.h, -1)).transpose(1, 2) for t in (self.q(x), self.k(x), self.v(x)))
        p = q @ k.mT / k.shape[-1] ** 0.5
        if maske is not None:
            m = torch.zeros_like(p)
            for s in range(len(p)):
                m[s] = maske
            p = p.masked_fill(m == 0, float("-inf"))
        return self.o((p.softmax(-1) @ v).transpose(1, 2).flatten(2))
)";
  CHECK(verdict_unnamed(given) == Verdict::right);
  check_both(given, "fused-qkv", "k.shape[-1] ** 0.5", "k.shape[-2] ** 0.5");
}

TEST_CASE("calling: a square mask of the file's own may have a row for each text") {
  check_both(R"(
import torch
from torch import nn

class Padded(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.h = num_heads
        self.qkv, self.o = nn.Linear(d_in, 3 * d_out), nn.Linear(d_out, d_out)
    def forward(self, x, mask=None):
        q, k, v = (t.unflatten(-1, (self.h, -1)).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1))
        s = q @ k.mT / k.shape[-1] ** 0.5
        if mask is not None:
            s = s.masked_fill(~mask[:, None, None, :], -torch.inf)
        return self.o((s.softmax(-1) @ v).transpose(1, 2).flatten(2))

ids = torch.tensor([[1, 2, 0], [3, 0, 0], [4, 5, 6]])
Padded(4, 6, 2)(torch.randn(3, 3, 4), ids != 0)
)", "fused-qkv", "~mask[:, None, None, :]", "~mask.flip(0)[:, None, None, :]");
}

TEST_CASE("calling: without a memory that the task gives, a program may do as it likes") {
  check_both(R"(
import torch
from torch import nn

class Both(nn.Module):
    def __init__(self, d_in, d_out, num_heads, d_memory=None):
        super().__init__()
        self.h = num_heads
        self.q, self.out = nn.Linear(d_in, d_out), nn.Linear(d_out, d_out)
        self.k, self.v = nn.Linear(d_memory or d_in, d_out), nn.Linear(d_memory or d_in, d_out)
    def forward(self, x, memory=None, mask=None):
        source = x if memory is None else memory
        q, k, v = (t.unflatten(-1, (self.h, -1)).transpose(1, 2) for t in (self.q(x), self.k(source), self.v(source)))
        s = q @ k.mT / k.shape[-1] ** 0.5
        if mask is not None:
            s = s.masked_fill(mask[:, None, None] == 0, -torch.inf)
        return self.out((s.softmax(-1) @ v).transpose(1, 2).flatten(2))
)", "cross-attention", "self.v(source)", "self.v(x)");
}

TEST_SUITE_END();

TEST_CASE("calling: several sizes may come as items, as a field, or in a changed copy of a configuration") {
  check_both(R"(
import torch
from torch import nn

class Capa(nn.Module):
    def __init__(self, par):
        super().__init__()
        entra, sale = par
        self.peso = nn.Parameter(torch.empty(entra, sale).uniform_(-1, 1) / entra ** 0.5)
    def forward(self, x):
        return torch.tensordot(x, self.peso, dims=1)

class Atencion(nn.Module):
    def __init__(self, anchos, cabezas):
        super().__init__()
        self.cabezas = cabezas
        self.q, self.k, self.v = (Capa(anchos) for _ in range(3))
        self.fin = nn.Linear(anchos[1], anchos[1])
    def forward(self, x):
        q, k, v = (c(x).unflatten(-1, (self.cabezas, -1)).transpose(1, 2) for c in (self.q, self.k, self.v))
        w = (q @ k.mT / k.shape[-1] ** 0.5).softmax(-1)
        return self.fin((w @ v).transpose(1, 2).flatten(2))
)", "multi-head-plain", "k.shape[-1] ** 0.5", "k.shape[-2] ** 0.5");
  check_both(R"(
import torch
from torch import nn

class Dense(nn.Module):
    def __init__(self, pair, bias=True):
        super().__init__()
        first, last = pair
        self.w = nn.Parameter(torch.empty(last, first).uniform_(-1, 1))
        self.b = nn.Parameter(torch.zeros(last)) if bias else None
    def forward(self, x):
        return nn.functional.linear(x, self.w, self.b)

class Attention(nn.Module):
    def __init__(self, pair, *, context_length, dropout=0.0, bias=False):
        super().__init__()
        self.q, self.k, self.v = (Dense(pair, bias) for _ in range(3))
        self.drop = nn.Dropout(dropout)
        self.register_buffer("mask", torch.ones(context_length, context_length).tril().bool())
    def forward(self, x):
        n = x.shape[1]
        s = self.q(x) @ self.k(x).mT / self.q.w.shape[0] ** 0.5
        s = s.masked_fill(~self.mask[:n, :n], -torch.inf)
        return self.drop(s.softmax(-1)) @ self.v(x)
)", "causal-attention", "self.q.w.shape[0] ** 0.5", "self.q.w.shape[1] ** 0.5");
  check_both(R"(
from dataclasses import dataclass, replace
import torch
from torch import nn

@dataclass(frozen=True)
class Params:
    widths: tuple
    num_heads: int
    biases: tuple = (False, True)

class Heads(nn.Module):
    def __init__(self, params: Params):
        super().__init__()
        d_in, d_out = params.widths
        assert d_out % params.num_heads == 0
        self.params = params
        self.qkv = nn.Linear(d_in, 3 * d_out, bias=params.biases[0])
        self.out = nn.Linear(d_out, d_out, bias=params.biases[1])
    def forward(self, x):
        q, k, v = self.qkv(x).unflatten(-1, (3, self.params.num_heads, -1)).permute(2, 0, 3, 1, 4)
        w = (q @ k.mT / k.shape[-1] ** 0.5).softmax(-1)
        merged = (w @ v).transpose(1, 2).flatten(2)
        assert merged.shape[-1] == self.params.widths[1]
        return self.out(merged)
)", "multi-head-plain", "k.shape[-1] ** 0.5", "k.shape[-2] ** 0.5");
  check_both(R"(
from __future__ import annotations
from dataclasses import dataclass, replace
import torch
from torch import nn

@dataclass(frozen=True)
class HeadSpec:
    d_in: int
    d_head: int
    context_length: int
    dropout: float = 0.0

class Head(nn.Module):
    def __init__(self, spec: HeadSpec):
        super().__init__()
        self.spec = spec
        self.q, self.k, self.v = (nn.Linear(spec.d_in, spec.d_head) for _ in range(3))
        self.drop = nn.Dropout(spec.dropout)
        self.register_buffer("mask", torch.ones(spec.context_length, spec.context_length).triu(1).bool())
    def forward(self, x):
        n = x.shape[1]
        s = self.q(x) @ self.k(x).mT / self.spec.d_head ** 0.5
        return self.drop(s.masked_fill(self.mask[:n, :n], -torch.inf).softmax(-1)) @ self.v(x)

class Heads(nn.Module):
    def __init__(self, spec: HeadSpec, num_heads: int):
        super().__init__()
        assert spec.d_head % num_heads == 0
        one = replace(spec, d_head=spec.d_head // num_heads)
        self.heads = nn.ModuleList([Head(one) for _ in range(num_heads)])
        self.mix = nn.Linear(spec.d_head, spec.d_head)
    def forward(self, x):
        return self.mix(torch.cat([head(x) for head in self.heads], -1))
)", "multi-head-stacked", "self.spec.d_head ** 0.5", "self.spec.d_in ** 0.5");
  check_both(R"(
import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self, d_model, d_kv, num_heads):
        super().__init__()
        self.n, self.width, self.inner = num_heads, d_kv, num_heads * d_kv
        self.q, self.k, self.v = (nn.Linear(d_model, self.inner, bias=False) for _ in range(3))
        self.o = nn.Linear(self.inner, self.inner, bias=False)
    def forward(self, states):
        q, k, v = (f(states).unflatten(-1, (self.n, self.width)).transpose(1, 2) for f in (self.q, self.k, self.v))
        w = (q @ k.mT / self.width ** 0.5).softmax(-1)
        return self.o((w @ v).transpose(1, 2).flatten(2))
)", "multi-head-plain", "self.width ** 0.5", "self.n ** 0.5");
}

TEST_CASE("calling: a function that asks a builder for an object makes the answer") {
  check_both(R"(
import torch
from torch import nn

class Triangle(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.register_buffer("hidden", torch.ones(size, size).triu(1).bool())
    def forward(self, scores):
        n = scores.size(-1)
        return scores.masked_fill(self.hidden[:n, :n], -torch.inf)

class Layer(nn.Module):
    def __init__(self, d_in, d_out, mask, dropout, qkv_bias):
        super().__init__()
        self.parts = nn.ModuleList(nn.Linear(d_in, d_out, bias=qkv_bias) for _ in range(3))
        self.mask, self.dropout = mask, nn.Dropout(dropout)
    def forward(self, x):
        q, k, v = [p(x) for p in self.parts]
        return self.dropout(self.mask(q @ k.mT / k.size(-1) ** 0.5).softmax(-1)) @ v

class Builder:
    def __init__(self):
        self.settings = dict(dropout=0.0, qkv_bias=False)
    def with_sizes(self, **sizes):
        self.settings.update(sizes)
        return self
    def build(self):
        settings = dict(self.settings)
        mask = Triangle(settings.pop("context_length"))
        return Layer(mask=mask, **settings)

def causal_attention(d_in, d_out, context_length, dropout=0.0, qkv_bias=False):
    return (Builder().with_sizes(d_in=d_in, d_out=d_out, context_length=context_length)
            .with_sizes(dropout=dropout, qkv_bias=qkv_bias).build())
)", "causal-attention", "k.size(-1) ** 0.5", "k.size(-1)");
}
