// What beginners type wrong, told where the parser stands before it (parser_core.h): a colon
// or a block left out, = for ==, a comma forgotten, a left side that can be none. The words and
// the places are CPython 3.11's, and so is the order where a line has more than one fault.

#include <fmt/format.h>

#include <algorithm>

#include "lang/syntax/parser_core.h"

namespace mha::lang {
namespace {

/// What Python's messages call an expression.
std::string_view called(const Expr& e) {
  switch (e.kind) {
    case ExprKind::constant: {
      const Value& value = static_cast<const Constant&>(e).value;
      if (value.is_none()) return "None";
      if (value.is_bool()) return value.as_bool() ? "True" : "False";
      return value.tag() == Value::Tag::ellipsis ? "ellipsis" : "literal";
    }
    case ExprKind::name: return "name";
    case ExprKind::attribute: return "attribute";
    case ExprKind::subscript: return "subscript";
    case ExprKind::call: return "function call";
    case ExprKind::compare: return "comparison";
    case ExprKind::conditional: return "conditional expression";
    case ExprKind::tuple: return "tuple";
    case ExprKind::list: return "list";
    case ExprKind::set: return "set display";
    case ExprKind::dict: return "dict literal";
    case ExprKind::lambda: return "lambda";
    case ExprKind::fstring: return "f-string expression";
    case ExprKind::starred: return "starred";
    case ExprKind::named: return "named expression";
    case ExprKind::yield: return "yield expression";
    case ExprKind::comprehension:
      switch (static_cast<const Comprehension&>(e).result) {
        case Comprehension::Result::list: return "list comprehension";
        case Comprehension::Result::set: return "set comprehension";
        case Comprehension::Result::dict: return "dict comprehension";
        case Comprehension::Result::generator: return "generator expression";
      }
      [[fallthrough]];
    default: return "expression";
  }
}

/// Of a left side, the part that can be none, or null.
const Expr* no_target(const Expr& e, bool deletes) {
  switch (e.kind) {
    case ExprKind::name:
    case ExprKind::attribute:
    case ExprKind::subscript:
      return nullptr;
    case ExprKind::tuple:
    case ExprKind::list:
      for (const ExprPtr& item : static_cast<const Sequence&>(e).items) {
        if (const Expr* found = no_target(*item, deletes)) return found;
      }
      return nullptr;
    case ExprKind::starred:
      return deletes ? &e : no_target(*static_cast<const Starred&>(e).value, deletes);
    default:
      return &e;
  }
}

}  // namespace

// Whether `rule` takes what comes; what is wrong in it is not told. A fault of the text is.
template <typename Rule>
bool Parser::takes(Rule rule) {
  const size_t start = at_;
  const bool was_quiet = std::exchange(quiet_, true);
  bool taken = true;
  try {
    (this->*rule)();
  } catch (const ParseFailure& failure) {
    if (tokens_[failure.token].kind == Tok::error) throw;
    reached_ = std::max(reached_, failure.token);
    at_ = start;
    taken = false;
  }
  quiet_ = was_quiet;
  return taken;
}

void Parser::check_target(const Expr& e, bool deletes) const {
  if (const Expr* wrong = no_target(e, deletes)) {
    fail(fmt::format("cannot {} {}", deletes ? "delete" : "assign to", called(*wrong)),
         wrong->span);
  }
}

// Behind a value that began at token `start`: another value, with nothing between the two.
void Parser::check_neighbour(size_t start) {
  if (quiet_ || !starts_value(kind())) return;
  const size_t behind = at_;
  const uint32_t from = tokens_[start].begin;
  const std::string_view word = text_of(tokens_[start]);
  const bool one_word = behind == start + 1;
  if (one_word && (word == "print" || word == "exec")) {
    if (takes(&Parser::star_expressions)) {
      fail(fmt::format("Missing parentheses in call to '{0}'. Did you mean {0}(...)?", word),
           since(from));
    }
    return;
  }
  if (one_word && tokens_[start].kind == Tok::name && is(Tok::text)) return;
  if (!takes(&Parser::expression)) return;
  int open = 0;  // brackets
  for (size_t i = statement_start_; i < at_; ++i) {
    const Tok k = tokens_[i].kind;
    open += k == Tok::left_paren || k == Tok::left_bracket || k == Tok::left_brace;
    open -= k == Tok::right_paren || k == Tok::right_bracket || k == Tok::right_brace;
  }
  if (open > 0) fail("invalid syntax. Perhaps you forgot a comma?", since(from));
  at_ = behind;
}

// Behind `e`, which is compared or named here: a single =.
void Parser::check_equals(const Expr& e) {
  if (!is(Tok::assign) || tokens_[at_ - 1].end != e.span.end) return;
  switch (e.kind) {
    case ExprKind::tuple:
    case ExprKind::list:
    case ExprKind::compare:
    case ExprKind::logical:
    case ExprKind::conditional:
    case ExprKind::lambda:
    case ExprKind::starred:
      return;
    case ExprKind::constant: {
      const Value& value = static_cast<const Constant&>(e).value;
      if (value.is_none() || value.is_bool()) return;
      break;
    }
    case ExprKind::unary:
      if (static_cast<const Unary&>(e).op == UnaryOp::not_) return;
      break;
    case ExprKind::comprehension:
      if (static_cast<const Comprehension&>(e).result == Comprehension::Result::generator) return;
      break;
    default:
      break;
  }
  const size_t sign = at_++;
  if (takes(&Parser::bitwise_or) && !is(Tok::assign) && !is(Tok::walrus)) {
    if (e.kind == ExprKind::name) {
      fail("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", since(e.span.begin));
    }
    fail(fmt::format("cannot assign to {} here. Maybe you meant '==' instead of '='?", called(e)),
         e.span);
  }
  at_ = sign;
}

// Behind an argument that began at token `start`: a = that gives it no name.
void Parser::check_argument(size_t start) {
  if (!is(Tok::assign)) return;
  const Tok k = tokens_[start].kind;
  const Span span{tokens_[start].begin, token().end};
  if (at_ == start + 1 && (k == Tok::true_ || k == Tok::false_ || k == Tok::none)) {
    fail(fmt::format("cannot assign to {}", text_of(tokens_[start])), span);
  }
  fail("expression cannot contain assignment, perhaps you meant \"==\"?", span);
}

// Behind a statement's expression: a colon and a value, as if they told its type.
void Parser::check_annotated(const Expr& e) {
  if (!is(Tok::colon)) return;
  const size_t colon = at_++;
  if (takes(&Parser::expression)) {
    const bool several = e.kind == ExprKind::tuple || e.kind == ExprKind::list;
    fail(several ? fmt::format("only single target (not {}) can be annotated", called(e))
                 : "illegal target for annotation",
         e.span);
  }
  at_ = colon;
}

// The left side of += and its kin.
void Parser::check_augmented(const Expr& e) const {
  if (is_single_target(e)) return;
  fail(fmt::format("'{}' is an illegal expression for augmented assignment", called(e)), e.span);
}

// What stands before the for of a comprehension.
void Parser::check_lone(const Sequence& elements) const {
  if (elements.items.size() == 1) return;
  fail("did you forget parentheses around the comprehension target?",
       {elements.items.front()->span.begin, elements.items.back()->span.end});
}

// The `in` of a for whose target began at token `target`.
void Parser::expect_in(size_t target) {
  if (take(Tok::in)) return;
  check_neighbour(target);
  fail();
}

// A colon and, where the line ends behind it, more indentation.
void Parser::block_start(std::string_view title, uint32_t header) {
  bool whole = is(Tok::newline);  // nothing but the colon can be missing
  for (const std::string_view word : {"'else'", "'try'", "'finally'", "function"}) {
    whole = whole || title.starts_with(word);
  }
  if (!take(Tok::colon)) fail(whole ? "expected ':'" : "", here());
  if (!is(Tok::newline) || ahead() == Tok::indent) return;
  ++at_;
  throw ParseFailure{at_, here(),
                     fmt::format("expected an indented block after {} on line {}", title,
                                 source_->place(header).line),
                     "IndentationError"};
}

}  // namespace mha::lang
