#include "lesson/answers/sense.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/pattern.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/said.h"

namespace mha::lesson {

bool is_negation(const std::string& word) {
  return words().negations.has(word) || word == "no" || word.ends_with("n't");
}

std::string with_product_in_words(std::string text) {
  for (size_t at = text.find('@'); at != text.npos; at = text.find('@', at)) text.replace(at, 1, " matmul ");
  return text;
}

Words telling(std::string text) {
  text = with_product_in_words(std::move(text));
  // "2nd" is said as "second".
  const auto& ranks = words().places.words();
  for (const auto& [figure, place] : ranks) {
    const size_t at = is_digit(figure[0]) ? text.find(figure) : text.npos;
    if (at == text.npos) continue;
    for (const auto& [word, same] : ranks) {
      if (same == place && !is_digit(word[0]))
        text.replace(at, figure.size(), word);
    }
  }
  Words all;
  for (std::string& w : words_of(text)) {
    if (w.size() > 3 && w.ends_with('s') && !w.ends_with("ss")) w.pop_back();
    all.push_back(std::move(w));
  }
  return all;
}

bool has(const Words& all, const std::string& word) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

bool is_telling(const std::string& word) {
  const bool number =
      word.find_first_not_of("-0123456789./") == std::string::npos;
  const bool letter =
      word.size() == 1 && word > "f";  // options have letters of their own
  return number || letter || (word.size() > 1 && !words().around_options.has(word));
}

Words before_reason(const Words& all) {
  const auto reason = std::find_if(all.begin(), all.end(), [](const std::string& word) { return words().reasons.has(word); });
  const bool tells = std::any_of(all.begin(), reason, [](const std::string& w) { return is_telling(w) && !words().small.has(w); });
  return tells ? Words(all.begin(), reason) : all;
}

bool adds_sense(const Words& question, const Words& option, const Words& said) {
  const auto denies = [](const std::string& w) { return is_negation(w) || words().nothing.has(w); };
  const bool denied = std::any_of(option.begin(), option.end(), denies);
  return std::any_of(said.begin(), said.end(), [&](const std::string& w) {
    if (has(option, w)) return false;
    if (denies(w)) return !denied;
    if (has(question, w)) return false;
    const bool number = w.find_first_not_of("-0123456789./") == std::string::npos;
    // "mice, with 0.4": a number with decimals is evidence, unless the option has such a number.
    const auto decimal = [](const std::string& n) { return n.find('.') != n.npos; };
    if (number && decimal(w) && std::none_of(option.begin(), option.end(), decimal)) return false;
    return number || words().comparing.has(w) || words().opposites.value(w) == "more -";
  });
}

namespace {

/// Whether most of what is said stands in the option, but in another order: "the vectors say how
/// much, the weights what" of an option that has it the other way round.
bool exchanges(const Words& option, const Words& said) {
  std::vector<size_t> places;
  bool asking = false;
  for (const std::string& word : said) {
    if (!is_telling(word) || (words().small.has(word) && !words().asking.has(word))) continue;
    const auto at = std::find(option.begin(), option.end(), word);
    const bool once = at != option.end() && std::find(at + 1, option.end(), word) == option.end() &&
                      std::count(said.begin(), said.end(), word) == 1;
    if (once) places.push_back(static_cast<size_t>(at - option.begin()));
    asking = asking || (once && words().asking.has(word));
  }
  const size_t enough = asking ? 3 : 4;
  return places.size() >= enough && !std::is_sorted(places.begin(), places.end());
}

/// What stands beside each word before a "with": "head with word" of an option that has "head with head".
bool pairs_otherwise(const Words& option, const Words& said) {
  const auto pairs = [](const Words& all) {
    Words plain;
    std::copy_if(all.begin(), all.end(), std::back_inserter(plain), [](const std::string& w) { return w == "with" || (is_telling(w) && !words().small.has(w)); });
    std::multimap<std::string, std::string> of;
    for (size_t i = 1; i + 1 < plain.size(); ++i) {
      if (plain[i] == "with") of.emplace(plain[i - 1], plain[i + 1]);
    }
    return of;
  };
  const auto theirs = pairs(option);
  for (const auto& mine : pairs(said)) {
    const auto [first, last] = theirs.equal_range(mine.first);
    if (first != last && has(option, mine.second) && std::none_of(first, last, [&](const auto& pair) { return pair.second == mine.second; })) return true;
  }
  return false;
}

}  // namespace

bool contradicts(const Words& option, const Words& said) {
  // "all but the first" excepts; "the columns do, but the rows don't" does not.
  const bool of_all = std::any_of(said.begin(), said.end(), [](const std::string& w) { return words().all.has(w) || words().nothing.has(w); });
  // "without it the heads never mix" tells what would be.
  const auto supposes = [&](size_t i) { return said[i] == "without" && i + 1 < said.size() && (said[i + 1] == "it" || said[i + 1] == "that"); };
  bool excepts = false;
  for (size_t i = 0; i < said.size(); ++i) {
    excepts = excepts || (words().except.has(said[i]) && !has(option, said[i]) && (said[i] != "but" || of_all) && !supposes(i));
  }
  if (excepts || exchanges(option, said) || pairs_otherwise(option, said)) return true;
  // "from all rows" is not "only from this row".
  const auto is_only = [](const std::string& w) { return words().only.has(w); };
  const auto widens = [&](const std::string& w) { return words().opposites.value(w) == "all +" && !has(option, w); };
  const bool narrow = std::any_of(option.begin(), option.end(), is_only) && std::none_of(said.begin(), said.end(), is_only);
  if (narrow && std::any_of(said.begin(), said.end(), widens)) return true;
  const auto sides = [](const Words& all, bool denied = false) {
    std::map<std::string, std::multiset<char>> of;  // by what they are sides of: '+', '-'
    for (const std::string& word : all) {
      const std::string_view side = words().opposites.value(word);
      // A denial turns other words round; "nothing" is a side by itself.
      if (!side.empty() && (!denied || side == "whole -")) of[std::string(side.substr(0, side.size() - 2))].insert(side.back());
    }
    return of;
  };
  const bool denied = std::any_of(said.begin(), said.end(), [](const std::string& w) {
    return is_negation(w) || words().denying.has(w) || words().nothing.has(w);
  });
  const auto theirs = sides(option);
  for (const auto& [what, mine] : sides(said, denied)) {
    const auto other = theirs.find(what);
    if (other == theirs.end()) continue;
    const bool lacks = std::any_of(mine.begin(), mine.end(), [&](char side) { return !other->second.contains(side); });
    // "falls when it grows" is not "falls when it shrinks".
    const bool both = other->second.contains('+') && other->second.contains('-');
    if (lacks || (both && mine.size() > 1 && mine != other->second)) return true;
  }
  if (denied) return false;
  // "they sum to 1" is not "they do not sum to 1".
  for (size_t i = 1; i < option.size(); ++i) {
    const bool also_so = i > 1 && std::find(option.begin(), option.begin() + static_cast<std::ptrdiff_t>(i) - 1, option[i]) !=
                                      option.begin() + static_cast<std::ptrdiff_t>(i) - 1;
    const bool number = option[i].find_first_not_of("0123456789") == std::string::npos;
    const auto denies = [&](size_t k) { return is_negation(option[k]) && option[k] != "no"; };
    const bool negated = !also_so && (denies(i - 1) || (i > 1 && denies(i - 2) && (number || option[i - 1] == "1")));  // "not head 1", "not one step"
    if (negated && is_telling(option[i]) && !words().small.has(option[i]) && has(said, option[i])) return true;
  }
  return false;
}

namespace {

/// What a text denies: the words behind a "not", to the end of their clause.
Words denied_in(const std::string& text, const Pattern& between_clauses) {
  Words out;
  for (const std::string& clause : between_clauses.split(text)) {
    const Words all = telling(clause);
    const auto negation = std::find_if(all.begin(), all.end(), is_negation);
    if (negation != all.end()) out.insert(out.end(), negation + 1, all.end());
  }
  return out;
}

/// The same of an option, which may also say "changes nothing".
Words denied_by(const std::string& option) {
  static const Pattern kOptions(R"([,;.:]|\bbut\b)", Pattern::kAnyCase);
  Words denied = denied_in(option, kOptions);
  const Words all = telling(option);
  for (size_t i = 1; i < all.size(); ++i) {
    if (all[i] == "nothing") denied.push_back(all[i - 1]);
  }
  return denied;
}

/// Words of an option that choose it.
bool tells_of(const Words& option, const std::string& word) { return is_telling(word) && !words().small.has(word) && has(option, word); }

/// "the key knows what came before" of an option that does not know it; "with a transpose" of one without.
bool affirms_denied(const Words& asked, const std::string& option, const std::string& said) {
  static const Pattern kWithout(R"(\bwithout (?:an? |the )?(\w+))", Pattern::kAnyCase);
  for (const PatternMatch& lacks : kWithout.finditer(option)) {
    if (Pattern("\\bwith (?:an? |the )?" + lacks[1] + "\\b", Pattern::kAnyCase).is_in(said)) return true;
  }
  const Words all = telling(option), denied = denied_by(option), mine = telling(said);
  const auto denies = [](const std::string& w) { return is_negation(w) || words().denying.has(w) || words().nothing.has(w); };
  return std::none_of(mine.begin(), mine.end(), denies) && std::any_of(mine.begin(), mine.end(), [&](const std::string& w) {
    const bool number = w.find_first_not_of("-0123456789./") == std::string::npos;  // "less than 1" denies it too
    return !number && tells_of(all, w) && has(denied, w) && !has(asked, w) && std::count(all.begin(), all.end(), w) == 1;
  });
}

/// "towards what got too much" of an option that goes towards what got too little, and away from the rest.
bool joins_other_sides(const std::string& option, const std::string& said) {
  static const Pattern kClauses(R"([,;.:]|\b(?:but|and|while)\b)", Pattern::kAnyCase);
  using Sides = std::set<std::string>;  // "toward +"
  const auto sides_of = [](const std::string& text) {
    Sides sides;
    for (const std::string& word : telling(text)) {
      if (const std::string_view side = words().opposites.value(word); !side.empty()) sides.emplace(side);
    }
    return sides;
  };
  const auto turned = [](std::string side) {
    side.back() = side.back() == '+' ? '-' : '+';
    return side;
  };
  std::vector<Sides> theirs;
  for (const std::string& clause : kClauses.split(option)) theirs.push_back(sides_of(clause));
  const Sides all = sides_of(option);
  for (const std::string& clause : kClauses.split(said)) {
    const Sides both = sides_of(clause);
    Sides mine;
    std::copy_if(both.begin(), both.end(), std::inserter(mine, mine.end()), [&](const std::string& side) {
      return all.contains(side) && all.contains(turned(side)) && !both.contains(turned(side));
    });
    const auto has_all = [&](const Sides& sides) { return std::includes(sides.begin(), sides.end(), mine.begin(), mine.end()); };
    if (mine.size() > 1 && std::none_of(theirs.begin(), theirs.end(), has_all)) return true;
  }
  return false;
}

}  // namespace

bool denies_other(const std::string& option, const std::string& said) {
  static const Pattern kAnswers(R"([,;.:]|\b(?:but|and|because|since|so)\b)", Pattern::kAnyCase);
  const Words all = telling(option), denied = denied_by(option), mine = denied_in(said, kAnswers);
  return !denied.empty() && std::any_of(mine.begin(), mine.end(), [&](const std::string& w) { return tells_of(all, w) && !has(denied, w); });
}

bool turns_round(const Words& asked, const std::string& option, const std::string& said) {
  return affirms_denied(asked, option, said) || joins_other_sides(option, said);
}

}  // namespace mha::lesson
