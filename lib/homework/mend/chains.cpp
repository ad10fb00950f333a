#include "homework/mend/chains.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/text.h"
#include "reading/index.h"

namespace mha::homework {

using namespace lang;
using reading::as;

namespace {

/// `a * x - m / s`, in the order in which it is written.
struct Chain {
  std::vector<Span> operands;  // with their own parentheses
  std::vector<BinaryOp> operators;  // between them
};

/// How tightly an operator binds.
int binding(BinaryOp op) {
  switch (op) {
    case BinaryOp::pow: return 3;
    case BinaryOp::add:
    case BinaryOp::sub: return 1;
    default: return 2;
  }
}

/// Where the operator of a binary expression stands, and the parentheses beside it.
struct Operator {
  uint32_t left_end, right_begin;  // of the operands with their parentheses
  bool left_closed, right_closed;  // whether an operand has some
};

Operator operator_of(const Source& own, const Binary& b) {
  const std::string_view between = own.text({b.left->span.end, b.right->span.begin});
  size_t op = between.find_first_of("+-*/@%|&^<>");
  if (op == std::string_view::npos) op = 0;
  const size_t close = between.substr(0, op).rfind(')');
  size_t right = op;
  while (right < between.size() && std::string_view("+-*/@%|&^<>").find(between[right]) != std::string_view::npos) ++right;
  while (right < between.size() && std::isspace(static_cast<unsigned char>(between[right]))) ++right;
  const bool left_closed = close != std::string_view::npos, right_closed = right < between.size();
  const uint32_t begin = b.left->span.end;
  return {left_closed ? begin + static_cast<uint32_t>(close) + 1 : begin, begin + static_cast<uint32_t>(right), left_closed, right_closed};
}

void take_apart(const Source& own, const Expr& e, Span whole, bool closed, Chain& chain) {
  if (e.kind != ExprKind::binary || closed) {
    chain.operands.push_back(whole);
    return;
  }
  const auto& b = as<Binary>(e);
  const Operator op = operator_of(own, b);
  take_apart(own, *b.left, {whole.begin, op.left_end}, op.left_closed, chain);
  chain.operators.push_back(b.op);
  take_apart(own, *b.right, {op.right_begin, whole.end}, op.right_closed, chain);
}

}  // namespace

std::vector<Span> parts_to_group(const Source& own, const Expr& e) {
  Chain chain;
  take_apart(own, e, e.span, false, chain);
  std::vector<Span> parts;
  const size_t count = chain.operands.size();
  if (count < 3 || count > 6) return parts;
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = i + 1; k < count && k - i + 1 < count; ++k) {
      int loosest = 4;
      for (size_t o = i; o < k; ++o) loosest = std::min(loosest, binding(chain.operators[o]));
      const int before = i > 0 ? binding(chain.operators[i - 1]) : 0, after = k + 1 < count ? binding(chain.operators[k]) : 0;
      const bool as_it_is = before < loosest && after <= loosest;
      if (!as_it_is) parts.push_back({chain.operands[i].begin, chain.operands[k].end});
    }
  }
  return parts;
}

std::vector<std::pair<Span, Span>> parentheses_in(const Source& own, const Binary& e) {
  const Operator op = operator_of(own, e);
  std::vector<std::pair<Span, Span>> out;
  const auto add = [&](const Expr& operand, uint32_t begin, uint32_t end) {
    const Span open = {begin, operand.span.begin}, close = {operand.span.end, end};
    const bool once = trim(own.text(open)) == "(" && trim(own.text(close)) == ")";
    if (operand.kind == ExprKind::binary && once) out.emplace_back(open, close);
  };
  add(*e.left, e.span.begin, op.left_end);
  add(*e.right, op.right_begin, e.span.end);
  return out;
}

bool is_in_parentheses(const Source& own, const Binary& whole, const Expr& operand) {
  const Operator op = operator_of(own, whole);
  return whole.left.get() == &operand ? op.left_closed : op.right_closed;
}

}  // namespace mha::homework
