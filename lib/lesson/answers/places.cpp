#include "lesson/answers/places.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/slices.h"

namespace mha::lesson {

namespace {

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

/// A whole number in figures.
bool is_figure(const Piece& p) {
  constexpr size_t kMostDigits = 9;
  const size_t sign = p.text.starts_with('-') ? 1 : 0;
  return p.is_number() && !p.in_letters && p.text.size() <= kMostDigits &&
         p.text.find_first_not_of("0123456789", sign) == std::string::npos;
}

int64_t value_of(const Piece& p) { return std::stol(p.text); }

bool is_truth(const Piece& p) { return p.is_word("true") || p.is_word("false"); }

/// Brackets, and separators of list items.
bool is_between(const Piece& p) {
  return p.is_word("and") || p.is_word("tensor") ||
         (p.kind == Piece::Kind::mark &&
          std::string_view("()[]{},;&").find(p.text[0]) !=
              std::string_view::npos);
}

bool is_bracket(const Piece& p, std::string_view brackets) {
  return p.kind == Piece::Kind::mark &&
         brackets.find(p.text[0]) != std::string_view::npos;
}

bool says_nothing(const Piece& p) {
  return p.is(words().around_places) || p.is(words().only);
}

/// The pieces of an answer, without the name in `focus[2, 3]`; a minus is part
/// of its number, but parts 2-4.
Pieces pieces_of(const std::string& text) {
  const Pieces all = apart(text);
  Pieces out;
  for (size_t i = 0; i < all.size(); ++i) {
    const Piece* next = i + 1 < all.size() ? &all[i + 1] : nullptr;
    const bool glued = next && next->glued;
    if (all[i].kind == Piece::Kind::word && glued && next->is_mark("["))
      continue;
    const bool parts =
        all[i].glued && i > 0 && all[i - 1].kind != Piece::Kind::mark;
    out.push_back(all[i]);
    // "row two" is row 2; "two rows" counts them.
    const bool behind_axis = i > 0 && (all[i - 1].is(words().first_axis) || all[i - 1].is(words().second_axis) || all[i - 1].is(words().any_axis));
    if (behind_axis && out.back().is_number() && !out.back().plural) out.back().in_letters = false;
    if (all[i].is_mark("-") && glued && next->is_number() && !parts) {
      out.back() = *next;
      out.back().text.insert(0, "-");
      ++i;
    }
    // The full stop after a number is not a decimal point.
    if (out.back().is_number() && out.back().text.ends_with('.'))
      out.back().text.pop_back();
  }
  while (!out.empty() && is_bracket(out.back(), ".!?")) out.pop_back();
  return out;
}

/// True if the text has only numbers, True and False, separators, and words
/// that carry no meaning.
bool is_plain(const Pieces& pieces) {
  return !pieces.empty() &&
         std::all_of(pieces.begin(), pieces.end(), [](const Piece& p) {
           return is_figure(p) || is_truth(p) || is_between(p) ||
                  says_nothing(p);
         });
}

/// Places as they are named, in figures or words: "(0, 1) (2, 0)", "0 and 2",
/// "row 2", "rows 1 and 2", "row 0: columns 1 to 3", "the last two", "above the
/// diagonal". Nothing where the text says something else; places that are not
/// there are among what is named.
class Named {
 public:
  Named(const Pieces& pieces, const Shape& shape)
      : pieces_(pieces), shape_(shape) {}

  std::optional<Places> read() {
    const bool other =
        std::any_of(pieces_.begin(), pieces_.end(), [](const Piece& p) {
          return p.is(words().negations) || p.is(words().either);
        });
    if (other) return std::nullopt;
    if (const auto kind = by_diagonal()) return kind;
    if (has(words().except)) return std::nullopt;
    if (const auto kind = all_or_none()) return kind;
    if (!(shape_.size() == 1 ? one_axis() : two_axes()) || places_.empty())
      return std::nullopt;
    return places_;
  }

 private:
  bool has(const WordGroup& group) const {
    return std::any_of(pieces_.begin(), pieces_.end(),
                       [&](const Piece& p) { return p.is(group); });
  }
  bool has(std::string_view word) const {
    return std::any_of(pieces_.begin(), pieces_.end(),
                       [&](const Piece& p) { return p.is_word(word); });
  }
  bool has_figure() const {
    return std::any_of(pieces_.begin(), pieces_.end(), is_figure);
  }
  bool at(size_t i, const WordGroup& group) const {
    return i < pieces_.size() && pieces_[i].is(group);
  }
  bool names_axis(size_t i) const { return at(i, words().first_axis) || at(i, words().second_axis); }
  bool mark_at(size_t i, std::string_view marks) const {
    return i < pieces_.size() && is_bracket(pieces_[i], marks);
  }

