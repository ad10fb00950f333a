#include "render/shapes_view.h"

#include <memory>
#include <string>

#include "commands/command.h"
#include "terminal.h"

namespace mha::app {

void add_shapes(Command program, Outcome& outcome) {
  const Command command = program.add_command(
      "shapes", "The shape after every step of multi-head attention, and its cost");
  struct Options {
    AttentionSizes sizes;
    std::string model;
    int64_t d_in = 0;
  };
  auto options = std::make_shared<Options>();
  AttentionSizes& s = options->sizes;
  command.add_option("--batch", s.batch, "how many texts at once");
  const Option seq = command.add_option("--seq", s.tokens, "tokens in each");
  const Option width = command.add_option("--d-model", s.d_out, "width of a token's vector");
  const Option heads = command.add_option("--heads", s.heads, "how many heads share that width");
  const Option in = command.add_option("--d-in", options->d_in, "width of the input, if it differs");
  const Option model = command.add_option("--model", options->model, "gpt2, gpt2-medium, gpt2-large, gpt2-xl or gpt3");
  model.excludes(width).excludes(heads).excludes(in);
  command.callback([options, seq, in, &outcome] {
    outcome.exit_code = guarded("shapes", [&] {
      AttentionSizes& sizes = options->sizes;
      const ModelSizes* m = nullptr;
      if (!options->model.empty()) {
        m = &find_model(options->model);
        sizes.d_out = m->d_model;
        sizes.heads = m->heads;
        sizes.qkv_bias = true;
        if (!seq.given()) sizes.tokens = m->context_length;
      }
      sizes.d_in = in.given() ? options->d_in : sizes.d_out;
      sizes.check();
      const render::Style style = output_style();
      write_screen(style, render::shapes_text(style, sizes, m));
      return 0;
    }, 2);
  });
}

}  // namespace mha::app
