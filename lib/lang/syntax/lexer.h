#pragma once

// Text to tokens. The whole text is read at once; what is wrong with it is
// kept beside the tokens, because the parser may find an earlier fault first.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace mha::lang {

enum class Tok : uint8_t {
  end, newline, indent, dedent, error, name, number, text,
  // Keywords, in the order of the table in lexer.cpp.
  false_, none, true_, and_, as, assert_, async, await, break_, class_,
  continue_, def, del, elif, else_, except, finally, for_, from, global, if_,
  import, in, is, lambda, nonlocal, not_, or_, pass, raise, return_, try_,
  while_, with, yield,
  // Brackets and punctuation.
  left_paren, right_paren, left_bracket, right_bracket, left_brace,
  right_brace, colon, comma, semicolon, dot, ellipsis, arrow, walrus, assign,
  at,
  // Operators; the augmented forms come in the order of the plain ones.
  plus, minus, star, slash, double_slash, percent, double_star, left_shift,
  right_shift, ampersand, bar, caret, plus_assign, minus_assign, star_assign,
  slash_assign, double_slash_assign, percent_assign, double_star_assign,
  left_shift_assign, right_shift_assign, ampersand_assign, bar_assign,
  caret_assign, at_assign, tilde, equal, not_equal, less, less_equal,
  greater, greater_equal, unknown  // a sign that Python has no use for: ! $ ? ` <>
};

struct Token {
  Tok kind;
  uint32_t begin;
  uint32_t end;
};

inline bool is_keyword(Tok t) { return t >= Tok::false_ && t <= Tok::yield; }
bool is_keyword(std::string_view word);

/// A fault of the text itself: a string that does not end, a bracket that
/// closes nothing. The tokens end with Tok::error where it is.
struct LexError {
  std::string kind;
  std::string message;
  Span span;
  /// CPython lets it win over a fault that the parser found further up.
  bool overrides = true;
  /// The text ended inside brackets; `open` is the innermost one.
  bool at_end = false;
  std::optional<uint32_t> open;
};

struct TokenList {
  std::vector<Token> tokens;  // ends with Tok::end or Tok::error
  std::optional<LexError> error;
};

/// Reads all of the text. Throws SyntaxError for bytes that are no text at all:
/// NUL bytes, bytes that are not UTF-8.
TokenList tokenize(const SourcePtr& source);

/// Reads a replacement field of an f-string, as if it stood in parentheses.
/// The tokens' places are those in `source`.
TokenList tokenize_field(const SourcePtr& source, Span field);

/// The name as Python compares it: NFKC-folded, so that Kᵀ is KT.
std::string fold_identifier(std::string_view text);

}  // namespace mha::lang
