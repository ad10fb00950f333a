#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/embedded.h"

// left_out.md: what Python, NumPy and PyTorch have and this tutor has not, so that it can
// be refused by name.

namespace mha::library {

std::span<const EmbeddedFile> left_out_page();

/// What to do instead of `name` of a module or class ("torch.nn"; "modules" has the modules
/// themselves). Null if that is not known to be left out, empty where there is no advice.
const std::string* left_out(std::string_view owner, std::string_view name);

/// Whether anything is left out of it.
bool leaves_out(std::string_view owner);

}  // namespace mha::library
