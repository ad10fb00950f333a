#pragma once

// The words of the course, each explained on its own: lessons/glossary.md.

#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace mha::lesson {

struct Term {
  std::string name;                // "head_dim"
  std::vector<std::string> also;   // "d_k", "head size"
  std::string markdown;            // what it means
};

/// Reads a glossary: a section `## term` for each word, in it perhaps a line
/// `also: other, names`, then the explanation. A term without one, or a name
/// that is given twice, is a problem.
std::vector<Term> read_glossary(const SourcePtr& file,
                                std::vector<Problem>& problems);

/// The glossary built into the program, in alphabetical order.
const std::vector<Term>& glossary();

/// The term of that name, ignoring case, with "-" and "_" for spaces; also by
/// the beginning or a word of a name if no other term has it. Throws Error of
/// kind "GlossaryError" with the nearest names.
const Term& find_term(const std::vector<Term>& terms, const std::string& name);

}  // namespace mha::lesson
