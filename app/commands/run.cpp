#include <unistd.h>

#include <functional>
#include <memory>

#include <fmt/format.h>

#include "commands/command.h"
#include "commands/program_options.h"
#include "io/notebook.h"
#include "pictures/drawing.h"
#include "render/error_view.h"
#include "terminal.h"

namespace mha::app {

namespace {

int failed(const torch::Report& report) {
  write_err(render::error_text(output_style(), report));
  return report.kind == "KeyboardInterrupt" ? kInterrupted : 1;
}

/// Runs `work` and turns an exception into a report and an exit code.
template <typename F>
int reported(lang::Interpreter& interp, F work) {
  try {
    work();
    return 0;
  } catch (const lang::PyError& e) {
    const int code = torch::exit_code(e, interp);
    return code >= 0 ? code : failed(torch::report(e, interp));
  } catch (const Error& e) {
    return failed(torch::report(e));
  }
}

/// A cell's last value, as Jupyter labels it.
void show_value(lang::Interpreter& interp, int cell, const lang::Value& value) {
  if (!value.defined() || value.is_none()) return;
  const std::string text = interp.repr(value);
  const bool lines = text.find('\n') != std::string::npos;
  write_out(fmt::format("Out[{}]:{}{}\n", cell, lines ? "\n" : " ", text));
}

void run_notebook(lang::Interpreter& interp, const ProgramOptions& options, const std::string& text,
                  const std::function<void()>& show_figures) {
  for (const NotebookCell& cell : read_notebook(options.path(), text)) {
    for (const std::string& line : cell.passed_over) {
      write_err(fmt::format("note: {}: `{}` is for Jupyter and was skipped\n",
                            cell.code->name(), line));
    }
    show_value(interp, cell.number, interp.run_cell(cell.code));
    show_figures();
  }
}

int run_program(const ProgramOptions& options) {
  // Never destroyed: the process ends soon, and a program that hit a limit may
  // leave gigabytes of small objects.
  static lang::Interpreter* const world = new lang::Interpreter;
  lang::Interpreter& interp = *world;
  torch::add_torch(interp, options.torch());
  options.apply(interp);
  interp.out = write_out;
  interp.err = write_err;
  const auto show_figures = pictures::add_drawing(interp, [&interp](const pictures::Shown& shown) { interp.print(pictures::text(output_style(), shown)); });
  interp.err_is_terminal = ::isatty(STDERR_FILENO) == 1;
  const InterruptScope scope([&] { interp.interrupt = true; });
  return reported(interp, [&] {
    const std::string text = options.read();
    if (options.path().ends_with(".ipynb")) {
      run_notebook(interp, options, text, show_figures);
    } else {
      interp.run(std::make_shared<Source>(options.name(), text));
    }
  });
}

}  // namespace

void add_run(Command program, Outcome& outcome) {
  const Command command = program.add_command(
      "run", "Run a program or notebook and print what PyTorch prints");
  auto options = std::make_shared<ProgramOptions>();
  options->add_to(command);
  command.callback([options, &outcome] { outcome.exit_code = run_program(*options); });
}

}  // namespace mha::app
