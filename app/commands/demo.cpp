#include <charconv>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/pattern.h"
#include "commands/command.h"
#include "render/transpose_demo.h"
#include "terminal.h"

namespace mha::app {

namespace {

/// A shape as people write it: 2,3,4, (2, 3, 4), torch.Size([2, 3, 4]), 2x3x4, 2 by 3 by 4.
/// Throws ValueError for anything else, and for one size alone, which has nothing to exchange.
Shape shape_of(const std::string& written) {
  static const Pattern kBetween(R"(^ *torch\.Size|×|\bby\b)");
  const std::string text = kBetween.sub(" ", written);
  Shape shape;
  size_t at = 0;
  const auto skip = [&](std::string_view signs) { at = std::min(text.find_first_not_of(signs, at), text.size()); };
  for (skip(" (["); at < text.size(); skip(" ,xX*)]")) {
    const size_t end = std::min(text.find_first_not_of("-0123456789", at), text.size());
    int64_t size = 0;
    const auto read = std::from_chars(text.data() + at, text.data() + end, size);
    if (end == at || read.ec != std::errc() || read.ptr != text.data() + end) {
      throw ValueError("'" + written + "' is not a shape; give sizes such as 2,3,4 or 2x3x4");
    }
    shape.push_back(size);
    at = end;
  }
  if (shape.size() == 1) throw ValueError("'" + written + "' has no two axes to exchange; give two sizes or more, such as 3,4");
  return shape;
}

}  // namespace

void add_demo(Command program, Outcome& outcome) {
  const Command demo = program.add_command("demo", "Demonstrations to look at: transpose");
  demo.expects_commands(0, 1);
  struct Options {
    std::string shape = "1,3,2,4";
    Shape dims;
  };
  auto options = std::make_shared<Options>();
  // There is only one, which also runs if nobody names it: `demo --shape 2x3x4`.
  for (const Command& command :
       {demo, demo.add_command("transpose", "What transpose does to tokens and heads, in numbers")}) {
    command.add_option("--shape", options->shape, "sizes: batch,tokens,heads,features; 2x3x4 works too");
    command.add_option("--dims", options->dims, "the two axes to exchange; without it, those of tokens and heads").pair();
  }
  demo.callback([options, &outcome] {
    try {
      const render::Style style = output_style();
      const Shape shape = shape_of(options->shape);
      const int64_t first = shape.size() < 4 ? 0 : 1;  // tokens, behind a batch if there is one
      const Shape dims = options->dims.empty() ? Shape{first, first + 1} : options->dims;
      write_screen(style, render::transpose_demo(style, shape, dims[0], dims[1]));
    } catch (const Error& e) {
      write_err("mha-tutor demo transpose: " + e.message() + "\n");
      outcome.exit_code = 2;
    }
  });
}

}  // namespace mha::app
