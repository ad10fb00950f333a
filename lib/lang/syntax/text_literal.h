#pragma once

// What stands between the quotes of a string.

#include <string>

#include "base/source.h"
#include "lang/syntax/lexer.h"

namespace mha::lang {

struct TextLiteral {
  bool raw = false;
  bool bytes = false;
  bool formatted = false;
  Span body;  // between the quotes
};

TextLiteral read_literal(const Source& source, const Token& token);

/// The characters that a stretch of a literal stands for: escapes decoded
/// unless it is raw, line ends as "\n". Throws SyntaxError in Python's words.
std::string decode_text(const SourcePtr& source, Span part, bool raw,
                        Span literal);

}  // namespace mha::lang
