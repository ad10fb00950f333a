#pragma once

// How much a program looks like an answer to an assignment, by its make-up
// alone: what it asks for, what weights it holds, which words it uses. Mistakes
// move numbers, but seldom these.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "homework/trial/program.h"
#include "homework/trial/trial.h"

namespace mha::homework {

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

/// The sizes that an assignment speaks of to who starts on it.
std::set<std::string> sizes_asked(const Assignment& assignment);

/// Whether the words are signs of other homework, of something that this one has
/// not and no input brings.
bool speaks_for_others(const Assignment& assignment, const Trial& trial,
                       const std::set<std::string>& words);

/// Sizes that the stages read and nothing in the program decides: they are not
/// asked for, not among those that it made of itself, and no input or weight has
/// them.
std::vector<std::string> free_sizes(const Assignment& assignment, const Trial& trial,
                                    const std::map<std::string, lang::Value>& fixed);

/// Points for what speaks for the assignment, less those for what speaks
/// against it. `first` is the candidate called in the plainest way, and `roles`
/// the likeliest reading of its weights; `free` counts its free sizes.
double resemblance(const Assignment& assignment, const Trial& first, const Roles& roles,
                   const std::set<std::string>& words, size_t free);

}  // namespace mha::homework
