// Strings that stand side by side, and the fields of f-strings. CPython 3.11
// finds a field's end by its brackets and quotes first and parses it then; so
// do we, because the errors follow from it.

#include <fmt/format.h>

#include <algorithm>

#include "lang/syntax/explain.h"
#include "lang/syntax/text_literal.h"
#include "lang/values/object.h"

namespace mha::lang {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

}  // namespace

ExprPtr Parser::text_run() {
  const uint32_t from = begin();
  // A fault of the text right behind comes before one inside the string.
  size_t behind = at_;
  while (tokens_[behind].kind == Tok::text) ++behind;
  if (tokens_[behind].kind == Tok::error) throw ParseFailure{behind};
  auto format = std::make_unique<FString>(Span{});
  std::string pending;  // text since the last field
  bool formatted = false;
  for (; is(Tok::text); ++at_) {
    const TextLiteral literal = read_literal(*source_, token());
    const Span span{token().begin, token().end};
    if (literal.bytes) {
      refuse(span, "bytes literals are not part of this language",
             "leave out the b to get a str");
    }
    if (literal.formatted) {
      formatted = true;
      formatted_parts(*format, pending, literal.body.begin, literal.body.end, literal.raw, span,
                      /*level=*/0);
    } else {
      pending += decode_text(source_, literal.body, literal.raw, span);
    }
  }
  if (!formatted) {
    return std::make_unique<Constant>(since(from), str(std::move(pending)));
  }
  if (!pending.empty() || format->parts.empty()) {
    format->parts.push_back({std::move(pending), nullptr, "", 0, nullptr});
  }
  format->span = since(from);
  return format;
}

// Text and fields up to `end`, or in a format spec (level 1 on) up to its '}'.
uint32_t Parser::formatted_parts(FString& out, std::string& pending,
                                 uint32_t at, uint32_t end, bool raw,
                                 Span literal, int level) {
  const std::string& text = source_->text();
  uint32_t start = at;
  const auto flush = [&](uint32_t until) {
    pending += decode_text(source_, {start, until}, raw, literal);
  };
  while (at < end) {
    const char c = text[at];
    if (c == '\\' && !raw && at + 1 < end) {
      // A brace behind a backslash still begins a field; \N{...} is none.
      at += text[at + 1] == '{' || text[at + 1] == '}' ? 1 : 2;
      if (text[at - 1] == 'N' && at < end && text[at] == '{') {
        while (at < end && text[at] != '}') ++at;
        at = std::min(at + 1, end);
      }
      continue;
    }
    if (c != '{' && c != '}') {
      ++at;
      continue;
    }
    if (level == 0 && at + 1 < end && text[at + 1] == c) {
      flush(at + 1);
      at += 2;
      start = at;
      continue;
    }
    flush(at);
    if (c == '}') {
      if (level > 0) return at;
      error({at, at + 1}, "f-string: single '}' is not allowed");
    }
    FString::Part part;
    part.text = std::move(pending);
    pending.clear();
    at = field(part, at, end, raw, literal, level);
    grow(out, part.value);
    grow(out, part.spec);
    out.parts.push_back(std::move(part));
    start = at;
  }
  flush(at);
  return at;
}

// The place where a field's expression ends.
uint32_t Parser::field_end(uint32_t at, uint32_t end) const {
  const std::string& text = source_->text();
  std::vector<uint32_t> open;
  char quote = 0;
  bool triple = false;
  for (; at < end; ++at) {
    const char c = text[at];
    const bool three = at + 2 < end && text[at + 1] == c && text[at + 2] == c;
    if (c == '\\') {
      error({at, at + 1},
            "f-string expression part cannot include a backslash");
    }
    if (quote != 0) {
      if (c != quote) continue;
      if (!triple) {
        quote = 0;
      } else if (three) {
        at += 2;
        quote = 0;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      triple = three;
      if (triple) at += 2;
    } else if (c == '[' || c == '{' || c == '(') {
      if (open.size() >= 200) {
        error({at, at + 1}, "f-string: too many nested parenthesis");
      }
      open.push_back(at);
    } else if (c == '#') {
      error({at, at + 1}, "f-string expression part cannot include '#'");
    } else if (open.empty() && (c == '!' || c == ':' || c == '}' || c == '=' ||
                                c == '<' || c == '>')) {
      if (at + 1 < end && text[at + 1] == '=' && c != ':' && c != '}') {
        ++at;
      } else if (c != '<' && c != '>') {
        return at;
      }
    } else if (c == ']' || c == '}' || c == ')') {
      if (open.empty()) {
        error({at, at + 1}, fmt::format("f-string: unmatched '{}'", c));
      }
      const char opening = text[open.back()];
      open.pop_back();
      if ((opening == '(') != (c == ')') || (opening == '[') != (c == ']')) {
        error({at, at + 1},
              fmt::format("f-string: closing parenthesis '{}' does not match "
                          "opening parenthesis '{}'",
                          c, opening));
      }
    }
  }
  if (quote != 0) error({end, end}, "f-string: unterminated string");
  if (!open.empty()) {
    error({open.back(), open.back() + 1},
          fmt::format("f-string: unmatched '{}'", text[open.back()]));
  }
  return at;
}

// From '{' to behind '}'.
uint32_t Parser::field(FString::Part& part, uint32_t at, uint32_t end, bool raw,
                       Span literal, int level) {
  const std::string& text = source_->text();
  const uint32_t open = at++;
  const auto unfinished = [&] {
    error({open, end}, "f-string: expecting '}'");
  };
  if (level >= 2) error({open, end}, "f-string: expressions nested too deeply");
  const Span inner{at, field_end(at, end)};
  at = inner.end;
  if (at >= end) unfinished();
  bool blank = true;
  for (const char c : source_->text(inner)) blank = blank && is_blank(c);
  if (blank) {
    error({open, at + 1},
          text[at] == '}'
              ? std::string("f-string: empty expression not allowed")
              : fmt::format("f-string: expression required before '{}'",
                            text[at]));
  }
  const TokenList list = tokenize_field(source_, inner);
  Parser parser(source_, list.tokens);
  parser.depth_ = depth_;
  try {
    part.value = parser.field_expression();
  } catch (const ParseFailure& failure) {
    throw explain(source_, list, failure, /*in_field=*/true);
  }
  if (text[at] == '=') {
    ++at;
    while (at < end && is_blank(text[at])) ++at;
    part.echo = decode_text(source_, {inner.begin, at}, /*raw=*/true, literal);
    if (at >= end) unfinished();
  }
  if (text[at] == '!') {
    if (++at >= end) unfinished();
    part.conversion = text[at++];
    if (part.conversion == 'a') refuse({at - 1, at}, "!a is not supported", "!r shows a value");
    if (part.conversion != 's' && part.conversion != 'r') {
      error({at - 1, at},
            "f-string: invalid conversion character: expected "
            "'s', 'r', or 'a'");
    }
  }
  if (at >= end) unfinished();
  if (text[at] == ':') {
    auto spec = std::make_unique<FString>(Span{});
    std::string pending;
    const uint32_t from = ++at;
    at = formatted_parts(*spec, pending, at, end, raw, literal, level + 1);
    if (!pending.empty()) {
      spec->parts.push_back({std::move(pending), nullptr, "", 0, nullptr});
    }
    spec->span = {from, at};
    part.spec = std::move(spec);
  }
  if (at >= end || text[at] != '}') unfinished();
  if (!part.echo.empty() && !part.spec && part.conversion == 0) {
    part.conversion = 'r';
  }
  return at + 1;
}

}  // namespace mha::lang
