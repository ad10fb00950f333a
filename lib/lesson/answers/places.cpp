#include "lesson/answers/places.h"

#include <algorithm>
#include <cctype>
#include <regex>

#include "base/text.h"

namespace mha::lesson {

namespace {

/// A text of brackets, whole numbers, True and False, taken apart.
struct Token {
  char kind;  // '(' '[' ')' ']', 'n' for a number, 'b' for True or False
  int64_t value = 0;
};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return out;
}

/// Nothing if the text holds anything else.
std::optional<std::vector<Token>> tokens_of(const std::string& text) {
  std::vector<Token> tokens;
  for (size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (std::isdigit(c) || c == '-') {
      size_t end = i + 1;
      while (end < text.size() &&
             std::isdigit(static_cast<unsigned char>(text[end])))
        ++end;
      if (end - i > 9 || (c == '-' && end == i + 1)) return std::nullopt;
      tokens.push_back({'n', std::stol(text.substr(i, end - i))});
      i = end;
    } else if (std::isalpha(c)) {
      size_t end = i;
      while (end < text.size() &&
             std::isalnum(static_cast<unsigned char>(text[end])))
        ++end;
      const std::string word = lower(text.substr(i, end - i));
      if (word == "true" || word == "false") {
        tokens.push_back({'b', word == "true"});
      } else if (word != "and" && word != "tensor") {
        return std::nullopt;
      }
      i = end;
    } else {
      if (std::string_view("()[]{}").find(text[i]) != std::string_view::npos) {
        tokens.push_back({c == '{' ? '[' : c == '}' ? ']' : text[i]});
      } else if (std::string_view(",;& \t\n").find(text[i]) ==
                 std::string_view::npos) {
        return std::nullopt;
      }
      ++i;
    }
  }
  return tokens;
}

Places all_places(const Shape& shape) {
  Places all;
  for (int64_t i = 0; i < shape[0]; ++i) {
    if (shape.size() == 1) all.insert({i});
    for (int64_t j = 0; shape.size() == 2 && j < shape[1]; ++j)
      all.insert({i, j});
  }
  return all;
}

/// The numbers as flags, one a cell, row by row.
std::optional<Places> as_flags(const std::vector<int64_t>& values,
                               const Shape& shape) {
  const Places all = all_places(shape);
  if (values.size() != all.size()) return std::nullopt;
  Places places;
  size_t i = 0;
  for (const auto& place : all) {
    const int64_t flag = values[i++];
    if (flag != 0 && flag != 1) return std::nullopt;
    if (flag == 1) places.insert(place);
  }
  return places;
}

/// The numbers as places, each of as many numbers as there are dimensions.
std::optional<Places> grouped(const std::vector<int64_t>& values, size_t dims) {
  if (values.empty() || values.size() % dims != 0) return std::nullopt;
  Places places;
  for (auto at = values.begin(); at != values.end();
       at += static_cast<ptrdiff_t>(dims)) {
    places.insert(std::vector<int64_t>(at, at + static_cast<ptrdiff_t>(dims)));
  }
  return places;
}

/// The same, of a tensor that has these places; negative ones count from its
/// end.
std::optional<Places> as_places(const std::vector<int64_t>& values,
                                const Shape& shape) {
  const auto named = grouped(values, shape.size());
  if (!named) return std::nullopt;
  Places places;
  for (std::vector<int64_t> place : *named) {
    for (size_t d = 0; d < shape.size(); ++d) {
      if (place[d] < 0) place[d] += shape[d];
      if (place[d] < 0 || place[d] >= shape[d]) return std::nullopt;
    }
    places.insert(std::move(place));
  }
  return places;
}

constexpr std::string_view kAround[] = {
    "i",        "think", "cell",   "cells",    "the",       "at",
    "in",       "only",  "just",   "place",    "places",    "it",
    "is",       "are",   "maybe",  "position", "positions", "index",
    "indices",  "of",    "them",   "whole",    "these",     "answer",
    "probably", "value", "values", "number",   "numbers",   "entire",
    "complete", "with"};
constexpr std::string_view kFirstAxis[] = {
    "row",   "rows", "sentence", "sentences", "text",
    "texts", "line", "lines",    "query",     "queries"};
constexpr std::string_view kSecondAxis[] = {"column", "columns", "col",
                                            "cols",   "key",     "keys"};
constexpr std::string_view kOneAxis[] = {
    "row",  "rows",  "column", "columns", "col",    "cols",
    "word", "words", "token",  "tokens",  "head",   "heads",
    "key",  "keys",  "vector", "vectors", "answer", "sentence"};
constexpr std::string_view kCounts[] = {"zero", "one",  "two", "three",
                                        "four", "five", "six"};
constexpr std::string_view kOrdinals[] = {"first", "second", "third", "fourth",
                                          "fifth"};

template <size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

template <size_t N>
std::optional<int64_t> rank_of(std::string_view word,
                               const std::string_view (&words)[N]) {
  const auto* at = std::find(std::begin(words), std::end(words), word);
  if (at == std::end(words)) return std::nullopt;
  return at - std::begin(words);
}

/// Words, numbers and marks of a text in lower case; `focus[2, 3]` is its
/// brackets.
std::vector<std::string> words_and_marks(const std::string& text) {
  std::vector<std::string> out;
  for (size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    size_t end = i + 1;
    if (std::isdigit(c)) {
      while (end < text.size() &&
             std::isdigit(static_cast<unsigned char>(text[end])))
        ++end;
      // Longer ones are no places of anything here.
      out.push_back(text.substr(i, std::min<size_t>(end - i, 9)));
    } else if (std::isalpha(c) || c == '_') {
      while (end < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[end])) ||
              text[end] == '_'))
        ++end;
      if (end >= text.size() || text[end] != '[')
        out.push_back(lower(text.substr(i, end - i)));
    } else if (!std::isspace(c)) {
      out.emplace_back(1, text[i]);
    }
    i = end;
  }
  return out;
}

