#pragma once

#include <string>

#include "command_line.h"

namespace mha::app {

/// The exit code that a shell reports for a program ended by Ctrl-C.
inline constexpr int kInterrupted = 130;

/// The global options.
struct Settings {
  std::string lessons;   // the folder of a course; empty: the built-in one
  std::string progress;  // a file with answers and places; empty: the learner's own
};

/// What main() hands to the commands and gets back from the one that ran.
///
/// A command is one file here, NAME.cpp, and one row in app/CMakeLists.txt. The
/// file ends with add_NAME(Command program, Outcome& outcome), which adds the
/// command's words to the command line. The chosen command runs while the line
/// is parsed and leaves its exit code: 0 done, 1 the program or the answer is
/// wrong, 2 the command line is wrong.
struct Outcome {
  int exit_code = 0;
  Settings settings;
};

/// `mha-tutor` without a command: says where the learner is and what comes
/// next.
int resume(const Settings& settings);

}  // namespace mha::app
