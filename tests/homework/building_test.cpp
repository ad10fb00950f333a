// Which definition of a stranger's file is the answer, and how its object is built. PyTorch has
// confirmed which of these programs are right; each has a copy with one mistake, which must not pass.

#include "verdicts.h"

using namespace mha;
using namespace mha::homework;

namespace {

const std::string kCausalHead = R"(
import torch
from torch import nn

class Head(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d_in, d_out, bias=False) for _ in range(3))
        self.drop = nn.Dropout(dropout)
        self.register_buffer("future", torch.ones(context_length, context_length).triu(1).bool())
    def forward(self, x):
        n = x.shape[1]
        s = self.q(x) @ self.k(x).mT / self.q.out_features ** 0.5
        return self.drop(s.masked_fill(self.future[:n, :n], -torch.inf).softmax(-1)) @ self.v(x)
)";

}  // namespace

TEST_SUITE_BEGIN("many programs");

TEST_CASE("building: heads as wide as the input, whatever their width is called") {
  for (const char* width : {"n_embd", "width", "breite"}) {
    std::string several = kCausalHead + R"(
class Several(nn.Module):
    def __init__(self, WIDTH, context_length, heads, dropout=0.0):
        super().__init__()
        self.heads = nn.ModuleList()
        for _ in range(heads):
            self.heads.append(Head(WIDTH, WIDTH, context_length, dropout))
        self.last = nn.Linear(heads * WIDTH, WIDTH)
    def forward(self, x):
        return self.last(torch.cat([head(x) for head in self.heads], dim=-1))
)";
    while (several.find("WIDTH") != std::string::npos) several = changed(several, "WIDTH", width);
    check_both(several, "multi-head-stacked", "[head(x) for head", "[x := head(x) for head");
  }
  // The width of a head is kept under a name for it.
  check_both(kCausalHead + R"(
class Several(nn.Module):
    def __init__(self, d_in, d_out, num_heads, context_length, dropout=0.1):
        super().__init__()
        self.heads = nn.ModuleList(Head(d_in, d_out, context_length, dropout) for _ in range(num_heads))
        self.d_head = d_out
    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], dim=2)
)", "multi-head-stacked", "dim=2", "dim=1");
}

TEST_CASE("building: one head is not several") {
  const Result alone = trusted(kCausalHead, "multi-head-stacked");
  CHECK(alone.verdict == Verdict::wrong);
  REQUIRE(alone.findings.size() == 1);
  CHECK(alone.findings[0].id == "one-head-only");
  CHECK(verdict_of(kCausalHead, "causal-attention") == Verdict::right);
}

TEST_CASE("building: sizes with unknown names are read in every way that their use allows") {
  check_both(R"(
import torch
from torch import nn

class Atencao(nn.Module):
    def __init__(self, entrada, cabecas, largura):
        super().__init__()
        self.largura = largura
        self.pesos = nn.ParameterDict({n: nn.Parameter(torch.randn(entrada, cabecas, largura)) for n in "qkv"})
        self.saida = nn.Parameter(torch.randn(cabecas, largura, cabecas * largura))
    def forward(self, x):
        q, k, v = (torch.tensordot(x, self.pesos[n], dims=1).transpose(1, 2) for n in "qkv")
        p = (q @ k.mT / self.largura ** 0.5).softmax(-1)
        return torch.tensordot((p @ v).transpose(1, 2), self.saida, dims=2)
)", "multi-head-plain", "self.largura ** 0.5", "x.shape[-1] ** 0.5");
  // A name of the list whose use says something else.
  check_both(R"(
import torch
from torch import nn

class Neo(nn.Module):
    def __init__(self, hidden, heads, width):
        super().__init__()
        self.heads, self.width = heads, width
        self.qkv = nn.Linear(hidden, 3 * heads * width)
        self.dense = nn.Linear(heads * width, heads * width)
    def forward(self, x):
        qkv = self.qkv(x)
        q, k, v = qkv.view(*qkv.shape[:-1], self.heads, 3 * self.width).transpose(1, 2).split(self.width, -1)
        out = (q @ k.mT / self.width ** 0.5).softmax(-1) @ v
        return self.dense(out.transpose(1, 2).flatten(2))
)", "multi-head-plain", ".softmax(-1)", ".softmax(-2)");
}

