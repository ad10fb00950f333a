#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/text.h"
#include "commands/command.h"
#include "terminal.h"

namespace {

constexpr int kUsageError = 2;

/// What is said of a word where a command is expected.
std::string unknown_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* c : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(c->get_name());
  }
  const std::string near = mha::nearest(word, names);
  return app.get_name() + ": no command '" + word + "'; " +
         (near.empty() ? "there are " + mha::join(names, ", ")
                       : "did you mean '" + near + "'?") +
         "\n";
}

/// A full disk or a closed output is noticed only when all is written.
int flushed(int exit_code) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return exit_code;
  mha::app::write_err(std::string("mha-tutor: the output could not be written: ") +
                      std::strerror(errno) + "\n");
  return exit_code == 0 ? 1 : exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  mha::app::Outcome outcome;
  CLI::App app("A terminal tutor for multi-head attention. Without a command it "
               "goes on where you left off.",
               "mha-tutor");
  app.set_version_flag("--version", "mha-tutor " MHA_VERSION);
  app.require_subcommand(0, 1);
  // Options that hold for every command may stand behind it, too.
  app.fallthrough();
  app.add_option("--lessons", outcome.settings.lessons, "a folder with another course");
  app.add_flag_callback("--spoken", [] { ::setenv("MHA_SPOKEN", "1", 1); },
                        "tell pictures in sentences, to be read aloud");
  app.add_flag_callback("--plain", [] { ::setenv("MHA_PLAIN", "1", 1); }, "no colour, ASCII only, 80 columns");
  mha::app::add_learn(app, outcome);
  mha::app::add_list(app, outcome);
  mha::app::add_demo(app, outcome);
  mha::app::add_shapes(app, outcome);
  mha::app::add_card(app, outcome);
  mha::app::add_explain(app, outcome);
  mha::app::add_quiz(app, outcome);
  mha::app::add_recap(app, outcome);
  mha::app::add_reset(app, outcome);
  mha::app::add_review(app, outcome);
  mha::app::add_run(app, outcome);
  mha::app::add_trace(app, outcome);
  mha::app::add_homework(app, outcome);
  mha::app::add_check(app, outcome);
  mha::app::add_watch(app, outcome);
  mha::app::add_author(app, outcome);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    const std::vector<std::string> words = app.remaining();
    if (app.get_subcommands().empty() && !words.empty() && !words[0].starts_with('-')) {
      mha::app::write_err(unknown_command(app, words[0]));
      return kUsageError;
    }
    return app.exit(e) == 0 ? flushed(0) : kUsageError;
  }
  return flushed(app.get_subcommands().empty() ? mha::app::resume(outcome.settings) : outcome.exit_code);
}
