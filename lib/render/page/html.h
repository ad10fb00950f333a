#pragma once

#include <string>
#include <string_view>

#include "base/embedded.h"
#include "render/style.h"

namespace mha::render {

/// page.css, the style of all that is shown as HTML.
std::span<const EmbeddedFile> page_files();

/// The style whose colours html_of() knows.
Style html_style(int width);

/// Text for a terminal as HTML: its colours and attributes as classes of page.css, other escape
/// sequences left out.
std::string html_of(std::string_view terminal_text);

/// A page in one file, which loads nothing and runs nothing. `body` is HTML, the title is text.
std::string html_page(const std::string& title, const std::string& body);

}  // namespace mha::render
