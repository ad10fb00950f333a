// Left sides and parameter lists, read slowly.

#include "lang/syntax/slip_finder.h"

namespace mha::lang {
namespace {

enum Rule { kStarTarget = 36, kTargetAtom };

}  // namespace

SlipFinder::N SlipFinder::star_targets() {
  const size_t first = at_;
  const N one = star_target();
  if (!one || !is(Tok::comma)) return one;
  std::vector<N> items{one};
  while (take(Tok::comma)) {
    const size_t at = at_;
    const N next = star_target();
    if (!next) {
      at_ = at;
      break;
    }
    items.push_back(next);
  }
  return make("tuple", first, std::move(items));
}

SlipFinder::N SlipFinder::star_target() {
  return memoized(kStarTarget, [&]() -> N {
    const size_t first = at_;
    if (take(Tok::star) && !is(Tok::star)) {
      if (const N value = star_target()) return make("starred", first, {value});
    }
    at_ = first;
    return target_with_star_atom();
  });
}

// x.y or x[y], not in brackets of its own.
SlipFinder::N SlipFinder::attribute_or_subscript() {
  const size_t first = at_;
  const N node = primary();
  if (node && node->first == first &&
      (std::string_view(node->name) == "attribute" ||
       std::string_view(node->name) == "subscript")) {
    return node;
  }
  return back(first);
}

SlipFinder::N SlipFinder::target_with_star_atom() {
  return memoized(kTargetAtom, [&]() -> N {
    if (const N node = attribute_or_subscript()) return node;
    return star_atom();
  });
}

SlipFinder::N SlipFinder::star_atom() {
  const size_t first = at_;
  if (take(Tok::name)) return make("name", first);
  const bool is_paren = is(Tok::left_paren);
  if (!is_paren && !is(Tok::left_bracket)) return nullptr;
  ++at_;
  if (is_paren) {
    if (const N inner = target_with_star_atom();
        inner && take(Tok::right_paren)) {
      return inner;
    }
    at_ = first + 1;
  }
  const Tok close = is_paren ? Tok::right_paren : Tok::right_bracket;
  const size_t inside = at_;
  if (!star_targets()) {
    at_ = inside;
  } else if (is_paren && !is(Tok::comma) &&
             tokens_[at_ - 1].kind != Tok::comma) {
    // (x) is no tuple, (x, y) is.
    bool comma = false;
    for (size_t i = inside; i < at_; ++i) {
      comma = comma || (tokens_[i].kind == Tok::comma &&
                        levels_[i - start_] == levels_[inside - 1 - start_]);
    }
    if (!comma) return back(first);
  }
  return take(close) ? make(is_paren ? "tuple" : "list", first) : back(first);
}

SlipFinder::N SlipFinder::single_target() {
  const size_t first = at_;
  if (const N node = attribute_or_subscript()) return node;
  if (take(Tok::name)) return make("name", first);
  if (take(Tok::left_paren)) {
    if (const N inner = single_target(); inner && take(Tok::right_paren))
      return inner;
  }
  return back(first);
}

bool SlipFinder::del_targets() {
  if (!del_target()) return false;
  while (take(Tok::comma)) {
    const size_t at = at_;
    if (!del_target()) {
      at_ = at;
      break;
    }
  }
  return true;
}

bool SlipFinder::del_target() {
  const size_t first = at_;
  if (attribute_or_subscript() || take(Tok::name)) return true;
  for (const auto& [open, close] :
       {std::pair(Tok::left_paren, Tok::right_paren),
        std::pair(Tok::left_bracket, Tok::right_bracket)}) {
    if (!take(open)) continue;
    const size_t inside = at_;
    if (!del_targets()) at_ = inside;
    if (take(close)) return true;
    at_ = first;
  }
  return false;
}

// ------------------------------------------------------------ parameters

bool SlipFinder::parameter() {
  if (!take(Tok::name)) return false;
  const size_t end = at_;
  if (!in_lambda_ && !(take(Tok::colon) && expression())) at_ = end;
  return true;
}

bool SlipFinder::default_value() {
  const size_t first = at_;
  if (!take(Tok::assign)) return false;
  if (expression()) return true;
  at_ = first + 1;
  if (search_ && (is(Tok::right_paren) || is(Tok::comma))) {
    slip("expected default value expression", first, first);
  }
  at_ = first;
  return false;
}

// With what ends it: a comma, or the sight of the closing sign.
bool SlipFinder::parameter_with(Default d) {
  const size_t first = at_;
  const Tok close = in_lambda_ ? Tok::colon : Tok::right_paren;
  if (parameter()) {
    const bool has_default = d != Default::none && default_value();
    if ((has_default || d != Default::needed) &&
        (take(Tok::comma) || is(close))) {
      return true;
    }
  }
  at_ = first;
  return false;
}

// Parameters up to a slash, the last of them with or without defaults.
bool SlipFinder::slash_group(bool with_default) {
  const size_t first = at_;
  const Tok close = in_lambda_ ? Tok::colon : Tok::right_paren;
  bool any = false;
  while (parameter_with(Default::none)) any = !with_default;
  if (with_default) {
    while (parameter_with(Default::needed)) any = true;
  }
  if (any && take(Tok::slash) && (take(Tok::comma) || is(close))) return true;
  at_ = first;
  return false;
}

bool SlipFinder::double_star_parameter() {
  const size_t first = at_;
  if (!take(Tok::double_star)) return false;
  if (search_ && parameter()) {
    if (is(Tok::assign)) {
      slip("var-keyword argument cannot have default value", at_, at_);
    }
    if (take(Tok::comma)) {
      const size_t next = at_;
      if (parameter() || is(Tok::star) || is(Tok::double_star) ||
          is(Tok::slash)) {
        slip("arguments cannot follow var-keyword argument", next, next);
      }
    }
  }
  at_ = first + 1;
  if (parameter_with(Default::none)) return true;
  at_ = first;
  return false;
}

void SlipFinder::invalid_star_etc() {
  const size_t first = at_;
  const Tok close = in_lambda_ ? Tok::colon : Tok::right_paren;
  if (!take(Tok::star)) return;
  if (is(close) ||
      (is(Tok::comma) && (kind(1) == close || kind(1) == Tok::double_star))) {
    if (in_lambda_) slip_here("named arguments must follow bare *");
    slip("named arguments must follow bare *", first, first);
  }
  if (parameter() && is(Tok::assign)) {
    slip("var-positional argument cannot have default value", at_, at_);
  }
  at_ = first + 1;
  if (parameter_with(Default::none) || take(Tok::comma)) {
    while (parameter_with(Default::either)) {
    }
    const size_t second = at_;
    if (take(Tok::star) && (parameter_with(Default::none) || is(Tok::comma))) {
      slip("* argument may appear only once", second, second);
    }
  }
  at_ = first;
}

bool SlipFinder::star_etc() {
  const size_t first = at_;
  if (search_) invalid_star_etc();
  const auto rest = [&] {
    while (parameter_with(Default::either)) {
    }
    double_star_parameter();
    return true;
  };
  if (take(Tok::star)) {
    const size_t inner = at_;
    if (parameter_with(Default::none)) return rest();
    if (!in_lambda_ && take(Tok::name) && take(Tok::colon) &&
        star_expression() && (take(Tok::comma) || is(Tok::right_paren))) {
      return rest();
    }
    at_ = inner;
    if (take(Tok::comma) && parameter_with(Default::either)) return rest();
    at_ = first;
  }
  return double_star_parameter();
}

void SlipFinder::invalid_parameters() {
  const size_t first = at_;
  const auto any_no_default = [&] {
    bool any = false;
    while (parameter_with(Default::none)) any = true;
    return any;
  };
  const auto any_with_default = [&] {
    bool any = false;
    while (parameter_with(Default::needed)) any = true;
    return any;
  };
  const auto slash = [&] { return slash_group(false) || slash_group(true); };

  any_no_default();
  if (slash_group(true) || any_with_default()) {
    const size_t at = at_;
    if (parameter_with(Default::none)) {
      // The parameter itself, without the comma behind it.
      slip("non-default argument follows default argument", at,
           tokens_[at_ - 1].kind == Tok::comma ? at_ - 2 : at_ - 1);
    }
  }
  at_ = first;
  any_no_default();
  if (const size_t open = at_; take(Tok::left_paren)) {
    const bool was_lambda = in_lambda_;
    bool any = false;
    if (was_lambda) {
      while (take(Tok::name)) {
        any = true;
        if (!take(Tok::comma)) break;
      }
    } else {
      any = any_no_default();
      take(Tok::comma);
    }
    if (any && is(Tok::right_paren)) {
      slip(was_lambda ? "Lambda expression parameters cannot be parenthesized"
                      : "Function parameters cannot be parenthesized",
           open, at_);
    }
  }
  at_ = first;
  if (take(Tok::slash) && is(Tok::comma)) {
    slip("at least one argument must precede /", first, first);
  }
  at_ = first;
  if (slash()) {
    while (parameter_with(Default::either)) {
    }
    if (is(Tok::slash)) slip("/ may appear only once", at_, at_);
  }
  at_ = first;
  slash();
  while (parameter_with(Default::either)) {
  }
  if (take(Tok::star) && (take(Tok::comma) || parameter_with(Default::none))) {
    while (parameter_with(Default::either)) {
    }
    if (is(Tok::slash)) slip("/ must be ahead of *", at_, at_);
  }
  at_ = first;
  bool any = false;
  while (parameter_with(Default::either)) any = true;
  if (any && take(Tok::slash) && is(Tok::star)) {
    slip("expected comma between / and *", at_, at_);
  }
  at_ = first;
}

bool SlipFinder::parameters(bool is_lambda) {
  const bool was_lambda = in_lambda_;
  in_lambda_ = is_lambda;
  const size_t first = at_;
  if (search_) invalid_parameters();
  if (slash_group(false)) {
    while (parameter_with(Default::none)) {
    }
  } else if (!slash_group(true)) {
    while (parameter_with(Default::none)) {
    }
  }
  while (parameter_with(Default::needed)) {
  }
  star_etc();
  in_lambda_ = was_lambda;
  return at_ != first;
}

}  // namespace mha::lang