/// Without the words that may stand around an answer.
std::string without_around(const std::string& text) {
  std::string out;
  for (const std::string& w : words_and_marks(text)) {
    if (is_one_of(w, kAround)) continue;
    out += w == "-" ? w : w + " ";
  }
  while (out.ends_with(". ") || out.ends_with("! ")) out.erase(out.size() - 2);
  return out;
}

/// Places named in words: "row 2", "rows 1 and 2", "row 0: columns 1 to 3",
/// "the last two", "above the diagonal". Nothing where the text says something
/// else; places that are not there are among what is named.
class InWords {
 public:
  InWords(const std::string& text, const Shape& shape)
      : words_(words_and_marks(text)), shape_(shape) {}

  std::optional<Places> read() {
    for (const std::string& w : words_) {
      if (w == "not" || w == "or" || w == "except" || w == "but" ||
          w == "without")
        return std::nullopt;
    }
    if (const auto kind = by_diagonal()) return kind;
    if (const auto kind = all_or_none()) return kind;
    return shape_.size() == 1 ? one_axis() : two_axes();
  }

 private:
  bool has(std::string_view word) const {
    return std::find(words_.begin(), words_.end(), word) != words_.end();
  }
  bool has_number() const {
    return std::any_of(words_.begin(), words_.end(),
                       [](const std::string& w) { return is_number(w); });
  }
  static bool is_number(const std::string& w) {
    return !w.empty() && std::isdigit(static_cast<unsigned char>(w[0]));
  }

  std::optional<Places> by_diagonal() const {
    const bool triangle = has("triangle") || has("corner");
    if (shape_.size() != 2 || has_number() || !(has("diagonal") || triangle))
      return std::nullopt;
    const bool above =
        has("above") || has("upper") || has("over") || has("right");
    const bool below = has("below") || has("lower") || has("under") ||
                       has("beneath") || has("left");
    const bool on =
        has("on") || has("including") || has("with") || (!above && !below);
    if ((above && below) || (triangle && !above && !below)) return std::nullopt;
    Places places;
    for (const auto& p : all_places(shape_)) {
      if ((on && p[0] == p[1]) || (above && p[1] > p[0]) ||
          (below && p[1] < p[0]))
        places.insert(p);
    }
    return places;
  }

  std::optional<Places> all_or_none() const {
    if (words_.empty() || has_number() || words_.size() > 5)
      return std::nullopt;
    const bool named =
        std::any_of(words_.begin(), words_.end(), [](const std::string& w) {
          return is_one_of(w, kOrdinals) || w == "last";
        });
    if (named) return std::nullopt;
    static constexpr std::string_view kVocabulary[] = {
        "none",   "no",         "nowhere",    "nothing", "empty", "all",
        "every",  "everywhere", "everything", "each",    "both",  "five",
        "four",   "three",      "there",      "any",     "words", "word",
        "rows",   "row",        "columns",    "column",  "one",   "table",
        "change", "vectors",    "tokens",     "heads"};
    const bool plain =
        std::all_of(words_.begin(), words_.end(), [](const std::string& w) {
          return is_one_of(w, kVocabulary) || is_one_of(w, kAround) ||
                 !std::isalpha(static_cast<unsigned char>(w[0]));
        });
    if (!plain) return std::nullopt;
    if (has("none") || has("no") || has("nowhere") || has("nothing") ||
        has("empty"))
      return Places();
    if (has("all") || has("every") || has("everywhere") || has("everything") ||
        has("each") || has("both")) {
      return all_places(shape_);
    }
    return std::nullopt;
  }

