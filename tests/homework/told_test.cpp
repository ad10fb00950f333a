// What a report says of unfinished programs, of what a task asks for besides the numbers, and of what
// the learner has named.

#include <algorithm>

#include "render/class_view.h"
#include "verdicts.h"

using namespace mha;
using namespace mha::homework;

namespace {

bool has(const std::vector<Finding>& all, const std::string& id) {
  return std::any_of(all.begin(), all.end(), [&](const Finding& f) { return f.id == id; });
}

const std::string kCausal = R"py(
import torch
from torch import nn

class Causal(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d_in, d_out, bias=False) for _ in range(3))
        self.drop = nn.Dropout(dropout)
        self.register_buffer("hidden", torch.ones(context_length, context_length).triu(1).bool())
    def forward(self, x):
        n = x.shape[1]
        q, k, v = self.q(x), self.k(x), self.v(x)
        s = q @ k.mT / k.shape[-1] ** 0.5
        w = s.masked_fill(self.hidden[:n, :n], -torch.inf).softmax(-1)
        return self.drop(w) @ v
)py";

const std::string kScaled = R"py(
import torch

def look(q, k, v, mask=None):
    s = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(mask == 0, -torch.inf)
    return s.softmax(-1) @ v
)py";

}  // namespace

TEST_SUITE_BEGIN("told");

TEST_CASE("told: dots stand for code that is still to be written, and no other mistake is looked for there") {
  const Result r = trusted(changed(changed(kCausal, "w = s.masked_fill(self.hidden[:n, :n], -torch.inf).softmax(-1)", "w = ..."),
                                   "return self.drop(w) @ v", "return w"),
                           "causal-attention");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.error);
  CHECK(r.error->source->place(r.error->span.begin).line == 15);
  CHECK(r.error->note.find("line 15 still has dots") != std::string::npos);
  CHECK(r.findings.empty());
  CHECK(r.points() == 5);
}

TEST_CASE("told: a right class without the dropout that the task asks for hears of it, and loses nothing") {
  CHECK(!has(trusted(kCausal, "causal-attention").remarks, "dropout-left-out"));
  std::string none = changed(kCausal, "context_length, dropout)", "context_length)");
  none = changed(changed(none, "        self.drop = nn.Dropout(dropout)\n", ""), "self.drop(w)", "w");
  const Result r = trusted(none, "causal-attention");
  CHECK(r.verdict == Verdict::right);
  CHECK(r.points() == r.of());
  CHECK(has(r.remarks, "dropout-left-out"));
}

TEST_CASE("told: a layer that is made of the tensor is to be called with it") {
  const std::string made = "s.masked_fill(self.hidden[:n, :n], -torch.inf)";
  const auto finds = [](const std::string& program, int line) {
    const Result r = trusted(program, "causal-attention");
    CHECK(r.verdict == Verdict::wrong);
    REQUIRE(!r.findings.empty());
    CHECK(r.findings[0].id == "layer-not-applied");
    const Location& at = r.findings[0].cause.known() ? r.findings[0].cause : r.findings[0].place;
    CHECK(at.source->place(at.span.begin).line == line);
  };
  finds(changed(kCausal, made + ".softmax(-1)", "nn.Softmax(" + made + ", dim=-1)"), 15);
  finds(changed(kCausal, made + ".softmax(-1)", "nn.Softmax(" + made + ")"), 15);
  // Its message is that of a tensor used as a condition.
  finds(changed(changed(kCausal, "self.drop = nn.Dropout(dropout)", "self.rate = dropout"), "self.drop(w) @ v", "nn.Dropout(w) @ v"), 16);
}

const std::string kEncoder = R"py(
import torch
from torch import nn

