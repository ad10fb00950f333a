#include <algorithm>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "commands/command.h"
#include "commands/conversation.h"
#include "commands/program_options.h"
#include "commands/program_world.h"
#include "lang/syntax/parser.h"
#include "lang/syntax/typed.h"
#include "lesson/workbench.h"
#include "pictures/drawing.h"
#include "render/error_view.h"
#include "render/lesson_view.h"
#include "terminal.h"

namespace mha::app {

namespace {

void show_events(const lesson::Events& events) {
  static const lesson::Lesson none;
  const render::Style style = output_style();
  if (!events.empty()) write_events(style, events, render::lesson_text(style, none, events));
}

/// One piece of piped input: code, or a command of the prompt such as `show x`.
struct Piece {
  lang::ModulePtr code;
  std::string command;
};

/// The pieces in order; false, after a report on standard error, if one is not
/// Python.
bool read_pieces(lesson::World& world, const std::string& text, std::vector<Piece>& pieces) {
  std::string code;
  size_t above = 0;  // lines
  const auto end_code = [&] {
    // Empty lines replace the lines above, so that errors give the place in the
    // whole input.
    const auto source = std::make_shared<Source>("<stdin>", code);
    Piece piece;
    const auto parsed = world.perform([&] {
      piece.code = lang::parse(source);
      return lang::Value();
    });
    pieces.push_back(std::move(piece));
    return succeeded(parsed);
  };
  for (const std::string& line : split_lines(text)) {
    ++above;
    const bool at_left = !line.empty() && line[0] != ' ' && line[0] != '\t';
    if (at_left && lesson::Workbench::is_command(line) && lang::ending_of(code) != lang::Ending::unfinished) {
      if (!end_code()) return false;
      pieces.push_back({nullptr, line});
      code.assign(above, '\n');
    } else {
      code += line + "\n";
    }
  }
  return end_code();
}

/// Runs a command of the prompt; false if it failed.
bool take_command(lesson::Workbench& bench, const std::string& line) {
  const lesson::Events events = bench.take(line);
  const bool failed = std::any_of(events.begin(), events.end(), [](const lesson::Event& e) {
    return e.picture && !e.picture->problem.empty();
  });
  if (failed) {
    write_err(render::lesson_text(output_style(), {}, events));
  } else {
    show_events(events);
  }
  return !failed;
}

/// Runs statement after statement, printing each value, until one fails or ends
/// the program. The exit code.
std::optional<int> run_code(lesson::World& world, const lang::ModulePtr& code) {
  for (const auto& statement : code->body) {
    lesson::Outcome outcome = world.run(code, statement.get());
    if (outcome.failure && outcome.failure->kind == "SystemExit") return 0;
    if (!succeeded(outcome)) return outcome.failure->kind == "KeyboardInterrupt" ? kInterrupted : 1;
    const bool shows = statement->kind == lang::StmtKind::expr && outcome.value.defined() && !outcome.value.is_none();
    if (shows && !succeeded(world.perform([&] {
          world.interpreter().print(world.interpreter().repr(outcome.value) + "\n");
          return lang::Value();
        }))) {
      return 1;
    }
  }
  return std::nullopt;
}

/// Runs all piped input until something fails.
int run_input(lesson::Workbench& bench) {
  ProgramOptions input;
  input.take_input();
  const std::string text = input.read();
  const InterruptScope scope([] { lesson::World::interrupt_running(); });
  std::vector<Piece> pieces;
  if (!read_pieces(bench.world(), text, pieces)) return 1;
  for (const Piece& piece : pieces) {
    if (!piece.code) {
      if (!take_command(bench, piece.command)) return 1;
      if (bench.waiting() == lesson::Waiting::left) return 0;
    } else if (const std::optional<int> ended = run_code(bench.world(), piece.code)) {
      return *ended;
    }
  }
  return 0;
}

/// Asks and answers until the user leaves.
void talk(lesson::Workbench& bench) {
  const render::Style style = output_style();
  const auto take = [&](const std::string& typed) {
    lesson::Events events;
    {
      const Unechoed unechoed;
      const InterruptScope scope([&] { bench.interrupt(); });
      events = bench.take(typed);
    }
    std::fflush(stdout);
    show_events(events);
  };
  write_screen(style, render::paint(style, render::Role::faint, "help tells what you can type here; Ctrl-D or quit leaves.") + "\n");
  while (bench.waiting() != lesson::Waiting::left) {
    Helpers helpers = helpers_of(style, bench);
    helpers.draft.clear();  // Up brings it anyway, as the last thing typed
    const Typed typed = read_text(render::paint(style, render::Role::prompt, ">>>") + " ", helpers);
    if (typed.end == Typed::End::input) {
      write_out("\n");
      break;
    }
    if (typed.end == Typed::End::line && !take_outside(style, bench, typed.text, take)) take(typed.text);
  }
}

int repl(const ProgramOptions& options) {
  // Never destroyed, as in `run`.
  static lesson::Workbench* const bench = new lesson::Workbench(options.torch());
  lang::Interpreter& interp = bench->world().interpreter();
  options.apply(interp);
  interp.out = write_out;
  interp.err = write_err;
  pictures::add_drawing(interp, [&interp](const pictures::Shown& shown) { interp.print(pictures::text(output_style(), shown)); });
  try {
    // As with `python -i`, the prompt has everything that the program made
    // before it failed.
    const bool ran = options.path().empty() || run_file(bench->world(), options);
    if (!is_interactive()) return ran ? run_input(*bench) : 1;
    talk(*bench);
    return 0;
  } catch (const Error& e) {
    write_error("repl", e);
    return 1;
  }
}

}  // namespace

void add_repl(Command program, Outcome& outcome) {
  const Command command = program.add_command("repl", "A prompt for your own code, without a lesson");
  auto options = std::make_shared<ProgramOptions>();
  options->add_to(command, ProgramOptions::File::optional);
  command.manual(
      "It runs code as you type it, and shows values as Python does. If standard input is not a terminal, it "
      "runs all of it, statement by statement, and takes lines such as `show x` as at the prompt. Ctrl-C ends "
      "the running code, Ctrl-D or `quit` leaves.");
  command.callback([options, &outcome] { outcome.exit_code = repl(*options); });
}

}  // namespace mha::app
