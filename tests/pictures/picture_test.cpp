#include <doctest/doctest.h>

#include <array>

#include "base/text.h"
#include "lesson/world.h"
#include "pictures/cells.h"
#include "pictures/heatmap.h"
#include "pictures/picture.h"

using namespace mha;

namespace {

const char* const kSentence = R"(
import torch
tokens = ["Cats", "chase", "small", "mice", "daily"]
inputs = torch.tensor([[1.0, 0.5, 0.0], [0.5, 2.0, 0.0], [0.0, 0.0, 1.5],
                       [1.0, 1.0, 1.0], [-1.0, 0.5, 0.5]])
scores = inputs @ inputs.T
weights = torch.softmax(scores / 3 ** 0.5, dim=-1)
context = weights @ inputs
mask = torch.triu(torch.ones(5, 5), diagonal=1).bool()
masked = scores.masked_fill(mask, float("-inf"))
causal = torch.softmax(masked, dim=-1)
)";

const char* const kCounted = R"(
import torch
x = torch.arange(24).view(3, 8)
split = x.view(3, 2, 4)
small = torch.arange(6).view(2, 3)
b = torch.arange(48).view(2, 3, 8)
)";

struct Look {
  int width = 80;
  bool unicode = true;
  bool colour = false;
  bool spoken = false;
};

std::string shown(const std::string& code, const std::string& kind,
                  const std::string& expression, Look look = {}) {
  lesson::World world{{}};
  const lesson::Outcome o = world.run("cell", code);
  REQUIRE(!o.failure);
  pictures::Style style;
  style.width = look.width;
  style.unicode = look.unicode;
  style.colour = look.colour;
  style.spoken = look.spoken;
  return "\n" + pictures::text(style, world.picture({kind, expression}));
}

const Look kSpoken = {80, true, false, true};

}  // namespace

TEST_CASE("heatmap: masks and masked cells") {
  CHECK(shown(kSentence, "heatmap", "masked") == R"(
          Cats    chase    small     mice    daily
Cats   1.25 ▊   -inf     -inf     -inf     -inf
chase  1.50 ▉   4.25 ██  -inf     -inf     -inf
small  0.00 ▎   0.00 ▎   2.25 █▎  -inf     -inf
mice   1.50 ▉   2.50 █▎  1.50 ▉   3.00 █▌  -inf
daily -0.75     0.50 ▌   0.75 ▋   0.00 ▎   1.50 ▉
)");
  CHECK(shown(kSentence, "heatmap", "mask[:2]") == R"(
      Cats    chase    small     mice    daily
0 False     True ██  True ██  True ██  True ██
1 False    False     True ██  True ██  True ██
)");
}

TEST_CASE("heatmap: heads stand side by side, narrower where they must") {
  const std::string code = std::string(kSentence) +
                           "num_heads = 2\nboth = torch.stack([causal, weights])\n";
  CHECK(shown(code, "heatmap", "both") == R"(
head 0                                head 1
       Cats chase small  mice daily           Cats chase small  mice daily
Cats  1.00█ 0.00  0.00  0.00  0.00    Cats  0.24▎ 0.28▎ 0.12▏ 0.28▎ 0.08▏
chase 0.06▏ 0.94█ 0.00  0.00  0.00    chase 0.12▏ 0.57▋ 0.05▏ 0.21▎ 0.06▏
small 0.09▏ 0.09▏ 0.83▉ 0.00  0.00    small 0.10▏ 0.10▏ 0.38▍ 0.25▎ 0.16▏
mice  0.11▏ 0.30▎ 0.11▏ 0.49▌ 0.00    mice  0.15▏ 0.27▎ 0.15▏ 0.36▍ 0.06▏
daily 0.05▏ 0.17▏ 0.22▎ 0.10▏ 0.46▌   daily 0.09▏ 0.19▎ 0.22▎ 0.14▏ 0.34▍
)");
}