TEST_CASE("building: widths that a program chooses itself are seen in its weights") {
  check_both(R"(
import torch
import torch.nn.functional as F
from torch.nn import Module, Parameter

DEFAULTS = {"emb_dim": 32, "head_dim": 16, "context_length": 48}

class Single(Module):
    def __init__(self, cfg=None):
        super().__init__()
        cfg = {**DEFAULTS, **(cfg or {})}
        self.d, n = cfg["head_dim"], cfg["context_length"]
        for name in "qkv":
            self.register_parameter("w_" + name, Parameter(torch.randn(self.d, cfg["emb_dim"])))
        self.register_buffer("allowed", torch.ones(n, n, dtype=torch.bool).tril())
    def forward(self, x):
        q, k, v = (F.linear(x, getattr(self, "w_" + name)) for name in "qkv")
        t = x.size(1)
        s = (q @ k.mT / self.d ** 0.5).masked_fill(~self.allowed[:t, :t], -torch.inf)
        return s.softmax(-1) @ v
)", "causal-attention", "tril()", "triu()");
}

TEST_CASE("building: a memory with a default, and a method that takes all") {
  const std::string reader = R"(
import torch
from torch import nn

class Layer(nn.Module):
    def forward(self, *args, **kwargs):
        return self.call(*args, **kwargs)

class Reader(Layer):
    def __init__(self, d_in, d_out, num_heads, d_memory):
        super().__init__()
        self.h = num_heads
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_memory, d_out), nn.Linear(d_memory, d_out)
        self.out = nn.Linear(d_out, d_out)
        self.kept = None
    def call(self, x, states=None, known=None):
        cut = lambda t: t.unflatten(-1, (self.h, -1)).transpose(1, 2)
        k, v = (cut(self.k(states)), cut(self.v(states))) if states is not None else self.kept
        s = cut(self.q(x)) @ k.mT / k.shape[-1] ** 0.5
        if known is not None:
            s = s.masked_fill(known.eq(0)[:, None, None], -torch.inf)
        return self.out((s.softmax(-1) @ v).transpose(1, 2).flatten(2))
)";
  check_both(reader, "cross-attention", "k.shape[-1] ** 0.5", "k.shape[-2] ** 0.5");
}

TEST_CASE("building: factories, builders and demonstrations are not the answer") {
  const std::string factory = R"(
import torch
from torch import nn

def make_attention(d_in, d_out, context_length, dropout=0.0, qkv_bias=False):
    later = torch.ones(context_length, context_length).triu(1).bool()
    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.qkv = nn.ModuleList(nn.Linear(d_in, d_out, bias=qkv_bias) for _ in range(3))
            self.dropout = nn.Dropout(dropout)
        def forward(self, x):
            q, k, v = (layer(x) for layer in self.qkv)
            t = x.shape[1]
            return self.dropout((q @ k.mT * d_out ** -0.5).masked_fill(later[:t, :t], -torch.inf).softmax(-1)) @ v
    return Attention()

def demo(steps=5):
    layer = make_attention(8, 8, 10)
    for step in range(steps):
        print(step, layer(torch.randn(1, 10, 8)).mean())
)";
  check_both(factory, "causal-attention", "d_out ** -0.5", "d_in ** -0.5");
  const std::string registry = changed(kCausalHead, "class Head(", R"(HEADS = {}

def register(name):
    def keep(cls):
        HEADS[name] = cls
        return cls
    return keep

@register("causal")
class Head()") + R"(
class Several(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads):
        super().__init__()
        self.heads = nn.ModuleList(HEADS["causal"](d_in, d_out // num_heads, context_length, dropout) for _ in range(num_heads))
    @classmethod
    def create(cls, **kwargs):
        return cls(**kwargs)
    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], dim=-1)

class SeveralFactory:
    def create(self, d_in, d_out):
        return Several(d_in, d_out, 8, 0.0, 2)
)";
  check_both(registry, "multi-head-stacked", "dim=-1)\n\nclass", "dim=1)\n\nclass");
}

