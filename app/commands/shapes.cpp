#include "render/shapes_view.h"

#include <memory>
#include <string>

#include "base/error.h"
#include "commands/command.h"
#include "terminal.h"

namespace mha::app {

void add_shapes(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand(
      "shapes", "The shape after every step of multi-head attention, and its cost");
  struct Options {
    AttentionSizes sizes;
    std::string model;
    CLI::Option* seq = nullptr;
  };
  auto options = std::make_shared<Options>();
  AttentionSizes& s = options->sizes;
  command->add_option("--batch", s.batch, "how many texts at once")->capture_default_str();
  options->seq = command->add_option("--seq", s.tokens, "tokens in each")->capture_default_str();
  CLI::Option* width = command->add_option("--d-model", s.d_out, "width of a token's vector")->capture_default_str();
  CLI::Option* heads = command->add_option("--heads", s.heads, "how many heads share that width")->capture_default_str();
  CLI::Option* in = command->add_option("--d-in", s.d_in, "width of the input, if another");
  CLI::Option* model = command->add_option("--model", options->model, "gpt2, gpt2-medium, gpt2-large, gpt2-xl or gpt3");
  model->excludes(width)->excludes(heads)->excludes(in);
  command->callback([options, in, &outcome] {
    try {
      AttentionSizes& sizes = options->sizes;
      const ModelSizes* m = nullptr;
      if (!options->model.empty()) {
        m = &find_model(options->model);
        sizes.d_out = m->d_model;
        sizes.heads = m->heads;
        sizes.qkv_bias = true;
        if (options->seq->count() == 0) sizes.tokens = m->context_length;
      }
      if (in->count() == 0) sizes.d_in = sizes.d_out;
      sizes.check();
      const render::Style style = output_style();
      write_screen(style, render::shapes_text(style, sizes, m));
    } catch (const Error& e) {
      write_err("mha-tutor shapes: " + e.message() + "\n");
      outcome.exit_code = 2;
    }
  });
}

}  // namespace mha::app
