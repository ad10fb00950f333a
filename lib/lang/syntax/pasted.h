#pragma once

#include <string>
#include <string_view>

namespace mha::lang {

/// Code as it was before it stood on a screen: without the bars beside it, the
/// numbers of its lines, the prompts of Python (>>>, ...), IPython (In [3]:) and
/// the tutor, what these printed between, and an indentation that all lines have.
/// Blank lines stay; those at the end go. Tabs in front of a line are four blanks.
std::string pasted_code(std::string_view text);

}  // namespace mha::lang
