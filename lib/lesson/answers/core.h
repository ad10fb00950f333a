#pragma once

// Finds the answer in what was typed: people add a reason, a calculation, or words around it.

#include <string>

#include "lesson/answers/compare.h"

namespace mha::lesson {

/// Without "ok, i think", "(not sure)", "no?" or "thx" around an answer.
std::string without_doubts(const std::string& typed);

/// "i think (2, 0)", "so 0.5, easy", "-> [2, 1]": the numbers alone, if all around them are
/// words without meaning; any other text as it is.
std::string numbers_alone(const std::string& typed);

/// The part of what was typed that is the answer to this question, as "(2, 5, 4)" of
/// "(2, 5, 4) because the last axis changes" and of "like swapaxes, so (2, 5, 4)"; all of it if
/// no part is. A part that is right goes before others: numbers of a reason never make an
/// answer wrong.
std::string answer_in(World& world, const lang::Value& came, const std::string& question,
                      const std::string& typed, bool roughly);

}  // namespace mha::lesson
