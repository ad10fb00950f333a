#pragma once

#include "base/error.h"
#include "lang/syntax/ast.h"

namespace mha::lang {

/// A program that is not of the language. The kind is Python's (SyntaxError,
/// IndentationError, TabError) and so is the message, wherever CPython 3.11
/// has one; help() says in a plain sentence what may be meant. What Python has
/// and this language does not (async, match, ...) is refused by name.
class SyntaxError : public Error {
 public:
  SyntaxError(std::string kind, std::string message, SourcePtr source,
              Span span);
  const SourcePtr& source() const { return source_; }
  Span span() const { return span_; }
  /// The text ends too early: a prompt should ask for another line.
  bool incomplete = false;

 private:
  SourcePtr source_;
  Span span_;
};

/// How the text is to be read.
enum class ParseMode { module, expression };

/// Parses and resolves. Throws SyntaxError; never crashes, whatever the bytes:
/// nesting deeper than CPython takes is refused as CPython does.
ModulePtr parse(SourcePtr source, ParseMode mode = ParseMode::module);

}  // namespace mha::lang
