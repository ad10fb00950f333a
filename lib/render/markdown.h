#pragma once

#include <string>
#include <string_view>

#include "render/style.h"

namespace mha::render {

/// Markdown as terminal text: paragraphs wrapped to the style's text width,
/// lists, emphasis and code in their colours (without colour, code keeps its
/// backquotes). Ends in a newline unless empty.
std::string markdown(const Style& style, std::string_view text);

}  // namespace mha::render
