#include "render/trace.h"

#include <memory>

#include "commands/command.h"
#include "commands/program_options.h"
#include "io/notebook.h"
#include "render/error_view.h"
#include "terminal.h"

namespace mha::app {

namespace {

std::vector<SourcePtr> sources(const ProgramOptions& options) {
  const std::string text = options.read();
  if (!options.path().ends_with(".ipynb")) return {std::make_shared<Source>(options.name(), text)};
  std::vector<SourcePtr> cells;
  for (const NotebookCell& cell : read_notebook(options.path(), text)) {
    cells.push_back(cell.code);
  }
  return cells;
}

int trace(const ProgramOptions& options, bool into) {
  const render::Style style = output_style();
  // Never destroyed, as in `run`.
  static lang::Interpreter* const world = new lang::Interpreter;
  lang::Interpreter& interp = *world;
  torch::add_torch(interp, options.torch());
  const auto modules = options.apply(interp);
  render::Trace observer;
  interp.observer = &observer;
  interp.observes_library = into;
  interp.out = [&](std::string_view text) { observer.on_output(text); };
  interp.err = write_err;
  const InterruptScope scope([&] { interp.interrupt = true; });

  const bool is_notebook = options.path().ends_with(".ipynb");
  std::vector<SourcePtr> run;
  std::optional<torch::Report> failure;
  try {
    for (const SourcePtr& source : sources(options)) {
      run.push_back(source);
      const lang::Value value = interp.run_cell(source);
      if (is_notebook && value.defined() && !value.is_none()) {
        observer.on_output("Out: " + interp.repr(value) + "\n");
      }
    }
  } catch (const lang::PyError& e) {
    if (torch::exit_code(e, interp) < 0) failure = torch::report(e, interp);
  } catch (const Error& e) {
    failure = torch::report(e);
  }
  run.insert(run.end(), modules->read().begin(), modules->read().end());
  for (const SourcePtr& source : run) {
    // A program that cannot be parsed has no lines to show.
    if (failure && !observer.has_run(*source)) continue;
    if (run.size() > 1 || is_notebook) {
      write_out(render::paint(style, render::Role::heading, source->name()) + "\n");
    }
    write_out(render::fit_charset(style, observer.text(style, *source)));
  }
  write_out(render::fit_charset(style, observer.library_text(style)));
  if (!failure) return 0;
  write_err(render::error_text(style, *failure));
  return failure->kind == "KeyboardInterrupt" ? kInterrupted : 1;
}

}  // namespace

void add_trace(Command program, Outcome& outcome) {
  const Command command = program.add_command(
      "trace", "Run a program and show, under each line, the tensors it makes");
  auto options = std::make_shared<ProgramOptions>();
  options->add_to(command);
  auto into = std::make_shared<bool>(false);
  command.add_flag("--into", *into, "show the inside of layers such as nn.MultiheadAttention, too");
  command.manual("It shows their shape, axes and strides, and each link of a chain of calls.");
  command.callback([options, into, &outcome] { outcome.exit_code = trace(*options, *into); });
}

}  // namespace mha::app
