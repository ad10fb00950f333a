#pragma once

#include <string>
#include <string_view>

namespace mha::pictures {

/// The colours that a terminal has: 16 of its own theme, 256, or 24 bits.
enum class Colours { sixteen, many, all };

/// What the reader's terminal or file can show.
struct Style {
  bool colour = false;   // escape sequences work and are wanted
  Colours colours = Colours::many;
  bool unicode = true;   // UTF-8; else plain ASCII
  bool spoken = false;   // describe pictures in sentences, for screen readers
  int width = 80;        // columns

  /// The width of prose: lines longer than about 78 characters are hard to
  /// read, however wide the terminal is.
  int text_width() const;
};

/// What a piece of text is, not how it looks.
enum class Role {
  title, heading, strong, emphasis, code, faint, right, wrong, question, hint,
  error, prompt,
  keyword, string, number, comment,  // of code
  query, key, value,                 // names of these, anywhere
  marked                             // the cell in question
};

/// The parameters of the role's escape sequence, "1;38;5;63"; empty if it looks
/// like plain text, as code does in 16 colours.
std::string sgr(const Style& style, Role role);

/// The text in the colours of its role, or unchanged without colour.
std::string paint(const Style& style, Role role, std::string_view text);

/// A horizontal rule of that many columns.
std::string rule(const Style& style, int width);

/// Replaces what ASCII cannot show if the style has no Unicode: arrows, dashes and
/// ticks by what looks like them, all else by its escape, "gr\u00f6\u00dfe". With
/// Unicode, the text as it is.
std::string fit_charset(const Style& style, std::string_view text);

/// The same with control characters, which could control a terminal, replaced
/// by '?'; newlines stay. For text that learners wrote.
std::string harmless(const std::string& text);

}  // namespace mha::pictures