TEST_CASE("heatmap: tables of four axes are heads where as many heads are known; a split not transposed has none there") {
  const std::string code = "import torch\nnum_heads = 3\nq = torch.ones(1, 2, 3, 4)\nqt = q.transpose(1, 2)\nw = torch.ones(1, 2, 5, 5)\n";
  CHECK(shown(code, "heatmap", "q").find("q[0, 0]") != std::string::npos);
  CHECK(shown(code, "heatmap", "q").find("head") == std::string::npos);
  CHECK(shown(code, "heatmap", "qt").find("head 2") != std::string::npos);
  CHECK(shown(code, "heatmap", "w").find("head 1") != std::string::npos);
}

TEST_CASE("heatmap: read aloud, what the mask hides is named so") {
  const std::string with_queries = std::string(kSentence) + "queries = inputs\n";
  CHECK(shown(with_queries, "heatmap", "causal", kSpoken) == R"(
query Cats: Cats 1.00, the rest masked.
query chase: Cats 0.06, chase 0.94, the rest masked.
query small: Cats 0.09, chase 0.09, small 0.83, the rest masked.
query mice: Cats 0.11, chase 0.30, small 0.11, mice 0.49, daily masked.
query daily: Cats 0.05, chase 0.17, small 0.22, mice 0.10, daily 0.46.
)");
  // Before there are queries, rows are rows; and a zero that no mask has made is a zero.
  const std::string early = "import torch\ntokens = ['a', 'b']\nw = torch.tensor([[1., 0.], [0.5, 0.5]])\n"
                            "s = torch.tensor([[0., -torch.inf], [1., 2.]])\n";
  CHECK(shown(early, "heatmap", "w", kSpoken) == "\na: a 1.00, b 0.00.\nb: a 0.50, b 0.50.\n");
  CHECK(shown(early, "heatmap", "s", kSpoken) == "\na: a 0.00, b minus infinity.\nb: a 1.00, b 2.00.\n");
  const std::string dropped = early + "mask = None\nd = torch.tensor([[0., 1.], [0.5, 0.5]])\n";
  CHECK(shown(dropped, "heatmap", "d", kSpoken) == "\na: a 0.00, b 1.00.\nb: a 0.50, b 0.50.\n");
  // A score of 0 is a score.
  CHECK(shown(kSentence, "heatmap", "scores[:1]", kSpoken) == R"(
Cats 1.25, chase 1.50, small 0.00, mice 1.50, daily -0.75.
)");
}

TEST_CASE("tape: views share a strip, each row in a lane of its own") {
  CHECK(shown(kCounted, "tape", "small, small.transpose(0, 1)") == R"(
cell     0   1   2   3   4   5
memory │ 0 │ 1 │ 2 │ 3 │ 4 │ 5 │
small  shape (2, 3), strides (3, 1), contiguous: next row +3, next column +1
 [0]     1   2   3
 [1]                 4   5   6
small.transpose(0, 1)
  shape (3, 2), strides (1, 3), not contiguous: next row +1, next column +3
 [0]     1           2
 [1]         3           4
 [2]             5           6
1, 2, 3, ...: the order in which the elements are read.
)");
}

TEST_CASE("tape: the wrong view beside the right one; a copy has its own memory") {
  CHECK(shown(kCounted, "tape", "x, split.transpose(0, 1), x.view(2, 3, 4)") == R"(
A: x  shape (3, 8), strides (8, 1), contiguous: next row +8, next column +1
B: split.transpose(0, 1)  shape (2, 3, 4), strides (4, 8, 1), not contiguous
C: x.view(2, 3, 4)  shape (2, 3, 4), strides (12, 4, 1), contiguous
cell    0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
memory  0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
read A  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
read B  1  2  3  4 13 14 15 16  5  6  7  8 17 18 19 20  9 10 11 12 21 22 23 24
read C  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
1, 2, 3, ...: the order in which the elements are read.
)");
  const std::string copy = shown(kCounted, "tape", "small, small.T.contiguous()");
  CHECK(copy.find("memory2 │ 0 │ 3 │ 1 │ 4 │ 2 │ 5 │") != std::string::npos);
}

TEST_CASE("tape: a view that cannot be is told in PyTorch's words") {
  const std::string text = shown(kCounted, "tape", "small, small.T.view(6)", {80, false});
  CHECK(text.find("  x RuntimeError: view size is not compatible with input tensor's") !=
        std::string::npos);
}

