#pragma once

// Replaces sizes that a program sets itself if they hide mistakes: as many heads as features per
// head, or an input as wide as the output.

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

}  // namespace mha::homework
