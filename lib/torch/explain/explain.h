#pragma once

#include <string>
#include <string_view>

#include "lang/runtime/interpreter.h"

namespace mha::torch {

/// What can be said of an error beyond its own words. `note` tells what was
/// seen ("q is (4, 8) and k is (6, 8); the inner sizes, 8 and 6, differ");
/// `help` is a guess at what would mend it, and names only what was tried on
/// the values at hand. Either may be empty.
struct Explanation {
  std::string note;
  std::string help;
};

/// The end of a help that names an import.
inline constexpr std::string_view kGivenByImport = " gives it that meaning";

/// Explains an error that no program caught. Never throws.
Explanation explain(const lang::PyError& error, lang::Interpreter& interp);

}  // namespace mha::torch