TEST_CASE("heads: split, then heads first, then merged") {
  CHECK(shown(kCounted, "heads", "split") == R"(
split (3, 2, 4)
[0] │ t0h0.0 t0h0.1 t0h0.2 t0h0.3 │ t0h1.0 t0h1.1 t0h1.2 t0h1.3
[1] │ t1h0.0 t1h0.1 t1h0.2 t1h0.3 │ t1h1.0 t1h1.1 t1h1.2 t1h1.3
[2] │ t2h0.0 t2h0.1 t2h0.2 t2h0.3 │ t2h1.0 t2h1.1 t2h1.2 t2h1.3
Index 0 is the token, index 1 is the head, index 2 is the number within a
head.
)");
  CHECK(shown(kCounted, "heads", "b.view(2, 3, 2, 4).transpose(1, 2)") == R"(
b.view(2, 3, 2, 4).transpose(1, 2) (2, 2, 3, 4)
[0, 0, 0] │ t0h0.0 t0h0.1 t0h0.2 t0h0.3
[0, 0, 1] │ t1h0.0 t1h0.1 t1h0.2 t1h0.3
[0, 0, 2] │ t2h0.0 t2h0.1 t2h0.2 t2h0.3

[0, 1, 0] │ t0h1.0 t0h1.1 t0h1.2 t0h1.3
[0, 1, 1] │ t1h1.0 t1h1.1 t1h1.2 t1h1.3
[0, 1, 2] │ t2h1.0 t2h1.1 t2h1.2 t2h1.3
[1] holds batch 1 in the same order.
Index 0 is the batch, index 1 is the head, index 2 is the token, index 3 is
the number within a head.
)");
  // With a batch of one made in the same step.
  const std::string batch = shown(kCounted, "heads", "x.view(1, 3, 2, 4).transpose(1, 2)");
  CHECK(batch.find("Index 1 is the head, index 2 is the token, index 3 is the number within a") != std::string::npos);
  // The merge of what a product gave, heads first.
  const std::string merged =
      "context = torch.eye(3).expand(2, 3, 3) @ torch.randn(2, 3, 4)\n"
      "merged = context.transpose(0, 1).contiguous().view(3, 8)\n";
  CHECK(shown(kCounted + merged, "heads", "merged") == R"(
merged (3, 8)
[0] │ t0h0.0 t0h0.1 t0h0.2 t0h0.3 │ t0h1.0 t0h1.1 t0h1.2 t0h1.3
[1] │ t1h0.0 t1h0.1 t1h0.2 t1h0.3 │ t1h1.0 t1h1.1 t1h1.2 t1h1.3
[2] │ t2h0.0 t2h0.1 t2h0.2 t2h0.3 │ t2h1.0 t2h1.1 t2h1.2 t2h1.3
Index 0 is the token, index 1 runs through head after head.
)");
}

TEST_CASE("heads: the wrong view mixes tokens and heads, and says so") {
  CHECK(shown(kCounted, "heads", "x.view(2, 3, 4)") == R"(
x.view(2, 3, 4) (2, 3, 4)
[0, 0] │ t0h0.0 t0h0.1 t0h0.2 t0h0.3
[0, 1] │ t0h1.0 t0h1.1 t0h1.2 t0h1.3
[0, 2] │ t1h0.0 t1h0.1 t1h0.2 t1h0.3

[1, 0] │ t1h1.0 t1h1.1 t1h1.2 t1h1.3
[1, 1] │ t2h0.0 t2h0.1 t2h0.2 t2h0.3
[1, 2] │ t2h1.0 t2h1.1 t2h1.2 t2h1.3
Index 2 is the number within a head. Indices 0 and 1 are mixed up: they are
neither token nor head. [0] holds tokens 0 and 1 and heads 0 and 1.
)");
  CHECK(shown(kCounted, "heads", "split.transpose(0, 1).reshape(3, 8)", kSpoken) == R"(
split.transpose(0, 1).reshape(3, 8): shape (3, 8).
[0]: token 0 head 0 numbers 0 to 3, token 1 head 0 numbers 0 to 3.
[1]: token 2 head 0 numbers 0 to 3, token 0 head 1 numbers 0 to 3.
[2]: token 1 head 1 numbers 0 to 3, token 2 head 1 numbers 0 to 3.
Indices 0 and 1 are mixed up: they are neither token nor head. [0] holds
  tokens 0 and 1 and head 0.
)");
}