class MLP(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.wide, self.back, self.act = nn.Linear(emb_dim, 4 * emb_dim), nn.Linear(4 * emb_dim, emb_dim), nn.GELU()

    def forward(self, x):
        h = self.wide(x)
        h = self.act(h)
        return self.back(h)

class Block(nn.Module):
    def __init__(self, emb_dim, n_heads):
        super().__init__()
        self.norm, self.attn = nn.LayerNorm(emb_dim), nn.MultiheadAttention(emb_dim, n_heads, batch_first=True)
        self.mlp = MLP(emb_dim)

    def forward(self, x):
        h = self.norm(x)
        x = x + self.attn(h, h, h)[0]
        return x + self.mlp(x)

class Encoder(nn.Module):
    def __init__(self, emb_dim=16, n_heads=4, depth=2):
        super().__init__()
        self.layers = nn.ModuleList(Block(emb_dim, n_heads) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
)py";

TEST_CASE("told: of a whole that shows nothing of the homework, the part that does is judged" *
          doctest::test_suite("many programs")) {
  const Result right = trusted(kEncoder, "feed-forward");
  CHECK(right.verdict == Verdict::right);
  CHECK(right.subject == "MLP");
  const Result wrong = trusted(changed(changed(kEncoder, "        h = self.act(h)\n", ""), "self.back(h)", "self.act(self.back(h))"), "feed-forward");
  CHECK(wrong.verdict == Verdict::wrong);
  CHECK(wrong.subject == "MLP");
  CHECK(has(wrong.findings, "activation-on-output"));
}

TEST_CASE("told: a rate that nothing uses is a mistake: dropout is never applied") {
  const Result r = trusted(changed(kCausal, "self.drop(w)", "w"), "causal-attention");
  CHECK(r.verdict == Verdict::wrong);
}

TEST_CASE("told: a mask whose True hides is named where no homework is") {
  CHECK(!has(check({"f.py", kScaled, std::nullopt, 1}).remarks, "mask-turned"));
  const Result r = check({"f.py", changed(kScaled, "mask == 0", "mask"), std::nullopt, 1});
  CHECK(r.verdict == Verdict::right);
  CHECK(has(r.remarks, "mask-turned"));
}

TEST_CASE("told: a function or a file with a homework's name is meant as that homework") {
  const std::string mixed = R"py(
def NAME(x):
    return (x @ x.T).softmax(-1) @ x
)py";
  CHECK(check({"f.py", changed(mixed, "NAME", "context_vectors"), std::nullopt, 1}).assignment == "context-vectors");
  const std::string norm = R"py(
import torch
from torch import nn

class LN(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.g, self.b = nn.Parameter(torch.ones(n)), nn.Parameter(torch.zeros(n))
    def forward(self, x):
        m, s = x.mean(-1, keepdim=True), x.var(-1, unbiased=False, keepdim=True)
        return (x - m) / torch.sqrt(s + 1e-5) * self.g + self.b
)py";
  const Result r = check({"layer-norm.py", norm, std::nullopt, 1});
  CHECK(r.assignment == "layer-norm");
  CHECK(r.verdict == Verdict::right);
}

TEST_CASE("told: a row of a table says why a program is wrong, and no line of one that is right") {
  const std::string right = render::class_csv(trusted(kScaled, "scaled-dot-product"));
  CHECK(right == "homework.py,right,scaled-dot-product,look,6,6,,,,\r\n");
  const std::string wrong = render::class_csv(trusted(changed(kScaled, "return s.softmax(-1) @ v", "assert s.softmax(-1) @ v is None, 'not yet'"), "scaled-dot-product"));
  CHECK(wrong.find("AssertionError: not yet") != std::string::npos);
  const std::string unread = render::class_csv(trusted("x = 1\n", "scaled-dot-product"));
  CHECK(unread.find(",0,0,") == std::string::npos);
}

TEST_CASE("told: a second call that stops is about what the first one kept") {
  const Result r = trusted(R"py(
import torch
from torch import nn

class Head(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout=0.0):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)
        self.drop = nn.Dropout(dropout)
        self.register_buffer("later", torch.full((context_length, context_length), -torch.inf).triu(1))
        self.old_k = self.old_v = None

    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        if self.old_k is not None:
            k, v = torch.cat([self.old_k, k], 1), torch.cat([self.old_v, v], 1)
        self.old_k, self.old_v = k.detach(), v.detach()
        s = q @ k.mT / k.shape[-1] ** 0.5
        t, n = q.shape[1], k.shape[1]
        s = s + self.later[n - t:n, :n]
        return self.drop(s.softmax(-1)) @ v
)py", "causal-attention");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(has(r.findings, "kept-between-calls"));
  CHECK(!has(r.findings, "dropout-in-eval"));
  CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line >= 15);
}

