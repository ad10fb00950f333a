#include <memory>

#include "base/error.h"
#include "commands/checking.h"
#include "commands/command.h"
#include "terminal.h"

namespace mha::app {

void add_check(CLI::App& app, Outcome& outcome) {
  CLI::App* command = app.add_subcommand(
      "check", "Judge your homework: what is right, the first wrong stage, and which mistake that is");
  auto checking = std::make_shared<Checking>();
  checking->add_to(*command, "check");
  command->callback([checking, &outcome] {
    try {
      const homework::Result result = checking->check();
      checking->show(result, /*one_line=*/false);
      outcome.exit_code = exit_code(result);
    } catch (const Error& e) {
      write_error("check", e);
      outcome.exit_code = 2;
    }
  });
}

}  // namespace mha::app