TEST_CASE("matmul: a row and a column meet in their cell") {
  CHECK(shown(kSentence, "matmul", "(inputs @ inputs.T)[1, 3]", {80, false}) == R"(
(5, 3) @ (3, 5) -> (5, 5): the inner sizes meet, 3 and 3
                   | inputs.T
                   |    1.0    0.5    0.0   [1.0]  -1.0
                   |    0.5    2.0    0.0   [1.0]   0.5
                   |    0.0    0.0    1.5   [1.0]   0.5
-------------------+------------------------------------
  1.0   0.5   0.0  |   1.25   1.50   0.00   1.50  -0.75
 [0.5] [2.0] [0.0] |   1.50   4.25   0.00  [2.50]  0.50
  0.0   0.0   1.5  |   0.00   0.00   2.25   1.50   0.75
  1.0   1.0   1.0  |   1.50   2.50   1.50   3.00   0.00
 -1.0   0.5   0.5  |  -0.75   0.50   0.75   0.00   1.50
inputs
row 1 (chase) meets column 3 (mice): 0.5*1.0 + 2.0*1.0 + 0.0*1.0 = 2.50
)");
  CHECK(shown(kSentence, "matmul", "inputs @ inputs") == R"(
(5, 3) @ (5, 3)
✗ They do not fit: a row of inputs has 3 numbers, a column of inputs has 5.
)");
}

TEST_CASE("provenance: a weight from its row of scores, a context number from a mix") {
  CHECK(shown(kSentence, "provenance", "causal[3, 1]", {80, false}) == R"(
causal[3, 1] = 0.2955, from torch.softmax(masked, dim=-1)
               Cats  chase  small   mice  daily
masked[3, :]    1.5   [2.5]   1.5    3.0   -inf
exp            4.48 [12.18]  4.48  20.09   0.00
exp / sum     0.109 [0.295] 0.109  0.487  0.000
The exps add up to 41.23. 12.18 / 41.23 = 0.2955
)");
  CHECK(shown(kSentence, "provenance", "context[1, 0]") == R"(
context[1, 0] = 0.5391, from weights @ inputs
                Cats  chase  small   mice  daily
weights[1, :]   0.12   0.57   0.05   0.21   0.06
inputs[:, 0]    1.00   0.50   0.00   1.00  -1.00
products        0.12   0.28   0.00   0.21  -0.06
Before rounding, the products add up to 0.5391.
)");
}

TEST_CASE("provenance: what stood on one number is followed back") {
  CHECK(shown(kSentence, "provenance", "masked[3, 0]") == R"(
masked[3, 0] = 1.5, from scores.masked_fill(mask, float("-inf"))
mask[3, 0] is False: the number stays.

scores[3, 0] = 1.5, from inputs @ inputs.T
inputs[3, :]    1.0  1.0  1.0
inputs.T[:, 0]  1.0  0.5  0.0
products        1.0  0.5  0.0
The products add up to 1.5.
)");
  CHECK(shown(kSentence, "provenance", "masked[0, 3]") == R"(
masked[0, 3] = -inf, from scores.masked_fill(mask, float("-inf"))
mask[0, 3] is True: whatever was there is replaced by -inf.
)");
  const std::string scaled = shown(kSentence, "provenance", "(scores / 3 ** 0.5)[1, 3]");
  CHECK(scaled.find("\n2.5 / 1.732 = 1.443\n") != std::string::npos);
}

