#pragma once

// The slips that CPython has words of its own for: a colon left out, = for ==,
// a target that cannot be one.

#include <optional>
#include <string>

#include "lang/syntax/explain.h"

namespace mha::lang {

struct Slip {
  std::string kind = "SyntaxError";
  std::string message;
  Span span;
  bool of_text = false;  // the search met the lexer's error: that is the one
};

/// Reads the statement at token `start` as CPython's second pass does.
/// `reached` moves on to the furthest token that was looked at.
std::optional<Slip> find_slip(const SourcePtr& source, const TokenList& list,
                              size_t& reached, size_t start, ParseGoal goal);

}  // namespace mha::lang
