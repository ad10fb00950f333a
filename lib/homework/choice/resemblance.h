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

/// The sizes that an assignment speaks of to who starts on it.
std::set<std::string> sizes_asked(const Assignment& assignment);

/// Whether a homework's own signs are among the words.
bool has_signs_of(const Assignment& assignment, const std::set<std::string>& words);

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
