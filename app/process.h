#pragma once

#include <string>
#include <vector>

namespace mha::app {

/// Runs another program to its end with `input` as its standard input and
/// returns what it wrote to standard output; its standard error is ours. Throws
/// Error of kind "ProcessError" if it cannot be started or fails.
std::string output_of(const std::vector<std::string>& command, const std::string& input);

/// Gives the terminal to another program until that ends, then restores the
/// terminal's modes, however the program ended. Meanwhile Ctrl-C reaches only
/// the other program. Returns its exit code, 128 + N for signal N. Throws Error
/// of kind "ProcessError" if it cannot be started.
int run_at_terminal(const std::vector<std::string>& command);

}  // namespace mha::app
