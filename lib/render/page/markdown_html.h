#pragma once

#include <string>
#include <string_view>

namespace mha::render {

/// Markdown as HTML: paragraphs, lists, code, emphasis. Links lose their
/// targets, and HTML in it is text.
std::string markdown_html(std::string_view text);

}  // namespace mha::render
