// The checks a text must pass before it can be read as a program at all.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "base/text.h"
#include "lang/syntax/lexer.h"
#include "lang/syntax/lexer_state.h"
#include "lang/syntax/parser.h"

namespace mha::lang {
namespace {

constexpr size_t kMaxSource = 64u << 20;  // offsets and tokens stay small

[[noreturn]] void refuse(const SourcePtr& source, std::string message,
                         Span span, std::string help) {
  SyntaxError error("SyntaxError", std::move(message), source, span);
  error.with_help(std::move(help));
  throw error;
}

// How many bytes follow the lead byte of a UTF-8 character; -1 for no lead.
int bytes_after(unsigned char lead) {
  if (lead < 0x80) return 0;
  if (lead >= 0xC2 && lead <= 0xDF) return 1;
  if (lead >= 0xE0 && lead <= 0xEF) return 2;
  if (lead >= 0xF0 && lead <= 0xF4) return 3;
  return -1;
}

void check_utf8(const SourcePtr& source) {
  const std::string& text = source->text();
  if (is_valid_utf8(text)) return;
  const auto byte = [&](size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  for (size_t i = 0; i < text.size();) {
    const int rest = bytes_after(byte(i));
    const char* reason = rest < 0 ? "invalid start byte" : nullptr;
    size_t last = i;
    for (int k = 1; !reason && k <= rest; ++k) {
      if (i + static_cast<size_t>(k) >= text.size()) {
        reason = "unexpected end of data";
        break;
      }
      const unsigned char c = byte(i + static_cast<size_t>(k));
      unsigned char low = 0x80;
      unsigned char high = 0xBF;
      if (k == 1 && byte(i) == 0xE0) low = 0xA0;
      if (k == 1 && byte(i) == 0xED) high = 0x9F;
      if (k == 1 && byte(i) == 0xF0) low = 0x90;
      if (k == 1 && byte(i) == 0xF4) high = 0x8F;
      if (c < low || c > high) {
        reason = "invalid continuation byte";
      } else {
        last = i + static_cast<size_t>(k);
      }
    }
    if (reason) {
      const auto at = static_cast<uint32_t>(i);
      const std::string what =
          last == i ? fmt::format("byte 0x{:02x} in position {}", byte(i), i)
                    : fmt::format("bytes in position {}-{}", i, last);
      refuse(source,
             fmt::format("(unicode error) 'utf-8' codec can't decode {}: {}",
                         what, reason),
             {at, at + 1},
             "the file is not text in UTF-8; save it as UTF-8 in your editor");
    }
    i += static_cast<size_t>(rest) + 1;
  }
}

// "coding: NAME" in a comment of the first two lines (PEP 263).
void check_declared_coding(const SourcePtr& source) {
  const std::string_view text = source->text();
  size_t begin = 0;
  for (int line = 0; line < 2 && begin < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view content = text.substr(begin, end - begin);
    const size_t hash = content.find_first_not_of(" \t\f\xEF\xBB\xBF");
    if (hash == std::string_view::npos || content[hash] != '#') {
      if (hash != std::string_view::npos && content[hash] != '\r') return;
    } else if (const size_t word = content.find("coding", hash);
               word != std::string_view::npos && word + 6 < content.size() &&
               (content[word + 6] == ':' || content[word + 6] == '=')) {
      size_t name = content.find_first_not_of(" \t", word + 7);
      if (name == std::string_view::npos) return;
      std::string coding;
      const size_t name_begin = name;
      for (; name < content.size(); ++name) {
        const char c = content[name];
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' &&
            c != '_' && c != '.') {
          break;
        }
        coding += c == '_' ? '-' : static_cast<char>(std::tolower(c));
      }
      const bool ascii = std::none_of(text.begin(), text.end(), [](char c) {
        return static_cast<signed char>(c) < 0;
      });
      if (coding.empty() || coding.starts_with("utf-8") || coding == "utf8" ||
          ascii) {
        return;
      }
      refuse(source, fmt::format("encoding problem: {}", coding),
             {static_cast<uint32_t>(begin + name_begin),
              static_cast<uint32_t>(begin + name)},
             "only UTF-8 is read here; save the file as UTF-8 and drop the "
             "coding line");
    }
    begin = end + 1;
  }
}

}  // namespace

TokenList tokenize(const SourcePtr& source) {
  const std::string& text = source->text();
  if (text.size() > kMaxSource) {
    refuse(source,
           fmt::format("the program is too large: {} MB, where {} MB is the "
                       "limit",
                       text.size() >> 20, kMaxSource >> 20),
           {0, 0},
           "a program is text that was written by hand; is this "
           "the right file?");
  }
  check_declared_coding(source);
  check_utf8(source);
  if (const void* nul = std::memchr(text.data(), 0, text.size())) {
    const auto at =
        static_cast<uint32_t>(static_cast<const char*>(nul) - text.data());
    refuse(source, "source code cannot contain null bytes", {at, at + 1},
           "this does not look like a text file");
  }
  const uint32_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  return Lexer(text, {begin, static_cast<uint32_t>(text.size())},
               /*in_brackets=*/false)
      .run();
}

}  // namespace mha::lang
