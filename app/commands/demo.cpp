#include <memory>
#include <vector>

#include "base/error.h"
#include "commands/command.h"
#include "render/transpose_demo.h"
#include "terminal.h"

namespace mha::app {

void add_demo(CLI::App& app, Outcome& outcome) {
  CLI::App* demo = app.add_subcommand("demo", "Demonstrations to look at: transpose");
  demo->require_subcommand(1);
  CLI::App* transpose = demo->add_subcommand(
      "transpose", "What transpose does to tokens and heads, in numbers");
  struct Options {
    Shape shape = {1, 3, 2, 4};
    Shape dims = {1, 2};
  };
  auto options = std::make_shared<Options>();
  transpose
      ->add_option("--shape", options->shape,
                   "sizes: batch,tokens,heads,features")
      ->delimiter(',')
      ->capture_default_str();
  transpose->add_option("--dims", options->dims, "the two axes to exchange")
      ->delimiter(',')
      ->expected(2)
      ->capture_default_str();
  transpose->callback([options, &outcome] {
    try {
      const render::Style style = output_style();
      write_screen(style, render::transpose_demo(style, options->shape,
                                                 options->dims[0], options->dims[1]));
    } catch (const Error& e) {
      write_err("mha-tutor demo transpose: " + e.message() + "\n");
      outcome.exit_code = 2;
    }
  });
}

}  // namespace mha::app
