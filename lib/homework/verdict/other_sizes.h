#pragma once

// Replaces sizes that a program sets itself if they hide mistakes: as many heads as features per
// head, or an input as wide as the output. And equal sizes for a program that stops at others.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "homework/choice/choice.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// A number in a text and its replacement, which has as many characters so that all positions stay
/// valid.
struct Exchange {
  Span span;
  std::string text;
};

/// Replacements that make all of a program's own sizes different if two sizes with different names
/// are equal: in a configuration, in the module, in a default. Empty if the tutor chose the sizes,
/// if they differ already, or if their numbers are not found.
std::vector<Exchange> other_sizes(const Program& program, const Choice& choice);

/// The text with these replacements.
std::string exchanged(std::string text, const std::vector<Exchange>& all);

/// Translates a result for the changed text back to the original one.
void put_back(Result& result, const std::vector<Exchange>& all, const SourcePtr& source);

/// Sizes by name.
using Sizes = std::map<std::string, int64_t>;

/// Sizes with which all inputs are as large as the first in the choice's trial, axis by axis; empty if
/// they are anyway.
Sizes equal_inputs(const Choice& choice);

/// Sets of sizes in which a name for a size may be mistaken for another: all widths are equal, and
/// there are as many heads as features per head. Empty if the homework has no heads.
std::vector<Sizes> square_sizes(const Choice& choice);

}  // namespace mha::homework
