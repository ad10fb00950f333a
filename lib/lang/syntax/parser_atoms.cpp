// Atoms, and what may follow one: attributes, calls, subscripts.

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "lang/syntax/parser_core.h"
#include "lang/values/number.h"
#include "lang/values/object.h"

namespace mha::lang {
namespace {

constexpr size_t kMaxDecimalDigits = 4300;  // CPython's limit

std::string without_underscores(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c != '_') digits += c;
  }
  return digits;
}

}  // namespace

ExprPtr Parser::primary() {
  const uint32_t from = begin();
  if (is(Tok::await)) {
    refuse({token().begin, token().end},
           "'await' is not supported: coroutines are not part of this language",
           "call the function directly");
  }
  ExprPtr node = atom();
  for (;;) {
    if (take(Tok::dot)) {
      const NameRef attribute = name();
      auto next = std::make_unique<Attribute>(since(from), nullptr,
                                              attribute.name, attribute.span);
      grow(*next, node);
      next->object = std::move(node);
      node = std::move(next);
    } else if (is(Tok::left_paren)) {
      node = call(std::move(node), from);
    } else if (is(Tok::left_bracket)) {
      node = subscript(std::move(node), from);
    } else {
      return node;
    }
  }
}

ExprPtr Parser::atom() {
  const uint32_t from = begin();
  const auto constant = [&](Value value) {
    ++at_;
    return std::make_unique<Constant>(since(from), std::move(value));
  };
  switch (kind()) {
    case Tok::name: {
      const NameRef ref = name();
      return std::make_unique<NameExpr>(ref.span, ref.name);
    }
    case Tok::number:
      return number();
    case Tok::text:
      return text_run();
    case Tok::true_:
      return constant(Value(true));
    case Tok::false_:
      return constant(Value(false));
    case Tok::none:
      return constant(Value::none());
    case Tok::ellipsis:
      return constant(Value::ellipsis());
    case Tok::left_paren:
      return paren();
    case Tok::left_bracket:
      return list_display();
    case Tok::left_brace:
      return brace_display();
    default:
      fail();
  }
}

ExprPtr Parser::number() {
  const Span span{token().begin, token().end};
  const std::string digits = without_underscores(text_of(token()));
  ++at_;
  if (digits.back() == 'j' || digits.back() == 'J') {
    if (!digits.starts_with("0x") && !digits.starts_with("0X")) {
      refuse(span, "complex numbers are not part of this language",
             "keep the real and the imaginary part in two variables");
    }
  }
  if (digits.size() > 1 && digits[0] == '0') {
    const char radix = static_cast<char>(digits[1] | 0x20);
    const int base = radix == 'x'   ? 16
                     : radix == 'o' ? 8
                     : radix == 'b' ? 2
                                    : 0;
    if (base != 0) {
      return std::make_unique<Constant>(
          span, int_from_decimal(std::string_view(digits).substr(2), base));
    }
  }
  if (digits.find_first_of(".eE") != std::string::npos) {
    return std::make_unique<Constant>(
        span, Value(std::strtod(digits.c_str(), nullptr)));
  }
  if (digits.size() <= 18) {
    int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return std::make_unique<Constant>(span, Value(value));
  }
  if (digits.size() > kMaxDecimalDigits) {
    error(
        span,
        fmt::format(
            "Exceeds the limit ({} digits) for integer string conversion: "
            "value "
            "has {} digits; use sys.set_int_max_str_digits() to increase the "
            "limit "
            "- Consider hexadecimal for huge integer literals to avoid decimal "
            "conversion limits.",
            kMaxDecimalDigits, digits.size()));
  }
  return std::make_unique<Constant>(span, int_from_decimal(digits, 10));
}

ExprPtr Parser::call(ExprPtr callee, uint32_t from) {
  auto node = std::make_unique<Call>(Span{});
  grow(*node, callee);
  node->callee = std::move(callee);
  arguments(node->args, node->keywords, node.get());
  for (const ExprPtr& arg : node->args) node->spreads |= arg->kind == ExprKind::starred;
  for (const Keyword& k : node->keywords) node->spreads |= !k.name;
  node->span = since(from);
  return node;
}

