// Expressions by precedence, from tuples down to unary operators.

#include <algorithm>
#include <iterator>

#include "lang/syntax/parser_core.h"

namespace mha::lang {
namespace {

// The comparisons of one sign; `is`, `in` and what `not` makes of them have rules.
constexpr Tok kCompareSigns[] = {Tok::equal, Tok::not_equal,  Tok::less, Tok::less_equal,
                                 Tok::greater, Tok::greater_equal};  // as enum CompareOp

bool starts_expression(Tok t) {
  return starts_value(t) || t == Tok::await || t == Tok::not_ || t == Tok::left_paren ||
         t == Tok::left_bracket || t == Tok::plus || t == Tok::minus || t == Tok::star ||
         t == Tok::yield;
}

}  // namespace

// Items with commas between them make a tuple without brackets.
ExprPtr Parser::star_expressions() {
  const uint32_t from = begin();
  ExprPtr first = star_expression();
  if (!is(Tok::comma)) return first;
  return sequence(
      ExprKind::tuple, from, std::move(first), [&] { return star_expression(); },
      [&] { return !starts_expression(kind()); });
}

ExprPtr Parser::yield_or_expressions() {
  return is(Tok::yield) ? yield_expression() : star_expressions();
}

ExprPtr Parser::yield_expression() {
  const uint32_t from = begin();
  expect(Tok::yield);
  ++yields_;
  auto node = std::make_unique<Yield>(Span{});
  node->from = take(Tok::from);
  if (node->from) {
    node->value = expression();
  } else if (starts_expression(kind())) {
    node->value = star_expressions();
  }
  grow(*node, node->value);
  node->plain = false;
  return finish(std::move(node), from);
}

ExprPtr Parser::starred() {
  const uint32_t from = begin();
  expect(Tok::star);
  ExprPtr value = bitwise_or();
  auto node = std::make_unique<Starred>(since(from), nullptr);
  grow(*node, value);
  node->value = std::move(value);
  return node;
}

ExprPtr Parser::star_expression() {
  return is(Tok::star) ? starred() : expression();
}

ExprPtr Parser::star_named_expression() {
  return is(Tok::star) ? starred() : named_expression();
}

ExprPtr Parser::named_expression() {
  ExprPtr e = argument_value();
  check_equals(*e);
  return e;
}

ExprPtr Parser::argument_value() {
  if (!is(Tok::name) || ahead() != Tok::walrus) return expression();
  const uint32_t from = begin();
  const NameRef target = name();
  expect(Tok::walrus);
  ExprPtr value = expression();
  auto node = std::make_unique<Named>(
      since(from), std::make_unique<NameExpr>(target.span, target.name),
      nullptr);
  grow(*node, value);
  node->value = std::move(value);
  return node;
}

ExprPtr Parser::expression() {
  if (is(Tok::lambda)) return lambda();
  const uint32_t from = begin();
  const size_t start = at_;
  ExprPtr then = disjunction();
  if (!take(Tok::if_)) {
    check_neighbour(start);
    return then;
  }
  const Depth depth(*this);
  auto node = std::make_unique<Conditional>(Span{});
  node->then = std::move(then);
  node->condition = disjunction();
  if (!is(Tok::else_) && !is(Tok::colon)) fail("expected 'else' after 'if' expression", since(from));
  expect(Tok::else_);
  node->otherwise = expression();
  node->span = since(from);
  grow(*node, node->then);
  grow(*node, node->condition);
  grow(*node, node->otherwise);
  return node;
}

// Operands with `or` between them, each of which may be operands with `and` between them.
ExprPtr Parser::logical(bool is_and) {
  const auto operand = [&] { return is_and ? inversion() : logical(/*is_and=*/true); };
  const Tok word = is_and ? Tok::and_ : Tok::or_;
  const uint32_t from = begin();
  ExprPtr first = operand();
  if (!is(word)) return first;
  auto node = std::make_unique<Logical>(Span{}, is_and);
  node->operands.push_back(std::move(first));
  while (take(word)) node->operands.push_back(operand());
  for (const ExprPtr& e : node->operands) grow(*node, e);
  return finish(std::move(node), from);
}

ExprPtr Parser::make_unary(uint32_t from, UnaryOp op, ExprPtr operand) const {
  auto node = std::make_unique<Unary>(since(from), op, nullptr);
  grow(*node, operand);
  node->operand = std::move(operand);
  return node;
}

ExprPtr Parser::make_binary(uint32_t from, BinaryOp op, ExprPtr left, ExprPtr right) const {
  auto node = std::make_unique<Binary>(since(from), op, nullptr, nullptr);
  grow(*node, left);
  grow(*node, right);
  node->left = std::move(left);
  node->right = std::move(right);
  return node;
}

ExprPtr Parser::inversion() {
  const uint32_t from = begin();
  if (!take(Tok::not_)) return comparison();
  const Depth depth(*this);
  return make_unary(from, UnaryOp::not_, inversion());
}

ExprPtr Parser::comparison() {
  const uint32_t from = begin();
  ExprPtr first = bitwise_or();
  std::unique_ptr<Compare> node;
  for (;;) {
    const auto sign = std::find(std::begin(kCompareSigns), std::end(kCompareSigns), kind());
    auto op = static_cast<CompareOp>(sign - std::begin(kCompareSigns));
    if (is(Tok::in)) {
      op = CompareOp::in;
    } else if (is(Tok::is)) {
      op = ahead() == Tok::not_ ? CompareOp::is_not : CompareOp::is;
      if (op == CompareOp::is_not) ++at_;
    } else if (take(Tok::not_)) {
      op = CompareOp::not_in;
      if (!is(Tok::in)) fail();
    } else if (sign == std::end(kCompareSigns)) {
      if (!node) return first;
      return finish(std::move(node), from);
    }
    ++at_;
    if (!node) {
      node = std::make_unique<Compare>(Span{});
      grow(*node, first);
      node->first = std::move(first);
    }
    node->ops.push_back(op);
    node->rest.push_back(bitwise_or());
    grow(*node, node->rest.back());
  }
}

ExprPtr Parser::binary(int lowest) {
  const uint32_t from = begin();
  ExprPtr left = unary();
  for (;;) {
    const Operator* next = binary_operator(kind());
    if (!next || next->level < lowest) return left;
    ++at_;
    ExprPtr right = binary(next->level + 1);
    left = make_binary(from, next->op, std::move(left), std::move(right));
  }
}

ExprPtr Parser::unary() {
  if (!is(Tok::plus) && !is(Tok::minus) && !is(Tok::tilde)) return power();
  const UnaryOp op = is(Tok::plus)    ? UnaryOp::plus
                     : is(Tok::minus) ? UnaryOp::minus
                                      : UnaryOp::invert;
  const Depth depth(*this);
  const uint32_t from = begin();
  ++at_;
  ExprPtr operand = unary();
  // -1 is a constant from the start.
  if (op == UnaryOp::minus && operand->kind == ExprKind::constant) {
    const Value& value = static_cast<const Constant&>(*operand).value;
    if (value.is_int() || value.is_float()) {
      return std::make_unique<Constant>(
          since(from), value.is_int() ? Value(-value.as_int()) : Value(-value.as_float()));
    }
  }
  return make_unary(from, op, std::move(operand));
}

ExprPtr Parser::power() {
  const uint32_t from = begin();
  ExprPtr base = primary();
  if (!take(Tok::double_star)) return base;
  const Depth depth(*this);
  ExprPtr exponent = unary();
  return make_binary(from, BinaryOp::pow, std::move(base), std::move(exponent));
}

ExprPtr Parser::target_list() {
  const uint32_t from = begin();
  const auto item = [&] { return is(Tok::star) ? starred() : bitwise_or(); };
  ExprPtr first = item();
  if (!is(Tok::comma)) {
    check_target(*first);
    return first;
  }
  ExprPtr tuple = sequence(ExprKind::tuple, from, std::move(first), item,
                           [&] { return !starts_expression(kind()); });
  check_target(*tuple);
  return tuple;
}

ExprPtr Parser::lambda() {
  const Depth depth(*this);
  const uint32_t from = begin();
  expect(Tok::lambda);
  auto node = std::make_unique<Lambda>(Span{});
  node->code = std::make_shared<FunctionCode>();
  node->code->source = source_;
  node->code->name = Symbol("<lambda>");
  parameters(*node->code, /*is_lambda=*/true, node.get());
  expect(Tok::colon);
  node->code->result = expression();
  grow(*node, node->code->result);
  node->span = node->code->span = since(from);
  return node;
}

bool Parser::is_single_target(const Expr& e) {
  return e.kind == ExprKind::name || e.kind == ExprKind::attribute ||
         e.kind == ExprKind::subscript;
}

}  // namespace mha::lang
