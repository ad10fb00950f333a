#include "render/trace.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"

#include "commands/command.h"
#include "commands/page_file.h"
#include "commands/program_options.h"
#include "io/notebook.h"
#include "render/error_view.h"
#include "render/page/html.h"
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

/// What the program's lines made, and the error that it ended in.
struct Traced {
  std::vector<SourcePtr> run;
  render::Trace observer;
  std::optional<torch::Report> failure;
  bool with_names = false;  // of the sources

  std::string text(const render::Style& style) const {
    std::string out;
    for (const SourcePtr& source : run) {
      // A program that cannot be parsed has no lines to show.
      if (failure && !observer.has_run(*source)) continue;
      if (with_names) out += render::paint(style, render::Role::heading, source->name()) + "\n";
      out += render::fit_charset(style, observer.text(style, *source));
    }
    return out + render::fit_charset(style, observer.library_text(style));
  }
};

void write_trace(const Traced& traced, const std::string& name, const PageFile& page) {
  const render::Style style = render::html_style(/*width=*/110);
  const std::string text = traced.text(style) + (traced.failure ? "\n" + render::error_text(style, *traced.failure) : "");
  page.write(render::html_page(name, "<main>\n<h1>" + html_escaped(name) + "</h1>\n<pre tabindex=\"0\">" + render::html_of(text) + "</pre>\n</main>\n"));
}

/// The tensors of each line, for editors.
std::string traced_json(const Traced& traced) {
  nlohmann::json out = nlohmann::json::array();
  for (const SourcePtr& source : traced.run) {
    for (const auto& [line, tensors] : traced.observer.made(*source)) {
      nlohmann::json all = nlohmann::json::array();
      for (const auto& t : tensors) all.push_back({{"name", t.name}, {"made", t.chain}, {"shape", t.shape}});
      out.push_back({{"file", source->name()}, {"line", line}, {"tensors", all}});
    }
  }
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

int trace(const ProgramOptions& options, bool into, bool json, const PageFile& page) {
  page.check();
  // Never destroyed, as in `run`.
  static lang::Interpreter* const world = new lang::Interpreter;
  lang::Interpreter& interp = *world;
  torch::add_torch(interp, options.torch());
  const auto modules = options.apply(interp);
  Traced traced;
  render::Trace& observer = traced.observer;
  interp.observer = &observer;
  interp.observes_library = into;
  interp.out = [&](std::string_view text) { observer.on_output(text); };
  interp.err = write_err;
  const InterruptScope scope([&] { interp.interrupt = true; });

  const bool is_notebook = options.path().ends_with(".ipynb");
  std::vector<SourcePtr>& run = traced.run;
  std::optional<torch::Report>& failure = traced.failure;
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
  traced.with_names = run.size() > 1 || is_notebook;
  write_out(json ? traced_json(traced) : traced.text(output_style()));
  if (page.wanted()) write_trace(traced, options.name(), page);
  if (!failure) return 0;
  write_err(render::error_text(output_style(), *failure));
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
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "for programs: the tensors of each line, their names, shapes and how they came about");
  auto page = std::make_shared<PageFile>();
  page->add_to(command, "also write all of it as a page to this file");
  command.manual("It shows their shape, axes and strides, and each link of a chain of calls.");
  command.callback([options, into, json, page, &outcome] {
    outcome.exit_code = guarded("trace", [&] { return trace(*options, *into, *json, *page); });
  });
}

}  // namespace mha::app
