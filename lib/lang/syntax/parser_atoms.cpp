// Atoms, and what may follow one: attributes, calls, subscripts.

#include <cstdlib>

#include "lang/syntax/parser_core.h"
#include "lang/values/number.h"
#include "lang/values/object.h"

namespace mha::lang {

ExprPtr Parser::primary() {
  const uint32_t from = begin();
  if (is(Tok::await)) refuse_coroutine("call the function directly");
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
  const Span span = here();
  std::string digits(text_of(token()));
  std::erase(digits, '_');
  ++at_;
  const auto constant = [&](Value value) {
    return std::make_unique<Constant>(span, std::move(value));
  };
  const char radix = digits.size() > 1 && digits[0] == '0' ? static_cast<char>(digits[1] | 0x20) : '0';
  if (const int base = radix == 'x' ? 16 : radix == 'o' ? 8 : radix == 'b' ? 2 : 0; base != 0) {
    return constant(int_from_decimal(std::string_view(digits).substr(2), base));
  }
  if (digits.back() == 'j' || digits.back() == 'J') {
    refuse(span, "complex numbers are not part of this language",
           "keep the real and the imaginary part in two variables");
  }
  if (digits.find_first_of(".eE") != std::string::npos) {
    return constant(Value(std::strtod(digits.c_str(), nullptr)));
  }
  try {
    return constant(int_from_decimal(digits, 10));
  } catch (const ValueError& e) {  // of thousands of digits
    error(span, e.message());
  }
}

ExprPtr Parser::call(ExprPtr callee, uint32_t from) {
  auto node = std::make_unique<Call>(Span{});
  grow(*node, callee);
  node->callee = std::move(callee);
  arguments(node->args, node->keywords, node.get());
  for (const ExprPtr& arg : node->args) node->spreads |= arg->kind == ExprKind::starred;
  for (const Keyword& k : node->keywords) node->spreads |= !k.name;
  return finish(std::move(node), from);
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
    node->index = sequence(
        ExprKind::tuple, index_begin, std::move(node->index), [&] { return subscript_item(); },
        [&] { return is(Tok::right_bracket); });
  }
  expect(Tok::right_bracket);
  grow(*node, node->index);
  return finish(std::move(node), from);
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
  if (is(Tok::right_paren)) {
    return closed(std::make_unique<Sequence>(ExprKind::tuple, Span{}), from, Tok::right_paren);
  }
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
  return elements(ExprKind::tuple, from, std::move(first), Tok::right_paren);
}

// The rest of a display, up to its bracket.
ExprPtr Parser::elements(ExprKind kind, uint32_t from, ExprPtr first, Tok close) {
  auto all = sequence(
      kind, from, std::move(first), [&] { return star_named_expression(); },
      [&] { return is(close); });
  if (close != Tok::right_paren && (is(Tok::for_) || is(Tok::async))) check_lone(*all);
  return closed(std::move(all), from, close);
}

ExprPtr Parser::list_display() {
  const uint32_t from = begin();
  expect(Tok::left_bracket);
  if (is(Tok::right_bracket)) {
    return closed(std::make_unique<Sequence>(ExprKind::list, Span{}), from, Tok::right_bracket);
  }
  ExprPtr first = star_named_expression();
  if (is(Tok::for_) || is(Tok::async)) {
    return closed(comprehension(Comprehension::Result::list, std::move(first), nullptr, from), from,
                  Tok::right_bracket);
  }
  return elements(ExprKind::list, from, std::move(first), Tok::right_bracket);
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
      return elements(ExprKind::set, from, std::move(key), Tok::right_brace);
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
  return finish(std::move(node), from);
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
    if (is(Tok::async)) refuse_coroutine("use a plain for");
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
  return finish(std::move(node), from);
}

}  // namespace mha::lang