TEST_CASE("provenance: a layer, a name that was used again, a write in place") {
  const std::string layer =
      "torch.manual_seed(1)\nW = torch.nn.Linear(3, 2)\nkeys = W(inputs)\n";
  CHECK(shown(kSentence + layer, "provenance", "keys[1, 0]").find("W.weight[0, :]") != std::string::npos);
  const std::string again = "x = scores\nx = torch.softmax(x, dim=-1)\n";
  CHECK(shown(kSentence + again, "provenance", "x[0, 1]").find("exp / sum") != std::string::npos);
  const std::string written = "x = torch.empty(5)\nx[2] = 7.0\n";
  CHECK(shown(kSentence + written, "provenance", "x[2]") == R"(
x[2] = 7, from torch.empty(5)
That made the room; the number was written into it later.
)");
  CHECK(shown(kSentence, "provenance", "inputs[1, 1]").find("It was written there as it is.") != std::string::npos);
}

TEST_CASE("provenance: the terms of a reduction, along whatever axes") {
  const std::string x = "import torch\nx = torch.tensor([[1., 2., 4.], [3., -5., 2.]])\nb = x.view(1, 2, 3)\n";
  for (const auto& [made, asked, rest] : std::vector<std::array<const char*, 3>>{
           {"y = x.sum()", "y", "x   1   2   4   3  -5   2\nThey add up to 7.\n"},
           {"y = b.sum(dim=(1, 2))", "y[0]", "b[0, :, :]   1   2   4   3  -5   2\nThey add up to 7.\n"},
           {"y = torch.mean(x, dim=0, keepdim=True)", "y[0, 1]", "x[:, 1]   2  -5\n-3 / 2 = -1.5\n"},
           {"y = x.max()", "y", "x   1   2  [4]  3  -5   2\nThe largest of them is 4.\n"},
           {"y, at = x.max(dim=1)", "y[1]", "x[1, :]  [3] -5   2\nThe largest of them is 3.\n"},
           {"y, at = x.max(dim=1)", "at[1]", "x[1, :]  [3] -5   2\nThe largest of them has the place 0, counted from 0.\n"},
           {"y = x.argmin(dim=-1)", "y[1]", "x[1, :]   3 [-5]  2\nThe smallest of them has the place 1, counted from 0.\n"},
           {"y = x.var(dim=0)", "y[0]", "x[:, 0]           1   3\nless their mean  -1   1\nsquared           1   1\n"
                                      "The squares add up to 2. 2 / 1 = 2\n"},
           {"y = x.std(dim=0, unbiased=False)", "y[0]", "x[:, 0]           1   3\nless their mean  -1   1\nsquared           1   1\n"
                                                       "The squares add up to 2. 2 / 2 = 1, and its root is 1.\n"}}) {
    CAPTURE(made);
    CAPTURE(asked);
    const std::string text = shown(x + made + "\n", "provenance", asked, {80, false});
    CHECK(text.substr(text.find('\n', 1) + 1) == rest);
  }
}

TEST_CASE("provenance: an operation number by number is shown with the numbers") {
  const std::string x = "import torch\nx = torch.tensor([[1., 2., 4.], [3., -5., 2.]])\nn = 3\n"
                        "def scaled(t):\n    by = 4.0\n    return t / by\n";
  for (const auto& [made, line] : std::vector<std::array<const char*, 2>>{
           {"x / 2", "-5 / 2 = -2.5"},
           {"x ** 2", "(-5) ** 2 = 25"},
           {"1 - x", "1 - (-5) = 6"},
           {"x * n ** 0.5", "-5 * 1.732 = -8.66"},
           {"2 / (x + 1)", "2 / (-4) = -0.5"},
           {"x / x.sum(dim=1, keepdim=True)", "-5 / 0 = -inf"},
           {"x + x.mean(dim=0)", "-5 + (-1.5) = -6.5"},
           {"torch.exp(x)", "torch.exp(-5) = 0.006738"},
           {"torch.add(x, 1)", "torch.add(-5, 1) = -4"},
           {"x.clamp(min=0)", "(-5).clamp(min=0) = 0"},
           {"torch.where(x > 0, x, torch.zeros(2, 3))", "torch.where(False, -5, 0) = 0"},
           {"x > n", "-5 > 3 is False"},
           {"torch.maximum(x,\n     x.roll(1, 0))", "torch.maximum(-5, 2) = 2"},
           {"scaled(x)", "-5 / 4 = -1.25"}}) {
    CAPTURE(made);
    const std::string text = shown(x + "y = (" + made + ")\n", "provenance", "y[1, 1]");
    CHECK(text.find("\n" + std::string(line) + "\n") != std::string::npos);
  }
  // What was computed on the way is followed further; what only looks alike is not taken for it.
  CHECK(shown(x + "y = x / x.sum(dim=0)\n", "provenance", "y[0, 0]").find("They add up to 4.") != std::string::npos);
  CHECK(shown(x + "y = x.cumsum(0)\n", "provenance", "y[0, 0]").find("That made it, as a whole.") != std::string::npos);
  CHECK(shown(x + "y = torch.cat([x, x * 2])\n", "provenance", "y[3, 1]").find("The same number as (x * 2)[1, 1].") !=
        std::string::npos);
  CHECK(shown(x + "y = torch.stack([x, x * 2], dim=1)\n", "provenance", "y[1, 1, 2]").find("The same number as (x * 2)[1, 2].") !=
        std::string::npos);
}

