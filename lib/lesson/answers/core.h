#pragma once

// Finds the answer in what was typed: people add a reason, a calculation, or words around it.

#include <string>

#include "lesson/answers/compare.h"

namespace mha::lesson {

/// The part of what was typed that is the answer to this question, as "(2, 5, 4)" of
/// "(2, 5, 4) because the last axis changes" and of "like swapaxes, so (2, 5, 4)"; all of it if
/// no part is. A part that is right goes before others: numbers of a reason never make an
/// answer wrong.
std::string answer_in(World& world, const lang::Value& came, const std::string& question,
                      const std::string& typed, bool roughly);

}  // namespace mha::lesson
