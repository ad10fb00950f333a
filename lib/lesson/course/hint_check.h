#pragma once

#include <string>

#include "lesson/world.h"

namespace mha::lesson {

// Hints must not give the answer. A hint gives it if it contains the answer as
// one would type it. Single numbers and short words are allowed, because
// sentences contain them with other meanings.

bool hint_says_all(World& world, const std::string& hint, const lang::Value& answer);
bool hint_says_all(const std::string& hint, const Choice& question);
bool hint_says_all(const std::string& hint, const Order& question);
bool hint_says_all(const std::string& hint, const Exercise& question);

}  // namespace mha::lesson