TEST_CASE("pictures: what cannot be drawn is said") {
  CHECK(shown(kSentence, "provenance", "scores[1]") ==
        "\nNo picture of scores[1]: `scores[1]` is not one number: `scores` has the\n"
        "  shape (5, 5).\n");
  CHECK(shown(kSentence, "heatmap", "nothing") ==
        "\nNo picture of nothing: NameError: name 'nothing' is not defined.\n");
  CHECK(shown(kSentence, "heads", "torch.ones(3)") ==
        "\nNo picture of torch.ones(3): `torch.ones(3)` has not been split into heads:\n"
        "  its shape is (3,).\n");
}

TEST_CASE("pictures: no line is wider than the terminal, no escapes without colour") {
  struct Case {
    const char* code;
    const char* kind;
    const char* expression;
  };
  const Case cases[] = {
      {kSentence, "heatmap", "weights"},
      {kSentence, "heatmap", "mask"},
      {kSentence, "heatmap", "torch.randn(3, 20, 30) * 1000"},
      {kSentence, "matmul", "inputs @ inputs.T"},
      {kSentence, "matmul", "torch.randn(2, 9, 64) @ torch.randn(2, 64, 9)"},
      {kSentence, "provenance", "(torch.randn(4, 64) @ torch.randn(64, 4))[3, 2]"},
      {kSentence, "provenance", "causal[3, 1]"},
      {kCounted, "tape", "x, split.transpose(0, 1), small, small.T.view(6)"},
      {kCounted, "tape", "torch.randn(40, 20)"},
      {kCounted, "line", "torch.randn(500) * 1000"},
      {kCounted, "heads", "split.transpose(0, 1)"},
      {kCounted, "heads", "torch.randn(2, 6, 32).view(2, 6, 2, 16)"},
  };
  for (const Case& c : cases) {
    for (const int width : {40, 60, 80, 120}) {
      for (const bool colour : {false, true}) {
        for (const bool spoken : {false, true}) {
          const std::string text = shown(c.code, c.kind, c.expression, {width, true, colour, spoken});
          CAPTURE(text);
          CHECK(text.size() > 1);
          if (!colour) CHECK(text.find('\033') == std::string::npos);
          for (const std::string& line : split_lines(text)) CHECK(display_width(line) < width);
        }
      }
    }
  }
}

TEST_CASE("pictures: words stand on an axis that has as many places") {
  lesson::World world{{}};
  world.run("setup", "import torch\ntokens = ['a', 'b']\nw = torch.ones(2, 3)\n");
  const pictures::Shown shown = world.picture({"heatmap", "w"});
  const auto* p = dynamic_cast<const pictures::Heatmap*>(shown.picture.get());
  REQUIRE(p);
  CHECK(p->rows == std::vector<std::string>{"a", "b"});
  CHECK(p->columns.empty());
  CHECK(p->tensor.shape() == Shape{2, 3});
}

