// Simple statements, read slowly.

#include <fmt/format.h>

#include "lang/syntax/slip_finder.h"

namespace mha::lang {

bool SlipFinder::statements() {
  bool any = false;
  while (statement()) any = true;
  return any;
}

bool SlipFinder::statement() {
  const size_t first = at_;
  if (compound_statement()) return true;
  at_ = first;
  return simple_statements();
}

bool SlipFinder::simple_statements() {
  // A line that ends before the failure is known to be right.
  size_t end = at_;
  while (end < failed_ && tokens_[end].kind != Tok::newline) ++end;
  switch (tokens_[at_].kind) {
    case Tok::indent:
    case Tok::dedent:
    case Tok::else_:
    case Tok::elif:
    case Tok::except:
    case Tok::finally:
      break;
    default:
      if (end >= failed_) break;
      at_ = end + 1;
      return true;
  }
  const size_t first = at_;
  while (simple_statement()) {
    if (take(Tok::newline)) return true;
    if (!take(Tok::semicolon)) break;
    if (take(Tok::newline)) return true;
  }
  at_ = first;
  return false;
}

bool SlipFinder::simple_statement() {
  const size_t first = at_;
  if (assignment()) return true;
  at_ = first;
  if (star_expressions()) return true;
  at_ = first;
  const auto names = [&] {
    ++at_;
    if (!take(Tok::name)) return false;
    while (is(Tok::comma) && kind(1) == Tok::name) at_ += 2;
    return true;
  };
  switch (kind()) {
    case Tok::pass:
    case Tok::break_:
    case Tok::continue_:
      ++at_;
      return true;
    case Tok::return_:
      ++at_;
      if (!star_expressions()) at_ = first + 1;
      return true;
    case Tok::raise: {
      ++at_;
      if (!expression()) {
        at_ = first + 1;
        return true;
      }
      const size_t end = at_;
      if (!(take(Tok::from) && expression())) at_ = end;
      return true;
    }
    case Tok::assert_: {
      ++at_;
      if (!expression()) break;
      const size_t end = at_;
      if (!(take(Tok::comma) && expression())) at_ = end;
      return true;
    }
    case Tok::global:
    case Tok::nonlocal:
      if (names()) return true;
      break;
    case Tok::import:
    case Tok::from:
      if (import_statement()) return true;
      break;
    case Tok::del:
      if (del_statement()) return true;
      break;
    default:
      break;
  }
  at_ = first;
  return false;
}

bool SlipFinder::annotated_rest() {
  if (!take(Tok::colon) || !expression()) return false;
  const size_t end = at_;
  if (!(take(Tok::assign) && star_expressions())) at_ = end;
  return true;
}

bool SlipFinder::augmented_operator() {
  if (kind() < Tok::plus_assign || kind() > Tok::at_assign) return false;
  ++at_;
  return true;
}

bool SlipFinder::assignment() {
  const size_t first = at_;
  if (take(Tok::name) && annotated_rest()) return true;
  at_ = first;
  if (take(Tok::left_paren) && single_target() && take(Tok::right_paren) &&
      annotated_rest()) {
    return true;
  }
  at_ = first;
  if (attribute_or_subscript() && annotated_rest()) return true;
  at_ = first;
  size_t end = first;
  while (star_targets() && take(Tok::assign)) end = at_;
  at_ = end;
  if (end != first && star_expressions() && !is(Tok::assign)) return true;
  at_ = first;
  if (single_target() && augmented_operator()) {
    if (star_expressions()) return true;
    at_ = first;
    return false;
  }
  at_ = first;
  if (search_) invalid_assignment();
  at_ = first;
  return false;
}

SlipFinder::N SlipFinder::annotation_target() {
  const size_t first = at_;
  if (is(Tok::left_bracket)) {
    const N node = bracket();
    if (node && std::string_view(node->name) == "list") return node;
    at_ = first;
  }
  if (const N node = tuple()) return node;
  at_ = first;
  if (take(Tok::left_paren)) {
    if (const N inner = annotation_target(); inner && take(Tok::right_paren)) {
      return inner;
    }
  }
  return back(first);
}

void SlipFinder::invalid_assignment() {
  const size_t first = at_;
  if (const N a = annotation_target(); a && take(Tok::colon) && expression()) {
    slip(fmt::format("only single target (not {}) can be annotated", a->name),
         a, a);
  }
  at_ = first;
  if (const N a = star_named_expression(); a && take(Tok::comma)) {
    std::vector<N> rest;
    size_t end = at_;
    while (star_named_expressions(rest)) end = at_;
    at_ = end;
    if (take(Tok::colon) && expression()) {
      slip("only single target (not tuple) can be annotated", a, a);
    }
  }
  at_ = first;
  if (const N a = expression(); a && take(Tok::colon) && expression()) {
    slip("illegal target for annotation", a, a);
  }
  at_ = first;
  size_t end = first;
  while (star_targets() && take(Tok::assign)) end = at_;
  at_ = end;
  if (const N a = star_expressions(); a && is(Tok::assign)) {
    invalid_target(a, Targets::star);
  }
  at_ = first;
  if (const N a = star_expressions();
      a && augmented_operator() && star_expressions()) {
    slip(fmt::format("'{}' is an illegal expression for augmented assignment",
                     a->name),
         a, a);
  }
}

bool SlipFinder::del_statement() {
  const size_t first = at_;
  ++at_;
  if (del_targets() && (is(Tok::semicolon) || is(Tok::newline))) return true;
  at_ = first + 1;
  if (!search_) return false;
  if (const N a = star_expressions()) invalid_target(a, Targets::del);
  return false;
}

bool SlipFinder::import_names() {
  const auto one = [&] {
    const size_t at = at_;
    if (!take(Tok::name)) return false;
    const size_t end = at_;
    if (!(take(Tok::as) && take(Tok::name))) at_ = end;
    return at_ != at;
  };
  if (!one()) return false;
  for (;;) {
    const size_t end = at_;
    if (take(Tok::comma) && one()) continue;
    at_ = end;
    return true;
  }
}

bool SlipFinder::import_statement() {
  const auto dotted = [&] {
    if (!take(Tok::name)) return false;
    while (is(Tok::dot) && kind(1) == Tok::name) at_ += 2;
    return true;
  };
  if (take(Tok::import)) {
    do {
      if (!dotted()) return false;
      const size_t end = at_;
      if (!(take(Tok::as) && take(Tok::name))) at_ = end;
    } while (is(Tok::comma) && kind(1) == Tok::name && take(Tok::comma));
    return true;
  }
  if (!take(Tok::from)) return false;
  bool dots = false;
  while (take(Tok::dot) || take(Tok::ellipsis)) dots = true;
  if (!dotted() && !dots) return false;
  if (!take(Tok::import)) return false;
  const size_t first = at_;
  if (take(Tok::left_paren) && import_names()) {
    take(Tok::comma);
    if (take(Tok::right_paren)) return true;
  }
  at_ = first;
  if (import_names()) {
    if (!is(Tok::comma)) return true;
    ++at_;
    if (search_ && is(Tok::newline)) {
      slip_here("trailing comma not allowed without surrounding parentheses");
    }
  }
  at_ = first;
  return take(Tok::star);
}

}  // namespace mha::lang
