#pragma once

#include <string>

#include "render/style.h"

namespace mha::render {

/// The reference card of multi-head attention: its stages with code and axes
/// in 6, 10 or 12 steps, the rules to remember, and what goes wrong. Throws
/// ValueError for another number of steps.
std::string card_text(const Style& style, int steps);

}  // namespace mha::render
