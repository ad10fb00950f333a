#include "pictures/style.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "pictures/palette.h"

namespace mha::pictures {

namespace {

constexpr int kWidestProse = 78;
constexpr int kNarrowestProse = 20;

/// The look of a role: a colour, and attributes, which are used alone with 16
/// colours.
struct Look {
  const char* attributes;
  Ink ink;
  const char* alone;
};

Look look_of(Role role) {
  switch (role) {
    case Role::title: return {"1", Ink::teal, "1"};
    case Role::heading: return {"1", Ink::plain, "1"};
    case Role::strong: return {"1", Ink::plain, "1"};
    case Role::emphasis: return {"3", Ink::plain, "3"};
    case Role::code: return {"", Ink::violet, ""};
    case Role::faint: return {"", Ink::grey, ""};
    case Role::right: return {"1", Ink::green, "1"};
    case Role::wrong: return {"1", Ink::orange, "1;4"};
    case Role::question: return {"1", Ink::magenta, "1"};
    case Role::hint: return {"", Ink::orange, "1;3"};
    case Role::error: return {"1", Ink::red, "1;4"};
    case Role::prompt: return {"1", Ink::blue, "1"};
    case Role::keyword: return {"1", Ink::magenta, "1"};
    case Role::string: return {"", Ink::teal, ""};
    case Role::number: return {"", Ink::violet, ""};
    case Role::comment: return {"", Ink::grey, "3"};
    case Role::query: return {"1", Ink::blue, "1;4"};
    case Role::key: return {"1", Ink::orange, "4"};
    case Role::value: return {"1", Ink::green, "1;3"};
    case Role::marked: return {"1;7", Ink::plain, "1;7"};
  }
  return {"", Ink::plain, ""};
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kAscii = {{
    {"→", "->"}, {"←", "<-"}, {"─", "-"}, {"│", "|"}, {"✓", "+"}, {"✗", "x"},
    {"•", "*"}, {"×", "x"}, {"…", "..."}, {"–", "-"}, {"—", "-"}, {"“", "\""},
    {"”", "\""}, {"’", "'"}, {"√", "sqrt"}, {"≈", "~"}}};

/// "\u00f6", and what it is in Python text.
std::string escaped(char32_t c) {
  const auto code = static_cast<uint32_t>(c);
  return code < 0x10000 ? fmt::format("\\u{:04x}", code) : fmt::format("\\U{:08x}", code);
}

}  // namespace

int Style::text_width() const {
  return std::max(kNarrowestProse, std::min(width - 1, kWidestProse));
}

std::string sgr(const Style& style, Role role) {
  const Look look = look_of(role);
  if (style.colours == Colours::sixteen) return look.alone;
  const std::string ink = foreground(style, look.ink);
  const std::string attributes = look.attributes;
  return attributes + (attributes.empty() || ink.empty() ? "" : ";") + ink;
}

std::string paint(const Style& style, Role role, std::string_view text) {
  const std::string parameters = style.colour && !text.empty() ? sgr(style, role) : "";
  if (parameters.empty()) return std::string(text);
  return "\033[" + parameters + "m" + std::string(text) + "\033[0m";
}

std::string rule(const Style& style, int width) {
  std::string line;
  for (int i = 0; i < width; ++i) line += style.unicode ? "─" : "-";
  return line;
}

std::string harmless(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_codepoint(text, at);
    if (c == U'\n') {
      out += '\n';
    } else if (c == U'\t') {
      out += ' ';
    } else if (c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) ||
               (c >= 0x2066 && c <= 0x2069)) {
      out += '?';  // also characters that change the writing direction
    } else {
      append_utf8(out, c);
    }
  }
  return out;
}

std::string fit_charset(const Style& style, std::string_view text) {
  if (style.unicode) return std::string(text);
  std::string out;
  size_t at = 0;
  while (at < text.size()) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      out += text[at++];
      continue;
    }
    size_t end = at;
    next_codepoint(text, end);
    const std::string_view c = text.substr(at, end - at);
    const auto it = std::find_if(kAscii.begin(), kAscii.end(),
                                 [&](const auto& p) { return p.first == c; });
    size_t from = at;
    out += it == kAscii.end() ? escaped(next_codepoint(text, from)) : std::string(it->second);
    at = end;
  }
  return out;
}

}  // namespace mha::pictures