  /// The numbers from `i` on, with ranges, as far as they go; `i` moves behind
  /// them.
  std::vector<int64_t> numbers(size_t& i, int64_t size) const {
    std::vector<int64_t> all;
    for (; i < words_.size(); ++i) {
      const std::string& w = words_[i];
      const bool range = (w == "to" || w == "-" || w == "till" ||
                          w == "through" || w == "until") &&
                         !all.empty() && i + 1 < words_.size() &&
                         is_number(words_[i + 1]);
      if (is_number(w)) {
        all.push_back(std::stol(w));
      } else if (range) {
        const int64_t last = std::min<int64_t>(std::stol(words_[++i]), 1000);
        for (int64_t n = all.back() + 1; n <= last; ++n) all.push_back(n);
      } else if (w == "last") {
        all.push_back(size - 1);
      } else if (const auto nth = rank_of(w, kOrdinals)) {
        all.push_back(*nth);
      } else if (w != "," && w != "and" && w != "&" && !is_one_of(w, kAround)) {
        break;
      }
    }
    return all;
  }

  std::optional<Places> one_axis() const {
    Places places;
    for (size_t i = 0; i < words_.size();) {
      const std::string& w = words_[i];
      if (is_one_of(w, kAround)) {
        ++i;
        continue;
      }
      // "the last two", "the first three"
      const auto count =
          i + 1 < words_.size() ? count_of(words_[i + 1]) : std::nullopt;
      if (count && (w == "last" || w == "first")) {
        for (int64_t n = 0; n < *count; ++n)
          places.insert({w == "first" ? n : shape_[0] - 1 - n});
        i += 2;
        continue;
      }
      const size_t before = i;
      for (const int64_t n : numbers(i, shape_[0])) places.insert({n});
      if (i == before || (i < words_.size() && !passes(words_[i]))) {
        if (i >= words_.size() || !passes(words_[i])) return std::nullopt;
      }
      if (i < words_.size() && passes(words_[i])) ++i;
    }
    if (places.empty()) return std::nullopt;
    return places;
  }

  static std::optional<int64_t> count_of(const std::string& word) {
    if (is_number(word)) return std::stol(word);
    return rank_of(word, kCounts);
  }

  static bool passes(const std::string& word) {
    return is_one_of(word, kOneAxis) || word == "." || word == ";" ||
           word == ":" || word == "(" || word == ")";
  }

  std::optional<Places> two_axes() const {
    Places places;
    std::vector<int64_t> rows;
    bool open =
        false;  // rows whose columns have not come: all of them, if none do
    const auto whole_rows = [&] {
      for (int64_t j = 0; open && j < shape_[1]; ++j) {
        for (const int64_t r : rows) places.insert({r, j});
      }
      open = false;
    };
    for (size_t i = 0; i < words_.size();) {
      // "the first row", "the last column": the number stands before its axis.
      const bool every = words_[i] == "all" || words_[i] == "every" ||
                         words_[i] == "each" || words_[i] == "everywhere";
      if (every) ++i;
      std::vector<int64_t> before = numbers(i, last_of_axis(i));
      const std::string word = i < words_.size() ? words_[i] : "";
      const bool words_of_row =
          (word == "word" || word == "words") && !rows.empty();
      if (is_one_of(word, kFirstAxis)) {
        whole_rows();
        ++i;
        rows = before.empty() ? numbers(i, shape_[0]) : before;
        if (rows.empty()) return std::nullopt;
        open = true;
      } else if (is_one_of(word, kSecondAxis) || words_of_row) {
        ++i;
        const std::vector<int64_t> columns =
            before.empty() ? numbers(i, shape_[1]) : before;
        if (columns.empty() && every && open) continue;
        if (columns.empty()) return std::nullopt;
        add(places, rows, columns);
        open = false;
      } else if (word == ":" && open && i + 1 < words_.size() &&
                 is_number(words_[i + 1])) {
        ++i;
        add(places, rows, numbers(i, shape_[1]));
        open = false;
      } else if (word == ";" || word == "." || word == ":" || word == "(" ||
                 word == ")") {
        ++i;
      } else {
        if (!word.empty() || !before.empty()) return std::nullopt;
      }
    }
    whole_rows();
    if (places.empty()) return std::nullopt;
    return places;
  }

  void add(Places& places, const std::vector<int64_t>& rows,
           const std::vector<int64_t>& columns) const {
    for (const int64_t c : columns) {
      for (const int64_t r : rows) places.insert({r, c});
      for (int64_t r = 0; rows.empty() && r < shape_[0]; ++r)
        places.insert({r, c});
    }
  }

