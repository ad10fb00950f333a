#pragma once

// The words that stand in a program, and in what a class or function of it leads to.

#include <set>
#include <string>
#include <string_view>

#include "homework/trial/program.h"

namespace mha::homework {

/// A word in small letters, without underscores.
std::string folded(const std::string& word);

/// The names of a candidate and of all classes and functions of the program that it
/// inherits from or uses, and that they use.
std::set<std::string> leads_to(const Program& program, const Candidate& candidate);

/// The words of source text as they stand, comments left out.
std::set<std::string> words_in(std::string_view text);

/// The words of a candidate's source and of all classes and functions that it
/// leads to: small letters, without underscores and comments.
std::set<std::string> words_of(const Program& program, const Candidate& candidate);
/// Those of all of a program.
std::set<std::string> words_of(const Program& program);

/// Whether a word stands in source text, in whatever letters.
bool has_word(std::string_view text, const std::string& word);

/// Whether anything in a candidate, or in what it leads to, may be a product of tensors:
/// the operator, a function for it, a loop.
bool multiplies(const Program& program, const Candidate& candidate);

}  // namespace mha::homework
