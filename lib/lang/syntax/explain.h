#pragma once

// Why a text does not parse, in Python's words.

#include "lang/syntax/parser_core.h"

namespace mha::lang {

/// The error for a text that Parser gave up on; `in_field`: of an f-string.
SyntaxError explain(const SourcePtr& source, const TokenList& list, const ParseFailure& failure,
                    bool in_field);

/// What CPython reports in place of an error that the parser found at token
/// `reached`: a fault of the text further down, if there is one.
SyntaxError or_text_error(const SourcePtr& source, const TokenList& list,
                          size_t reached, SyntaxError error);

/// A plain sentence that goes with a message, or "".
std::string help_for(const SyntaxError& error);

}  // namespace mha::lang