TEST_CASE("building: of a named homework the definition counts that is right") {
  const std::string norms = R"(
import torch
from torch import nn

class LayerNorm(nn.Module):
    def __init__(self, emb_dim, eps=1e-5):
        super().__init__()
        self.eps, self.scale, self.shift = eps, nn.Parameter(torch.ones(emb_dim)), nn.Parameter(torch.zeros(emb_dim))
    def forward(self, x):
        centred = x - x.mean(-1, keepdim=True)
        return self.scale * centred / (centred.square().mean(-1, keepdim=True) + self.eps).sqrt() + self.shift

class RMSNorm(nn.Module):
    def __init__(self, emb_dim, eps=1e-5):
        super().__init__()
        self.eps, self.scale = eps, nn.Parameter(torch.ones(emb_dim))
    def forward(self, x):
        return self.scale * x / (x.square().mean(-1, keepdim=True) + self.eps).sqrt()

def compare(width):
    return LayerNorm(width)(torch.ones(1, 1, width)) - nn.LayerNorm(width)(torch.ones(1, 1, width))
)";
  check_both(norms, "layer-norm", "centred.square().mean(-1", "centred.square().mean(-2");
  const std::string use = R"(
import torch
from torch import nn

def weights_of(s, mask):
    return s.softmax(-1) if mask is None else s.masked_fill(mask.logical_not(), -torch.inf).softmax(-1)

def attend(q, k, v, mask=None):
    return weights_of(q @ k.mT / k.shape[-1] ** 0.5, mask) @ v

class Layer(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads, self.inp, self.out = heads, nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
    def forward(self, x, mask=None):
        b, n, d = x.shape
        q, k, v = self.inp(x).view(b, n, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        return self.out(attend(q, k, v, mask).transpose(1, 2).reshape(b, n, d))

def demo():
    q = torch.randn(1, 4, 2, 6)
    only_second = torch.tensor([[False, True], [False, True]])
    assert torch.equal(attend(q, q, q, only_second)[..., 0, :], q[..., 1, :])

if __name__ == "__main__":
    demo()
)";
  check_both(use, "scaled-dot-product", "k.shape[-1] ** 0.5", "k.shape[-2] ** 0.5");
  // A right split is no excuse for a wrong merge.
  check_both(R"(
from torch import nn

def split(x, num_heads):
    b, n, d = x.shape
    return x.reshape(b, n, num_heads, d // num_heads).permute(0, 2, 1, 3)

def merge(x):
    b, h, n, d = x.shape
    return x.permute(0, 2, 1, 3).reshape(b, n, h * d)

class Both(nn.Module):
    def __init__(self, num_heads):
        super().__init__()
        self.num_heads = num_heads
    def forward(self, x):
        return merge(split(x, self.num_heads))
)", "split-and-merge", "return x.permute(0, 2, 1, 3).reshape(b, n, h", "return x.permute(0, 2, 3, 1).reshape(b, n, h");
}

TEST_CASE("building: two parameters over one memory are one") {
  check_both(R"(
import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.q = nn.Parameter(torch.randn(d_in, d_out))
        self.k = nn.Parameter(self.q.data.clone())
        self.v = nn.Parameter(torch.randn(d_in, d_out))
    def forward(self, x):
        return (x @ self.q @ (x @ self.k).mT / self.q.shape[1] ** 0.5).softmax(-1) @ (x @ self.v)
)", "self-attention-parameters", "data.clone()", "data");
}

TEST_CASE("building: features in columns, and what a call has kept") {
  check_both(R"(
import torch
from torch import nn

def glorot(out, inp):
    return nn.Parameter((torch.rand(out, inp) - 0.5) * (24.0 / (out + inp)) ** 0.5)

class MHA(nn.Module):
    def __init__(self, inp, out, *, nheads=1):
        super().__init__()
        self.nheads = nheads
        self.Wq, self.Wk, self.Wv, self.Wo = glorot(out, inp), glorot(out, inp), glorot(out, inp), glorot(out, out)
        self.bo = nn.Parameter(torch.zeros(out, 1))
    def forward(self, x):
        q, k, v = ((W @ x.mT).unflatten(1, (self.nheads, -1)) for W in (self.Wq, self.Wk, self.Wv))
        p = torch.softmax(k.mT @ q / q.shape[2] ** 0.5, dim=2)
        return (self.Wo @ (v @ p).flatten(1, 2) + self.bo).mT
)", "multi-head-plain", "dim=2)", "dim=3)");
  const Result shrinks = trusted(R"(
import torch
from torch import nn

class Shrinks(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)
        self.scale, self.width = 1.0, d_out
    def forward(self, x):
        self.scale = self.scale * self.width ** -0.5
        return (self.q(x) @ self.k(x).mT * self.scale).softmax(-1) @ self.v(x)
)", "self-attention-linear");
  CHECK(shrinks.verdict == Verdict::wrong);
  REQUIRE(shrinks.findings.size() == 1);
  CHECK(shrinks.findings[0].id == "kept-between-calls");
  CHECK(shrinks.findings[0].place.known());
}

TEST_CASE("building: heads that hold the next head, and heads whose features stand apart") {
  check_both(kCausalHead + R"(
class Row(nn.Module):
    def __init__(self, heads, d_in, d_out, context_length, dropout=0.1):
        super().__init__()
        self.own = Head(d_in, d_out, context_length, dropout)
        self.next = Row(heads - 1, d_in, d_out, context_length, dropout) if heads > 1 else None
    def forward(self, x):
        mine = self.own(x)
        return mine if self.next is None else torch.cat((mine, self.next(x)), dim=-1)
)", "multi-head-stacked", "self.next(x))", "mine)");
  for (const char* layers : {"[f(x).unflatten(-1, (-1, self.h)) for f in self.qkv]",
                             "self.all(x).unflatten(-1, (3, -1, self.h)).unbind(2)"}) {
    const bool fused = std::string(layers).starts_with("self.all");
    check_both(changed(changed(R"(
import torch
from torch import nn

class Apart(nn.Module):
    def __init__(self, d_in, d_out, h):
        super().__init__()
        self.h = h
        MAKE
        self.out = nn.Linear(d_out, d_out)
    def forward(self, x):
        q, k, v = LAYERS
        s = torch.einsum("bidh,bjdh->bhij", q, k) / q.shape[2] ** 0.5
        return self.out(torch.einsum("bhij,bjdh->bidh", s.softmax(-1), v).flatten(2))
)", "LAYERS", layers), "MAKE",
                       fused ? "self.all = nn.Linear(d_in, 3 * d_out)" : "self.qkv = nn.ModuleList(nn.Linear(d_in, d_out) for _ in range(3))"), "multi-head-plain", "einsum(\"bhij,bjdh", "einsum(\"bhji,bjdh");
  }
}

