#include "lesson/answers/option_words.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/pieces.h"
#include "lesson/course/glossary.h"

namespace mha::lesson {

namespace {

/// "but not itself" has `itself`, and "not head 1" has the 1, only for those who deny it too.
bool has_so(const Words& option, const std::string& word, bool denied) {
  const bool number = word.find_first_not_of("0123456789") == std::string::npos;
  for (size_t i = 0; i < option.size(); ++i) {
    const bool negated = i > 0 && (option[i - 1] == "not" || (number && i > 1 && option[i - 2] == "not"));
    if (option[i] == word && (denied || !negated)) return true;
  }
  return false;
}

/// The word without its ending, so that "mixed", "mixing" and "mixes" are one; British and
/// American spellings as well.
std::string stem_of(std::string word) {
  while (word.ends_with("'s") || word.ends_with('\'')) word.resize(word.rfind('\''));
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

/// Whether a word is one of the course, and no slip of another: those of the glossary.
static bool is_of_course(const std::string& word) {
  static const std::set<std::string> kWords = [] {
    std::set<std::string> all;
    for (const Term& term : glossary()) {
      for (std::string& w : telling(term.markdown)) all.insert(std::move(w));
    }
    return all;
  }();
  return kWords.contains(word);
}

Words as_written(const Words& said, const Words& question, const std::vector<Words>& options) {
  constexpr size_t kShortest = 4;
  std::set<std::string> there(question.begin(), question.end());
  for (const Words& option : options) there.insert(option.begin(), option.end());
  const auto letters_only = [](const std::string& w) {
    return std::all_of(w.begin(), w.end(), [](unsigned char c) { return std::isalpha(c) != 0 || c == '\''; });
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
    else if (same.empty() && near.size() == 1 && !is_known(word) && !is_of_course(word)) word = near[0];
  }
  return out;
}

namespace {

/// As words are read: "third" has become 1/3.
std::optional<size_t> rank_of(const std::string& word) {
  if (word.starts_with("1/") && word.size() == 3)
    return static_cast<size_t>(word[2] - '1');
  const std::string_view place = words().places.value(word);
  if (place.empty()) return std::nullopt;
  return static_cast<size_t>(place[0] - '0');
}

}  // namespace

std::optional<size_t> by_rank(const Words& question,
                              const std::vector<Words>& options,
                              const Words& said) {
  std::optional<size_t> rank;
  for (size_t i = 0; i < said.size(); ++i) {
    const std::string& word = said[i];
    const std::optional<size_t> nth = rank_of(word);
    // "a third" is a share.
    if (nth && i > 0 &&
        (said[i - 1] == "a" || said[i - 1] == "about"))
      return std::nullopt;
    if (nth) {
      const bool own =
          std::any_of(options.begin(), options.end(),
                      [&](const Words& o) { return has(o, word); });
      if (rank || own) return std::nullopt;
      rank = nth;
      continue;
    }
    const bool idle = words().small.has(word) || has(question, word);
    const bool known = std::any_of(options.begin(), options.end(), [&](const Words& o) { return has(o, word); });
    if (is_telling(word) && (!idle || known)) return std::nullopt;
  }
  return rank;
}

namespace {

/// The text between blanks, lower case, without marks: for finding phrases.
std::string plainly(const std::string& text) {
  std::string out = " ";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    const bool part = std::isalnum(u) || u >= 0x80 || c == '\'';
    if (part) out += static_cast<char>(std::tolower(u));
    else if (out.back() != ' ') out += ' ';
  }
  return out.back() == ' ' ? out : out + ' ';
}

bool has_phrase(const std::string& plain, const std::string& phrase) {
  return plain.find(" " + phrase + " ") != std::string::npos;
}

}  // namespace

std::string in_their_words(const std::vector<Choice::Option>& options,
                           std::string said) {
  std::string theirs;
  for (const Choice::Option& option : options) theirs += plainly(option.text);
  std::map<std::string, Words> meanings;
  for (const auto& [word, meaning] : words().meanings.words())
    meanings[meaning].push_back(word);
  for (auto& [meaning, same] : meanings) {
    same.push_back(meaning);
    Words used;
    for (const std::string& word : same)
      if (has_phrase(theirs, word)) used.push_back(word);
    // "add" is there where "add up" is.
    const Words all = used;
    std::erase_if(used, [&](const std::string& word) {
      return std::any_of(all.begin(), all.end(), [&](const std::string& longer) {
        return longer.size() > word.size() && has_phrase(plainly(longer), word);
      });
    });
    if (used.size() != 1) continue;
    // Longer ones first: "less than zero" before "less".
    std::sort(same.begin(), same.end(), [](const auto& a, const auto& b) {
      return a.size() > b.size();
    });
    for (const std::string& word : same) {
      if (word == used[0] || !has_phrase(plainly(said), word)) continue;
      const Pattern whole("\\b" + word + "\\b", Pattern::kAnyCase);
      said = whole.sub(used[0], said);
    }
  }
  return said;
}

namespace {

/// Of options that differ only in their words' order, those that have it as it
/// was said: "each word looks at mice", "mice looks at each word".
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
    // "3 come in, 4 come out": a word may stand there twice.
    size_t k = 0;
    for (const std::string& word : options[i]) k += k < known.size() && word == known[k] ? 1 : 0;
    if (agrees || k == known.size()) same.push_back(i);
  }
  return same;
}

/// "is looked at" turns round who looks at whom.
bool is_passive(const Words& said) {
  return std::any_of(said.begin(), said.end(), [](const std::string& w) {
    return words().turning.has(w);
  });
}

}  // namespace

