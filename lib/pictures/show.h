#pragma once

// `show EXPR`, as it is typed at a prompt.

#include <optional>
#include <string>
#include <string_view>

#include "pictures/picture.h"

namespace mha::pictures {

/// What a line asks to show: "w" for `show w`, "tape x, x.T", "" for `show`
/// alone. Nothing if it is another line: code with a name `show`, or `show me`,
/// which asks for an answer.
std::optional<std::string> show_request(std::string_view line);

/// The picture of the kind that the request names, or of the kind that fits its
/// value best.
Shown show(const Maker& maker, const std::string& request);

}  // namespace mha::pictures
