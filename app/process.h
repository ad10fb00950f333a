#pragma once

#include <string>
#include <vector>

namespace mha::app {

/// Runs another program to its end with `input` as its standard input and
/// returns what it wrote to standard output; standard error is left to it.
/// Throws Error of kind "ProcessError" if it cannot be started or fails.
std::string output_of(const std::vector<std::string>& command, const std::string& input);

/// Hands the terminal to another program until it ends, and has it back as it was,
/// whatever became of the program. Ctrl-C is the other's meanwhile. Its exit code, 128 + N
/// for signal N. Throws Error of kind "ProcessError" if it cannot be started.
int run_at_terminal(const std::vector<std::string>& command);

}  // namespace mha::app
