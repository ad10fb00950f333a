#include "lang/syntax/slips.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/syntax/slip_finder.h"

namespace mha::lang {

SlipFinder::SlipFinder(const SourcePtr& source, const TokenList& list,
                       size_t failed, size_t start)
    : source_(source),
      tokens_(list.tokens),
      failed_(failed),
      start_(start),
      at_(start),
      reached_(failed) {
  int level = 0;
  for (size_t i = start; i < tokens_.size(); ++i) {
    const Tok k = tokens_[i].kind;
    level +=
        k == Tok::left_paren || k == Tok::left_bracket || k == Tok::left_brace;
    level -= k == Tok::right_paren || k == Tok::right_bracket ||
             k == Tok::right_brace;
    levels_.push_back(level);
    if (level == 0 && i > failed_ && k == Tok::newline) break;
  }
}

void SlipFinder::run(ParseGoal goal) {
  // First without the search: some slips are found on the way, before others.
  for (const bool search : {false, true}) {
    search_ = search;
    at_ = start_;
    memo_.clear();
    goal == ParseGoal::file ? void(statement()) : void(star_expressions());
  }
}

Tok SlipFinder::kind(size_t ahead) {
  const size_t at = std::min(at_ + ahead, tokens_.size() - 1);
  reached_ = std::max(reached_, at);
  if (tokens_[at].kind == Tok::error) {
    Slip found;
    found.of_text = true;
    throw found;
  }
  return tokens_[at].kind;
}

std::string_view SlipFinder::text(size_t token) const {
  return source_->text({tokens_[token].begin, tokens_[token].end});
}

bool SlipFinder::is_name(std::string_view word) {
  return is(Tok::name) && text(at_) == word;
}

int SlipFinder::line(size_t token) const {
  return source_->place(tokens_[token].begin).line;
}

SlipFinder::N SlipFinder::make(const char* name, size_t first,
                               std::vector<N> items) {
  nodes_.push_back({name, first, at_ - 1, std::move(items)});
  return &nodes_.back();
}

void SlipFinder::slip(std::string message, size_t first, size_t last) {
  Slip found;
  found.message = std::move(message);
  found.span = {tokens_[first].begin,
                std::max(tokens_[first].end, tokens_[last].end)};
  throw found;
}

void SlipFinder::slip_here(std::string message, std::string kind) {
  Slip found;
  found.kind = std::move(kind);
  found.message = std::move(message);
  found.span = {tokens_[reached_].begin, tokens_[reached_].end};
  if (found.span.begin == source_->text().size()) {
    found.span = end_of_text(*source_);
  }
  throw found;
}

void SlipFinder::no_block(std::string_view after, size_t keyword) {
  slip_here(fmt::format("expected an indented block after {} on line {}", after,
                        line(keyword)),
            "IndentationError");
}

// The part of a left side that can be none.
SlipFinder::N SlipFinder::find_invalid_target(N e, Targets targets) {
  const std::string_view name = e->name;
  if (name == "list" || name == "tuple") {
    for (const N item : e->items) {
      if (const N found = find_invalid_target(item, targets)) return found;
    }
    return nullptr;
  }
  if (name == "starred") {
    return targets == Targets::del ? e
                                   : find_invalid_target(e->items[0], targets);
  }
  if (name == "comparison" && targets == Targets::for_) {
    return e->compares_in ? find_invalid_target(e->items[0], targets) : nullptr;
  }
  if (name == "name" || name == "subscript" || name == "attribute")
    return nullptr;
  return e;
}

void SlipFinder::invalid_target(N e, Targets targets) {
  if (const N found = find_invalid_target(e, targets)) {
    slip(fmt::format("cannot {} {}",
                     targets == Targets::del ? "delete" : "assign to",
                     found->name),
         found, found);
  }
}

std::optional<Slip> find_slip(const SourcePtr& source, const TokenList& list,
                              size_t& reached, size_t start, ParseGoal goal) {
  SlipFinder finder(source, list, reached, start);
  std::optional<Slip> result;
  try {
    finder.run(goal);
  } catch (const Slip& found) {
    result = found;
  } catch (const SearchEnded&) {
  } catch (const SyntaxError&) {
    reached = finder.reached();
    throw;
  }
  reached = finder.reached();
  return result;
}

}  // namespace mha::lang
