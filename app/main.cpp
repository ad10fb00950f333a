#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "command_line.h"
#include "commands/command.h"
#include "completion.h"
#include "lang/runtime/run_stack.h"
#include "man_page.h"
#include "terminal.h"

// Starts the program. command_rows.inc has a row MHA_COMMAND(learn) for each
// command, made by CMake from the list in CMakeLists.txt.
namespace mha::app {
#define MHA_COMMAND(name) void add_##name(Command program, Outcome& outcome);
#include "command_rows.inc"
#undef MHA_COMMAND
}  // namespace mha::app

namespace {

using mha::app::Command;
using mha::app::Outcome;

void add_all(const Command& program, Outcome& outcome) {
  program.expects_commands(0, 1);
  program.add_option("--lessons", outcome.settings.lessons, "a folder with another course").completes({.endings = {"/"}});
  program.add_option("--progress", outcome.settings.progress, "a file with answers and places, such as a page exports, instead of one's own")
      .completes({.endings = {".json"}});
  program.add_flag("--spoken", [] { ::setenv("MHA_SPOKEN", "1", 1); }, "describe pictures in words, for screen readers");
  program.add_flag("--plain", [] { ::setenv("MHA_PLAIN", "1", 1); }, "no colour, ASCII only, 80 columns");
#define MHA_COMMAND(name) mha::app::add_##name(program, outcome);
#include "command_rows.inc"
#undef MHA_COMMAND
}

/// A full disk or a closed output shows only when everything is written.
int flushed(int exit_code) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return exit_code;
  mha::app::write_err(std::string("mha-tutor: the output could not be written: ") +
                      std::strerror(errno) + "\n");
  return exit_code == 0 ? 1 : exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  Outcome outcome;
  mha::app::CommandLine line("mha-tutor",
                             "A terminal tutor for multi-head attention. Without a command it "
                             "continues where you left off.",
                             MHA_VERSION);
  add_all(line.top(), outcome);
  // What the shells' completion and the build of the man page ask.
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (!words.empty() && words[0] == "--complete") {
    mha::app::write_out(mha::app::completion_text(line.rows(), {words.begin() + 1, words.end()}));
    return flushed(0);
  }
  if (words == std::vector<std::string>{"--manual"}) {
    mha::app::write_out(mha::app::manual_text(line.rows()));
    return flushed(0);
  }
  // The tutor as a whole runs where programs do: `check` calls thousands of them, and
  // each change of stacks would be two calls of the system.
  mha::lang::RunStack().run([&] {
    if (line.parse(argc, argv, outcome.exit_code) && !line.top().has_chosen())
      outcome.exit_code = mha::app::resume(outcome.settings);
  });
  return flushed(outcome.exit_code);
}
