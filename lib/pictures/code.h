#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pictures/style.h"

namespace mha::pictures {

/// Role::query, key or value for names such as q, queries, W_query, self.k_proj
/// and values; nothing for any other name.
std::optional<Role> role_of_name(std::string_view identifier);

/// Python code in colours: keywords, strings, numbers, comments, and the names
/// of queries, keys and values. Adds only escape sequences, none of which
/// crosses the end of a line. The code may have several lines and be
/// incomplete.
std::string paint_code(const Style& style, std::string_view code);

/// Text in a role's colours, with those names in their own colours: for titles,
/// shapes, and `code` in a sentence.
std::string paint_names(const Style& style, Role role, std::string_view text);

}  // namespace mha::pictures