TEST_CASE("pictures: a sentence of a batch has its own words, or none") {
  lesson::World world{{}};
  world.run("setup",
            "import torch\n"
            "b = 2\n"
            "w = torch.softmax(torch.arange(8.0).view(2, 2, 2), dim=-1)\n"
            "heads = torch.ones(2, 3, 2, 2)\n"
            "table = torch.ones(2, 2)\n"
            "values = torch.ones(2, 2, 3)\n"
            "context = w @ values\n");
  const auto labels = [&](const std::string& tokens, const std::string& request) {
    world.run("tokens", "tokens = " + tokens);
    const pictures::Shown shown = world.show(request);
    REQUIRE(shown.picture);
    const std::string text = pictures::text({}, shown);
    std::string found;
    for (const char* word : {"cats", "nap", "dogs", "run"}) found += text.find(word) == std::string::npos ? "-" : "+";
    return found;
  };
  struct Case {
    const char* request;
    const char* each;   // with the words of both sentences
    const char* first;  // with those of one
  };
  for (const auto& [request, each, first] :
       {Case{"w", "++++", "----"}, {"w[0]", "++--", "----"}, {"w[1]", "--++", "----"}, {"heatmap w[-1].T", "--++", "----"},
        {"w[:, 0]", "----", "----"}, {"w[1, 0]", "--++", "----"}, {"heads", "++++", "----"}, {"heads[1]", "--++", "----"},
        {"heads[1][0]", "--++", "----"}, {"heads[1, 0]", "--++", "----"}, {"table", "----", "++--"}, {"w[:1]", "----", "++--"},
        {"matmul w[1] @ values[1]", "---+", "----"}, {"why context[1, 0, 0]", "--++", "----"}}) {
    CAPTURE(std::string(request));
    CHECK(labels("[['cats', 'nap'], ['dogs', 'run']]", request) == each);
    CHECK(labels("['cats', 'nap']", request) == first);
  }
}

TEST_CASE("pictures: a table is of the sentences that it was made from, not of as many heads") {
  lesson::World world{{}};
  world.run("setup",
            "import torch\n"
            "tokens = [['cats', 'nap'], ['dogs', 'run']]\n"
            "batch = torch.ones(2, 2, 3)\n"
            "def weights(x):\n"
            "    return torch.softmax(x @ x.transpose(1, 2), dim=-1)\n"
            "two_heads = torch.stack([weights(batch)[0] for _ in range(2)])\n");
  const auto drawn = [&](const std::string& request) { return pictures::text({}, world.show(request)); };
  CHECK(drawn("batch").find("dogs") != std::string::npos);
  CHECK(drawn("weights(batch)").find("dogs") != std::string::npos);
  CHECK(drawn("weights(batch)[1]").find("dogs") != std::string::npos);
  CHECK(drawn("weights(batch)[1]").find("cats") == std::string::npos);
  CHECK(drawn("two_heads").find("dogs") == std::string::npos);
}

TEST_CASE("pictures: keep the numbers that they were made of") {
  lesson::World world{{}};
  world.run("setup", "import torch\nx = torch.zeros(2, 2)\n");
  const pictures::Shown heatmap = world.picture({"heatmap", "x"});
  const pictures::Shown tape = world.picture({"tape", "x, x.T"});
  const pictures::Style style;
  const std::string before = pictures::text(style, heatmap) + pictures::text(style, tape);
  world.run("write", "x[0, 0] = 9\n");
  CHECK(pictures::text(style, heatmap) + pictures::text(style, tape) == before);
  CHECK(before.find('9') == std::string::npos);
}

TEST_CASE("numbers: a float of seventeen digits is told in four decimals, all else as it is") {
  using pictures::readable_numbers;
  CHECK(readable_numbers("0.21000000000000002") == "0.21");
  CHECK(readable_numbers("(-0.30000000000000004, 2.0, 1e-05)") == "(-0.3, 2.0, 1e-05)");
  CHECK(readable_numbers("[0.20000000298023224, 12.333333333333334]") == "[0.2, 12.3333]");
  CHECK(readable_numbers("tensor([0.2100, 1.0000])") == "tensor([0.2100, 1.0000])");
  CHECK(readable_numbers("0.9999999999999999 x1.23456789012345") == "1.0 x1.23456789012345");
  CHECK(readable_numbers("") == "");
}