TEST_CASE("told: a mask whose name is unknown is tried where it gets new axes and is added") {
  const std::string reads = R"py(
import torch
from torch import nn

class Reader(nn.Module):
    def __init__(self, d_in, d_memory, d_out, num_heads):
        super().__init__()
        self.num_heads, self.width = num_heads, d_out // num_heads
        self.query, self.key = nn.Linear(d_in, d_out), nn.Linear(d_memory, d_out)
        self.value, self.out = nn.Linear(d_memory, d_out), nn.Linear(d_out, d_out)

    def split(self, t):
        return t.unflatten(2, (self.num_heads, self.width)).transpose(1, 2)

    def forward(self, x, memory, words=None):
        q, k, v = self.split(self.query(x)), self.split(self.key(memory)), self.split(self.value(memory))
        scores = q @ k.mT / self.width ** 0.5
        if words is not None:
            more = (words.float()[:, None, None, :] - 1) * 1e9
            scores = scores + more
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).flatten(2))
)py";
  CHECK(trusted(reads, "cross-attention").verdict == Verdict::right);
  CHECK(trusted(changed(reads, "- 1) * 1e9", "- 1) * -1e9"), "cross-attention").verdict == Verdict::wrong);
  // What is added as it is may be made to be added: only the name of a mask says that it holds 1 and 0.
  const std::string added = changed(reads, "(words.float()[:, None, None, :] - 1) * 1e9", "words.float()[:, None, None, :]");
  CHECK(trusted(added, "cross-attention").verdict == Verdict::right);
  CHECK(trusted(changed(added, "scores + more", "scores + words"), "cross-attention").verdict == Verdict::right);
  const Result r = trusted(changed(changed(added, "words=None", "mask=None"), "if words is not None:\n            more = words", "if mask is not None:\n            more = mask"), "cross-attention");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(has(r.findings, "mask-added-as-flags"));
}

TEST_CASE("told: a lost axis is shown where the sum is made, not where the maximum keeps its own") {
  const Result r = trusted(R"py(
import torch
from torch import nn

def shares(z):
    z = z - z.amax(-1, keepdim=True)
    e = torch.exp(z)
    return e / e.sum(-1)

class Mix(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout=0.0):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)
        self.drop = nn.Dropout(dropout)
        self.register_buffer("later", torch.ones(context_length, context_length).triu(1).bool())

    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        z = q @ k.mT / k.shape[-1] ** 0.5
        z = z.masked_fill(self.later[:x.shape[1], :x.shape[1]], -torch.inf)
        return self.drop(shares(z)) @ v
)py", "causal-attention");
  REQUIRE(has(r.findings, "row-sum-without-keepdim"));
  CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == 8);
}

TEST_CASE("told: a step in the wrong place is shown where it is done") {
  const Result r = trusted(R"py(
import torch
from torch import nn

class Block(nn.Module):
    def __init__(self, d, wider=4):
        super().__init__()
        self.up, self.bend, self.down = nn.Linear(d, wider * d), nn.GELU(), nn.Linear(wider * d, d)

    def forward(self, x):
        h = self.up(x)
        h = self.down(h)
        h = self.bend(h)
        return h
)py", "feed-forward");
  REQUIRE(has(r.findings, "activation-on-output"));
  CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line >= 12);
}

TEST_CASE("told: heads that are joined in another order than they were split in are wrong where they are joined") {
  const Result r = trusted(R"py(
import torch
from torch import nn

def fold(t, heads):
    t = t.reshape(t.shape[0], t.shape[1], heads, -1)
    t = t.permute(0, 2, 1, 3)
    return t.reshape(-1, t.shape[2], t.shape[3])

def unfold(t, heads):
    t = t.reshape(heads, -1, t.shape[1], t.shape[2])
    t = t.permute(1, 2, 0, 3)
    return t.reshape(t.shape[0], t.shape[1], -1)

class Many(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)

    def forward(self, x):
        q, k, v = fold(self.q(x), self.num_heads), fold(self.k(x), self.num_heads), fold(self.v(x), self.num_heads)
        w = torch.softmax(torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5, dim=-1)
        return unfold(torch.bmm(w, v), self.num_heads)
)py", "multi-head-plain");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(!r.findings.empty());
  const int line = r.findings[0].place.source->place(r.findings[0].place.span.begin).line;
  CHECK(line >= 11);
  CHECK(line <= 13);
}

TEST_CASE("told: dropout that gets the share to keep") {
  const Result layer = trusted(changed(kCausal, "nn.Dropout(dropout)", "nn.Dropout(1 - dropout)"), "causal-attention");
  CHECK(layer.verdict == Verdict::wrong);
  CHECK(has(layer.findings, "dropout-kept"));
}

