#include "commands/program_world.h"

#include <memory>

#include "io/notebook.h"
#include "render/error_view.h"
#include "terminal.h"

namespace mha::app {

bool succeeded(const lesson::Outcome& outcome) {
  write_out(outcome.output);
  if (!outcome.failure) return true;
  write_err(render::error_text(output_style(), *outcome.failure));
  return false;
}

bool run_file(lesson::World& world, const ProgramOptions& options) {
  const std::string text = options.read();
  const InterruptScope scope([] { lesson::World::interrupt_running(); });
  if (!options.path().ends_with(".ipynb")) {
    const auto source = std::make_shared<Source>(options.name(), text);
    return succeeded(world.perform([&] {
      world.interpreter().run_cell(source);
      return lang::Value();
    }));
  }
  for (const NotebookCell& cell : read_notebook(options.path(), text)) {
    if (!succeeded(world.run(cell.code))) return false;
  }
  return true;
}

}  // namespace mha::app
