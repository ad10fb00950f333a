"""What is timed: programs that run here and under PyTorch alike, and the fused
layer beside the same layer op by op."""

import os

CLASS = '''
import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiHeadAttention(nn.Module):
    def __init__(self, width, heads, context_length):
        super().__init__()
        self.heads, self.head_dim = heads, width // heads
        self.W_query = nn.Linear(width, width, bias=False)
        self.W_key = nn.Linear(width, width, bias=False)
        self.W_value = nn.Linear(width, width, bias=False)
        self.out_proj = nn.Linear(width, width)
        mask = torch.triu(torch.ones(context_length, context_length), diagonal=1)
        self.register_buffer("mask", mask.bool())

    def forward(self, x):
        b, n, width = x.shape
        q = self.W_query(x).view(b, n, self.heads, self.head_dim).transpose(1, 2)
        k = self.W_key(x).view(b, n, self.heads, self.head_dim).transpose(1, 2)
        v = self.W_value(x).view(b, n, self.heads, self.head_dim).transpose(1, 2)
        scores = q @ k.transpose(2, 3) / math.sqrt(self.head_dim)
        scores = scores.masked_fill(self.mask[:n, :n], -torch.inf)
        weights = torch.softmax(scores, dim=-1)
        context = (weights @ v).transpose(1, 2).contiguous().view(b, n, width)
        return self.out_proj(context)


torch.manual_seed(0)
torch.set_grad_enabled(False)
layer = MultiHeadAttention({width}, {heads}, {tokens})
x = torch.randn({batch}, {tokens}, {width})


def case():
    return layer(x)
'''

MODULE = '''
import torch
import torch.nn as nn

torch.manual_seed(0)
torch.set_grad_enabled(False)
layer = nn.MultiheadAttention({width}, {heads}, batch_first=True).eval()
x = torch.randn({batch}, {tokens}, {width})
mask = torch.ones({tokens}, {tokens}).triu(1).bool()


def case():
    return layer(x, x, x, attn_mask=mask, need_weights=False)[0]
'''

OP = '''
import torch
import torch.nn.functional as F

torch.manual_seed(0)
torch.set_grad_enabled(False)
{setup}


def case():
    return {expression}
'''

LOOP = '''
import torch

torch.set_grad_enabled(False)
x = torch.ones(6, 3)


def case():
{body}
'''

# A step of training: a layer alone, or blocks of it as a small GPT has them.
TRAINING = CLASS.split("torch.manual_seed")[0] + '''
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = MultiHeadAttention({width}, {heads}, {tokens})
        self.norm1, self.norm2 = nn.LayerNorm({width}), nn.LayerNorm({width})
        self.feed = nn.Sequential(nn.Linear({width}, 4 * {width}), nn.GELU(), nn.Linear(4 * {width}, {width}))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.feed(self.norm2(x))


class SmallGPT(nn.Module):
    def __init__(self, tokens=65):
        super().__init__()
        self.token, self.place = nn.Embedding(tokens, {width}), nn.Embedding({tokens}, {width})
        self.blocks = nn.Sequential(*[Block() for _ in range({layers})])
        self.norm, self.out = nn.LayerNorm({width}), nn.Linear({width}, tokens)

    def forward(self, ids):
        return self.out(self.norm(self.blocks(self.token(ids) + self.place(torch.arange({tokens})))))


torch.manual_seed(0)
model = {model}
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
x, y = {data}


def case():
    optimizer.zero_grad(set_to_none=True)
    loss = {loss}
    loss.backward()
    optimizer.step()
'''

# Stands below each of these programs: what is timed calls case() within, on both sides.
REPEAT = '''

def repeat(times):
    for _ in range(times):
        case()
'''

# PyTorch 1.13 has no such function: there it is done stage by stage.
ATTEND = '''
def by_stages(q, k, v, is_causal):
    n = q.shape[2]
    scores = q @ k.transpose(2, 3) / q.shape[3] ** 0.5
    scores = scores.masked_fill(torch.ones(n, n).triu(1).bool(), -torch.inf)
    return torch.softmax(scores, dim=-1) @ v


attend = getattr(F, "scaled_dot_product_attention", by_stages)
q, k, v = (torch.randn({b}, 12, {n}, 64) for _ in range(3))
'''

# The rate of OpenBLAS here, at the size of the projections.
SGEMM = OP.format(setup="a, b = torch.randn(4096, 768), torch.randn(768, 768)",
                  expression="a @ b")
SGEMM_FLOPS = 2 * 4096 * 768 * 768

LAYERS = [(2, 50, 768, 12), (4, 100, 768, 12), (1, 1024, 768, 12), (4, 1024, 768, 12),
          (1, 1024, 1600, 25), (1, 4096, 768, 12)]
LENGTHS = [1024, 2048, 4096, 8192, 16384]
SMALL_LAYERS = [(1, 6, 8, 2), (2, 6, 768, 12), (1, 16, 64, 4)]

