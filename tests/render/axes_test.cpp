#include "render/trace.h"

#include <doctest/doctest.h>

#include "torch/register.h"

using namespace mha;

namespace {

std::string traced(const std::string& program) {
  lang::Interpreter interp;
  torch::add_torch(interp);
  render::Trace trace;
  interp.observer = &trace;
  interp.out = [&](std::string_view t) { trace.on_output(t); };
  const auto source = std::make_shared<Source>("p.py", program);
  interp.run_cell(source);
  render::Style style;
  style.unicode = false;
  return trace.text(style, *source);
}

bool shows(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("trace: a chain of calls is one line, link by link") {
  const std::string text = traced(
      "import torch\n"
      "x = torch.zeros(2, 6, 8)\n"
      "b, num_tokens, d = x.shape\n"
      "num_heads, head_dim = 2, 4\n"
      "q = x.view(b, num_tokens, num_heads, head_dim).transpose(1, 2)\n");
  CHECK(shows(text, "q: (2, 6, 8) -> view (2, 6, 2, 4) -> transpose (2, 2, 6, 4)"));
  CHECK(shows(text, "[batch, heads, tokens, head_dim]\n"));
  CHECK(shows(text, "stride (48, 4, 8, 1), not contiguous\n"));
}

TEST_CASE("trace: a view that cuts across axes is not called by their names") {
  const auto of = [](const std::string& view) {
    return traced(
        "import torch\n"
        "x = torch.zeros(2, 5, 6)\n"
        "b, num_tokens, d_out = x.shape\n"
        "num_heads, head_dim = 2, 3\n" + view);
  };
  // 5 * 6 numbers of a text are cut into 2 * 5 * 3: no row of them is a token.
  const std::string wrong = of("q = x.view(b, num_heads, num_tokens, head_dim)\n");
  CHECK(shows(wrong, "[batch, mixed, mixed, mixed]"));
  const std::string merged = of("q = x.view(b, num_tokens, num_heads, head_dim).transpose(1, 2)\n"
                                "c = q.reshape(b, num_tokens, d_out)\n");
  CHECK(shows(merged, "[batch, heads, tokens, head_dim]"));
  CHECK(shows(merged, "[batch, mixed, mixed]"));
  const std::string right = of("q = x.view(b, num_tokens, num_heads, head_dim).transpose(1, 2)\n"
                               "c = q.transpose(1, 2).reshape(b, num_tokens, d_out)\n"
                               "rows = c.view(b * num_tokens, d_out)\n");
  CHECK_FALSE(shows(right, "mixed"));
}

TEST_CASE("trace: a view straight to heads first mixes, even where nothing has named the axes before") {
  const auto of = [](const std::string& view) {
    return traced("import torch\nx = torch.zeros(1, 6, 8)\nheads, tokens, head_dim = 2, 6, 4\n" + view);
  };
  const std::string wrong = of("q = x.view(1, heads, tokens, head_dim)\n");
  CHECK(shows(wrong, "[1, mixed, mixed, mixed]"));
  CHECK_FALSE(shows(wrong, "[1, heads"));
  CHECK(shows(of("q = x.view(1, tokens, heads, head_dim)\n"), "[1, tokens, heads, head_dim]"));
  CHECK(shows(of("q = x.view(1, tokens, heads, head_dim).transpose(1, 2)\n"), "[1, heads, tokens, head_dim]"));
}

TEST_CASE("trace: an axis that holds parts of two is mixed, by whatever name; whole axes may be folded into one") {
  const auto of = [](const std::string& view) {
    return traced("import torch\nb, n, d, heads = 2, 3, 8, 4\nx = torch.randn(b, n, d)\n" + view);
  };
  CHECK(shows(of(""), "[batch, tokens, d]"));
  CHECK(shows(of("y = x.reshape(n, b, d)\n"), "[mixed, mixed, d]"));
  CHECK(shows(of("y = x.view(1, heads, b * n, d // heads)\n"), "[1, mixed, mixed, mixed]"));
  CHECK(shows(of("rows = 6\ny = x.view(rows, d)\n"), "[rows, d]"));
}

TEST_CASE("trace: tokens and features that cross are mixed with any sizes, under -1 and without a name before") {
  const auto of = [](const std::string& shape, const std::string& view) {
    return traced("import torch\nB, T, C, nh, hs = 2, 6, 8, 2, 4\nz = torch.randn(" + shape + ")\n" + view + "\n");
  };
  // 6 tokens can be halved: then each half is no head, though it divides evenly.
  CHECK(shows(of("2, 6, 8", "q = z.view(B, nh, -1, hs)"), "[batch, mixed, mixed, mixed]"));
  CHECK(shows(of("2, 6, 8", "q = z.view(B, nh, T, hs)"), "[batch, mixed, mixed, mixed]"));
  CHECK(shows(of("2, 6, 8", "q = z.view(B, -1, nh, hs)"), "[batch, 6, heads, head_dim]"));
  CHECK(shows(of("2, 6, 8", "w = z.view(B, T, nh, hs).transpose(1, 2)\nj = w.contiguous().view(B, T, C)"), "[batch, mixed, mixed]"));
  CHECK(shows(of("1, 6, 8", "heads, head_dim, tokens = 2, 4, 6\ny = z.view(1, heads, head_dim, tokens)"), "[1, mixed, mixed, mixed]"));
  // As many heads as tokens: the tokens stay what they are.
  CHECK(shows(of("1, 4, 8", "heads, tokens, d = 4, 4, 2\nz = z.view(1, tokens, -1)\ny = z.view(1, heads, tokens, d)"), "[1, tokens, mixed, mixed]"));
  // One token has no order that could be wrong.
  CHECK(shows(of("1, 1, 8", "h, n = 2, 1\ny = z.view(1, h, n, 4)"), "[1, heads, tokens, 4]"));
  CHECK(shows(of("0, 6, 8", "y = z.view(0, nh, T, hs)"), "[0, heads, tokens, head_dim]"));
}

TEST_CASE("trace: what is in a line cannot steer a terminal, and what is no program has not run") {
  const std::string text = traced("x = 1  # \033]0;title\007 \tend\n");
  CHECK(shows(text, "x = 1  # ?]0;title?  end"));
  render::Trace trace;
  CHECK_FALSE(trace.has_run(Source("p.py", "x = = 1\n")));
}

TEST_CASE("trace: products carry the names of their axes on") {
  const std::string text = traced(
      "import torch\n"
      "x = torch.zeros(1, 6, 2, 4)\n"
      "b, t, h, hd = x.shape\n"
      "q = x.transpose(1, 2)\n"
      "scores = q @ q.transpose(2, 3)\n");
  CHECK(shows(text, "scores: (1, 2, 6, 4) @ (1, 2, 4, 6) -> (1, 2, 6, 6)"));
  CHECK(shows(text, "[batch, heads, tokens, tokens]"));
}

TEST_CASE("trace: a line run many times is noted once; prints stand under it") {
  const std::string text = traced(
      "import torch\n"
      "for i in range(3):\n"
      "    y = torch.ones(2) * i\n"
      "print('done')\n");
  CHECK(shows(text, "(3 times)"));
  CHECK(shows(text, "> done"));
}
