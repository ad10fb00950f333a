#include <unistd.h>

#include <filesystem>
#include <functional>
#include <memory>

#include <fmt/format.h>

#include "base/files.h"
#include "commands/candidates.h"
#include "commands/command.h"
#include "commands/program_options.h"
#include "commands/verify.h"
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
  const std::string text = jupyter_text(interp, value);
  if (text.empty()) return;
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

/// Writes a figure to the folder of --plots.
void save_figure(const std::filesystem::path& folder, int64_t number, const std::string& svg) {
  const std::filesystem::path file = folder / fmt::format("figure-{}.svg", number);
  std::error_code none;
  std::filesystem::create_directories(folder, none);
  write_file_atomic(file, svg);
  write_err(fmt::format("note: {} is written\n", file.string()));
}

int run_program(const ProgramOptions& options, bool verify, const std::string& plots) {
  if (verify && !options.path().ends_with(".ipynb")) {
    write_error("run", Error("UsageError", "--verify needs a notebook: a file that ends in .ipynb"));
    return 2;
  }
  // Never destroyed: the process ends soon, and a program that hit a limit may
  // leave gigabytes of small objects.
  static lang::Interpreter* const world = new lang::Interpreter;
  lang::Interpreter& interp = *world;
  torch::add_torch(interp, options.torch());
  options.apply(interp);
  const InterruptScope scope([&] { interp.interrupt = true; });
  if (verify) {
    int code = 0;
    const int failure = reported(interp, [&] { code = verify_notebook(interp, read_notebook(options.path(), options.read())); });
    return failure ? failure : code;
  }
  interp.out = write_out;
  interp.err = write_err;
  const auto save = [&plots](int64_t number, const std::string& svg) { save_figure(plots, number, svg); };
  const auto show_figures = pictures::add_drawing(interp, [&interp](const pictures::Shown& shown) { interp.print(pictures::text(output_style(), shown)); },
                                                  plots.empty() ? nullptr : std::function<void(int64_t, const std::string&)>(save));
  interp.err_is_terminal = ::isatty(STDERR_FILENO) == 1;
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
  auto verify = std::make_shared<bool>(false);
  command.add_flag("--verify", *verify, "of a notebook: compare each cell's output with the one stored in the file");
  auto plots = std::make_shared<std::string>();
  command.add_option("--plots", *plots, "a folder: each figure is also written there, as figure-1.svg and so on")
      .completes({.endings = {"/"}});
  command.callback([options, verify, plots, &outcome] { outcome.exit_code = run_program(*options, *verify, *plots); });
}

}  // namespace mha::app
