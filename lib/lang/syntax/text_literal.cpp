#include "lang/syntax/text_literal.h"

#include <fmt/format.h>

#include "base/text.h"
#include "lang/syntax/parser.h"

namespace mha::lang {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

class Decoder {
 public:
  Decoder(const SourcePtr& source, Span part, Span literal)
      : source_(source),
        text_(source->text(part)),
        part_(part),
        literal_(literal) {}

  std::string run(bool raw) {
    std::string out;
    out.reserve(text_.size());
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      if (c == '\r') {
        newline();
        out += '\n';
      } else if (c != '\\' || raw || pos_ + 1 >= text_.size()) {
        out += c;
        ++pos_;
      } else {
        escape(out);
      }
    }
    return out;
  }

 private:
  void newline() {
    if (text_[pos_] == '\r' && pos_ + 1 < text_.size() &&
        text_[pos_ + 1] == '\n') {
      ++pos_;
    }
    ++pos_;
  }

  void escape(std::string& out) {
    const size_t begin = pos_++;
    const char c = text_[pos_];
    constexpr std::string_view kLetters = "\\'\"abfnrtv", kMeanings = "\\'\"\a\b\f\n\r\t\v";
    if (const size_t at = kLetters.find(c); at != std::string_view::npos) {
      out += kMeanings[at];
      ++pos_;
      return;
    }
    if (c == '\n' || c == '\r') return newline();
    if (c == 'x') return hexadecimal(out, begin, 2, "truncated \\xXX escape");
    if (c == 'u') return hexadecimal(out, begin, 4, "truncated \\uXXXX escape");
    if (c == 'U') return hexadecimal(out, begin, 8, "truncated \\UXXXXXXXX escape");
    if (c == 'N') named(begin);
    if (c >= '0' && c <= '7') {
      uint32_t value = 0;
      for (int i = 0; i < 3 && pos_ < text_.size() && text_[pos_] >= '0' &&
                      text_[pos_] <= '7';
           ++i) {
        value = value * 8 + static_cast<uint32_t>(text_[pos_++] - '0');
      }
      append_utf8(out, value);
      return;
    }
    out += '\\';  // an unknown escape stands for itself
  }

  void hexadecimal(std::string& out, size_t begin, int digits,
                   const char* truncated) {
    ++pos_;
    uint32_t value = 0;
    for (int i = 0; i < digits; ++i, ++pos_) {
      const int digit = pos_ < text_.size() ? hex_value(text_[pos_]) : -1;
      if (digit < 0) fail(begin, pos_, truncated);
      value = value * 16 + static_cast<uint32_t>(digit);
    }
    if (value > 0x10FFFF) fail(begin, pos_, "illegal Unicode character");
    append_utf8(out, value);
  }

  [[noreturn]] void named(size_t begin) {
    const size_t close = text_.find('}', begin);
    if (pos_ + 1 >= text_.size() || text_[pos_ + 1] != '{' ||
        close == std::string_view::npos) {
      fail(begin, std::min(pos_ + 1, text_.size()),
           "malformed \\N character escape");
    }
    SyntaxError error("SyntaxError",
                      "characters by name, \\N{...}, are not supported",
                      source_, at(begin, close + 1));
    error.with_help("write the character itself, or its number: \\u2192");
    throw error;
  }

  Span at(size_t begin, size_t end) const {
    return {part_.begin + static_cast<uint32_t>(begin),
            part_.begin + static_cast<uint32_t>(end)};
  }

  // Python counts the characters from the literal's first one.
  [[noreturn]] void fail(size_t begin, size_t end, const char* reason) {
    const int64_t first = codepoint_count(text_.substr(0, begin));
    const int64_t last =
        first + codepoint_count(text_.substr(begin, end - begin)) - 1;
    const std::string where =
        first == last ? fmt::format("byte 0x5c in position {}", first)
                      : fmt::format("bytes in position {}-{}", first, last);
    throw SyntaxError("SyntaxError",
                      fmt::format("(unicode error) 'unicodeescape' codec can't "
                                  "decode {}: {}",
                                  where, reason),
                      source_, literal_);
  }

  SourcePtr source_;
  std::string_view text_;
  Span part_;
  Span literal_;
  size_t pos_ = 0;
};

}  // namespace

TextLiteral read_literal(const Source& source, const Token& token) {
  TextLiteral literal;
  const std::string_view text = source.text();
  uint32_t at = token.begin;
  for (; text[at] != '"' && text[at] != '\''; ++at) {
    const char c = static_cast<char>(text[at] | 0x20);
    literal.raw = literal.raw || c == 'r';
    literal.bytes = literal.bytes || c == 'b';
    literal.formatted = literal.formatted || c == 'f';
  }
  const bool triple = token.end - at >= 6 && text[at + 1] == text[at] &&
                      text[at + 2] == text[at];
  const uint32_t quotes = triple ? 3 : 1;
  literal.body = {at + quotes, token.end - quotes};
  return literal;
}

std::string decode_text(const SourcePtr& source, Span part, bool raw,
                        Span literal) {
  const std::string_view text = source->text(part);
  if (text.find('\r') == std::string_view::npos &&
      (raw || text.find('\\') == std::string_view::npos)) {
    return std::string(text);
  }
  return Decoder(source, part, literal).run(raw);
}

}  // namespace mha::lang