  std::optional<Places> by_diagonal() const {
    const bool triangle = has(words().triangle);
    if (shape_.size() != 2 || has_figure() || !(has("diagonal") || triangle))
      return std::nullopt;
    // "half of it", "two above it" and "the other diagonal" are not all of it.
    const bool plain = std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& p) {
      if (p.is_number() && p.plural && p.text == "1") return true;  // "the ones above the diagonal"
      if (p.is(words().narrowing) || p.is_number()) return false;
      return p.kind != Piece::Kind::word || p.is_word("diagonal") || says_nothing(p) || p.is(words().small) ||
             p.is(words().all) || p.is(words().above) || p.is(words().below) || p.is(words().on) ||
             p.is(words().triangle) || p.is(words().except) || p.is_word("and") || p.is_word("to");
    });
    if (!plain) return std::nullopt;
    const bool above = has(words().above), below = has(words().below), without = has(words().except);
    // Only the diagonal itself can be what is left out.
    if (without && (!triangle || !pieces_.back().is_word("diagonal"))) return std::nullopt;
    const bool on = !without && (has(words().on) || (!above && !below) || names_diagonal());
    if ((above && below) || (triangle && !above && !below)) return std::nullopt;
    Places places;
    for (const auto& p : all_places(shape_)) {
      if ((on && p[0] == p[1]) || (above && p[1] > p[0]) ||
          (below && p[1] < p[0]))
        places.insert(p);
    }
    return places;
  }

  /// "the diagonal and above", "the upper triangle + the diagonal": the diagonal, and not only a side of it.
  bool names_diagonal() const {
    bool side = false;  // the words before belong to one
    for (const Piece& p : pieces_) {
      if (p.is_word("diagonal") && !side) return true;
      const bool of_side = p.is(words().above) || p.is(words().below);
      side = of_side || (side && (p.is_mark("-") || p.is_word("of") || (p.kind == Piece::Kind::word && !p.is_word("diagonal") && says_nothing(p) && !p.is_word("also"))));
    }
    return false;
  }

  std::optional<Places> all_or_none() const {
    constexpr size_t kMostPieces = 5;
    // "all 5 rows" counts them.
    const std::string count = std::to_string(shape_.size() == 1 ? shape_[0] : shape_[0] * shape_[1]);
    const bool counts = pieces_.size() > 1 && pieces_[0].is(words().all) && pieces_[1].is_number() && pieces_[1].text == count;
    const bool plain =
        std::all_of(pieces_.begin(), pieces_.end(), [&](const Piece& p) {
          return (counts && &p == &pieces_[1]) || (p.kind == Piece::Kind::mark && !is_bracket(p, "()[]")) ||
                 (p.is_number() && !is_figure(p)) || says_nothing(p) ||
                 p.is(words().nothing) || p.is(words().all) ||
                 p.is(words().any_axis);
        });
    if (!plain || pieces_.size() > kMostPieces) return std::nullopt;
    if (has(words().nothing)) return Places();
    if (has(words().all)) return all_places(shape_);
    return std::nullopt;
  }

  /// The numbers from `i` on, with ranges, as far as they go; `i` moves behind
  /// them.
  std::vector<int64_t> numbers(size_t& i, int64_t size) const {
    constexpr int64_t kLargest = 1000;
    std::vector<int64_t> all;
    for (; i < pieces_.size(); ++i) {
      const Piece& p = pieces_[i];
      const bool range = (p.is_mark("-") || p.is(words().until)) &&
                         !all.empty() && i + 1 < pieces_.size() &&
                         is_figure(pieces_[i + 1]);
      if (is_figure(p)) {
        all.push_back(value_of(p));
      } else if (range) {
        const int64_t last = std::min(value_of(pieces_[++i]), kLargest);
        for (int64_t n = all.back() + 1; n <= last; ++n) all.push_back(n);
      } else if (!all.empty() && p.kind == Piece::Kind::word && names_axis(i + 1 + (i + 1 < pieces_.size() && pieces_[i + 1].is_number()))) {
        break;  // "row 2, first column", "row 3, last three columns"
      } else if (const auto counted = from_an_end(i, size); !counted.empty()) {
        all.insert(all.end(), counted.begin(), counted.end());
      } else if (!is_between(p) && !says_nothing(p)) {
        break;
      } else if (p.is_mark(";")) {
        break;
      }
    }
    return all;
  }