TRAININGS = [(4, 8, 32, 4, 1), (16, 32, 64, 4, 2), (32, 64, 128, 4, 4), (8, 256, 384, 6, 6)]


def filled(text, size):
    for name, value in zip(("batch", "tokens", "width", "heads", "layers"), size):
        text = text.replace("{" + name + "}", str(value))
    return text


def layer_program(size):
    return filled(CLASS, size)


def module_program(size):
    """PyTorch's own layer, which takes its fast path in eval without gradients."""
    return filled(MODULE, size)


def training_programs():
    """(name, program): a step of a layer alone, then of a small GPT. Sizes: batch, tokens, width,
    heads, layers."""
    of_layer = {"model": "MultiHeadAttention({width}, {heads}, {tokens})", "loss": "(model(x) - y).pow(2).mean()",
                "data": "torch.randn(2, {batch}, {tokens}, {width})"}
    of_gpt = {"model": "SmallGPT()", "loss": "F.cross_entropy(model(x).flatten(0, 1), y.flatten())",
              "data": "torch.randint(65, (2, {batch}, {tokens}))"}
    for what, parts in (("layer", of_layer), ("GPT", of_gpt)):
        for size in TRAININGS:
            text = TRAINING
            for name, part in parts.items():
                text = text.replace("{" + name + "}", part)
            yield f"{what} {size}", filled(text, size)


def layer_flops(size):
    """Multiplications and additions of a dense computation."""
    batch, tokens, width, _ = size
    return batch * tokens * (8 * width * width + 4 * tokens * width)


def ops():
    scores = "s = torch.randn({b}, 12, {n}, {n})"
    masked = scores + "\nm = torch.ones({n}, {n}).triu(1).bool()"
    heads = "q, k = torch.randn({b}, 12, {n}, 64), torch.randn({b}, 12, {n}, 64)"
    rows = "x = torch.randn({b}, {n}, 768)"
    mixed = "w = torch.rand({b}, 12, {n}, {n})\nv = torch.randn({b}, 12, {n}, 64)"
    table = [
        ("softmax", scores, "torch.softmax(s, dim=-1)"),
        ("masked_fill", masked, "s.masked_fill(m, -torch.inf)"),
        ("q @ k.mT", heads, "q @ k.transpose(2, 3)"),
        ("weights @ v", mixed, "w @ v"),
        ("transpose + contiguous", heads, "q.transpose(1, 2).contiguous()"),
        ("layer_norm", rows, "F.layer_norm(x, (768,))"),
        ("sum", scores, "s.sum(dim=-1)"),
        ("exp", scores, "torch.exp(s)"),
        ("broadcast add", rows + "\nb = torch.randn(768)", "x + b"),
        ("cat", rows + "\ny = torch.randn({b}, {n}, 768)", "torch.cat([x, y], dim=-1)"),
        ("F.scaled_dot_product_attention", ATTEND, "attend(q, k, v, is_causal=True)"),
        ("linear", rows + "\nw = torch.randn(768, 768)", "F.linear(x, w)"),
    ]
    for b, n in ((1, 6), (4, 100), (1, 1024)):
        for name, setup, expression in table:
            yield (f"{name} ({b}, {n})",
                   OP.format(setup=setup.format(b=b, n=n), expression=expression))


def loops():
    yield "10 000 steps of a loop over numbers", LOOP.format(body='''    total = 0
    for i in range(10_000):
        total = total + i % 7 * 2
    return total''')
    yield "10 000 steps of a loop over floats", LOOP.format(body='''    i, total = 0, 0.0
    while i < 10_000:
        total = total * 0.5 + i
        i += 1
    return total''')
    yield "10 000 steps of a, b = b, (a + b) % m", LOOP.format(body='''    a, b = 0, 1
    for _ in range(10_000):
        a, b = b, (a + b) % 1_000_007
    return a''')
    yield "dot products by hand of (16, 16)", LOOP.format(body='''    n = 16
    rows = [[i + j for j in range(n)] for i in range(n)]
    scores = []
    for a in rows:
        for b in rows:
            total = 0
            for i in range(n):
                total += a[i] * b[i]
            scores.append(total)
    return scores''')
    yield "1 000 calls of a function", LOOP.format(body='''    def add(a, b=2):
        return a + b
    total = 0
    for i in range(1_000):
        total = add(total, i)
    return total''')
    yield "1 000 steps of ops on (6, 3)", LOOP.format(body='''    y = x
    for i in range(1_000):
        y = (y + x) * 0.5
    return y''')


def processes():
    """(name, arguments, what it is over with: these words on a terminal, or its end)"""
    homework = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "homework",
                            "right", "book_split.py")
    yield "--help", ["--help"], None
    yield "demo transpose", ["demo", "transpose"], None
    yield "the first screen of lesson 1", ["learn", "1"], b"your answer"
    yield "homework list", ["homework", "list"], None
    yield "check of the main homework", ["check", homework], None
