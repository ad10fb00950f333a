// The checks a text must pass before it can be read as a program at all.

#include <fmt/format.h>

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
  const std::string_view text = source->text();
  if (is_valid_utf8(text)) return;
  size_t at = 0;
  const char* reason = nullptr;
  for (int rest = 0; !reason; at += reason ? 0 : static_cast<size_t>(rest) + 1) {
    rest = bytes_after(static_cast<unsigned char>(text[at]));
    const size_t length = static_cast<size_t>(rest) + 1;
    if (rest < 0) {
      reason = "invalid start byte";
    } else if (at + length > text.size()) {
      reason = "unexpected end of data";
    } else if (!is_valid_utf8(text.substr(at, length))) {
      reason = "invalid continuation byte";
    }
  }
  refuse(source,
         fmt::format("(unicode error) 'utf-8' codec can't decode byte 0x{:02x} in position {}: {}",
                     static_cast<unsigned char>(text[at]), at, reason),
         {static_cast<uint32_t>(at), static_cast<uint32_t>(at) + 1},
         "the file is not text in UTF-8; save it as UTF-8 in your editor");
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
