#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pictures/style.h"

namespace mha::pictures {

/// Role::query, key or value for the names that code has for them: q, queries,
/// W_query, self.k_proj, values; nothing for any other.
std::optional<Role> role_of_name(std::string_view identifier);

/// Python in colours: keywords, strings, numbers, comments, and the names of queries,
/// keys and values. The text is the same but for escape sequences, none of which reaches
/// over the end of a line; it may have several lines, and end in the middle of anything.
std::string paint_code(const Style& style, std::string_view code);

/// Text of a role in which those names have their own colours: titles, shapes, and
/// `code` in a sentence.
std::string paint_names(const Style& style, Role role, std::string_view text);

}  // namespace mha::pictures
