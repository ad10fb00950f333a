#pragma once

// What people type or paste at a prompt.

#include <optional>
#include <string>
#include <string_view>

namespace mha::lang {

/// Code as it was before it stood on a screen: without the bars beside it, the
/// numbers of its lines, the prompts of Python (>>>, ...), IPython (In [3]:) and
/// the tutor, what these printed between, and an indentation that all lines have.
/// Blank lines stay; those at the end go. Tabs in front of a line are four blanks.
std::string pasted_code(std::string_view text);

/// The same of a text that is handed in, without the bars, numbers, prompts and fences: a terminal
/// may not mark what is pasted, and a prompt may be typed. All else stays as it is.
std::string handed_in(const std::string& text);

/// Whether code that is being typed may be run as it stands, as handed_in() makes it.
enum class Ending {
  whole,       // it may; also what no further line can mend
  may_go_on,   // it may, but ends in a block, which further lines can belong to
  definition,  // the same, and the block is a class or a function, in which people leave blank lines
  unfinished   // it may not: a bracket is open, a block has no line yet
};

Ending ending_of(const std::string& code);

/// A method that stands in another one, where the class does not have it.
struct NestedMethod {
  size_t line = 0;    // where it begins, counted from 0
  size_t indent = 0;  // of the other
  std::string name, around;
};
/// The first in this code, behind a line that belongs to the other.
std::optional<NestedMethod> nested_method(const std::string& code);

/// A level of indentation.
inline constexpr size_t kIndent = 4;
/// The blanks that a line below this code should begin with.
size_t next_indent(const std::string& code);

}  // namespace mha::lang