TEST_CASE("building: a layer with a name in a Sequential is one layer") {
  check_both(R"(
import torch
from torch import nn

class Wide(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.up, self.down = nn.Linear(emb_dim, 4 * emb_dim), nn.Linear(4 * emb_dim, emb_dim)
        self.steps = nn.Sequential(self.up, nn.GELU(), self.down)
    def forward(self, x):
        return self.steps(x)
)", "feed-forward", "self.up, nn.GELU(), self.down", "self.up, self.down, nn.GELU()");
}

TEST_CASE("building: an object of no module is switched by its own attribute") {
  check_both(R"(
import torch

class Attend:
    def __init__(self, rate=0.0):
        self.rate, self.training = rate, False
    def __call__(self, q, k, v, mask=None):
        s = q @ k.mT / q.shape[-1] ** 0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, -torch.inf)
        return torch.dropout(s.softmax(-1), self.rate, self.training) @ v
)", "scaled-dot-product", "self.rate, self.training) @ v", "self.rate, False) @ v");
}

TEST_CASE("building: the part that is right, where the block around it cannot be called") {
  check_both(R"(
import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self, width=32, d_kv=8, num_heads=4, by_distance=False):
        super().__init__()
        self.h, self.d = num_heads, d_kv
        self.q, self.k, self.v = (nn.Linear(width, num_heads * d_kv) for _ in range(3))
        self.o = nn.Linear(num_heads * d_kv, num_heads * d_kv)
        self.table = nn.Embedding(65, num_heads) if by_distance else None
    def forward(self, x):
        q, k, v = (f(x).unflatten(-1, (self.h, self.d)).transpose(1, 2) for f in (self.q, self.k, self.v))
        bias = 0 if self.table is None else self.table.weight.sum()
        return self.o(((q @ k.mT / self.d ** 0.5 + bias).softmax(-1) @ v).transpose(1, 2).flatten(2))

class Block(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.norm, self.attention = nn.LayerNorm(width), Attention(width)
    def forward(self, x):
        return x + self.attention(self.norm(x))
)", "multi-head-plain", "(q @ k.mT / self.d", "(q @ k.mT / self.h");
}

TEST_CASE("building: of a named homework only its own answers count; without a name a missing last step is another homework") {
  const std::string file = R"(
import torch
from torch import nn

class Core(nn.Module):
    def forward(self, q, k, v, mask=None):
        s = q @ k.mT / q.shape[-1] ** 0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, -torch.inf)
        return s.softmax(-1) @ v

class Heads(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.n = num_heads
        self.wq, self.wk, self.wv = (nn.Linear(d_in, d_out, bias=False) for _ in range(3))
        self.core = Core()
    def forward(self, x, mask=None):
        q, k, v = (f(x).unflatten(-1, (self.n, -1)).transpose(1, 2) for f in (self.wq, self.wk, self.wv))
        return self.core(q, k, v, mask).transpose(1, 2).flatten(2)
)";
  CHECK(verdict_of(file, "scaled-dot-product") == Verdict::right);
  CHECK(verdict_unnamed(file) == Verdict::right);
  CHECK(verdict_of(changed(file, "s.softmax(-1) @ v", "s.softmax(-2) @ v"), "scaled-dot-product") != Verdict::right);
  CHECK(verdict_unnamed(changed(file, "transpose(1, 2).flatten(2)", "flatten(1, 2)")) != Verdict::right);
}

TEST_CASE("building: a mask for each text, where there are as many texts as heads") {
  check_both(R"(
import torch
from torch import nn

SIZES = {"d_in": 16, "d_out": 16, "n_heads": 2}

class Masked(nn.Module):
    def __init__(self, **changes):
        super().__init__()
        c = {**SIZES, **changes}
        self.n = c["n_heads"]
        self.q, self.k, self.v = (nn.Linear(c["d_in"], c["d_out"], bias=False) for _ in range(3))
        self.out = nn.Linear(c["d_out"], c["d_out"])
    def forward(self, x, mask=None):
        b, t, _ = x.shape
        q, k, v = (f(x).reshape(b, t, self.n, -1).transpose(1, 2) for f in (self.q, self.k, self.v))
        seen = torch.ones(b, 1, t, t, dtype=torch.bool)
        if mask is not None:
            seen = seen & mask.bool()
        s = (q @ k.mT / k.shape[-1] ** 0.5).masked_fill(~seen, -torch.inf)
        return self.out((s.softmax(-1) @ v).transpose(1, 2).flatten(2))
)", "fused-qkv", "seen & mask.bool()", "seen & ~mask.bool()");
}

TEST_CASE("building: zeros that are not yet written, and empty slices, are no rounded scale") {
  const Result unwritten = trusted(R"(
import torch

def head(q, k, v):
    s = torch.zeros(q.shape[0], k.shape[0])
    for d in range(q.shape[1]):
        s += torch.outer(q[:, d], k[:, d], d)
    return (s / q.shape[1] ** 0.5).softmax(-1) @ v
)", "single-head");
  REQUIRE(unwritten.error);
  CHECK(unwritten.findings.empty());
  const Result empty = trusted(R"(
import torch
from torch import nn

class Slices(nn.Module):
    def __init__(self, d_in, d_out, num_heads, dropout=0.0):
        super().__init__()
        self.n, self.d, self.width = num_heads, d_out // num_heads, d_out
        self.qkv = nn.Linear(d_in, 3 * d_out, bias=False)
        self.out = nn.Linear(d_out, d_out)
        self.drop = nn.Dropout(dropout)
    def forward(self, x):
        q, k, v = self.qkv(x).split(self.width, dim=2)
        out = []
        for i in range(self.n):
            part = slice(i * self.d, i * (self.d + 1))
            s = q[..., part] @ k[..., part].mT / self.d ** 0.5
            out.append(self.drop(s.softmax(-1)) @ v[..., part])
        return self.out(torch.cat(out, dim=-1))
)", "fused-qkv");
  CHECK(empty.verdict == Verdict::wrong);
  REQUIRE(empty.findings.size() == 1);
  CHECK(empty.findings[0].id == "parentheses-missing");
}

TEST_CASE("building: what is not here is no mistake") {
  const Result r = trusted(R"(
import torch

def head(q, k, v):
    s = torch.zeros(q.shape[0], k.shape[0])
    for d in range(q.shape[1]):
        s.addr_(q[:, d], k[:, d])
    return (s / q.shape[1] ** 0.5).softmax(-1) @ v
)", "single-head");
  CHECK(r.verdict == Verdict::unjudged);
  CHECK(r.findings.empty());
}

TEST_CASE("building: a mask that fits only with an axis more than the task's is worth a remark") {
  const std::string program = R"(
import torch
from torch import nn

class Look(nn.Module):
    def __init__(self, d_in, d_memory, d_out, num_heads):
        super().__init__()
        self.n = num_heads
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_memory, d_out), nn.Linear(d_memory, d_out)
        self.out = nn.Linear(d_out, d_out)
    def forward(self, x, memory, mask=None):
        q, k, v = (f(t).unflatten(-1, (self.n, -1)).transpose(1, 2) for f, t in ((self.q, x), (self.k, memory), (self.v, memory)))
        s = q @ k.mT / q.shape[-1] ** 0.5
        if mask is not None:
            s = s.masked_fill(mask[:, None] == 0, -torch.inf)
        return self.out((s.softmax(-1) @ v).transpose(1, 2).flatten(2))
)";
  const Result r = trusted(program, "cross-attention");
  CHECK(r.verdict == Verdict::right);
  REQUIRE(r.remarks.size() == 1);
  CHECK(r.remarks[0].id == "mask-of-another-shape");
  CHECK(trusted(changed(program, "mask[:, None]", "mask[:, None, None]"), "cross-attention").remarks.empty());
}

