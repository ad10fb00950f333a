#pragma once

// The words in a program's text, and in the definitions that one candidate uses.

#include <set>
#include <string>
#include <string_view>

#include "homework/spec/snippet.h"
#include "homework/trial/program.h"

namespace mha::homework {

/// The names of a candidate and of every class and function of the program that it inherits
/// from or uses, directly or indirectly.
std::set<std::string> leads_to(const Program& program, const Candidate& candidate);

/// The words in the text of a candidate and of everything that it leads to, without comments, in
/// the form of reading::folded().
std::set<std::string> words_of(const Program& program, const Candidate& candidate);
/// The same for the whole program.
std::set<std::string> words_of(const Program& program);

/// The words of a candidate without what it does only with an argument that may be None:
/// if mask is not None: ...
std::set<std::string> words_without_options(const Program& program, const Candidate& candidate);

/// Whether a word occurs in source text, in upper or lower case.
bool has_word(std::string_view text, const std::string& word);

/// Whether a parameter's name says that it switches training on: training, is_train; not constrain.
bool means_training(std::string_view parameter);

/// Whether a candidate, or anything it leads to, may multiply tensors: with the operator, a
/// function, or a loop.
bool multiplies(const Program& program, const Candidate& candidate);
/// The same of source text alone.
bool multiplies(std::string_view text);
/// The same without the benefit of the doubt that a loop gives.
bool multiplies_for_sure(std::string_view text);

}  // namespace mha::homework
