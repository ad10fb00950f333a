#include "lesson/answers/sense.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "lesson/answers/pieces.h"
#include "lesson/answers/said.h"

namespace mha::lesson {

bool is_negation(const std::string& word) {
  return words().negations.has(word) || word == "no" || word.ends_with("n't");
}

Words telling(std::string text) {
  // The sign of the matrix product is a word as well, where "matmul" is said.
  for (size_t at = text.find('@'); at != text.npos; at = text.find('@', at)) text.replace(at, 1, " matmul ");
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
  if (excepts || exchanges(option, said)) return true;
  const auto sides = [](const Words& all) {
    std::map<std::string, std::multiset<char>> of;  // by what they are sides of: '+', '-'
    for (const std::string& word : all) {
      const std::string_view side = words().opposites.value(word);
      if (!side.empty()) of[std::string(side.substr(0, side.size() - 2))].insert(side.back());
    }
    return of;
  };
  const bool denied = std::any_of(said.begin(), said.end(), [](const std::string& w) {
    return is_negation(w) || words().denying.has(w) || words().nothing.has(w);
  });
  if (denied) return false;
  const auto theirs = sides(option);
  for (const auto& [what, mine] : sides(said)) {
    const auto other = theirs.find(what);
    if (other == theirs.end()) continue;
    const bool lacks = std::any_of(mine.begin(), mine.end(), [&](char side) { return !other->second.contains(side); });
    // "falls when it grows" is not "falls when it shrinks".
    const bool both = other->second.contains('+') && other->second.contains('-');
    if (lacks || (both && mine.size() > 1 && mine != other->second)) return true;
  }
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

/// The word without its ending, so that "mixed", "mixing" and "mixes" are one; British and
/// American spellings as well.
std::string stem_of(std::string word) {
  constexpr size_t kShortest = 3;
  for (const std::string_view ending : {"ing", "ed", "es", "ly", "s"}) {
    if (!word.ends_with(ending) || word.ends_with("ss") || word.size() < kShortest + ending.size()) continue;
    word.resize(word.size() - ending.size());
    const size_t n = word.size();
    if (ending != "s" && n > kShortest && word[n - 1] == word[n - 2] && word[n - 1] != 's') word.pop_back();
    break;
  }
  if (word.size() > kShortest && word.ends_with('e')) word.pop_back();
  if (word.ends_with("iz")) word.back() = 's';
  if (word.size() > kShortest && word.ends_with('i')) word.back() = 'y';
  return word;
}

/// Whether one letter more, less or other, or two exchanged, make the one word of the other.
bool is_slip_of(const std::string& typed, const std::string& word) {
  size_t same = 0;
  while (same < std::min(typed.size(), word.size()) && typed[same] == word[same]) ++same;
  if (same == 0 || typed == word) return false;  // nobody mistakes the first letter
  const std::string_view mine = std::string_view(typed).substr(same), theirs = std::string_view(word).substr(same);
  if (mine.size() == theirs.size() + 1) return mine.substr(1) == theirs;
  if (theirs.size() == mine.size() + 1) return theirs.substr(1) == mine;
  if (mine.size() != theirs.size()) return false;
  const bool exchanged = mine.size() > 1 && mine[0] == theirs[1] && mine[1] == theirs[0] && mine.substr(2) == theirs.substr(2);
  return exchanged || mine.substr(1) == theirs.substr(1);
}

}  // namespace

Words as_written(const Words& said, const Words& question, const std::vector<Words>& options) {
  constexpr size_t kShortest = 4;
  std::set<std::string> there(question.begin(), question.end());
  for (const Words& option : options) there.insert(option.begin(), option.end());
  const auto letters_only = [](const std::string& w) {
    return std::all_of(w.begin(), w.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
  };
  const AnswerWords& known = words();
  const auto is_known = [&](const std::string& w) {
    return known.small.has(w) || known.around_options.has(w) || known.meanings.has(w) || known.opposites.has(w) ||
           known.reasons.has(w) || known.yes.has(w) || known.no.has(w) || known.all.has(w) || known.nothing.has(w) ||
           known.denying.has(w) || is_negation(w);
  };
  Words out = said;
  for (std::string& word : out) {
    if (word.size() < kShortest || there.contains(word) || !letters_only(word) || known.small.has(word) || is_negation(word)) continue;
    Words same, near;
    for (const std::string& w : there) {
      if (w.size() < kShortest - 1 || !letters_only(w)) continue;
      if (stem_of(w) == stem_of(word)) same.push_back(w);
      if (w.size() >= kShortest && is_slip_of(word, w)) near.push_back(w);
    }
    if (same.size() == 1) word = same[0];
    else if (same.empty() && near.size() == 1 && !is_known(word)) word = near[0];
  }
  return out;
}

bool has_so(const Words& option, const std::string& word, bool denied) {
  const bool number = word.find_first_not_of("0123456789") == std::string::npos;
  for (size_t i = 0; i < option.size(); ++i) {
    const bool negated = i > 0 && (option[i - 1] == "not" || (number && i > 1 && option[i - 2] == "not"));
    if (option[i] == word && (denied || !negated)) return true;
  }
  return false;
}

std::vector<size_t> in_this_order(const std::vector<Words>& options,
                                  const std::vector<size_t>& tied,
                                  const Words& known) {
  const auto in_any_order = [&](size_t i) {
    return std::multiset<std::string>(options[i].begin(), options[i].end());
  };
  std::vector<size_t> same;
  for (const size_t i : tied) {
    if (in_any_order(i) != in_any_order(tied[0])) return tied;
    const auto place = [&](const std::string& word) {
      return std::find(options[i].begin(), options[i].end(), word);
    };
    bool agrees = true;
    for (size_t k = 1; k < known.size(); ++k)
      agrees = agrees && place(known[k - 1]) <= place(known[k]);
    if (agrees) same.push_back(i);
  }
  return same;
}

}  // namespace mha::lesson
