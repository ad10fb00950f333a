#include "lang/values/unicode.h"

#include <utf8proc.h>

#include "base/text.h"

namespace mha::lang {
namespace {

utf8proc_int32_t plain(char32_t c) { return static_cast<utf8proc_int32_t>(c); }

utf8proc_category_t category(char32_t c) { return utf8proc_category(plain(c)); }

// The characters that take part in a change of case to more than one letter
// and that learners can meet: U+00DF. The rest map one to one.
constexpr char32_t kSharpS = 0xDF;

template <typename Map>
std::string mapped(std::string_view text, const Map& map,
                   std::string_view sharp_s) {
  std::string out;
  out.reserve(text.size());
  for (size_t pos = 0; pos < text.size();) {
    const char32_t c = next_codepoint(text, pos);
    if (c == kSharpS && !sharp_s.empty()) {
      out += sharp_s;
    } else {
      append_utf8(out, map(c));
    }
  }
  return out;
}

}  // namespace

bool is_space(char32_t c) {
  return (c >= 9 && c <= 13) || (c >= 28 && c <= 32) || c == 0x85 ||
         c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
         c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

bool is_printable(char32_t c) {
  if (c < 0x7F) return c >= 0x20;
  switch (category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS:
      return false;
    default:
      return true;
  }
}

bool is_alpha(char32_t c) {
  switch (category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return true;
    default:
      return false;
  }
}

bool is_decimal(char32_t c) { return category(c) == UTF8PROC_CATEGORY_ND; }

bool is_digit(char32_t c) {
  return is_decimal(c) || c == 0xB2 || c == 0xB3 || c == 0xB9 || c == 0x2070 ||
         (c >= 0x2074 && c <= 0x2079) || (c >= 0x2080 && c <= 0x2089) ||
         (c >= 0x2460 && c <= 0x2468);
}

bool is_numeric(char32_t c) {
  const auto kind = category(c);
  return is_digit(c) || kind == UTF8PROC_CATEGORY_NL ||
         kind == UTF8PROC_CATEGORY_NO;
}

bool is_upper(char32_t c) {
  return category(c) == UTF8PROC_CATEGORY_LU || (c >= 0x2160 && c <= 0x216F) ||
         (c >= 0x24B6 && c <= 0x24CF);
}
bool is_lower(char32_t c) {
  return category(c) == UTF8PROC_CATEGORY_LL || c == 0xAA || c == 0xBA ||
         (c >= 0x2B0 && c <= 0x2B8) || (c >= 0x1D2C && c <= 0x1D6A) ||
         (c >= 0x2170 && c <= 0x217F) || (c >= 0x24D0 && c <= 0x24E9);
}
bool is_cased(char32_t c) {
  return is_upper(c) || is_lower(c) || category(c) == UTF8PROC_CATEGORY_LT;
}

char32_t to_upper(char32_t c) {
  return static_cast<char32_t>(utf8proc_toupper(plain(c)));
}
char32_t to_lower(char32_t c) {
  return static_cast<char32_t>(utf8proc_tolower(plain(c)));
}

std::string upper_text(std::string_view text) {
  return mapped(text, to_upper, "SS");
}
std::string lower_text(std::string_view text) { return mapped(text, to_lower, ""); }

bool starts_identifier(char32_t c) {
  return c == '_' || is_alpha(c) || category(c) == UTF8PROC_CATEGORY_NL;
}
bool continues_identifier(char32_t c) {
  const auto kind = category(c);
  return starts_identifier(c) || kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_MC ||
         kind == UTF8PROC_CATEGORY_ND || kind == UTF8PROC_CATEGORY_PC || c == 0x00B7;
}
bool is_identifier(std::string_view text) {
  for (size_t pos = 0; pos < text.size();) {
    const bool first = pos == 0;
    const char32_t c = next_codepoint(text, pos);
    if (!(first ? starts_identifier(c) : continues_identifier(c))) return false;
  }
  return !text.empty();
}

std::vector<char32_t> codepoints(std::string_view text) {
  std::vector<char32_t> out;
  out.reserve(text.size());
  for (size_t pos = 0; pos < text.size();) {
    out.push_back(next_codepoint(text, pos));
  }
  return out;
}

std::string from_codepoints(const char32_t* begin, const char32_t* end) {
  std::string out;
  for (; begin != end; ++begin) append_utf8(out, *begin);
  return out;
}

size_t byte_offset(std::string_view text, int64_t index) {
  size_t pos = 0;
  for (; index > 0 && pos < text.size(); --index) next_codepoint(text, pos);
  return pos;
}

std::string_view characters(std::string_view text, int64_t index,
                            int64_t count) {
  const size_t from = byte_offset(text, index);
  const std::string_view rest = text.substr(from);
  return rest.substr(0, byte_offset(rest, count));
}

std::string_view strip_whitespace(std::string_view text) {
  size_t begin = 0;
  while (begin < text.size()) {
    size_t after = begin;
    if (!is_space(next_codepoint(text, after))) break;
    begin = after;
  }
  size_t end = begin;
  for (size_t pos = begin; pos < text.size();) {
    if (!is_space(next_codepoint(text, pos))) end = pos;
  }
  return text.substr(begin, end - begin);
}

std::string ascii_digits(std::string_view text) {
  std::string out;
  for (size_t pos = 0; pos < text.size();) {
    const char32_t c = next_codepoint(text, pos);
    if (c < 0x80 || !is_decimal(c)) {
      append_utf8(out, c);
      continue;
    }
    // Digits of a script stand in a row: how far is it to the nought?
    char32_t zero = c;
    while (c - zero < 9 && is_decimal(zero - 1)) --zero;
    out += static_cast<char>('0' + (c - zero) % 10);
  }
  return out;
}

}  // namespace mha::lang
