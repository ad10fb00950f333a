#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace mha::app {

/// As a shell reports a program ended by Ctrl-C.
inline constexpr int kInterrupted = 130;

/// What holds for every command.
struct Settings {
  std::string lessons;  // the folder of a course; empty: the built-in one
};

/// What main() hands to the commands and gets back from the one that ran.
struct Outcome {
  int exit_code = 0;
  Settings settings;
};

// Each adds its words to the command line; the one that is chosen runs while
// the line is parsed and leaves its exit code: 0 done, 1 the program or the
// answer is wrong, 2 the command line is.
void add_author(CLI::App& app, Outcome& outcome);
void add_card(CLI::App& app, Outcome& outcome);
void add_check(CLI::App& app, Outcome& outcome);
void add_explain(CLI::App& app, Outcome& outcome);
void add_homework(CLI::App& app, Outcome& outcome);
void add_learn(CLI::App& app, Outcome& outcome);
void add_list(CLI::App& app, Outcome& outcome);
void add_demo(CLI::App& app, Outcome& outcome);
void add_shapes(CLI::App& app, Outcome& outcome);
void add_mend(CLI::App& app, Outcome& outcome);
void add_play(CLI::App& app, Outcome& outcome);
void add_quiz(CLI::App& app, Outcome& outcome);
void add_recap(CLI::App& app, Outcome& outcome);
void add_repl(CLI::App& app, Outcome& outcome);
void add_reset(CLI::App& app, Outcome& outcome);
void add_review(CLI::App& app, Outcome& outcome);
void add_run(CLI::App& app, Outcome& outcome);
void add_trace(CLI::App& app, Outcome& outcome);
void add_watch(CLI::App& app, Outcome& outcome);

/// Bare `mha-tutor`: where the learner is and what comes next.
int resume(const Settings& settings);

}  // namespace mha::app
