// Numbers: what may stand in one, and Python's words for what may not.

#include <fmt/format.h>

#include "lang/syntax/lexer_state.h"

namespace mha::lang {
namespace {

bool is_digit_of(char c, int base) {
  if (base <= 10) return c >= '0' && c < '0' + base;
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<signed char>(c) < 0;
}

}  // namespace

// The caret stands under the last character that still made sense.
void Lexer::fail_number(std::string message) {
  fail(std::move(message), {at_ - 1, at_});
}

// Digits, single underscores between them.
void Lexer::decimal_digits() {
  for (;;) {
    while (is_digit(peek())) ++at_;
    if (peek() != '_') return;
    ++at_;
    if (!is_digit(peek())) fail_number("invalid decimal literal");
  }
}

// A letter directly behind a number is a fault, but for the keywords that may
// follow a number in a valid program: `1if x else 2`.
void Lexer::number_end(const char* name) {
  const std::string_view rest = text_.substr(at_, end_ - at_);
  for (const std::string_view word : {"and", "else", "for", "not", "or"}) {
    const auto behind = static_cast<uint32_t>(word.size());
    if (rest.starts_with(word) && !is_letter(peek(behind)) &&
        !is_digit(peek(behind))) {
      return;
    }
  }
  for (const char* word : {"if", "in", "is"}) {
    if (rest.starts_with(word)) return;
  }
  if (is_letter(peek()) || is_digit(peek())) {
    fail_number(fmt::format("invalid {} literal", name));
  }
}

void Lexer::radix_number(const char* name, int base) {
  at_ += 2;
  do {
    if (peek() == '_') ++at_;
    if (!is_digit_of(peek(), base)) {
      if (is_digit(peek())) {
        ++at_;
        fail_number(fmt::format("invalid digit '{}' in {} literal",
                                text_[at_ - 1], name));
      }
      fail_number(fmt::format("invalid {} literal", name));
    }
    while (is_digit_of(peek(), base)) ++at_;
  } while (peek() == '_');
  if (is_digit(peek())) {
    ++at_;
    fail_number(
        fmt::format("invalid digit '{}' in {} literal", text_[at_ - 1], name));
  }
  number_end(name);
}

void Lexer::number() {
  const uint32_t begin = at_;
  const char second = static_cast<char>(peek(1) | 0x20);
  if (peek() == '0' && (second == 'x' || second == 'o' || second == 'b')) {
    second == 'x'   ? radix_number("hexadecimal", 16)
    : second == 'o' ? radix_number("octal", 8)
                    : radix_number("binary", 2);
    add(Tok::number, begin);
    return;
  }
  decimal_digits();
  const uint32_t whole_end = at_;
  bool whole = true;
  if (peek() == '.') {
    whole = false;
    ++at_;
    if (is_digit(peek())) decimal_digits();
  }
  if (peek() == 'e' || peek() == 'E') {
    const bool is_signed = peek(1) == '+' || peek(1) == '-';
    if (is_digit(peek(is_signed ? 2 : 1))) {
      whole = false;
      at_ += is_signed ? 2 : 1;
      decimal_digits();
    } else if (is_signed) {
      at_ += 2;
      if (at_ > end_) at_ = end_;
      --at_;
      fail_number("invalid decimal literal");
    } else {
      number_end("decimal");
    }
  }
  if (peek() == 'j' || peek() == 'J') {
    ++at_;
    number_end("imaginary");
    add(Tok::number, begin);
    return;
  }
  if (whole && text_[begin] == '0') {
    // 0, 00 and 0_0 are numbers; 07 is not.
    uint32_t zeros_end = begin;
    while (zeros_end < whole_end &&
           (text_[zeros_end] == '0' || text_[zeros_end] == '_')) {
      ++zeros_end;
    }
    if (zeros_end < whole_end) {
      fail(
          "leading zeros in decimal integer literals are not permitted; "
          "use an 0o prefix for octal integers",
          {begin, zeros_end});
    }
  }
  number_end("decimal");
  add(Tok::number, begin);
}

}  // namespace mha::lang
