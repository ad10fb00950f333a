#include "lang/syntax/explain.h"

#include <fmt/format.h>

#include "lang/syntax/slips.h"

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

SyntaxError parser_error(const SourcePtr& source, const TokenList& list,
                         size_t failed, size_t start, ParseGoal goal) {
  const Token& token = list.tokens[failed];
  const std::string prefix = goal == ParseGoal::field ? "f-string: " : "";
  size_t reached = failed;
  std::optional<Slip> slip;
  try {
    slip = find_slip(source, list, reached, start, goal);
  } catch (const SyntaxError& inside_text) {
    return or_text_error(source, list, reached, inside_text);
  }
  if (slip && slip->of_text) return text_error(source, *list.error);
  if (slip) {
    return or_text_error(
        source, list, reached,
        SyntaxError(slip->kind, prefix + slip->message, source, slip->span));
  }
  Span span{token.begin, token.end};
  if (span.begin == source->text().size()) span = end_of_text(*source);
  if (token.kind == Tok::indent || token.kind == Tok::dedent) {
    return SyntaxError(
        "IndentationError",
        token.kind == Tok::indent ? "unexpected indent" : "unexpected unindent",
        source, span);
  }
  return or_text_error(
      source, list, reached,
      SyntaxError("SyntaxError", prefix + "invalid syntax", source, span));
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

Span end_of_text(const Source& source) {
  const std::string& text = source.text();
  auto at = static_cast<uint32_t>(text.size());
  if (at > 0 && text[at - 1] == '\n') --at;
  if (at > 0 && text[at - 1] == '\r') --at;
  return {at, at};
}

SyntaxError explain(const SourcePtr& source, const TokenList& list,
                    size_t failed, size_t start, ParseGoal goal) {
  const Tok kind = list.tokens[failed].kind;
  SyntaxError error = kind == Tok::error
                          ? text_error(source, *list.error)
                          : parser_error(source, list, failed, start, goal);
  if (goal != ParseGoal::field) {
    error.incomplete =
        list.error ? list.error->at_end ||
                         list.error->message.starts_with("unterminated triple")
                   : at_text_end(list, failed);
  }
  return error;
}

}  // namespace mha::lang
