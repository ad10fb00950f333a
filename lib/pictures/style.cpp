#include "pictures/style.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace mha::pictures {

namespace {

constexpr int kWidestProse = 78;
constexpr int kNarrowestProse = 20;

const char* sgr(Role role) {
  switch (role) {
    case Role::title: return "1;36";
    case Role::heading: return "1";
    case Role::strong: return "1";
    case Role::emphasis: return "3";
    case Role::code: return "36";
    case Role::faint: return "2";
    case Role::right: return "1;32";
    case Role::wrong: return "1;33";
    case Role::question: return "1;35";
    case Role::hint: return "33";
    case Role::error: return "1;31";
    case Role::prompt: return "1;34";
  }
  return "0";
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

std::string paint(const Style& style, Role role, std::string_view text) {
  if (!style.colour || text.empty()) return std::string(text);
  return "\033[" + std::string(sgr(role)) + "m" + std::string(text) + "\033[0m";
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
      out += '?';  // also what turns the direction of writing
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
