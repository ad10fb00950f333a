// Expressions down to unary operators, read slowly.

#include <fmt/format.h>

#include "lang/syntax/slip_finder.h"

namespace mha::lang {
namespace {

enum Rule {
  kExpression,
  kStarExpression,
  kNamed,
  kDisjunction,
  kConjunction,
  kInversion,
  kComparison,
  kBitwiseOr,
  kFactor = 20,
  kQuietExpression = 50
};

int operator_level(Tok t) {
  switch (t) {
    case Tok::bar:
      return 1;
    case Tok::caret:
      return 2;
    case Tok::ampersand:
      return 3;
    case Tok::left_shift:
    case Tok::right_shift:
      return 4;
    case Tok::plus:
    case Tok::minus:
      return 5;
    case Tok::star:
    case Tok::slash:
    case Tok::double_slash:
    case Tok::percent:
    case Tok::at:
      return 6;
    default:
      return 0;
  }
}

}  // namespace

SlipFinder::N SlipFinder::star_expressions() {
  const size_t first = at_;
  if (take(Tok::yield)) {
    if (take(Tok::from) ? !expression() : (star_expressions(), false)) return back(first);
    return make("yield expression", first);
  }
  const N one = star_expression();
  if (!one || !is(Tok::comma)) return one;
  std::vector<N> items{one};
  while (is(Tok::comma)) {
    ++at_;
    const size_t item = at_;
    const N next = star_expression();
    if (!next) {
      at_ = item;
      break;
    }
    items.push_back(next);
  }
  return make("tuple", first, std::move(items));
}

SlipFinder::N SlipFinder::star_expression() {
  return memoized(kStarExpression, [&]() -> N {
    const size_t first = at_;
    if (take(Tok::star)) {
      if (const N value = bitwise_or()) return make("starred", first, {value});
      at_ = first;
    }
    return expression();
  });
}

SlipFinder::N SlipFinder::star_named_expression() {
  const size_t first = at_;
  if (take(Tok::star)) {
    if (const N value = bitwise_or()) return make("starred", first, {value});
    at_ = first;
  }
  return named_expression();
}

bool SlipFinder::star_named_expressions(std::vector<N>& out) {
  N item = star_named_expression();
  if (!item) return false;
  out.push_back(item);
  while (take(Tok::comma)) {
    const size_t at = at_;
    item = star_named_expression();
    if (!item) {
      at_ = at;
      break;
    }
    out.push_back(item);
  }
  return true;
}

SlipFinder::N SlipFinder::assignment_expression() {
  const size_t first = at_;
  if (!is(Tok::name) || kind(1) != Tok::walrus) return nullptr;
  at_ += 2;
  return expression() ? make("named expression", first) : back(first);
}

SlipFinder::N SlipFinder::assignment_or_plain() {
  const size_t first = at_;
  if (const N named = assignment_expression()) return named;
  const N plain = expression();
  return plain && !is(Tok::walrus) ? plain : back(first);
}

SlipFinder::N SlipFinder::named_expression() {
  const size_t first = at_;
  if (const N named = assignment_expression()) return named;
  if (search_) invalid_named_expression();
  const N plain = expression();
  return plain && !is(Tok::walrus) ? plain : back(first);
}

void SlipFinder::invalid_named_expression() {
  memoized(kNamed, [&]() -> N {
    const size_t first = at_;
    if (const N a = expression()) {
      if (take(Tok::walrus) && expression()) {
        slip(fmt::format("cannot use assignment expressions with {}", a->name),
             a, a);
      }
    }
    at_ = first;
    if (take(Tok::name) && take(Tok::assign)) {
      if (const N b = bitwise_or(); b && !is(Tok::assign) && !is(Tok::walrus)) {
        slip("invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
             first, b->last);
      }
    }
    at_ = first;
    const auto is_display = [&] {
      if (is(Tok::true_) || is(Tok::none) || is(Tok::false_)) return true;
      bool found = false;
      if (is(Tok::left_bracket)) {
        const N display = bracket();
        found = display && std::string_view(display->name) == "list";
      } else if (is(Tok::left_paren)) {
        found = tuple() || (at_ = first, genexp());
      }
      at_ = first;
      return found;
    };
    if (is_display()) return nullptr;
    const N a = bitwise_or();
    if (a && take(Tok::assign) && bitwise_or() && !is(Tok::assign) &&
        !is(Tok::walrus)) {
      slip(fmt::format("cannot assign to {} here. Maybe you meant '==' instead "
                       "of '='?",
                       a->name),
           a, a);
    }
    return back(first);
  });
}

SlipFinder::N SlipFinder::expression() {
  return memoized(search_ ? kExpression : kQuietExpression, [&]() -> N {
    if (search_) {
      invalid_expression();
      invalid_legacy_expression();
    }
    return plain_expression();
  });
}

SlipFinder::N SlipFinder::plain_expression() {
  const size_t first = at_;
  const N then = disjunction();
  if (!then) {
    at_ = first;
    return lambda();
  }
  const size_t end = at_;
  if (take(Tok::if_) && disjunction() && take(Tok::else_) && expression()) {
    return make("conditional expression", first);
  }
  at_ = end;
  return then;
}

void SlipFinder::invalid_expression() {
  const size_t first = at_;
  const bool is_prefix = is(Tok::name) && kind(1) == Tok::text;
  // CPython takes any beginning of a soft keyword for one.
  bool is_soft = false;
  for (const std::string_view word : {"match", "case", "_"}) {
    is_soft = is_soft || (is(Tok::name) && word.starts_with(text(at_)));
  }
  if (!is_prefix && !is_soft) {
    if (const N a = disjunction()) {
      const bool was_searching = search_;
      search_ = false;
      const N b = plain_expression();
      search_ = was_searching;
      if (b) {
        const bool legacy =
            std::string_view(a->name) == "name" &&
            (text(a->first) == "print" || text(a->first) == "exec");
        if (!legacy && at_ - 1 - start_ < levels_.size() &&
            levels_[at_ - 1 - start_] != 0) {
          slip("invalid syntax. Perhaps you forgot a comma?", a, b);
        }
      }
    }
    at_ = first;
  }
  if (const N a = disjunction(); a && take(Tok::if_)) {
    if (const N b = disjunction(); b && !is(Tok::else_) && !is(Tok::colon)) {
      slip("expected 'else' after 'if' expression", a, b);
    }
  }
  at_ = first;
}

void SlipFinder::invalid_legacy_expression() {
  const size_t first = at_;
  if (!take(Tok::name)) return;
  if (!is(Tok::left_paren)) {
    const N b = star_expressions();
    if (b && (text(first) == "print" || text(first) == "exec")) {
      slip(fmt::format("Missing parentheses in call to '{0}'. Did you mean "
                       "{0}(...)?",
                       text(first)),
           first, b->last);
    }
  }
  at_ = first;
}

SlipFinder::N SlipFinder::disjunction() {
  return memoized(kDisjunction, [&]() -> N {
    const size_t first = at_;
    const N one = conjunction();
    if (!one || !is(Tok::or_)) return one;
    bool several = false;
    size_t end = at_;
    while (take(Tok::or_) && conjunction()) {
      end = at_;
      several = true;
    }
    at_ = end;
    return several ? make("expression", first) : one;
  });
}

SlipFinder::N SlipFinder::conjunction() {
  return memoized(kConjunction, [&]() -> N {
    const size_t first = at_;
    const N one = inversion();
    if (!one || !is(Tok::and_)) return one;
    bool several = false;
    size_t end = at_;
    while (take(Tok::and_) && inversion()) {
      end = at_;
      several = true;
    }
    at_ = end;
    return several ? make("expression", first) : one;
  });
}

SlipFinder::N SlipFinder::inversion() {
  return memoized(kInversion, [&]() -> N {
    const size_t first = at_;
    if (take(Tok::not_)) {
      return inversion() ? make("expression", first) : back(first);
    }
    return comparison();
  });
}

bool SlipFinder::comparison_operator() {
  switch (kind()) {
    case Tok::equal:
    case Tok::not_equal:
    case Tok::less:
    case Tok::less_equal:
    case Tok::greater:
    case Tok::greater_equal:
    case Tok::in:
      ++at_;
      return true;
    case Tok::is:
      ++at_;
      take(Tok::not_);
      return true;
    case Tok::not_:
      if (kind(1) != Tok::in) return false;
      at_ += 2;
      return true;
    default:
      return false;
  }
}

SlipFinder::N SlipFinder::comparison() {
  return memoized(kComparison, [&]() -> N {
    const size_t first = at_;
    const N left = bitwise_or();
    if (!left) return nullptr;
    const bool compares_in = is(Tok::in);
    size_t end = at_;
    bool several = false;
    while (comparison_operator() && bitwise_or()) {
      end = at_;
      several = true;
    }
    at_ = end;
    if (!several) return left;
    const N node = make("comparison", first, {left});
    nodes_.back().compares_in = compares_in;
    return node;
  });
}

SlipFinder::N SlipFinder::bitwise_or() {
  return memoized(kBitwiseOr, [&] { return binary(1); });
}

SlipFinder::N SlipFinder::binary(int lowest) {
  const size_t first = at_;
  N left = factor();
  while (left) {
    const size_t end = at_;
    const int level = operator_level(kind());
    if (level == 0 || level < lowest) return left;
    ++at_;
    if (!binary(level + 1)) {
      at_ = end;
      return left;
    }
    left = make("expression", first);
  }
  return nullptr;
}

SlipFinder::N SlipFinder::factor() {
  return memoized(kFactor, [&]() -> N {
    const size_t first = at_;
    if (take(Tok::plus) || take(Tok::minus) || take(Tok::tilde)) {
      return factor() ? make("expression", first) : back(first);
    }
    const N base = primary();
    if (!base) return nullptr;
    const size_t end = at_;
    if (take(Tok::double_star)) {
      if (factor()) return make("expression", first);
      at_ = end;
    }
    return base;
  });
}

SlipFinder::N SlipFinder::lambda() {
  const size_t first = at_;
  if (!take(Tok::lambda)) return nullptr;
  parameters(/*is_lambda=*/true);
  return take(Tok::colon) && expression() ? make("lambda", first) : back(first);
}

}  // namespace mha::lang