  /// "the last", "the second", "the first three": `i` moves to the count.
  std::vector<int64_t> from_an_end(size_t& i, int64_t size) const {
    const bool last = pieces_[i].is_word("last") || pieces_[i].is_word("bottom");
    const std::string_view place = pieces_[i].is_word("top") ? "0" : words().places.value(pieces_[i].text);
    if (pieces_[i].kind != Piece::Kind::word || (!last && place.empty()))
      return {};
    const int64_t first = last ? size - 1 : place[0] - '0';
    const bool counts = (last || first == 0) && i + 1 < pieces_.size() &&
                        pieces_[i + 1].is_number() &&
                        pieces_[i + 1].text.size() < 3;
    const int64_t count = counts ? value_of(pieces_[++i]) : 1;
    std::vector<int64_t> all;
    for (int64_t n = 0; n < count; ++n)
      all.push_back(last ? first - n : first + n);
    return all;
  }

  bool one_axis() {
    for (size_t i = 0; i < pieces_.size(); ++i) {
      for (const int64_t n : numbers(i, shape_[0])) places_.insert({n});
      if (i == pieces_.size()) break;
      const bool one = pieces_[i].is_word("one") || pieces_[i].is_word("ones");  // "only the last one"
      if (!at(i, words().any_axis) && !one && !mark_at(i, ".;:")) return false;
    }
    return true;
  }

  bool two_axes() {
    std::vector<int64_t> loose;  // without the name of an axis: pairs
    for (size_t i = 0; i < pieces_.size();) {
      const bool every = at(i, words().all);
      if (every) ++i;
      // "the first row", "the last column": the number stands before its axis.
      const std::vector<int64_t> before = numbers(i, size_ahead(i));
      if (at(i, words().first_axis)) {
        whole_rows();
        ++i;
        rows_ = before.empty() ? numbers(i, shape_[0]) : before;
        if (rows_.empty()) return false;
        open_ = true;
        // "columns 1 and 2 of row 0"
        if (!columns_.empty()) add(std::exchange(columns_, {}));
      } else if (at(i, words().second_axis) || is_word_of_row(i)) {
        ++i;
        const auto columns = before.empty() ? numbers(i, shape_[1]) : before;
        if (columns.empty() && every) continue;
        if (columns.empty() || !columns_.empty()) return false;
        if (rows_.empty()) columns_ = columns;
        else add(columns);
      } else if (mark_at(i, ":") && open_ && i + 1 < pieces_.size() &&
                 is_figure(pieces_[i + 1])) {
        ++i;
        add(numbers(i, shape_[1]));
      } else if (i < pieces_.size() && !mark_at(i, ";.:")) {
        return false;
      } else {
        if (!before.empty() && !rows_.empty()) return false;
        loose.insert(loose.end(), before.begin(), before.end());
        ++i;
      }
    }
    if (!columns_.empty()) add(std::exchange(columns_, {}));
    whole_rows();
    return pair_up(loose);
  }

  /// Where rows have been named, or a sentence is yet to come, the other axis is that of its words.
  bool is_word_of_row(size_t i) const {
    const bool word = i < pieces_.size() && (pieces_[i].is_word("word") || pieces_[i].is_word("words"));
    const auto sentence = [](const Piece& p) { return p.is_word("sentence") || p.is_word("text"); };
    return word && (!rows_.empty() || std::any_of(pieces_.begin() + static_cast<std::ptrdiff_t>(i), pieces_.end(), sentence));
  }

  bool pair_up(const std::vector<int64_t>& loose) {
    if (loose.size() % 2 != 0) return false;
    for (size_t i = 0; i < loose.size(); i += 2)
      places_.insert({loose[i], loose[i + 1]});
    return true;
  }

  /// Rows whose columns have not come are whole ones.
  void whole_rows() {
    for (int64_t j = 0; open_ && j < shape_[1]; ++j) {
      for (const int64_t r : rows_) places_.insert({r, j});
    }
    open_ = false;
  }

  void add(const std::vector<int64_t>& columns) {
    for (const int64_t c : columns) {
      for (const int64_t r : rows_) places_.insert({r, c});
      for (int64_t r = 0; rows_.empty() && r < shape_[0]; ++r)
        places_.insert({r, c});
    }
    open_ = false;
  }

