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