  /// The size of the axis that the next axis word names.
  int64_t last_of_axis(size_t i) const {
    for (; i < words_.size(); ++i) {
      if (is_one_of(words_[i], kFirstAxis)) return shape_[0];
      if (is_one_of(words_[i], kSecondAxis)) return shape_[1];
    }
    return shape_[0];
  }

  std::vector<std::string> words_;
  const Shape& shape_;
};

bool are_there(const Places& places, const Shape& shape) {
  return std::all_of(places.begin(), places.end(), [&](const auto& p) {
    for (size_t d = 0; d < shape.size(); ++d) {
      if (p[d] < 0 || p[d] >= shape[d]) return false;
    }
    return true;
  });
}

}  // namespace

Places places_of(const Tensor& cells) {
  Places places;
  for (const auto& place : all_places(cells.shape())) {
    if (cells.at(place).to_bool()) places.insert(place);
  }
  return places;
}

std::vector<Places> read_places(const std::string& typed, const Shape& shape) {
  // Of a small table, 01 12 are the places (0, 1) (1, 2).
  static const std::regex kPairs(R"((\d\d[ ,;]*)+)"), kPair(R"((\d)(\d))");
  const bool small = shape.size() == 2 && shape[0] <= 10 && shape[1] <= 10;
  const std::string text = small && std::regex_match(typed, kPairs)
                               ? std::regex_replace(typed, kPair, "($1, $2) ")
                               : typed;
  const std::string word = lower(trim(text));
  if (word == "none" || word == "[]" || word == "()" || word == "no cell")
    return {{}};
  if (word == "all") return {all_places(shape)};
  // In 2-4 the minus is none.
  const size_t minus = text.find('-', 1);
  const bool range =
      minus != std::string::npos &&
      std::isdigit(static_cast<unsigned char>(text[minus - 1])) != 0;
  const auto tokens = range ? std::nullopt : tokens_of(without_around(text));
  if (!tokens) {
    const auto named = InWords(text, shape).read();
    if (!named || !are_there(*named, shape)) return {};
    return {*named};
  }
  std::vector<int64_t> values;
  bool words = false;  // True or False among them
  bool round = false;  // (0, 1): a place
  int deep = 0, depth = 0;
  for (const Token& t : *tokens) {
    if (t.kind == 'n' || t.kind == 'b') {
      values.push_back(t.value);
      words = words || t.kind == 'b';
    } else if (t.kind == '(' || t.kind == '[') {
      deep = std::max(deep, ++depth);
      round = round || t.kind == '(';
    } else if (--depth < 0) {
      return {};
    }
  }
  if (depth != 0 || values.empty()) return {};
  const auto flags = as_flags(values, shape);
  const auto places = as_places(values, shape);
  std::vector<Places> readings;
  // Rows in square brackets are as many flags as there are cells; a pair in
  // round ones is a place. Without either, both may be meant.
  const bool rows = shape.size() == 2 && deep == 2 && !round;
  if (words || (flags && rows) ||
      (flags && shape.size() == 1 && values.size() > 2)) {
    if (flags) readings.push_back(*flags);
    return readings;
  }
  if (places) readings.push_back(*places);
  if (flags && shape.size() == 1 && !round) readings.push_back(*flags);
  return readings;
}

std::optional<Places> named_places(const std::string& text, size_t dims) {
  const auto tokens = tokens_of(without_around(text));
  if (!tokens) return std::nullopt;
  std::vector<int64_t> values;
  for (const Token& t : *tokens) {
    if (t.kind == 'b') return std::nullopt;
    if (t.kind == 'n') values.push_back(t.value);
  }
  return grouped(values, dims);
}

std::string places_text(const Places& places) {
  if (places.empty()) return "none";
  std::vector<std::string> parts;
  for (const auto& place : places) {
    std::vector<std::string> numbers;
    for (const int64_t n : place) numbers.push_back(std::to_string(n));
    const std::string inside = join(numbers, ", ");
    parts.push_back(place.size() == 1 ? inside : "(" + inside + ")");
  }
  return join(parts, " ");
}

bool names_places(const std::string& text, const Shape& shape) {
  const auto tokens = tokens_of(without_around(text));
  if (tokens && !tokens->empty()) return true;
  return InWords(text, shape).read().has_value();
}

bool reads_as_places(const std::string& text) {
  const std::string word = lower(trim(text));
  if (word == "none" || word == "all" || word == "no cell") return true;
  const auto tokens = tokens_of(text);
  return tokens && !tokens->empty();
}

}  // namespace mha::lesson
