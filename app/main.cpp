#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/text.h"
#include "commands/command.h"
#include "help.h"
#include "render/fold.h"
#include "terminal.h"

namespace {

constexpr int kUsageError = 2;

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* c : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(c->get_name());
  }
  return names;
}

/// "mha-tutor homework"
std::string full_name(const CLI::App& app) {
  return (app.get_parent() ? full_name(*app.get_parent()) + " " : "") + app.get_name();
}

/// What is said of a word where a command is expected.
std::string unknown_command(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = command_names(app);
  std::string near = mha::nearest(word, names);
  const bool is_program = word.ends_with(".py") || word.ends_with(".ipynb");
  if (is_program && !app.get_parent()) near = "run " + word;
  return full_name(app) + ": no command '" + word + "'; " +
         (!near.empty()       ? "did you mean '" + near + "'?"
          : names.size() == 1 ? "there is " + names[0]
                              : "there are " + mha::join(names, ", ")) +
         "\n";
}

/// What is said of an option that there is not, "--halp" or "--max-step=5".
std::string unknown_option(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* a = &app; a != nullptr; a = a->get_parent()) {
    for (const CLI::Option* option : a->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  const std::string name = word.substr(0, word.find('='));
  const std::string near = mha::nearest(name, names);
  return full_name(app) + ": no option '" + name + "'; " +
         (near.empty() ? "'" + full_name(app) + " --help' shows those that there are"
                       : "did you mean '" + near + "'?") +
         "\n";
}

void write_folded(const std::string& text) {
  const mha::render::Style style = mha::app::output_style();
  mha::app::write_err(mha::render::fold(style, mha::render::fit_charset(style, text)));
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
  app.formatter(mha::app::help_formatter());
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
  mha::app::add_play(app, outcome);
  mha::app::add_quiz(app, outcome);
  mha::app::add_recap(app, outcome);
  mha::app::add_reset(app, outcome);
  mha::app::add_review(app, outcome);
  mha::app::add_run(app, outcome);
  mha::app::add_repl(app, outcome);
  mha::app::add_trace(app, outcome);
  mha::app::add_homework(app, outcome);
  mha::app::add_check(app, outcome);
  mha::app::add_watch(app, outcome);
  mha::app::add_mend(app, outcome);
  mha::app::add_author(app, outcome);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    const CLI::App* last = &app;
    while (!last->get_subcommands().empty()) last = last->get_subcommands().front();
    const std::vector<std::string> words = app.remaining(/*recurse=*/true);
    const bool expects_command = !command_names(*last).empty();
    if (expects_command && !words.empty() && !words[0].starts_with('-')) {
      write_folded(unknown_command(*last, words[0]));
      return kUsageError;
    }
    const auto option = std::find_if(words.begin(), words.end(),
                                     [](const auto& word) { return word.starts_with('-'); });
    if (e.get_exit_code() != 0 && option != words.end()) {
      write_folded(unknown_option(*last, *option));
      return kUsageError;
    }
    if (expects_command && words.empty() && last->get_require_subcommand_min() > 0) {
      mha::app::write_err(last->help(full_name(*last->get_parent())));
      return kUsageError;
    }
    if (dynamic_cast<const CLI::RequiredError*>(&e) != nullptr) {
      write_folded(full_name(*last) + ": " + e.what() + "; '" + full_name(*last) + " --help' tells more\n");
      return kUsageError;
    }
    return app.exit(e) == 0 ? flushed(0) : kUsageError;
  }
  return flushed(app.get_subcommands().empty() ? mha::app::resume(outcome.settings) : outcome.exit_code);
}