  /// The size of the axis that the next axis word names.
  int64_t size_ahead(size_t i) const {
    for (; i < pieces_.size(); ++i) {
      if (at(i, words().first_axis)) return shape_[0];
      if (at(i, words().second_axis) || is_word_of_row(i)) return shape_[1];
    }
    return shape_[0];
  }

  const Pieces& pieces_;
  const Shape& shape_;
  Places places_;
  std::vector<int64_t> rows_;
  std::vector<int64_t> columns_;  // named before any row
  bool open_ = false;  // no columns of these rows have come yet
};

/// The same places with those counted from the end counted from 0; nothing if
/// one is not there.
std::optional<Places> there(const Places& places, const Shape& shape) {
  Places out;
  for (std::vector<int64_t> place : places) {
    for (size_t d = 0; d < shape.size(); ++d) {
      if (place[d] < 0) place[d] += shape[d];
      if (place[d] < 0 || place[d] >= shape[d]) return std::nullopt;
    }
    out.insert(std::move(place));
  }
  return out;
}

/// "where i = j", "column > row", "rows >= 3": the cells for which it is so.
std::optional<Places> compared_axes(const std::string& text, const Shape& shape) {
  static const std::string kAround = R"( *(?:(?:all|every|any|those|cells?|places?|where|when|if|for|the|with|that|have|has) +)*)",
                           kSign = R"(s? *(<=|>=|==|!=|<|>|=) *)", kAxis = "(i|r|row|q|query|j|c|col|column|k|key)";
  static const Pattern kCompared(kAround + kAxis + kSign + kAxis + R"(s?[.! ]*)", Pattern::kAnyCase),
      kFrom(kAround + "(?:i|r|row|word|token|place|index)?" + kSign + R"((\d{1,3})[.! ]*)", Pattern::kAnyCase);
  if (const PatternMatch m = kFrom.fullmatch(text); m && shape.size() == 1) {
    const std::string sign = m[1];
    const int64_t n = std::stoll(m[2]);
    Places places;
    for (int64_t i = 0; i < shape[0]; ++i) {
      const bool holds = sign[0] == '<' ? i < n : sign[0] == '>' ? i > n : sign == "!=" && i != n;
      if (holds || (sign != "!=" && sign.back() == '=' && i == n)) places.insert({i});
    }
    return places;
  }
  const PatternMatch m = kCompared.fullmatch(text);
  if (shape.size() != 2 || !m) return std::nullopt;
  const auto is_row = [](const std::string& name) { return std::string_view("irRqQI").find(name[0]) != std::string_view::npos; };
  if (is_row(m[1]) == is_row(m[3])) return std::nullopt;
  const std::string sign = m[2];
  Places places;
  for (const auto& p : all_places(shape)) {
    const int64_t a = p[is_row(m[1]) ? 0 : 1], b = p[is_row(m[3]) ? 0 : 1];
    const bool holds = sign[0] == '<' ? a < b : sign[0] == '>' ? a > b : sign == "!=" ? a != b : false;
    if (holds || (sign != "!=" && sign.back() == '=' && a == b)) places.insert(p);
  }
  return places;
}

}  // namespace

Places places_of(const Tensor& cells) {
  Places places;
  for (const auto& place : all_places(cells.shape())) {
    if (cells.at(place).to_bool()) places.insert(place);
  }
  return places;
}

std::optional<Places> named_places(const std::string& text,
                                   const Shape& shape) {
  return Named(pieces_of(with_pairs_apart(text, shape)), shape).read();
}

namespace {

/// "above the diagonal and (2, 0)": what each part names, together.
std::optional<Places> added_up(const std::string& text, const Shape& shape) {
  static const Pattern kAnd(R"( *(?:,|\band\b|\balso\b|\bplus\b|\+)(?: *(?:and|also|plus)\b)* *(?![^(]*\)))");
  static const Pattern kPair(R"((?<![(\d,.])(\d),(\d)(?![\d,.)]))");  // 2,0 3,1
  const std::string bracketed = shape.size() == 2 ? kPair.sub("and ($1, $2)", text) : text;
  Places all;
  size_t parts = 0;
  for (const std::string& part : kAnd.split(bracketed)) {
    const std::string one(trim(part));
    if (one.empty()) continue;
    const auto named = Named(pieces_of(one), shape).read();
    const auto places = named ? there(*named, shape) : std::nullopt;
    if (!places) return std::nullopt;
    all.insert(places->begin(), places->end());
    ++parts;
  }
  return parts > 1 ? std::optional<Places>(all) : std::nullopt;
}

}  // namespace