// From the opening bracket to the closing one. Once a keyword has come, only
// keywords and starred arguments may follow; once ** has, no star.
void Parser::arguments(std::vector<ExprPtr>& args,
                       std::vector<Keyword>& keywords, Expr* owner) {
  const uint32_t from = begin();
  expect(Tok::left_paren);
  bool seen_double_star = false;
  const char* misplaced = nullptr;  // what is wrong with a positional argument's place
  while (!is(Tok::right_paren)) {
    const uint32_t item_begin = begin();
    const size_t start = at_;
    if (take(Tok::star)) {
      if (seen_double_star) {
        fail("iterable argument unpacking follows keyword argument unpacking", since(item_begin));
      }
      ExprPtr value = expression();
      if (is(Tok::for_)) fail("iterable unpacking cannot be used in comprehension", since(item_begin));
      auto item = std::make_unique<Starred>(since(item_begin), nullptr);
      grow(*item, value);
      item->value = std::move(value);
      args.push_back(std::move(item));
      if (owner) grow(*owner, args.back());
    } else if (take(Tok::double_star)) {
      seen_double_star = true;
      ExprPtr value = expression();
      keywords.push_back({std::nullopt, since(item_begin), std::move(value)});
      if (owner) grow(*owner, keywords.back().value);
    } else if (is(Tok::name) && ahead() == Tok::assign) {
      const Symbol keyword = name().name;
      expect(Tok::assign);
      ExprPtr value = expression();
      keywords.push_back({keyword, since(item_begin), std::move(value)});
      if (owner) grow(*owner, keywords.back().value);
    } else {
      ExprPtr value = argument_value();
      check_argument(start);
      if (is(Tok::for_) || is(Tok::async)) {
        if (!owner) fail();  // a class has no generator
        value = comprehension(Comprehension::Result::generator, std::move(value), nullptr, from);
        if (!args.empty() || !keywords.empty() || is(Tok::comma)) {
          fail("Generator expression must be parenthesized", since(item_begin));
        }
        args.push_back(closed(std::move(value), from, Tok::right_paren));
        grow(*owner, args.back());
        return;
      }
      if (!misplaced && seen_double_star) {
        misplaced = "positional argument follows keyword argument unpacking";
      } else if (!misplaced && !keywords.empty()) {
        misplaced = "positional argument follows keyword argument";
      }
      args.push_back(std::move(value));
      if (owner) grow(*owner, args.back());
    }
    if (!take(Tok::comma)) break;
  }
  if (misplaced) fail(misplaced, here());
  expect(Tok::right_paren);
}

ExprPtr Parser::subscript(ExprPtr object, uint32_t from) {
  auto node = std::make_unique<Subscript>(Span{}, nullptr, nullptr);
  grow(*node, object);
  node->object = std::move(object);
  expect(Tok::left_bracket);
  const uint32_t index_begin = begin();
  node->index = subscript_item();
  if (is(Tok::comma) || node->index->kind == ExprKind::starred) {
    auto tuple = std::make_unique<Sequence>(ExprKind::tuple, Span{});
    grow(*tuple, node->index);
    tuple->items.push_back(std::move(node->index));
    while (take(Tok::comma)) {
      if (is(Tok::right_bracket)) break;
      tuple->items.push_back(subscript_item());
      grow(*tuple, tuple->items.back());
    }
    tuple->span = since(index_begin);
    node->index = std::move(tuple);
  }
  expect(Tok::right_bracket);
  grow(*node, node->index);
  node->span = since(from);
  return node;
}

ExprPtr Parser::subscript_item() {
  const uint32_t from = begin();
  if (is(Tok::star)) return starred();
  ExprPtr start;
  if (!is(Tok::colon)) {
    start = named_expression();
    if (!is(Tok::colon) || start->kind == ExprKind::named) return start;
  }
  auto node = std::make_unique<SliceExpr>(Span{});
  node->start = std::move(start);
  const auto at_end = [&] {
    return is(Tok::colon) || is(Tok::comma) || is(Tok::right_bracket);
  };
  expect(Tok::colon);
  if (!at_end()) node->stop = expression();
  if (take(Tok::colon) && !at_end()) node->step = expression();
  node->span = since(from);
  grow(*node, node->start);
  grow(*node, node->stop);
  grow(*node, node->step);
  return node;
}

// (), (x), (x, y) or (x for x in y).
ExprPtr Parser::paren() {
  const uint32_t from = begin();
  expect(Tok::left_paren);
  auto tuple = std::make_unique<Sequence>(ExprKind::tuple, Span{});
  if (is(Tok::right_paren)) return closed(std::move(tuple), from, Tok::right_paren);
  if (is(Tok::yield)) {
    ExprPtr e = yield_expression();
    expect(Tok::right_paren);
    return e;
  }
  ExprPtr first = star_named_expression();
  if (!is(Tok::comma)) {
    if (is(Tok::for_) || is(Tok::async)) {
      return closed(comprehension(Comprehension::Result::generator, std::move(first), nullptr, from),
                    from, Tok::right_paren);
    }
    if (first->kind == ExprKind::starred && is(Tok::right_paren)) {
      fail("cannot use starred expression here", first->span);
    }
    expect(Tok::right_paren);
    return first;
  }
  grow(*tuple, first);
  tuple->items.push_back(std::move(first));
  while (take(Tok::comma)) {
    if (is(Tok::right_paren)) break;
    tuple->items.push_back(star_named_expression());
    grow(*tuple, tuple->items.back());
  }
  return closed(std::move(tuple), from, Tok::right_paren);
}