TEST_CASE("building: a mask goes with what the file's own call switches on for it") {
  const std::string program = R"(
import torch
from torch import nn

class Fused(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.n = num_heads
        self.qkv, self.out = nn.Linear(d_in, 3 * d_out), nn.Linear(d_out, d_out)
    def forward(self, x, mask=None, by_text=False):
        q, k, v = (t.unflatten(-1, (self.n, -1)).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1))
        s = q @ k.mT / q.shape[-1] ** 0.5
        if mask is not None:
            m = mask[:, None, None] if by_text else mask
            s = s.masked_fill(m == 0, -torch.inf)
        return self.out((s.softmax(-1) @ v).transpose(1, 2).flatten(2))

layer, x = Fused(4, 6, 2), torch.rand(2, 5, 4)
layer(x, torch.ones(5, 5).tril())
layer(x, torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]), by_text=True)
)";
  CHECK(trusted(program, "fused-qkv").verdict == Verdict::right);
  CHECK(trusted(changed(program, "mask[:, None, None] if", "mask[:, None, None].flip(-1) if"), "fused-qkv").verdict == Verdict::wrong);
}

TEST_CASE("building: a field with the name of what tensors have makes no record of an input") {
  const Result r = trusted(R"(
import torch
from dataclasses import dataclass
from torch import nn

@dataclass
class Sizes:
    dim: int = 8
    heads: int = 2
    shape: tuple = (1, 2)

class Look(nn.Module):
    def __init__(self, sizes: Sizes):
        super().__init__()
        self.n = sizes.heads
        self.q, self.k, self.v, self.out = (nn.Linear(sizes.dim, sizes.dim) for _ in range(4))
    def forward(self, x):
        b, t, d = x.shape
        q, k, v = (f(x).view(b, t, self.n, d // self.n).transpose(1, 2) for f in (self.q, self.k, self.v))
        w = (q @ k.mT / (d // self.n) ** 0.5).softmax(-1)
        return self.out((w @ v).transpose(1, 2).reshape(b, t, d))
)", "multi-head-plain");
  CHECK(r.verdict == Verdict::right);
}

TEST_SUITE_END();
