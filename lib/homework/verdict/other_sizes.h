#pragma once

// Sizes that a program writes down itself, and that hide mistakes: as many heads as each has
// numbers, an input as wide as the output.

#include <optional>
#include <string>
#include <vector>

#include "homework/choice/choice.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// A number in a text, and what stands there in its place: as many characters, so that all
/// else stays where it is.
struct Exchange {
  Span span;
  std::string text;
};

/// What to write in place of a program's own sizes, where two of them are equal that have
/// different words, so that all are different: in a configuration, the module's names, an
/// argument's default. Empty where the tutor chose the sizes, where they are different
/// already, or where their numbers are not found.
std::vector<Exchange> other_sizes(const Program& program, const Choice& choice);

/// The text with these numbers.
std::string exchanged(std::string text, const std::vector<Exchange>& all);

/// A result for the exchanged text as one for the text itself.
void put_back(Result& result, const std::vector<Exchange>& all, const SourcePtr& source);

}  // namespace mha::homework
