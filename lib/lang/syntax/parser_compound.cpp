// Statements that hold a block.

#include "lang/syntax/parser_core.h"
#include "lang/values/object.h"

namespace mha::lang {
namespace {

std::string docstring_of(const Block& body) {
  if (body.empty() || body[0]->kind != StmtKind::expr) return "";
  const Expr& e = *static_cast<const ExprStmt&>(*body[0]).value;
  if (e.kind != ExprKind::constant) return "";
  const auto* text = static_cast<const Constant&>(e).value.get<StrObject>();
  return text ? text->text() : "";
}

}  // namespace

StmtPtr Parser::compound_statement() {
  const size_t yields = yields_;
  StmtPtr s = plain_compound_statement();
  s->yields = yields_ != yields;
  return s;
}

StmtPtr Parser::plain_compound_statement() {
  switch (kind()) {
    case Tok::if_:
      return if_statement();
    case Tok::for_:
      return for_statement();
    case Tok::while_:
      return while_statement();
    case Tok::with:
      return with_statement();
    case Tok::try_:
      return try_statement();
    case Tok::def:
      return function({});
    case Tok::class_:
      return class_statement({});
    case Tok::at:
      return decorated();
    default:
      if (ahead() != Tok::def && ahead() != Tok::for_ && ahead() != Tok::with) {
        ++at_;
        fail();
      }
      refuse_coroutine("leave out the word async");
  }
}

// After the colon: an indented block, or simple statements on the same line.
Block Parser::block(std::string_view title, uint32_t header) {
  Block body;
  block_start(title, header);
  if (!take(Tok::newline)) {
    simple_statements(body);
    return body;
  }
  expect(Tok::indent);
  do {
    statement(body);
  } while (!take(Tok::dedent));
  return body;
}

Block Parser::else_block() {
  const uint32_t from = begin();
  return take(Tok::else_) ? block("'else' statement", from) : Block{};
}

StmtPtr Parser::if_statement() {
  auto first = std::make_unique<If>(Span{});
  If* node = first.get();
  const uint32_t from = begin();
  std::vector<If*> chain;
  const size_t yields = yields_;
  for (;;) {
    chain.push_back(node);
    if (chain.size() > static_cast<size_t>(kMaxHeight)) too_deep();
    node->span.begin = begin();
    ++at_;  // if, elif
    const bool first_one = node == first.get();
    node->condition = named_expression();
    node->then = block(first_one ? "'if' statement" : "'elif' statement", node->span.begin);
    if (!is(Tok::elif)) break;
    auto next = std::make_unique<If>(Span{});
    If* const inner = next.get();
    node->otherwise.push_back(std::move(next));
    node = inner;
  }
  node->otherwise = else_block();  // an elif's, if there were some
  for (If* link : chain) {
    link->span = since(link->span.begin);
    link->yields = yields_ != yields;
  }
  first->span = since(from);
  return first;
}

StmtPtr Parser::for_statement() {
  const uint32_t from = begin();
  auto node = std::make_unique<For>(Span{});
  expect(Tok::for_);
  const size_t target = at_;
  node->target = target_list();
  expect_in(target);
  node->iterable = star_expressions();
  node->body = block("'for' statement", from);
  node->otherwise = else_block();
  return finish(std::move(node), from);
}

StmtPtr Parser::while_statement() {
  const uint32_t from = begin();
  auto node = std::make_unique<While>(Span{});
  expect(Tok::while_);
  node->condition = named_expression();
  node->body = block("'while' statement", from);
  node->otherwise = else_block();
  return finish(std::move(node), from);
}

WithItem Parser::with_item() {
  WithItem item;
  item.context = expression();
  if (take(Tok::as)) {
    item.target = is(Tok::star) ? starred() : bitwise_or();
    check_target(*item.target);
  }
  return item;
}

// `with (a as b, c as d):`. If the brackets turn out to be an expression's,
// nothing is taken.
bool Parser::bracketed_with_items(std::vector<WithItem>& items) {
  if (!is(Tok::left_paren)) return false;
  size_t close = at_;
  for (int open = 0; close < tokens_.size(); ++close) {
    const Tok k = tokens_[close].kind;
    open += k == Tok::left_paren;
    open -= k == Tok::right_paren;
    if (open == 0) break;
  }
  if (close + 1 >= tokens_.size() || tokens_[close + 1].kind != Tok::colon) {
    return false;
  }
  const size_t start = at_;
  try {
    ++at_;
    do {
      if (!items.empty() && is(Tok::right_paren)) break;
      items.push_back(with_item());
    } while (take(Tok::comma));
    expect(Tok::right_paren);
    return true;
  } catch (const ParseFailure&) {
    at_ = start;
    items.clear();
    return false;
  }
}

StmtPtr Parser::with_statement() {
  const uint32_t from = begin();
  auto node = std::make_unique<With>(Span{});
  expect(Tok::with);
  if (!bracketed_with_items(node->items)) {
    do {
      node->items.push_back(with_item());
    } while (take(Tok::comma));
  }
  node->body = block("'with' statement", from);
  return finish(std::move(node), from);
}

StmtPtr Parser::try_statement() {
  const uint32_t from = begin();
  auto node = std::make_unique<Try>(Span{});
  expect(Tok::try_);
  node->body = block("'try' statement", from);
  while (is(Tok::except)) {
    ExceptClause clause;
    const uint32_t clause_begin = begin();
    ++at_;
    if (is(Tok::star)) {
      refuse({clause_begin, token().end},
             "'except*' is not supported: exception groups are not part of "
             "this language",
             "use a plain except");
    }
    if (!is(Tok::colon) && !is(Tok::newline)) {
      const uint32_t type_begin = begin();
      clause.type = expression();
      if (take(Tok::comma)) {
        star_expressions();
        fail("multiple exception types must be parenthesized", since(type_begin));
      }
      if (take(Tok::as)) clause.name = name();
    }
    clause.span = since(clause_begin);
    clause.body = block("'except' statement", clause_begin);
    node->handlers.push_back(std::move(clause));
  }
  if (!node->handlers.empty()) node->otherwise = else_block();
  const uint32_t finally_begin = begin();
  if (take(Tok::finally)) {
    node->finally = block("'finally' statement", finally_begin);
  } else if (node->handlers.empty()) {
    fail("expected 'except' or 'finally' block", here());
  }
  return finish(std::move(node), from);
}

StmtPtr Parser::decorated() {
  std::vector<ExprPtr> decorators;
  while (take(Tok::at)) {
    decorators.push_back(named_expression());
    expect(Tok::newline);
  }
  if (is(Tok::def)) return function(std::move(decorators));
  if (is(Tok::class_)) return class_statement(std::move(decorators));
  if (is(Tok::async)) return compound_statement();  // refused
  fail();
}

StmtPtr Parser::function(std::vector<ExprPtr> decorators) {
  const uint32_t from = begin();
  auto node = std::make_unique<FunctionDef>(Span{});
  node->decorators = std::move(decorators);
  expect(Tok::def);
  node->target = name();
  node->code = std::make_shared<FunctionCode>();
  FunctionCode& code = *node->code;
  code.source = source_;
  code.name = node->target.name;
  if (!take(Tok::left_paren)) fail("expected '('", here());
  parameters(code, /*is_lambda=*/false, nullptr);
  expect(Tok::right_paren);
  if (take(Tok::arrow)) node->returns = expression();
  const size_t yields_around = std::exchange(yields_, 0);
  code.body = block("function definition", from);
  code.is_generator = yields_ > 0;
  yields_ = yields_around;
  code.docstring = docstring_of(code.body);
  node->span = code.span = since(from);
  return node;
}

Parameter Parser::parameter(bool is_lambda, bool is_star) {
  const NameRef ref = name();
  Parameter p{ref.name, ref.span, nullptr, nullptr};
  if (!is_lambda && take(Tok::colon)) {
    p.annotation = is_star ? star_expression() : expression();
  }
  return p;
}

void Parser::parameters(FunctionCode& code, bool is_lambda, Expr* owner) {
  const Tok close = is_lambda ? Tok::colon : Tok::right_paren;
  bool slash = false;
  bool star = false;
  while (!is(close)) {
    if (is(Tok::slash)) {
      if (slash || star || code.positional.empty()) fail();
      ++at_;
      slash = true;
      code.positional_only = static_cast<uint32_t>(code.positional.size());
    } else if (is(Tok::star)) {
      if (star) fail();
      ++at_;
      star = true;
      if (is(Tok::comma)) {
        if (ahead() != Tok::name) {
          ++at_;
          fail();
        }
      } else {
        code.star_args = parameter(is_lambda, /*is_star=*/true);
      }
    } else if (take(Tok::double_star)) {
      code.star_kwargs = parameter(is_lambda, /*is_star=*/false);
      take(Tok::comma);
      if (!is(close)) fail();
      return;
    } else {
      const uint32_t from = begin();
      Parameter p = parameter(is_lambda, /*is_star=*/false);
      if (is(Tok::assign)) {
        const Span sign = here();
        ++at_;
        if (is(Tok::comma) || is(close)) fail("expected default value expression", sign);
        p.default_value = expression();
        if (owner) grow(*owner, p.default_value);
      }
      if (star) {
        code.keyword_only.push_back(std::move(p));
      } else {
        if (!p.default_value && !code.positional.empty() &&
            code.positional.back().default_value) {
          fail("non-default argument follows default argument", since(from));
        }
        code.positional.push_back(std::move(p));
      }
    }
    if (!take(Tok::comma)) break;
  }
}

StmtPtr Parser::class_statement(std::vector<ExprPtr> decorators) {
  const uint32_t from = begin();
  auto node = std::make_unique<ClassDef>(Span{});
  node->decorators = std::move(decorators);
  expect(Tok::class_);
  node->target = name();
  if (is(Tok::left_paren)) arguments(node->bases, node->keywords, nullptr);
  node->body = block("class definition", from);
  node->docstring = docstring_of(node->body);
  return finish(std::move(node), from);
}

// `match` is a name everywhere but here: before an expression, a colon at the
// end of the line and a `case`.
bool Parser::at_match_statement() const {
  if (!is(Tok::name) || text_of(token()) != "match") return false;
  int open = 0;
  for (size_t i = at_ + 1; i + 2 < tokens_.size(); ++i) {
    const Tok k = tokens_[i].kind;
    if (k == Tok::newline) return false;
    open +=
        k == Tok::left_paren || k == Tok::left_bracket || k == Tok::left_brace;
    open -= k == Tok::right_paren || k == Tok::right_bracket ||
            k == Tok::right_brace;
    if (k == Tok::colon && open == 0 && tokens_[i + 1].kind == Tok::newline) {
      return i > at_ + 1 && tokens_[i + 2].kind == Tok::indent &&
             i + 3 < tokens_.size() && tokens_[i + 3].kind == Tok::name &&
             text_of(tokens_[i + 3]) == "case";
    }
  }
  return false;
}

}  // namespace mha::lang
