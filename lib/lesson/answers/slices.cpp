#include "lesson/answers/slices.h"

#include <algorithm>
#include <functional>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/pieces.h"

namespace mha::lesson {

std::optional<Places> up_to_an_end(const std::string& text, const Shape& shape) {
  static const std::string kWhat = R"((?:(?:all|every|everything|only|just|the|rows?|places?|words?|ones?|numbers?) +)*)";
  static const Pattern kFrom(" *" + kWhat + "(?:from|after|starting (?:at|from)) +" + kWhat + R"((\d{1,3})(?: +(?:on|onwards?|upwards?|to +the +(?:end|last)))?[.! ]*)", Pattern::kAnyCase),
      kBehind(" *" + kWhat + R"((\d{1,3}) +(?:onwards?|(?:and|or) +(?:later|up|above|after|following|beyond|higher|all later ones))[.! ]*)", Pattern::kAnyCase),
      kHalf(" *(?:in |at )?" + kWhat + R"((first|left|second|last|right|other) +half[.! ]*)", Pattern::kAnyCase), kAfter(R"(\bafter +[a-z ]*\d)", Pattern::kAnyCase);
  if (shape.size() != 1) return std::nullopt;
  int64_t from = 0, to = shape[0];
  if (const PatternMatch half = kHalf.fullmatch(text)) {
    const std::string side = lower(half[1]);
    if (shape[0] % 2 != 0 || side == "other") return std::nullopt;
    (side == "first" || side == "left" ? to : from) = shape[0] / 2;
  } else if (const PatternMatch m = kFrom.fullmatch(text)) {
    from = std::stoll(m[1]) + (kAfter.is_in(text) ? 1 : 0);
  } else if (const PatternMatch behind = kBehind.fullmatch(text)) {
    from = std::stoll(behind[1]);
  } else {
    return std::nullopt;
  }
  Places places;
  for (int64_t i = from; i < to; ++i) places.insert({i});
  return places;
}

std::string with_pairs_apart(const std::string& typed, const Shape& shape) {
  static const Pattern kPairs(R"((\d\d[ ,;]*)+)"), kPair(R"((\d)(\d))"), kRow(R"([ .]*\d{2,10}[ .]*)"), kDigit(R"((\d)(?=\d))");
  const bool small = shape.size() == 2 && shape[0] <= 10 && shape[1] <= 10;
  const std::string row(trim(typed));
  const bool rising = std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) == row.end();
  if (shape.size() == 1 && shape[0] > 2 && shape[0] <= 10 && kRow.matches(row) && rising) return kDigit.sub("$1 ", row);
  return small && kPairs.matches(typed)
             ? kPair.sub("($1, $2) ", typed)
             : typed;
}

std::string with_cells_between(const std::string& typed) {
  static const Pattern kRange(R"(\((\d), *(\d)\) *(?:-|to|until|till|through|\.\.+) *\((\d), *(\d)\))", Pattern::kAnyCase);
  std::string out;
  size_t from = 0;
  for (const PatternMatch& m : kRange.finditer(typed)) {
    if (m[1] != m[3]) continue;
    out += typed.substr(from, m.begin() - from);
    for (int c = std::stoi(m[2]); c <= std::stoi(m[4]); ++c) out += "(" + std::string(m[1]) + ", " + std::to_string(c) + ") ";
    from = typed.size() - m.behind().size();
  }
  return out + typed.substr(from);
}

std::string in_words(const std::string& typed, const Shape& shape) {
  static const Pattern kOrdinal(R"(\b([1-5])(?:st|nd|rd|th)\b)"), kOpenSlice(R"((?:rows? *|places? *)?\[?(\d{0,3}):(\d{0,3})\]?)", Pattern::kAnyCase);
  static const std::string kRanks[] = {"first", "second", "third", "fourth", "fifth"};
  static const Pattern kDots(R"((\d) *\.\.+ *(?=\d))"), kSlice(R"((?<![\d:])(\d{1,3}):(\d{1,3})(?= *(?:[\]),]|$)))");
  static const Pattern kWholeRow(R"([(\[] *(\d{1,3}) *, *(?::|all) *[)\]])"), kPartOfRow(R"([(\[] *(\d{1,3}) *, *(\d{1,3} *(?:-|to) *\d{1,3}) *[)\]])");
  static const Pattern kRow(R"(\brows? (\d{1,3}) *, *(?=\d{1,3} *(?:-|to\b)))"), kToTheEnd(R"([(\[] *(\d{1,3}) *, *(\d{1,3}) *: *[)\]])");
  static const Pattern kEndOfRow(R"(\brow (\d{1,3}) *, *(?:the +)?((?:first|last) +(?:two|three|four|five|\d))(?= *[.!]?$))", Pattern::kAnyCase);
  static const Pattern kRowBefore(R"((^|[;,] *)(\d{1,2}): +(?=\d))"), kFromColumn(R"(\b(?:from +)?col(?:umn)?s? +(\d{1,3})(?: +(?:on|onwards?|to +the +end))(?= *[.!]?$)|\bfrom +col(?:umn)? +(\d{1,3})(?= *[.!]?$))", Pattern::kAnyCase);
  static const Pattern kRowOf(R"(\brow +of +(?:the +)?(?:word|token) +(?=\d))", Pattern::kAnyCase), kOne(R"(^ *(?:just|only) +one *[,:] *)", Pattern::kAnyCase);
  static const Pattern kMarked(R"( *(?:\(?\d *[-:|] *\d\)?(?:[ ,;.]|and\b)*)+)"), kMark(R"(\(?(\d) *[-:|] *(\d)\)?)");
  // 0:1, 1-2 and (0|1) of a table
  if (shape.size() == 2 && kMarked.matches(typed)) return kMark.sub("($1, $2) ", typed);
  std::string text = kOne.sub("", kRowOf.sub("row ", kDots.sub("$1 to ", typed)));
  while (const PatternMatch m = kOrdinal.search(text)) text = m.before() + kRanks[std::stoi(m[1]) - 1] + m.behind();
  const PatternMatch open = kOpenSlice.fullmatch(trim(text));
  if (shape.size() == 1 && open && (open[1].empty() != open[2].empty())) {
    if (open[2].empty()) return "from " + std::string(open[1]) + " on";
    return open[2] == "0" ? text : "0-" + std::to_string(std::stoi(open[2]) - 1);
  }
  if (shape.size() == 2) {
    const std::string last = std::to_string(shape[1] - 1);
    text = kEndOfRow.sub("row $1, $2 columns", kToTheEnd.sub("row $1: $2-" + last, text));
    text = kFromColumn.sub("columns $1$2-" + last, kRowBefore.sub("$1row $2: ", text));
  }
  while (const PatternMatch m = kSlice.search(text)) {
    text = m.before() + m[1] + "-" + std::to_string(std::stoi(m[2]) - 1) + m.behind();
  }
  return kRow.sub("row $1: ", kPartOfRow.sub("row $1: $2", kWholeRow.sub("row $1", text)));
}

}  // namespace mha::lesson
