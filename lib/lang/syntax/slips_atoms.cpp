// Atoms, displays, calls and subscripts, read slowly.

#include <fmt/format.h>

#include "lang/syntax/parser_core.h"
#include "lang/syntax/slip_finder.h"

namespace mha::lang {
namespace {

enum Rule { kPrimary = 24, kAtom, kTuple, kGroup, kGenexp, kArgs };

}  // namespace

SlipFinder::N SlipFinder::primary() {
  return memoized(kPrimary, [&]() -> N {
    const size_t first = at_;
    take(Tok::await);
    N node = atom();
    while (node) {
      const size_t end = at_;
      if (take(Tok::dot) && take(Tok::name)) {
        node = make("attribute", first);
        continue;
      }
      at_ = end;
      if (is(Tok::left_paren)) {
        if (!genexp()) {
          at_ = end + 1;
          arguments();
          if (!take(Tok::right_paren)) {
            at_ = end;
            return node;
          }
        }
        node = make("function call", first);
        continue;
      }
      if (take(Tok::left_bracket) && slices() && take(Tok::right_bracket)) {
        node = make("subscript", first);
        continue;
      }
      at_ = end;
      return node;
    }
    return back(first);
  });
}

SlipFinder::N SlipFinder::atom() {
  return memoized(kAtom, [&]() -> N {
    const size_t first = at_;
    const auto one = [&](const char* name) {
      ++at_;
      return make(name, first);
    };
    switch (kind()) {
      case Tok::name:
        return one("name");
      case Tok::true_:
        return one("True");
      case Tok::false_:
        return one("False");
      case Tok::none:
        return one("None");
      case Tok::number:
        return one("literal");
      case Tok::ellipsis:
        return one("ellipsis");
      case Tok::text: {
        bool formatted = false;
        for (; is(Tok::text); ++at_) {
          const std::string_view word = text(at_);
          const std::string_view prefix =
              word.substr(0, word.find_first_of("'\""));
          formatted = formatted || prefix.find_first_of("fF") != prefix.npos;
        }
        check_text(first);
        return make(formatted ? "f-string expression" : "literal", first);
      }
      case Tok::left_paren:
        return paren();
      case Tok::left_bracket:
        return bracket();
      case Tok::left_brace:
        return brace();
      default:
        return nullptr;
    }
  });
}

// Strings are read at once, and complain at once.
void SlipFinder::check_text(size_t first) {
  std::vector<Token> run(tokens_.begin() + static_cast<std::ptrdiff_t>(first),
                         tokens_.begin() + static_cast<std::ptrdiff_t>(at_));
  kind();
  run.push_back({Tok::end, run.back().end, run.back().end});
  Parser(source_, run).lone_expression();
}

SlipFinder::N SlipFinder::paren() {
  const size_t first = at_;
  if (const N node = tuple()) return node;
  at_ = first;
  if (const N node = group()) return node;
  at_ = first;
  return genexp();
}

SlipFinder::N SlipFinder::tuple() {
  return memoized(kTuple, [&]() -> N {
    const size_t first = at_;
    if (!take(Tok::left_paren)) return nullptr;
    std::vector<N> items;
    const size_t inner = at_;
    if (const N one = star_named_expression(); one && take(Tok::comma)) {
      items.push_back(one);
      const size_t rest = at_;
      if (!star_named_expressions(items)) at_ = rest;
    } else {
      at_ = inner;
    }
    return take(Tok::right_paren) ? make("tuple", first, std::move(items))
                                  : back(first);
  });
}

SlipFinder::N SlipFinder::group() {
  return memoized(kGroup, [&]() -> N {
    const size_t first = at_;
    ++at_;
    if (const N inner = is(Tok::yield) ? star_expressions() : named_expression();
        inner && take(Tok::right_paren)) {
      return inner;
    }
    if (!search_) return back(first);
    at_ = first + 1;
    if (const N star = starred_argument(); star && is(Tok::right_paren)) {
      slip("cannot use starred expression here", star, star);
    }
    at_ = first + 1;
    if (take(Tok::double_star) && expression() && is(Tok::right_paren)) {
      slip("cannot use double starred expression here", first + 1, first + 1);
    }
    return back(first);
  });
}

SlipFinder::N SlipFinder::genexp() {
  return memoized(kGenexp, [&]() -> N {
    const size_t first = at_;
    if (!take(Tok::left_paren)) return nullptr;
    if (assignment_or_plain() && for_if_clauses() && take(Tok::right_paren)) {
      return make("generator expression", first);
    }
    at_ = first;
    if (search_) invalid_comprehension();
    return back(first);
  });
}

SlipFinder::N SlipFinder::bracket() {
  const size_t first = at_;
  ++at_;
  std::vector<N> items;
  if (!star_named_expressions(items)) at_ = first + 1;
  if (take(Tok::right_bracket)) return make("list", first, std::move(items));
  at_ = first + 1;
  if (named_expression() && for_if_clauses() && take(Tok::right_bracket)) {
    return make("list comprehension", first);
  }
  at_ = first;
  if (search_) invalid_comprehension();
  return back(first);
}

SlipFinder::N SlipFinder::brace() {
  const size_t first = at_;
  if (const N node = dict()) return node;
  at_ = first + 1;
  std::vector<N> items;
  if (star_named_expressions(items) && take(Tok::right_brace)) {
    return make("set display", first, std::move(items));
  }
  at_ = first + 1;
  if (key_value() && for_if_clauses() && take(Tok::right_brace)) {
    return make("dict comprehension", first);
  }
  if (search_) {
    at_ = first + 1;
    if (take(Tok::double_star) && bitwise_or() && for_if_clauses() &&
        is(Tok::right_brace)) {
      slip("dict unpacking cannot be used in dict comprehension", first + 1,
           first + 1);
    }
  }
  at_ = first + 1;
  if (named_expression() && for_if_clauses() && take(Tok::right_brace)) {
    return make("set comprehension", first);
  }
  at_ = first;
  if (search_) invalid_comprehension();
  return back(first);
}

SlipFinder::N SlipFinder::dict() {
  const size_t first = at_;
  ++at_;
  size_t end = at_;
  const auto pair = [&] {
    const size_t at = at_;
    if (take(Tok::double_star) && bitwise_or()) return true;
    at_ = at;
    return key_value();
  };
  while (pair()) {
    end = at_;
    if (!take(Tok::comma)) break;
    end = at_;
  }
  at_ = end;
  if (take(Tok::right_brace)) return make("dict literal", first);
  at_ = first + 1;
  invalid_key_values();  // in CPython's first pass already
  return back(first);
}

bool SlipFinder::key_value() {
  const size_t first = at_;
  if (expression() && take(Tok::colon) && expression()) return true;
  at_ = first;
  return false;
}

void SlipFinder::invalid_key_values() {
  const size_t first = at_;
  // Pairs, a comma, and then something that is no pair.
  size_t end = 0;
  for (;;) {
    const size_t at = at_;
    const bool pair =
        (take(Tok::double_star) && bitwise_or()) || (at_ = at, key_value());
    if (!pair) break;
    if (!is(Tok::comma)) {
      end = 0;
      break;
    }
    ++at_;
    end = at_;
  }
  if (end != 0) {
    at_ = end;
    invalid_key_value();
  }
  at_ = first;
  if (expression() && take(Tok::colon)) {
    const size_t star = at_;
    if (take(Tok::star) && bitwise_or()) {
      slip("cannot use a starred expression in a dictionary value", star,
           at_ - 1);
    }
    at_ = star;
    if (is(Tok::right_brace) || is(Tok::comma)) {
      slip("expression expected after dictionary key and ':'", star - 1,
           star - 1);
    }
  }
  at_ = first;
}

void SlipFinder::invalid_key_value() {
  const N key = expression();
  if (!key) return;
  if (!is(Tok::colon)) {
    slip("':' expected after dictionary key", key->last, key->last);
  }
  const size_t colon = at_++;
  if (take(Tok::star) && bitwise_or()) {
    slip("cannot use a starred expression in a dictionary value", colon + 1,
         at_ - 1);
  }
  at_ = colon + 1;
  if (is(Tok::right_brace) || is(Tok::comma)) {
    slip("expression expected after dictionary key and ':'", colon, colon);
  }
}

void SlipFinder::invalid_comprehension() {
  const size_t first = at_;
  const bool is_paren = is(Tok::left_paren);
  ++at_;
  if (const N star = starred_argument(); star && for_if_clauses()) {
    slip("iterable unpacking cannot be used in comprehension", star, star);
  }
  at_ = first + 1;
  if (!is_paren) {
    if (const N a = star_named_expression(); a && take(Tok::comma)) {
      const size_t comma = at_ - 1;
      std::vector<N> rest;
      if (star_named_expressions(rest) && for_if_clauses()) {
        slip("did you forget parentheses around the comprehension target?", a,
             rest.back());
      }
      at_ = comma + 1;
      if (for_if_clauses()) {
        slip("did you forget parentheses around the comprehension target?",
             a->first, comma);
      }
    }
  }
  at_ = first;
}

bool SlipFinder::for_if_clauses(size_t* last_expression) {
  bool any = false;
  for (;;) {
    const size_t first = at_;
    take(Tok::async);
    if (!take(Tok::for_)) {
      at_ = first;
      return any;
    }
    if (star_targets() && take(Tok::in)) {
      if (!disjunction()) {
        at_ = first;
        return any;
      }
    } else {
      at_ = first + 1;
      if (search_) {
        if (const N target = star_expressions()) {
          invalid_target(target, Targets::for_);
        }
      }
      at_ = first;
      return any;
    }
    for (;;) {
      const size_t end = at_;
      if (take(Tok::if_) && disjunction()) continue;
      at_ = end;
      break;
    }
    if (last_expression) *last_expression = at_ - 1;
    any = true;
  }
}

bool SlipFinder::slice_with_colons() {
  const size_t first = at_;
  if (!expression()) at_ = first;
  if (take(Tok::colon)) {
    size_t end = at_;
    if (!expression()) at_ = end;
    if (take(Tok::colon)) {
      end = at_;
      if (!expression()) at_ = end;
    }
    return true;
  }
  at_ = first;
  return false;
}

bool SlipFinder::slice() { return slice_with_colons() || named_expression(); }

bool SlipFinder::slices() {
  const size_t first = at_;
  if (slice() && !is(Tok::comma)) return true;
  at_ = first;
  size_t end = first;
  for (;;) {
    if (!slice()) {
      at_ = end;
      if (!starred_argument()) break;
    }
    end = at_;
    if (!take(Tok::comma)) break;
    end = at_;
  }
  at_ = end;
  return end != first;
}

SlipFinder::N SlipFinder::starred_argument() {
  const size_t first = at_;
  if (!take(Tok::star)) return nullptr;
  const N value = expression();
  return value ? make("starred", first, {value}) : back(first);
}

SlipFinder::N SlipFinder::arguments() {
  const size_t first = at_;
  if (const N all = args()) {
    take(Tok::comma);
    if (is(Tok::right_paren)) return all;
  }
  at_ = first;
  if (search_) invalid_arguments();
  return back(first);
}

SlipFinder::N SlipFinder::args() {
  return memoized(kArgs, [&]() -> N {
    const size_t first = at_;
    std::vector<N> positional;
    bool unpacks = false;
    size_t end = at_;
    for (;;) {
      N item = starred_argument();
      if (!item) {
        item = assignment_or_plain();
        if (item && is(Tok::assign)) item = nullptr;
      }
      if (!item) break;
      positional.push_back(item);
      end = at_;
      if (!take(Tok::comma)) break;
    }
    at_ = end;
    if (positional.empty()) {
      if (!keyword_arguments(positional, unpacks)) return back(first);
    } else if (take(Tok::comma)) {
      if (!keyword_arguments(positional, unpacks)) at_ = end;
    }
    const N node = make("function call", first, std::move(positional));
    nodes_.back().unpacks = unpacks;
    return node;
  });
}

// Keywords and *x, then keywords and **x.
bool SlipFinder::keyword_arguments(std::vector<N>& positional, bool& unpacks) {
  const size_t first = at_;
  size_t end = at_;
  bool double_star = false;
  for (;;) {
    if (!keyword_argument(double_star, positional, unpacks)) {
      at_ = end;
      if (end != first && !is(Tok::comma)) break;
      if (double_star) break;
      // The rest of the list, from the same place on.
      double_star = true;
      if (end != first) ++at_;
      if (!keyword_argument(true, positional, unpacks)) {
        at_ = end;
        break;
      }
    }
    end = at_;
    if (!take(Tok::comma)) break;
  }
  at_ = end;
  return end != first;
}

bool SlipFinder::keyword_argument(bool double_star, std::vector<N>& positional,
                                  bool& unpacks) {
  const size_t first = at_;
  if (search_) invalid_keyword();
  if (take(Tok::name) && take(Tok::assign) && expression()) return true;
  at_ = first;
  if (double_star) {
    if (take(Tok::double_star) && expression()) {
      unpacks = true;
      return true;
    }
  } else if (const N star = starred_argument()) {
    positional.push_back(star);
    return true;
  }
  at_ = first;
  return false;
}

void SlipFinder::invalid_keyword() {
  const size_t first = at_;
  if ((take(Tok::true_) || take(Tok::false_) || take(Tok::none)) &&
      is(Tok::assign)) {
    slip(fmt::format("cannot assign to {}", text(first)), first, first + 1);
  }
  at_ = first;
  if (take(Tok::name) && take(Tok::assign)) {
    if (expression() && for_if_clauses()) {
      slip("invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
           first, first + 1);
    }
    at_ = first;
    return;
  }
  at_ = first;
  if (expression() && is(Tok::assign)) {
    slip("expression cannot contain assignment, perhaps you meant \"==\"?",
         first, at_);
  }
  at_ = first;
}

void SlipFinder::invalid_arguments() {
  constexpr const char* kParenthesize =
      "Generator expression must be parenthesized";
  const size_t first = at_;
  const N all = args();
  const size_t all_end = at_;
  if (all && take(Tok::comma) && is(Tok::star)) {
    slip("iterable argument unpacking follows keyword argument unpacking", all,
         all);
  }
  at_ = first;
  size_t last = 0;
  if (expression() && for_if_clauses(&last) && take(Tok::comma)) {
    const size_t end = at_;
    const bool more = args() || (at_ = end, expression() && for_if_clauses());
    static_cast<void>(more);  // either is optional
    slip(kParenthesize, first, last);
  }
  at_ = first;
  if (take(Tok::name) && take(Tok::assign) && expression() &&
      for_if_clauses()) {
    slip("invalid syntax. Maybe you meant '==' or ':=' instead of '='?", first,
         first + 1);
  }
  if (!all) {
    at_ = first;
    return;
  }
  at_ = all_end;
  if (for_if_clauses(&last) && all->items.size() > 1) {
    slip(kParenthesize, all->items.back()->first, last);
  }
  at_ = all_end;
  if (take(Tok::comma)) {
    const size_t second = at_;
    if (expression() && for_if_clauses(&last))
      slip(kParenthesize, second, last);
    at_ = second;
    if (args()) {
      slip_here(all->unpacks
                    ? "positional argument follows keyword argument unpacking"
                    : "positional argument follows keyword argument");
    }
  }
  at_ = first;
}

}  // namespace mha::lang
