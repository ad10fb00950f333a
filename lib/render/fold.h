#pragma once

#include <string>
#include <string_view>

#include "render/style.h"

namespace mha::render {

/// The text with no line wider than the terminal: breaks long lines at spaces,
/// if possible, and indents their continuation. Escape sequences count no
/// columns and are never broken.
std::string fold(const Style& style, std::string_view text);

}  // namespace mha::render
