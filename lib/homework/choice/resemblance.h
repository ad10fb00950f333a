#pragma once

// How much a program resembles an answer to an assignment, judged by its sizes, weights and
// words alone. Mistakes change numbers, but seldom these.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "homework/trial/program.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// The sizes that an assignment's starter file names.
std::set<std::string> sizes_asked(const Assignment& assignment);

/// Whether the words include one of the homework's signs.
bool has_signs_of(const Assignment& assignment, const std::set<std::string>& words);

/// Whether the words are signs of other homework, for something that this homework does not
/// have and no input explains.
bool speaks_for_others(const Assignment& assignment, const Trial& trial,
                       const std::set<std::string>& words);

/// Sizes that the stages read and the program does not determine: it does not ask for them, does
/// not fix them, and no input or weight has them.
std::vector<std::string> free_sizes(const Assignment& assignment, const Trial& trial,
                                    const std::map<std::string, lang::Value>& fixed);

/// The points for what suggests the assignment minus the points against it. `first` is the
/// simplest call of the candidate, `roles` the likeliest roles of its weights, `free` the number
/// of its free sizes.
double resemblance(const Assignment& assignment, const Trial& first, const Roles& roles,
                   const std::set<std::string>& words, size_t free);

}  // namespace mha::homework
