#include "lesson/answers/choosing.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <regex>
#include <set>

#include "base/text.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/said.h"

namespace mha::lesson {

namespace {

using Words = std::vector<std::string>;

// Words around an answer, that no option is told by.
const std::set<std::string>& filling() {
  static const std::set<std::string> words = {
      "the",     "an",         "it",      "is",      "its",    "it's",
      "that",    "this",       "think",   "would",   "be",     "answer",
      "option",  "definitely", "surely",  "clearly", "i",      "i'd",
      "choice",  "index",      "axis",    "because", "since",  "maybe",
      "perhaps", "probably",   "believe", "guess",   "say",    "and",
      "of",      "to",         "one",     "letter",  "choose", "number",
      "pick",    "my",         "sure",    "im",      "i'm"};
  return words;
}

/// The letter that is said, as options are lettered: b, b), (b), "b: at mice",
/// "I think it is b"; or -1. `rest` is what stands behind it.
int letter_of(const std::string& said, std::string& rest) {
  std::string text(trim(said));
  for (char& c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  rest.clear();
  const size_t i = text.find_first_not_of("(\"'`[ ");
  if (i == std::string::npos) return -1;
  if (text[i] >= 'a' && text[i] <= 'z') {
    const size_t after = text.find_first_not_of(")\"'`].:,-!? ", i + 1);
    const bool alone = after == std::string::npos;
    const bool marked =
        !alone && after > i + 1 &&
        std::string_view(").:,]").find(text[i + 1]) != std::string_view::npos;
    if (!alone && marked) rest = text.substr(after);
    if (alone || marked) return text[i] - 'a';
  }
  // Among words that only lead to it.
  Words words = words_of(text);
  if (words.size() < 2 || words.back().size() != 1 || words.back()[0] < 'a' ||
      words.back()[0] > 'z')
    return -1;
  const int letter = words.back()[0] - 'a';
  words.pop_back();
  const bool leads =
      std::all_of(words.begin(), words.end(),
                  [](const std::string& w) { return filling().contains(w); });
  return leads ? letter : -1;
}

bool is_negation(const std::string& word) {
  return word == "not" || word == "no" || word == "never" || word == "nor" ||
         word.ends_with("n't");
}

/// The words as they are compared: a plural is its singular.
Words telling(std::string text) {
  static const std::pair<const char*, const char*> kRanks[] = {
      {"1st", "first"}, {"2nd", "second"}, {"3rd", "third"}, {"4th", "fourth"}};
  for (const auto& [figure, word] : kRanks) {
    if (const size_t at = text.find(figure); at != std::string::npos)
      text.replace(at, 3, word);
  }
  Words words;
  for (std::string& w : words_of(text)) {
    if (w.size() > 3 && w.ends_with('s') && !w.ends_with("ss")) w.pop_back();
    words.push_back(std::move(w));
  }
  return words;
}

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_telling(const std::string& word) {
  const bool number =
      word.find_first_not_of("-0123456789./") == std::string::npos;
  const bool letter =
      word.size() == 1 && word > "f";  // options have letters of their own
  return number || letter || (word.size() > 1 && !filling().contains(word));
}

/// "the third", "the 2nd one", where no option has the word itself.
std::optional<size_t> by_rank(const std::vector<Words>& options,
                              const Words& said) {
  static const Words kRanks = {"first", "second", "1/3", "1/4",
                               "1/5"};  // as numbers are read: third, fourth
  std::optional<size_t> rank;
  for (size_t i = 0; i < said.size(); ++i) {
    const std::string& word = said[i];
    const auto at = std::find(kRanks.begin(), kRanks.end(), word);
    // "a third" is a share.
    if (at != kRanks.end() && i > 0 &&
        (said[i - 1] == "a" || said[i - 1] == "about"))
      return std::nullopt;
    if (at != kRanks.end()) {
      const bool own =
          std::any_of(options.begin(), options.end(),
                      [&](const Words& o) { return has(o, word); });
      if (rank || own) return std::nullopt;
      rank = static_cast<size_t>(at - kRanks.begin());
      continue;
    }
    const bool known =
        std::any_of(options.begin(), options.end(),
                    [&](const Words& o) { return has(o, word); });
    if (is_telling(word) && known) return std::nullopt;
  }
  return rank;
}

/// By the words of `said`: the options that have a word which no other has, or
/// else those that have all of them.
std::vector<size_t> by_words(const std::vector<Words>& options,
                             const Words& said) {
  std::set<size_t> told;
  std::vector<int> own(
      options.size());  // words of `said` that only this option has
  Words known, unknown;
  for (const std::string& word : said) {
    if (!is_telling(word)) continue;
    std::vector<size_t> with;
    for (size_t i = 0; i < options.size(); ++i) {
      if (has(options[i], word)) with.push_back(i);
    }
    (with.empty() ? unknown : known).push_back(word);
    if (with.size() == 1) {
      told.insert(with[0]);
      ++own[with[0]];
    }
  }
  if (known.empty() || unknown.size() > known.size()) return {};
  // "not the keys" means another option than the one that has the keys.
  const auto negates = [&](const Words& w) {
    return std::any_of(w.begin(), w.end(), is_negation);
  };
  if (told.size() == 1) {
    if (negates(said) && !negates(options[*told.begin()])) return {};
    return {*told.begin()};
  }
  if (told.size() > 1) {
    // One that has far more of the words than any other is meant.
    size_t best = *told.begin();
    for (const size_t i : told) best = own[i] > own[best] ? i : best;
    const bool far = std::all_of(told.begin(), told.end(), [&](size_t i) {
      return i == best || 3 * own[i] <= own[best];
    });
    return far && !negates(said)
               ? std::vector<size_t>{best}
               : std::vector<size_t>(told.begin(), told.end());
  }
  std::vector<size_t> all;
  for (size_t i = 0; i < options.size(); ++i) {
    if (std::all_of(known.begin(), known.end(),
                    [&](const std::string& w) { return has(options[i], w); }))
      all.push_back(i);
  }
  return all;
}

}  // namespace

bool says_option(const std::string& option, const std::string& said) {
  // An option that is a value is told by that value: (5, 5) is 5 by 5.
  const bool letters =
      std::any_of(option.begin(), option.end(),
                  [](unsigned char c) { return std::isalpha(c) || c >= 0x80; });
  if (!letters) {
    for (const AnswerKind kind : {AnswerKind::shape, AnswerKind::number}) {
      const Words value = readings(option, kind, {}),
                  mine = readings(said, kind, {});
      if (!value.empty() && !mine.empty() && value[0] == mine[0]) return true;
    }
  }
  const Words a = words_of(option), b = words_of(said);
  if (a != b) return false;
  // Formulas differ by their marks as well.
  const auto marks = [](const std::string& text) {
    std::string out;
    for (const char c : text) {
      if (std::string_view("@*/+<>=").find(c) != std::string_view::npos)
        out += c;
    }
    return out;
  };
  return marks(option) == marks(said);
}

Meant options_meant(const std::vector<std::string>& options,
                    const std::string& said) {
  std::string plain = in_plain_signs(said);
  // A comma may be a decimal one where options have a point: 0,5 is 0.5.
  static const std::regex kPoint(R"(\d\.\d)"), kComma(R"((\d),(?=\d))");
  if (std::any_of(options.begin(), options.end(), [](const std::string& o) {
        return std::regex_search(o, kPoint);
      })) {
    plain = std::regex_replace(plain, kComma, "$1.");
  }
  std::vector<size_t> exact;
  for (size_t i = 0; i < options.size(); ++i) {
    if (says_option(options[i], plain)) exact.push_back(i);
  }
  if (exact.size() == 1) return {exact, true};
  // Where all options are values, another value is none of them.
  const auto is_value = [](const std::string& text) {
    return !readings(text, AnswerKind::other, {}).empty() ||
           !readings(text, AnswerKind::shape, {}).empty();
  };
  const auto letters = [](const std::string& text) {
    return std::any_of(text.begin(), text.end(),
                       [](unsigned char c) { return std::isalpha(c); });
  };
  if (std::none_of(options.begin(), options.end(), letters) && is_value(plain))
    return {};
  // A product is not one of its factors.
  static const std::regex kProduct(R"(\d *[*/] *\d)");
  if (std::regex_search(plain, kProduct)) return {};
  std::vector<Words> words;
  for (const std::string& option : options) words.push_back(telling(option));
  std::string rest;
  const int letter = letter_of(plain, rest);
  if (letter >= 0 && static_cast<size_t>(letter) < options.size()) {
    const auto chosen = static_cast<size_t>(letter);
    // A letter and the words of another option contradict each other.
    const std::vector<size_t> other =
        rest.empty() ? std::vector<size_t>() : by_words(words, telling(rest));
    if (other.size() == 1 && other[0] != chosen)
      return {{std::min(chosen, other[0]), std::max(chosen, other[0])}, true};
    return {{chosen}, true};
  }
  if (const std::optional<size_t> nth = by_rank(words, telling(plain));
      nth && *nth < options.size())
    return {{*nth}, false};
  return {by_words(words, telling(plain)), false};
}

std::string order_meant(const std::string& said, size_t count) {
  static const std::set<std::string> kBetween = {
      "then", "and", "first", "next", "last", "finally", "before",
      "at",   "the", "order", "is",   "it",   "after",   "that"};
  std::string letters;
  const auto put = [&](char c) {
    const bool fits = c >= 'a' && static_cast<size_t>(c - 'a') < count;
    if (fits) letters += c;
    return fits;
  };
  std::string word;
  const auto take_word = [&]() {
    const bool between = word.size() > 1 && kBetween.contains(word);
    const bool fits =
        between || std::all_of(word.begin(), word.end(), [&](char c) {
          // Numbers count from 1, as the lines stand.
          return put(c >= '1' && c <= '9' ? static_cast<char>('a' + (c - '1'))
                                          : c);
        });
    word.clear();
    return fits;
  };
  for (const char c : said) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (std::string_view(" ,;>-.()[]:/\t").find(c) ==
                   std::string_view::npos ||
               !take_word()) {
      return "";
    }
  }
  return take_word() ? letters : "";
}

}  // namespace mha::lesson
