#include "lang/syntax/explain.h"

#include <fmt/format.h>

#include <algorithm>

namespace mha::lang {
namespace {

SyntaxError never_closed(const SourcePtr& source, uint32_t open) {
  return SyntaxError("SyntaxError",
                     fmt::format("'{}' was never closed", source->text()[open]),
                     source, {open, open + 1});
}

SyntaxError text_error(const SourcePtr& source, const LexError& e) {
  if (e.at_end && e.open) return never_closed(source, *e.open);
  return SyntaxError(e.kind, e.message, source, e.span);
}

// Nothing but the ends of blocks follows.
bool at_text_end(const TokenList& list, size_t at) {
  while (list.tokens[at].kind == Tok::dedent) ++at;
  return list.tokens[at].kind == Tok::end;
}

/// The place behind the last line's last character.
Span end_of_text(const Source& source) {
  const std::string& text = source.text();
  auto at = static_cast<uint32_t>(text.size());
  if (at > 0 && text[at - 1] == '\n') --at;
  if (at > 0 && text[at - 1] == '\r') --at;
  return {at, at};
}

SyntaxError parser_error(const SourcePtr& source, const TokenList& list,
                         const ParseFailure& failure, bool in_field) {
  const Tok kind = list.tokens[failure.token].kind;
  if (kind == Tok::error) return text_error(source, *list.error);
  const Span span = failure.span.begin == source->text().size() ? end_of_text(*source) : failure.span;
  if (failure.message.empty() && (kind == Tok::indent || kind == Tok::dedent)) {
    return SyntaxError("IndentationError",
                       kind == Tok::indent ? "unexpected indent" : "unexpected unindent", source, span);
  }
  const std::string message = failure.message.empty() ? "invalid syntax" : failure.message;
  return or_text_error(source, list, std::max(failure.token, failure.reached),
                       SyntaxError(failure.kind, (in_field ? "f-string: " : "") + message, source, span));
}

}  // namespace

SyntaxError or_text_error(const SourcePtr& source, const TokenList& list,
                          size_t reached, SyntaxError error) {
  if (!list.error) return error;
  if (list.error->overrides) return text_error(source, *list.error);
  if (list.error->open && source->place(list.tokens[reached].begin).line >
                              source->place(*list.error->open).line) {
    return never_closed(source, *list.error->open);
  }
  return error;
}

SyntaxError explain(const SourcePtr& source, const TokenList& list, const ParseFailure& failure,
                    bool in_field) {
  SyntaxError error = parser_error(source, list, failure, in_field);
  if (!in_field) {
    error.incomplete =
        list.error ? list.error->at_end ||
                         list.error->message.starts_with("unterminated triple")
                   : at_text_end(list, failure.token);
  }
  return error;
}

}  // namespace mha::lang