ExprPtr Parser::list_display() {
  const uint32_t from = begin();
  expect(Tok::left_bracket);
  auto list = std::make_unique<Sequence>(ExprKind::list, Span{});
  while (!is(Tok::right_bracket)) {
    list->items.push_back(star_named_expression());
    if (is(Tok::for_) || is(Tok::async)) {
      check_lone(*list);
      return closed(comprehension(Comprehension::Result::list, std::move(list->items[0]), nullptr, from),
                    from, Tok::right_bracket);
    }
    grow(*list, list->items.back());
    if (!take(Tok::comma)) break;
  }
  return closed(std::move(list), from, Tok::right_bracket);
}

// A dict, a set, or a comprehension of either.
ExprPtr Parser::brace_display() {
  const uint32_t from = begin();
  expect(Tok::left_brace);
  auto dict = std::make_unique<DictExpr>(Span{});
  if (is(Tok::right_brace)) return closed(std::move(dict), from, Tok::right_brace);
  ExprPtr key;
  if (!is(Tok::double_star)) {
    key = star_named_expression();
    if (!is(Tok::colon) || key->kind == ExprKind::starred ||
        key->kind == ExprKind::named) {
      if (is(Tok::for_) || is(Tok::async)) {
        return closed(comprehension(Comprehension::Result::set, std::move(key), nullptr, from), from,
                      Tok::right_brace);
      }
      auto set = std::make_unique<Sequence>(ExprKind::set, Span{});
      grow(*set, key);
      set->items.push_back(std::move(key));
      while (take(Tok::comma)) {
        if (is(Tok::right_brace)) break;
        set->items.push_back(star_named_expression());
        grow(*set, set->items.back());
      }
      if (is(Tok::for_)) check_lone(*set);
      return closed(std::move(set), from, Tok::right_brace);
    }
  }
  for (bool first = true; first || !is(Tok::right_brace); first = false) {
    ExprPtr value;
    if (!key && take(Tok::double_star)) {
      value = bitwise_or();
    } else {
      if (!key) {
        const bool was_quiet = std::exchange(quiet_, true);  // a missing colon is told below
        key = expression();
        quiet_ = was_quiet;
      }
      const Token& last = tokens_[at_ - 1];
      if (!is(Tok::colon)) fail("':' expected after dictionary key", {last.end - 1, last.end});
      const Span colon = here();
      ++at_;
      if (is(Tok::comma) || is(Tok::right_brace)) {
        fail("expression expected after dictionary key and ':'", colon);
      }
      value = expression();
      if (first && (is(Tok::for_) || is(Tok::async))) {
        return closed(comprehension(Comprehension::Result::dict, std::move(key), std::move(value), from),
                      from, Tok::right_brace);
      }
    }
    grow(*dict, key);
    grow(*dict, value);
    dict->items.emplace_back(std::move(key), std::move(value));
    key = nullptr;
    if (!take(Tok::comma)) break;
  }
  return closed(std::move(dict), from, Tok::right_brace);
}

ExprPtr Parser::closed(ExprPtr node, uint32_t from, Tok close) {
  expect(close);
  node->span = since(from);
  return node;
}

// From the first `for` to the last clause.
ExprPtr Parser::comprehension(Comprehension::Result result, ExprPtr element,
                              ExprPtr value, uint32_t from) {
  if (element->kind == ExprKind::starred) {
    fail("iterable unpacking cannot be used in comprehension", element->span);
  }
  auto node = std::make_unique<Comprehension>(Span{});
  node->result = result;
  grow(*node, element);
  grow(*node, value);
  node->element = std::move(element);
  node->value = std::move(value);
  do {
    if (is(Tok::async)) {
      refuse({token().begin, token().end},
             "'async' is not supported: coroutines are not part of this "
             "language",
             "use a plain for");
    }
    expect(Tok::for_);
    ComprehensionClause clause;
    const size_t target = at_;
    clause.target = target_list();
    expect_in(target);
    clause.iterable = disjunction();
    grow(*node, clause.target);
    grow(*node, clause.iterable);
    while (take(Tok::if_)) {
      clause.conditions.push_back(disjunction());
      grow(*node, clause.conditions.back());
    }
    node->clauses.push_back(std::move(clause));
  } while (is(Tok::for_) || is(Tok::async));
  node->span = since(from);
  return node;
}

}  // namespace mha::lang
