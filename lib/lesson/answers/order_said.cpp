#include "lesson/answers/order_said.h"

#include <algorithm>
#include <cctype>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/choosing.h"
#include "lesson/answers/said.h"
#include "lesson/answers/sense.h"

namespace mha::lesson {

namespace {

/// The letters of "1 3 2"'s lines if each line has such a number, and of "q, k, softmax" if each
/// part has words of one line alone; or nothing.
std::string order_by_words(const std::string& said, const std::vector<std::string>& lines) {
  static const Pattern kParts(R"( *(?:[,;>]|->|\bthen\b|\bfirst\b)+ *)"), kBlanks("[ ,;]+");
  const bool numbers = said.find_first_not_of("0123456789 ,;") == std::string::npos;
  std::vector<Words> told;
  for (const std::string& line : lines) told.push_back(telling(line));
  std::vector<std::string> fitting;  // for each part, the lines that have all its words
  const std::string text(trim(said));
  for (const std::string& part : (numbers ? kBlanks : kParts).split(text)) {
    Words mine;
    for (const std::string& word : telling(part)) {
      if (is_telling(word) && !words().between_lines.has(word)) mine.push_back(word);
    }
    if (mine.empty()) continue;
    std::string fits;
    for (size_t i = 0; i < told.size(); ++i) {
      const bool all = std::all_of(mine.begin(), mine.end(), [&](const std::string& w) { return has(told[i], w); });
      if (all) fits += option_letter(i);
    }
    if (fits.empty()) return "";
    fitting.push_back(std::move(fits));
  }
  if (fitting.size() != lines.size()) return "";
  // A line that is the only one for its part is none for the others: "score, share, ..." where
  // one line has both words.
  std::string letters(fitting.size(), ' ');
  for (size_t left = fitting.size(); left > 0; --left) {
    const auto one = std::find_if(fitting.begin(), fitting.end(), [](const std::string& f) { return f.size() == 1; });
    if (one == fitting.end()) return "";
    const char line = (*one)[0];
    letters[static_cast<size_t>(one - fitting.begin())] = line;
    for (std::string& f : fitting) std::erase(f, line);
  }
  return letters;
}

}  // namespace

std::string order_meant(const std::string& typed, const std::vector<std::string>& lines) {
  const size_t count = lines.size();
  // "c, a, b (the mask learns nothing)"
  const std::string said = Pattern(R"( *\([^)]*[a-z]{2}[^)]*\) *$)").sub("", typed);
  if (const std::string letters = order_by_words(said, lines); !letters.empty()) return letters;
  std::string letters;
  const auto put = [&](char c) {
    const bool fits = c >= 'a' && static_cast<size_t>(c - 'a') < count;
    if (fits) letters += c;
    return fits;
  };
  std::string word;
  const auto take_word = [&]() {
    const bool between = word.size() > 1 && words().between_lines.has(word);
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
