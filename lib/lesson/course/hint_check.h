#pragma once

#include <string>

#include "lesson/world.h"

namespace mha::lesson {

// Hints lead to an answer and stop before it. A hint says it all if it holds
// the answer as it would be typed. Single numbers and short words are let pass:
// they stand in sentences that mean something else.

bool hint_says_all(World& world, const std::string& hint, const lang::Value& answer);
bool hint_says_all(const std::string& hint, const Choice& question);
bool hint_says_all(const std::string& hint, const Order& question);
bool hint_says_all(const std::string& hint, const Exercise& question);

}  // namespace mha::lesson
