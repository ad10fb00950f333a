#pragma once

// Why a text does not parse, in Python's words.

#include "lang/lexer.h"
#include "lang/parser.h"

namespace mha::lang {

enum class ParseGoal { file, expression, field };

/// The error for a text that Parser gave up on at `failed` (a token's index);
/// `start` is the token that the statement around it begins with. Reads that
/// statement again, slowly, looking for the slips that CPython knows by name,
/// in CPython's order.
SyntaxError explain(const SourcePtr& source, const TokenList& list,
                    size_t failed, size_t start, ParseGoal goal);

/// A plain sentence that goes with a message, or "".
std::string help_for(const SyntaxError& error);

}  // namespace mha::lang
