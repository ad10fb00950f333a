#include <CLI/CLI.hpp>

#include "commands/command.h"

namespace {

constexpr int kUsageError = 2;

}  // namespace

int main(int argc, char** argv) {
  mha::app::Outcome outcome;
  CLI::App app("A terminal tutor for multi-head attention. Without a command it "
               "goes on where you left off.",
               "mha-tutor");
  app.set_version_flag("--version", "mha-tutor " MHA_VERSION);
  app.require_subcommand(0, 1);
  mha::app::add_learn(app, outcome);
  mha::app::add_list(app, outcome);
  mha::app::add_demo(app, outcome);
  mha::app::add_shapes(app, outcome);
  mha::app::add_card(app, outcome);
  mha::app::add_explain(app, outcome);
  mha::app::add_run(app, outcome);
  mha::app::add_trace(app, outcome);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : kUsageError;
  }
  return app.get_subcommands().empty() ? mha::app::resume() : outcome.exit_code;
}
