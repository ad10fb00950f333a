#include <memory>

#include "commands/checking.h"
#include "commands/command.h"
#include "render/homework/mend_view.h"
#include "terminal.h"

namespace mha::app {

void add_mend(Command program, Outcome& outcome) {
  const Command command =
      program.add_command("mend", "Show the smallest change that makes your homework right; changes no file");
  auto checking = std::make_shared<Checking>();
  checking->add_file_to(command, "mend");
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "for programs: {file, homework, changes: [{line, before, after}], why}");
  command.callback([checking, json, &outcome] {
    outcome.exit_code = guarded("mend", [&] {
      checking->resolve(/*several=*/false);
      const homework::Result result = checking->check();
      if (*json) {
        write_out(render::mend_json(result));
        return exit_code(result);
      }
      const render::Style style = checking->style();
      write_screen(style, render::fit_charset(style, render::mend_view(style, result)));
      return exit_code(result);
    }, 2);
  });
}

}  // namespace mha::app