namespace {

/// "all except 0 and 2": the places that are left.
std::optional<Places> all_but(const std::string& text, const Shape& shape) {
  static const Pattern kAllBut(R"( *(?:all|every|everything|everywhere)(?: +(?:of|the|them|cells?|places?|rows?|words?|ones?))* *,? +(?:except|but|without|apart from|other than)(?: +for)? +(.+))", Pattern::kAnyCase);
  const PatternMatch m = kAllBut.fullmatch(text);
  const auto named = m ? Named(pieces_of(with_pairs_apart(m[1], shape)), shape).read() : std::nullopt;
  const auto places = named ? there(*named, shape) : std::nullopt;
  if (!places) return std::nullopt;
  Places rest = all_places(shape);
  for (const auto& place : *places) rest.erase(place);
  return rest;
}

}  // namespace

/// "3 and 4" of a table are no pair.
static bool lacks_pairs(const std::string& typed, const Shape& shape) {
  static const Pattern kTwo(R"( *\d+ +and +\d+[.! ]*)");
  return shape.size() == 2 && kTwo.matches(typed);
}

std::vector<Places> read_places(const std::string& typed, const Shape& shape) {
  if (lacks_pairs(typed, shape)) return {};
  const std::string text = in_words(typed, shape);
  if (const auto rest = all_but(text, shape)) return {*rest};
  if (const auto compared = compared_axes(text, shape)) return {*compared};
  if (const auto part = up_to_an_end(text, shape)) return {*part};
  const Pieces pieces = pieces_of(with_pairs_apart(with_cells_between(text), shape));
  std::vector<int64_t> values;
  bool truths = false;  // True or False among them
  bool round = false;   // (0, 1): a place
  int deep = 0, depth = 0;
  for (const Piece& p : pieces) {
    if (is_figure(p)) values.push_back(value_of(p));
    if (is_truth(p)) values.push_back(p.is_word("true"));
    truths = truths || is_truth(p);
    round = round || p.is_mark("(");
    if (is_bracket(p, "([{")) deep = std::max(deep, ++depth);
    if (is_bracket(p, ")]}") && --depth < 0) return {};
  }
  const bool plain = is_plain(pieces);
  if (depth != 0) return {};
  if (plain && values.empty() && deep > 0) return {{}};  // [] and ()
  const auto flags = plain ? as_flags(values, shape) : std::nullopt;
  std::vector<Places> readings;
  // Rows in square brackets are as many flags as there are cells; a pair in
  // round ones is a place. Without either, both may be meant.
  const bool rows = shape.size() == 2 && deep == 2 && !round;
  if (truths || (flags && rows) ||
      (flags && shape.size() == 1 && values.size() > 2)) {
    if (flags) readings.push_back(*flags);
    return readings;
  }
  const auto named = Named(pieces, shape).read();
  const auto places = named ? there(*named, shape) : std::nullopt;
  if (places) readings.push_back(*places);
  if (flags && shape.size() == 1 && !round) readings.push_back(*flags);
  if (const auto together = readings.empty() && !named ? added_up(text, shape) : std::nullopt) readings.push_back(*together);
  return readings;
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
  if (lacks_pairs(text, shape)) return false;
  // "half of them" and, of a table, "3" do not.
  const Pieces pieces = pieces_of(text);
  const auto named = std::count_if(pieces.begin(), pieces.end(), [](const Piece& p) { return is_figure(p) || is_truth(p); });
  // Nor do "2 3 4", which lack a row.
  const bool bare = std::none_of(pieces.begin(), pieces.end(), [](const Piece& p) { return is_bracket(p, "()[]"); });
  const bool lacks = shape.size() == 2 && named == 3 && bare;
  return (is_plain(pieces) && !lacks && named >= static_cast<std::ptrdiff_t>(shape.size())) || named_places(text, shape);
}

bool reads_as_places(const std::string& text) {
  const Pieces pieces = pieces_of(text);
  if (pieces.size() == 1 && (pieces[0].is_word("none") || pieces[0].is_word("all")))
    return true;
  return is_plain(pieces) &&
         std::none_of(pieces.begin(), pieces.end(), says_nothing) &&
         !std::all_of(pieces.begin(), pieces.end(), [](const Piece& p) {
           return is_bracket(p, ",;&") || p.kind == Piece::Kind::word;
         });
}

}  // namespace mha::lesson
