#pragma once

#include <string>
#include <vector>

namespace mha::app {

/// Runs another program to its end with `input` as its standard input and
/// returns what it wrote to standard output; standard error is left to it.
/// Throws Error of kind "ProcessError" if it cannot be started or fails.
std::string output_of(const std::vector<std::string>& command, const std::string& input);

}  // namespace mha::app
