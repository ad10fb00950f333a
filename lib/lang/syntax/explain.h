#pragma once

// Why a text does not parse, in Python's words.

#include "lang/syntax/lexer.h"
#include "lang/syntax/parser.h"

namespace mha::lang {

enum class ParseGoal { file, expression, field };

/// The error for a text that Parser gave up on at `failed` (a token's index);
/// `start` is the token that the statement around it begins with. Reads that
/// statement again, slowly, looking for the slips that CPython knows by name,
/// in CPython's order.
SyntaxError explain(const SourcePtr& source, const TokenList& list,
                    size_t failed, size_t start, ParseGoal goal);

/// What CPython reports in place of an error that the parser found at token
/// `reached`: a fault of the text further down, if there is one.
SyntaxError or_text_error(const SourcePtr& source, const TokenList& list,
                          size_t reached, SyntaxError error);

/// The place behind the last line's last character.
Span end_of_text(const Source& source);

/// A plain sentence that goes with a message, or "".
std::string help_for(const SyntaxError& error);

}  // namespace mha::lang
