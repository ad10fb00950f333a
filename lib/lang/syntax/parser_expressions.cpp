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
  switch (t) {
    case Tok::await:
    case Tok::not_:
    case Tok::left_paren:
    case Tok::left_bracket:
    case Tok::plus:
    case Tok::minus:
    case Tok::star:
    case Tok::yield:
      return true;
    default:
      return starts_value(t);
  }
}

}  // namespace

// Items with commas between them make a tuple without brackets.
ExprPtr Parser::star_expressions() {
  const uint32_t from = begin();
  ExprPtr first = star_expression();
  if (!is(Tok::comma)) return first;
  auto tuple = std::make_unique<Sequence>(ExprKind::tuple, Span{});
  grow(*tuple, first);
  tuple->items.push_back(std::move(first));
  while (take(Tok::comma)) {
    if (!starts_expression(kind())) break;
    tuple->items.push_back(star_expression());
    grow(*tuple, tuple->items.back());
  }
  tuple->span = since(from);
  return tuple;
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
  node->span = since(from);
  return node;
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

ExprPtr Parser::disjunction() {
  const uint32_t from = begin();
  ExprPtr first = conjunction();
  if (!is(Tok::or_)) return first;
  auto node = std::make_unique<Logical>(Span{}, /*is_and=*/false);
  grow(*node, first);
  node->operands.push_back(std::move(first));
  while (take(Tok::or_)) {
    node->operands.push_back(conjunction());
    grow(*node, node->operands.back());
  }
  node->span = since(from);
  return node;
}

ExprPtr Parser::conjunction() {
  const uint32_t from = begin();
  ExprPtr first = inversion();
  if (!is(Tok::and_)) return first;
  auto node = std::make_unique<Logical>(Span{}, /*is_and=*/true);
  grow(*node, first);
  node->operands.push_back(std::move(first));
  while (take(Tok::and_)) {
    node->operands.push_back(inversion());
    grow(*node, node->operands.back());
  }
  node->span = since(from);
  return node;
}

ExprPtr Parser::inversion() {
  const uint32_t from = begin();
  if (!take(Tok::not_)) return comparison();
  const Depth depth(*this);
  ExprPtr operand = inversion();
  auto node = std::make_unique<Unary>(since(from), UnaryOp::not_, nullptr);
  grow(*node, operand);
  node->operand = std::move(operand);
  return node;
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
      node->span = since(from);
      return node;
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
    auto node =
        std::make_unique<Binary>(since(from), next->op, nullptr, nullptr);
    grow(*node, left);
    grow(*node, right);
    node->left = std::move(left);
    node->right = std::move(right);
    left = std::move(node);
  }
}

ExprPtr Parser::unary() {
  UnaryOp op = UnaryOp::plus;
  switch (kind()) {
    case Tok::plus:
      op = UnaryOp::plus;
      break;
    case Tok::minus:
      op = UnaryOp::minus;
      break;
    case Tok::tilde:
      op = UnaryOp::invert;
      break;
    default:
      return power();
  }
  const Depth depth(*this);
  const uint32_t from = begin();
  ++at_;
  ExprPtr operand = unary();
  // -1 is a constant from the start.
  if (op == UnaryOp::minus && operand->kind == ExprKind::constant) {
    const Value& value = static_cast<const Constant&>(*operand).value;
    if (value.is_int()) {
      return std::make_unique<Constant>(since(from), Value(-value.as_int()));
    }
    if (value.is_float()) {
      return std::make_unique<Constant>(since(from), Value(-value.as_float()));
    }
  }
  auto node = std::make_unique<Unary>(since(from), op, nullptr);
  grow(*node, operand);
  node->operand = std::move(operand);
  return node;
}

ExprPtr Parser::power() {
  const uint32_t from = begin();
  ExprPtr base = primary();
  if (!take(Tok::double_star)) return base;
  const Depth depth(*this);
  ExprPtr exponent = unary();
  auto node =
      std::make_unique<Binary>(since(from), BinaryOp::pow, nullptr, nullptr);
  grow(*node, base);
  grow(*node, exponent);
  node->left = std::move(base);
  node->right = std::move(exponent);
  return node;
}

ExprPtr Parser::target_list() {
  const uint32_t from = begin();
  const auto item = [&] { return is(Tok::star) ? starred() : bitwise_or(); };
  ExprPtr first = item();
  if (!is(Tok::comma)) {
    check_target(*first);
    return first;
  }
  auto tuple = std::make_unique<Sequence>(ExprKind::tuple, Span{});
  tuple->items.push_back(std::move(first));
  while (take(Tok::comma)) {
    if (!starts_expression(kind())) break;
    tuple->items.push_back(item());
  }
  for (const ExprPtr& e : tuple->items) grow(*tuple, e);
  tuple->span = since(from);
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