std::vector<size_t> by_words(const Words& question,
                             const std::vector<Words>& options,
                             const Words& said, Meant::Sure& sure) {
  std::set<size_t> told;
  std::vector<int> own(
      options.size());  // words of `said` that only this option has
  bool answers = false;  // one of these is not in the question
  const bool denied = std::any_of(said.begin(), said.end(), is_negation);
  Words known, unknown;
  for (const std::string& word : said) {
    if (!is_telling(word)) continue;
    std::vector<size_t> with;
    for (size_t i = 0; i < options.size(); ++i) {
      if (has_so(options[i], word, denied)) with.push_back(i);
    }
    const bool repeats = has(question, word);
    // "the old one" counts nothing.
    const bool one = word == "1";
    if (with.empty() && (repeats || one || word == "i" || words().small.has(word))) continue;
    (with.empty() ? unknown : known).push_back(word);
    if (with.size() == 1) {
      told.insert(with[0]);
      ++own[with[0]];
      answers = answers || !repeats;
    }
  }
  if (known.empty()) return {};
  // One option alone has words of the answer, but more of them stand nowhere.
  const auto telling_known = static_cast<size_t>(
      std::count_if(known.begin(), known.end(), [](const std::string& w) { return !words().small.has(w); }));
  if (unknown.size() > std::max<size_t>(telling_known, 1)) {
    sure = Meant::Sure::ask;
    return answers && told.size() == 1 && !denied ? std::vector<size_t>{*told.begin()} : std::vector<size_t>();
  }
  sure = unknown.empty() || unknown.size() < telling_known ? Meant::Sure::yes : Meant::Sure::ask;
  const auto denies = [&](const Words& w) {
    return std::any_of(w.begin(), w.end(), [](const std::string& word) {
      return is_negation(word) || words().denying.has(word);
    });
  };
  if (told.size() == 1) {
    const Words& option = options[*told.begin()];
    // "not the keys" means another option than the one that has the keys; "would not move"
    // may mean the one that moves.
    if (denied && !denies(option)) {
      sure = Meant::Sure::ask;
      return answers && known.size() > 1 ? std::vector<size_t>{*told.begin()} : std::vector<size_t>();
    }
    const auto other = std::find_if(known.begin(), known.end(), [&](const std::string& w) { return !has(option, w); });
    // "nowhere, they are in project" names two, "project" in two others.
    const auto of_others = [&](const std::string& w) { return is_telling(w) && !words().small.has(w) && !has(question, w) && !has(option, w); };
    if (answers && std::any_of(known.begin(), known.end(), of_others)) sure = Meant::Sure::ask;
    if (answers || other == known.end()) return {*told.begin()};
    for (size_t i = 0; i < options.size(); ++i) {
      if (has(options[i], *other)) told.insert(i);
    }
    return std::vector<size_t>(told.begin(), told.end());
  }
  if (told.size() > 1) {
    // Chooses the option with far more of the words than any other.
    size_t best = *told.begin();
    for (const size_t i : told) best = own[i] > own[best] ? i : best;
    const bool far = std::all_of(told.begin(), told.end(), [&](size_t i) {
      return i == best || 3 * own[i] <= own[best];
    });
    return far && (!denied || denies(options[best]))
               ? std::vector<size_t>{best}
               : std::vector<size_t>(told.begin(), told.end());
  }
  std::vector<size_t> all;
  for (size_t i = 0; i < options.size(); ++i) {
    if (std::all_of(known.begin(), known.end(),
                    [&](const std::string& w) { return has(options[i], w); }))
      all.push_back(i);
  }
  if (all.size() > 1 && denied) {
    std::vector<size_t> denying;
    std::copy_if(all.begin(), all.end(), std::back_inserter(denying), [&](size_t i) { return std::any_of(options[i].begin(), options[i].end(), is_negation); });
    if (denying.size() == 1) return denying;
  }
  if (all.size() < 2 || is_passive(said)) return all;
  const std::vector<size_t> ordered = in_this_order(options, all, known);
  return ordered.size() == 1 ? ordered : all;
}

}  // namespace mha::lesson
