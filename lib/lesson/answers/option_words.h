#pragma once

// Chooses among the options of a question by the words that were said.

#include <optional>
#include <string>
#include <vector>

#include "lesson/answers/choosing.h"
#include "lesson/answers/sense.h"

namespace mha::lesson {

/// Words that neither an option nor the question has, as the one word there that differs by its
/// ending or by a typing mistake.
Words as_written(const Words& said, const Words& question, const std::vector<Words>& options);

/// "the third", "the 2nd one", where no option has the word itself; "the third axis" says
/// something else.
std::optional<size_t> by_rank(const Words& question, const std::vector<Words>& options, const Words& said);

/// Exchanges words that no option has for those of the same meaning that the
/// options have, where there is just one: "the mean" where one says "average".
std::string in_their_words(const std::vector<Choice::Option>& options, std::string said);

/// Chooses by the words of `said`: options with a word that no other option
/// has, or else those with all the words. Words that only repeat the question
/// choose no option that lacks another of the words. `sure` becomes less where as much of
/// what was said stands in no option, or where it denies an option's words.
std::vector<size_t> by_words(const Words& question, const std::vector<Words>& options, const Words& said, Meant::Sure& sure);

}  // namespace mha::lesson
