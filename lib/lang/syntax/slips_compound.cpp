// Statements with blocks, read slowly.

#include <fmt/format.h>

#include "lang/syntax/slip_finder.h"

namespace mha::lang {

bool SlipFinder::compound_statement() {
  switch (kind()) {
    case Tok::if_:
      return if_statement();
    case Tok::for_:
      return for_statement();
    case Tok::while_:
      return conditional_block(Tok::while_, "'while' statement") &&
             (else_block() || true);
    case Tok::with:
      return with_statement();
    case Tok::try_:
      return try_statement();
    case Tok::def:
      return function_statement();
    case Tok::class_:
      return class_statement();
    case Tok::at:
      return decorators() && (function_statement() || class_statement());
    default:
      if (search_ && is_name("match")) invalid_match();
      return false;
  }
}

// `match x` without its colon.
void SlipFinder::invalid_match() {
  const size_t first = at_++;
  std::vector<N> subjects;
  if (star_named_expressions(subjects) && is(Tok::newline)) {
    slip_here("expected ':'");
  }
  at_ = first;
}

// At the end of a line that opens a block, and none follows.
bool SlipFinder::no_indent() {
  return search_ && is(Tok::newline) && kind(1) != Tok::indent;
}

bool SlipFinder::colon_and_no_indent() {
  return search_ && is(Tok::colon) && kind(1) == Tok::newline &&
         kind(2) != Tok::indent;
}

// A sign that must follow, whatever else might be wrong.
void SlipFinder::force(Tok k, std::string_view sign) {
  if (!is(k)) slip(fmt::format("expected '{}'", sign), at_, at_);
  ++at_;
}

bool SlipFinder::block() {
  constexpr int kBlock = 60;
  return memoized(kBlock, [&]() -> N {
    const size_t first = at_;
    if (!take(Tok::newline)) {
      return simple_statements() ? make("block", first) : back(first);
    }
    if (search_ && !is(Tok::indent)) {
      slip_here("expected an indented block", "IndentationError");
    }
    return take(Tok::indent) && statements() && take(Tok::dedent)
               ? make("block", first)
               : back(first);
  });
}

// if, elif, while: a condition and a block.
bool SlipFinder::conditional_block(Tok keyword, std::string_view title) {
  const size_t first = at_;
  if (!take(keyword)) return false;
  if (named_expression()) {
    if (search_ && is(Tok::newline)) slip("expected ':'", at_, at_);
    if (take(Tok::colon)) {
      if (no_indent()) no_block(title, first);
      if (block()) return true;
    }
  }
  at_ = first;
  return false;
}

bool SlipFinder::else_block() {
  const size_t first = at_;
  if (!take(Tok::else_)) return false;
  if (colon_and_no_indent()) {
    no_block("'else' statement", first);
  }
  force(Tok::colon, ":");
  if (block()) return true;
  at_ = first;
  return false;
}

bool SlipFinder::if_statement() {
  const size_t first = at_;
  if (!conditional_block(Tok::if_, "'if' statement")) return false;
  while (is(Tok::elif)) {
    if (!conditional_block(Tok::elif, "'elif' statement")) {
      at_ = first;
      return false;
    }
  }
  else_block();
  return true;
}

bool SlipFinder::for_statement() {
  const size_t first = at_;
  ++at_;
  if (star_targets() && take(Tok::in)) {
    if (star_expressions()) {
      if (search_ && is(Tok::newline)) slip("expected ':'", at_, at_);
      if (take(Tok::colon)) {
        if (no_indent()) {
          no_block("'for' statement", first);
        }
        if (block()) {
          else_block();
          return true;
        }
      }
    }
    at_ = first;
    return false;
  }
  at_ = first + 1;
  if (search_) {
    if (const N a = star_expressions()) invalid_target(a, Targets::for_);
  }
  at_ = first;
  return false;
}

// `strict`: as a with statement has it; else as its faulty forms do.
bool SlipFinder::with_item(bool strict) {
  const size_t first = at_;
  if (!strict) {
    if (!expression()) return false;
    const size_t end = at_;
    if (!(take(Tok::as) && star_target())) at_ = end;
    return true;
  }
  const auto ends = [&] {
    return is(Tok::comma) || is(Tok::right_paren) || is(Tok::colon);
  };
  if (expression() && take(Tok::as)) {
    const size_t target = at_;
    if (star_target() && ends()) return true;
    at_ = target;
    if (search_) {
      if (const N a = expression(); a && ends())
        invalid_target(a, Targets::star);
    }
  }
  at_ = first;
  return expression() != nullptr;
}

bool SlipFinder::with_header(bool bracketed) {
  const size_t first = at_;
  ++at_;
  if (bracketed && !take(Tok::left_paren)) {
    at_ = first;
    return false;
  }
  bool any = false;
  size_t end = at_;
  for (;;) {
    const bool item =
        bracketed ? star_expressions() != nullptr : with_item(false);
    if (bracketed && item) {
      const size_t target = at_;
      if (!(take(Tok::as) && star_target())) at_ = target;
    }
    if (!item) break;
    any = true;
    end = at_;
    if (!take(Tok::comma)) break;
  }
  at_ = end;
  if (bracketed) take(Tok::comma);
  if (any && (!bracketed || take(Tok::right_paren))) return true;
  at_ = first;
  return false;
}

bool SlipFinder::with_statement() {
  const size_t first = at_;
  for (const bool bracketed : {false, true}) {
    at_ = first;
    if (with_header(bracketed) && take(Tok::colon) && no_indent()) {
      no_block("'with' statement", first);
    }
  }
  for (const bool bracketed : {true, false}) {
    at_ = first + 1;
    if (bracketed && !take(Tok::left_paren)) continue;
    bool any = false;
    size_t end = at_;
    while (with_item(true)) {
      any = true;
      end = at_;
      if (!take(Tok::comma)) break;
    }
    at_ = end;
    if (bracketed) take(Tok::comma);
    if (any && (!bracketed || take(Tok::right_paren)) && take(Tok::colon) &&
        block()) {
      return true;
    }
  }
  for (const bool bracketed : {false, true}) {
    at_ = first;
    if (with_header(bracketed) && search_ && is(Tok::newline))
      slip("expected ':'", at_, at_);
  }
  at_ = first;
  return false;
}

// "except", its type and name; not the colon.
bool SlipFinder::except_head() {
  if (!take(Tok::except) || !expression()) return false;
  const size_t end = at_;
  if (!(take(Tok::as) && take(Tok::name))) at_ = end;
  return true;
}

bool SlipFinder::except_block() {
  const size_t first = at_;
  if (!is(Tok::except)) return false;
  const auto body = [&]() {
    if (!take(Tok::colon)) return false;
    if (no_indent()) {
      no_block("'except' statement", first);
    }
    return block();
  };
  if (except_head() && body()) return true;
  at_ = first + 1;
  if (body()) return true;
  at_ = first + 1;
  take(Tok::star);
  const size_t type = at_;
  if (expression() && take(Tok::comma) && star_expressions()) {
    const size_t end = at_;
    if (!(take(Tok::as) && take(Tok::name))) at_ = end;
    if (search_ && is(Tok::colon)) {
      slip("multiple exception types must be parenthesized", type, at_ - 1);
    }
  }
  at_ = first;
  if (except_head() && search_ && is(Tok::newline))
    slip("expected ':'", at_, at_);
  at_ = first + 1;
  if (search_ && is(Tok::newline)) slip("expected ':'", at_, at_);
  if (search_ && take(Tok::star) && (is(Tok::newline) || is(Tok::colon))) {
    slip_here("expected one or more exception types");
  }
  at_ = first;
  return false;
}

bool SlipFinder::finally_block() {
  const size_t first = at_;
  if (!take(Tok::finally)) return false;
  if (colon_and_no_indent()) {
    no_block("'finally' statement", first);
  }
  force(Tok::colon, ":");
  if (block()) return true;
  at_ = first;
  return false;
}

bool SlipFinder::try_statement() {
  const size_t first = at_;
  ++at_;
  if (colon_and_no_indent()) {
    no_block("'try' statement", first);
  }
  force(Tok::colon, ":");
  if (!block()) {
    at_ = first;
    return false;
  }
  if (search_ && !is(Tok::except) && !is(Tok::finally)) {
    slip_here("expected 'except' or 'finally' block");
  }
  if (finally_block()) return true;
  if (!except_block()) {
    at_ = first;
    return false;
  }
  while (except_block()) {
  }
  else_block();
  finally_block();
  return true;
}

bool SlipFinder::decorators() {
  const size_t first = at_;
  while (take(Tok::at)) {
    if (named_expression() && take(Tok::newline)) continue;
    at_ = first;
    return false;
  }
  return true;
}

bool SlipFinder::function_statement() {
  const size_t first = at_;
  if (!take(Tok::def)) return false;
  if (!take(Tok::name)) {
    at_ = first;
    return false;
  }
  force(Tok::left_paren, "(");
  parameters(/*is_lambda=*/false);
  if (take(Tok::right_paren)) {
    const size_t end = at_;
    if (!(take(Tok::arrow) && expression())) at_ = end;
    force(Tok::colon, ":");
    if (no_indent()) {
      no_block("function definition", first);
    }
    if (block()) return true;
  }
  at_ = first;
  return false;
}

bool SlipFinder::class_statement() {
  const size_t first = at_;
  if (!take(Tok::class_)) return false;
  if (take(Tok::name)) {
    const size_t end = at_;
    if (take(Tok::left_paren)) {
      const size_t inner = at_;
      if (!arguments()) at_ = inner;
      if (!take(Tok::right_paren)) at_ = end;
    }
    if (search_ && is(Tok::newline)) slip("expected ':'", at_, at_);
    if (take(Tok::colon)) {
      if (no_indent()) {
        no_block("class definition", first);
      }
      if (block()) return true;
    }
  }
  at_ = first;
  return false;
}

}  // namespace mha::lang