TEST_CASE("told: weights that an einsum turns are wrong where they mix, not where they are made") {
  const Result r = trusted(R"py(
import torch

def mixed(x):
    single = x.dim() == 2
    if single:
        x = x.unsqueeze(0)
    near = torch.einsum("bid,bjd->bij", x, x)
    e = (near - near.amax(dim=-1, keepdim=True)).exp()
    shares = e / e.sum(dim=-1, keepdim=True)
    out = torch.einsum("bij,bid->bjd", shares, x)
    return out[0] if single else out
)py", "context-vectors");
  REQUIRE(!r.findings.empty());
  CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == 11);
}

TEST_CASE("told: an additive padding mask that is not turned, whose program has more axes elsewhere") {
  // The three parts have five axes together: a mask of four must not pass for one that fits.
  const Result r = trusted(R"py(
import torch
from torch import nn

class Padded(nn.Module):
    def __init__(self, d_in, d_out, num_heads, dropout=0.0):
        super().__init__()
        self.heads, self.size = num_heads, d_out // num_heads
        self.all, self.out, self.drop = nn.Linear(d_in, 3 * d_out), nn.Linear(d_out, d_out), nn.Dropout(dropout)

    def forward(self, x, attention_mask=None):
        b, n, _ = x.shape
        q, k, v = self.all(x).view(b, n, 3, self.heads, self.size).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) / self.size ** 0.5
        if attention_mask is not None:
            scores = scores + attention_mask[:, None, None, :].to(scores.dtype) * -10000.0
        shares = self.drop(scores.softmax(dim=-1))
        return self.out((shares @ v).transpose(1, 2).reshape(b, n, -1))
)py", "fused-qkv");
  REQUIRE(r.findings.size() == 1);
  CHECK(r.findings[0].id == "mask-inverted");
  CHECK(r.findings[0].place.source->place(r.findings[0].place.span.begin).line == 16);
}

TEST_CASE("told: a test beside the answer that cannot run here") {
  const std::string program = R"py(
import unittest
import torch
from torch import nn

class Plain(nn.Module):
    def __init__(self, d_in, d_out, num_heads):
        super().__init__()
        self.heads, self.size = num_heads, d_out // num_heads
        self.q, self.k, self.v = nn.Linear(d_in, d_out), nn.Linear(d_in, d_out), nn.Linear(d_in, d_out)

    def forward(self, x):
        q, k, v = (f(x).unflatten(-1, (self.heads, self.size)) for f in (self.q, self.k, self.v))
        q = q.transpose(1, 2)
        k = k.transpose(1, 2)
        v = v.transpose(1, 2)
        scores = q @ k.transpose(-2, -1) * self.size ** -0.5
        return (scores.softmax(-1) @ v).transpose(1, 2).flatten(2)

class PlainTest(unittest.TestCase):
    def test_shape(self):
        self.assertEqual(Plain(8, 8, 2)(torch.ones(1, 3, 8)).shape, (1, 3, 8))
)py";
  CHECK(trusted(program, "multi-head-plain").verdict == Verdict::right);
  const Result scaled = trusted(changed(program, "** -0.5", "** 0.5"), "multi-head-plain");
  CHECK(scaled.verdict == Verdict::wrong);
  CHECK(has(scaled.findings, "scale-multiplied"));
}

TEST_CASE("told: an exchange of axes that is missing is no step in the wrong place") {
  const std::string tokens_first = R"py(
import torch
from torch import nn

class First(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.heads, self.size = num_heads, d_model // num_heads
        self.all, self.out = nn.Linear(d_model, 3 * d_model), nn.Linear(d_model, d_model)

    def forward(self, x):
        x = x.transpose(0, 1)
        n, b, d = x.shape
        q, k, v = (t.contiguous().view(n, b * self.heads, self.size).transpose(0, 1) for t in self.all(x).chunk(3, dim=-1))
        hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
        scores = torch.bmm(q, k.transpose(1, 2)) / self.size ** 0.5
        shares = scores.masked_fill(hidden, -torch.inf).softmax(-1)
        joined = torch.bmm(shares, v)
        joined = joined.transpose(0, 1).contiguous().view(n, b, d)
        return self.out(joined).transpose(0, 1)
)py";
  CHECK(trusted(tokens_first, "multi-head").verdict == Verdict::right);
  const Result r = trusted(changed(tokens_first, "joined.transpose(0, 1).contiguous()", "joined.contiguous()"), "multi-head");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(has(r.findings, "merge-without-transpose"));
}

TEST_SUITE_END();
