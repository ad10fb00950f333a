#pragma once

#include <string>
#include <string_view>

#include "render/style.h"

namespace mha::render {

/// The text with no line wider than the terminal: what is too long goes on in
/// further lines, indented below its beginning, broken at a blank where there
/// is one. Escape sequences take no room and are never broken.
std::string fold(const Style& style, std::string_view text);

}  // namespace mha::render
