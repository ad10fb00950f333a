#include "lesson/answers/shapes.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/lists.h"

namespace mha::lesson {

bool lacks_a_size(const Pieces& pieces) {
  const auto number_behind = [&](size_t i) { return std::any_of(pieces.begin() + static_cast<std::ptrdiff_t>(i), pieces.end(), [](const Piece& p) { return p.is_number(); }); };
  const auto named_before = [&](size_t i) {
    return std::any_of(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(i) - 1, [&](const Piece& p) {
      return p.kind == Piece::Kind::word && (p.text == pieces[i].text || p.text == pieces[i].text + "s");
    });
  };
  const auto ends = [&](size_t i) { return i >= pieces.size() || pieces[i].is_mark(",") || pieces[i].is_mark("(") || pieces[i].is_mark(")"); };
  bool named = false, plain = false;  // between commas: `tokens`, 4
  for (size_t i = 0; i < pieces.size(); ++i) {
    const bool begins = i == 0 || ends(i - 1), alone = begins && ends(i + 1);
    named = named || (alone && (pieces[i].is(words().any_axis) || pieces[i].is(words().first_axis)));
    plain = plain || (alone && pieces[i].is_number());
    size_t what = i + 1;
    while (what < pieces.size() && (pieces[what].is_word("of") || pieces[what].is_word("the"))) ++what;
    const bool of_each = pieces[i].is(words().each) && what < pieces.size() && pieces[what].kind == Piece::Kind::word;
    if (of_each && i > 0 && !number_behind(what) && !named_before(what)) return true;
    // "for each sentence 5 by 5" does not say how many sentences.
    const bool leads = of_each && i < 2 && !pieces[0].is_number() && what + 1 < pieces.size() && pieces[what + 1].is_number();
    if (leads && std::none_of(pieces.begin() + static_cast<std::ptrdiff_t>(what) + 1, pieces.end(), [&](const Piece& p) { return p.text == pieces[what].text || p.text == pieces[what].text + "s"; })) return true;
  }
  return named && plain;
}

namespace {

/// The text without "2-D", "3d", "one axis" and "2 dimensions", which count axes and are
/// not sizes.
Pieces without_dimensions(const Pieces& pieces) {
  Pieces out;
  for (size_t i = 0; i < pieces.size(); ++i) {
    size_t next = i + 1;
    if (next < pieces.size() && pieces[next].is_mark("-")) ++next;
    const bool counts = pieces[i].is_number() && next < pieces.size() &&
                        pieces[next].kind == Piece::Kind::word &&
                        (pieces[next].text == "d" || pieces[next].text == "axis" || pieces[next].text == "axes" ||
                         pieces[next].text.starts_with("dimension"));
    if (!counts)
      out.push_back(pieces[i]);
    else
      i = next;
  }
  return out;
}

/// Which of the numbers a word such as "rows" belongs to: the one before it, or
/// else the one behind it ("rows: 5"); none: npos.
size_t number_at(const Pieces& pieces, const WordGroup& group, bool before) {
  size_t numbers = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].is_number()) ++numbers;
    if (!pieces[i].is(group)) continue;
    if (before) return numbers > 0 ? numbers - 1 : std::string::npos;
    return numbers;
  }
  return std::string::npos;
}

std::string tuple_of(const std::vector<std::string>& numbers) {
  return "(" + join(numbers, ", ") + (numbers.size() == 1 ? ",)" : ")");
}

/// "a column of five", "one column of 5"
std::string column_of(const Pieces& typed) {
  const Pieces pieces = joined(typed, /*decimal_comma=*/false);
  for (size_t i = 0; i + 2 < pieces.size(); ++i) {
    const bool column = pieces[i].is_word("column") && pieces[i + 1].is_word("of");
    const size_t counted = i > 0 && pieces[i - 1].is_number() && pieces[i - 1].text == "1" ? 2 : 1;
    if (column && pieces[i + 2].is_number() && numbers_of(pieces).size() == counted) return "(" + pieces[i + 2].text + ", 1)";
  }
  return "";
}

/// Where "4 numbers for each of the 5 words" says "each", or the end. "5 words, each 4 wide" is another thing.
Pieces::const_iterator each_in(const Pieces& pieces) {
  // So do "4 numbers for 5 words" and "4 numbers in 5 rows".
  const auto says_each = [&](const Piece& p) {
    size_t next = static_cast<size_t>(&p - pieces.data()) + 1;
    if (next < pieces.size() && pieces[next].is_word("the")) ++next;
    const bool in_rows = p.is_word("in") && next + 1 < pieces.size() && pieces[next].is_number() && pieces[next + 1].is(words().rows);
    return in_rows || p.is(words().each) || (p.is_word("for") && next < pieces.size() && pieces[next].is_number());
  };
  return std::find_if(pieces.begin(), pieces.end(), says_each);
}

/// "5 words each 3 long" begins with them; "4 numbers each" does not.
bool begins_with_them(const Pieces& pieces, Pieces::const_iterator each) {
  static constexpr std::string_view kBetween[] = {"with", "of", "has", "have", "having", "is", "are", "being", "holding", "a", "an", "row", "vector", "list"};
  static constexpr std::string_view kInside[] = {"number", "numbers", "value", "values", "entry", "entries"};
  if (!each->is_word("each")) return false;
  const bool begins = each == pieces.begin() || (std::prev(each) == pieces.begin() && std::prev(each)->kind == Piece::Kind::word);
  if (begins) return std::next(each) != pieces.end() && std::next(each)->is_word("of");  // "each of 5 words has 4"
  const Piece& before = *std::prev(each);
  if (before.kind == Piece::Kind::word && (before.is_word("for") || before.is_word("in") || before.is_word("of") || is_one_of(before.text, kInside))) return false;
  auto next = std::next(each);
  while (next != pieces.end() && next->kind == Piece::Kind::word && is_one_of(next->text, kBetween)) ++next;
  return next != pieces.end() && next->is_number();
}

/// The sizes in the order of the axes: the last one first where it is said how many there are of the
/// others, and rows before columns. Empty where that is not clear.
std::vector<std::string> in_order(const Pieces& pieces, std::vector<std::string> sizes, bool one_row) {
  const auto each = each_in(pieces);
  const bool clause = each != pieces.end() && each != pieces.begin() && std::prev(each)->is_mark(",");
  const bool swapped = each != pieces.end() && !clause && std::any_of(each, pieces.end(), [](const Piece& p) { return p.is_number(); }) &&
                       !begins_with_them(pieces, each) && (sizes.size() == 2 || each->is(words().each));
  // "one vector of 3 for each of the 5 words" has two sizes, "5 by 5 for each of 2 sentences" three.
  if (swapped && !one_row && sizes.size() == 3 && sizes[0] == "1") sizes.erase(sizes.begin());
  if (swapped && sizes.size() > 2 && numbers_of(Pieces(each, pieces.end())).size() > 1) return {};
  if (swapped) std::rotate(sizes.begin(), std::prev(sizes.end()), sizes.end());
  // Rows come before columns, whichever is named first.
  const bool before = !pieces.front().is(words().rows) && !pieces.front().is(words().columns);
  const size_t rows = number_at(pieces, words().rows, before), columns = number_at(pieces, words().columns, before);
  if (!swapped && rows < sizes.size() && columns < sizes.size() && columns < rows) std::swap(sizes[rows], sizes[columns]);
  return sizes;
}

/// `one_row`: of "five numbers in one row" the row counts as a size.
std::string read_shape(const Pieces& typed, bool one_row) {
  Pieces pieces = without_dimensions(joined(typed, /*decimal_comma=*/false));
  for (size_t i = 1; !one_row && i < pieces.size(); ++i) {
    const bool row = pieces[i].is_word("row") && pieces[i - 1].is_number() &&
                     pieces[i - 1].text == "1";
    const bool columns = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is(words().columns); });
    if (row && !columns) pieces[i - 1].kind = Piece::Kind::word;
  }
  const bool compares = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is_word("than"); });
  const bool column = !column_of(typed).empty() && numbers_of(pieces).size() == 2;
  if (has_negation(pieces) || compares || lacks_a_size(pieces) || column) return "";
  // "one number per word", "one sum for each of the people" and "one per word" have no axis of their own.
  for (size_t i = 0; i + 1 < pieces.size(); ++i) {
    size_t per = i + 1;
    if (pieces[per].kind == Piece::Kind::word && !pieces[per].is(words().each)) ++per;
    if (per < pieces.size() && pieces[per].is_word("for")) ++per;
    if (pieces[i].is_number() && pieces[i].text == "1" && per < pieces.size() && pieces[per].is(words().each)) {
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i), pieces.begin() + static_cast<std::ptrdiff_t>(per) + 1);
    }
  }
  // "4 rows 6 columns, only zeros inside"
  std::erase_if(pieces, [](const Piece& p) { return p.is_number() && p.plural; });
  std::vector<std::string> sizes = numbers_of(pieces);
  if (sizes.empty() || sizes.size() > 8) return "";
  // "the same number of rows, 4 wide" names one size of two.
  const bool others = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is_word("same"); });
  const bool both = number_at(pieces, words().rows, false) != std::string::npos &&
                    number_at(pieces, words().columns, false) != std::string::npos;
  if ((others || both) && sizes.size() == 1) return "";
  const auto is_size = [](const std::string& s) { return s.find_first_not_of("-0123456789") == std::string::npos; };
  if (!std::all_of(sizes.begin(), sizes.end(), is_size)) return "";
  sizes = in_order(pieces, std::move(sizes), one_row);
  return sizes.empty() ? "" : tuple_of(sizes);
}

/// "3*8 by 6", "5 rows and 2 + 3 columns", with the sizes worked out; "(5, 3) twice" with the 2
/// before the rest. Empty where nothing is to be worked out, or nothing else is there.
std::string with_sizes_worked_out(const std::string& text) {
  static const Pattern kTwice(R"( *\(?([\d, x]+|\d+ by \d+)\)? *(?:twice|two times|2 times) *)", Pattern::kAnyCase);
  static const Pattern kSize(R"(\(? *(?<![\d.-])(\d{1,4}) *([*+]) *(\d{1,4})(?![\d.]) *((?:[*+] *\d)?)\)?)");
  if (const PatternMatch twice = kTwice.fullmatch(text)) return "2, " + twice[1];
  std::string out = text;
  while (const PatternMatch m = kSize.search(out)) {
    const int64_t a = std::stoll(m[1]), b = std::stoll(m[3]), size = m[2] == "*" ? a * b : a + b;
    const bool goes_on = !m[4].empty();
    // 2 + 3*4 is left as it stands.
    if (size > 9999 || (goes_on && m[2] == "+" && m[4][0] == '*')) return "";
    out = m.before() + (goes_on && m[0].starts_with('(') ? "(" : " ") + std::to_string(size) + (goes_on ? m[4] : " ") + m.behind();
  }
  static const Pattern kNumber(R"(\d+)");
  return out == text || kNumber.finditer(out).size() < 2 ? "" : out;
}

/// The shape of one axis whose size is written with commas, 2,000: no size begins with a 0.
std::string one_long_axis(const std::string& said) {
  static const Pattern kCommas(R"( *\d{1,3}(?:,\d{3})+ *)"), kNoSize(R"(,0\d\d)"), kComma(",");
  return kCommas.matches(said) && kNoSize.is_in(said) ? "(" + kComma.sub("", std::string(trim(said))) + ",)" : "";
}

/// The shape of one axis whose size is written 2 000, 2'000 or 2k.
std::string one_axis_in_groups(const std::string& said) {
  static const Pattern kDigits(R"( *(\d{1,3}(?:[ ']\d{3})+) *)"), kThousands(R"( *(\d{1,3}) ?(?:k|thousand)(?: +(?:numbers?|values?|sums?|entries))? *)", Pattern::kAnyCase), kParts("[ ']");
  if (const PatternMatch m = kThousands.fullmatch(said)) return "(" + m[1] + "000,)";
  const PatternMatch m = kDigits.fullmatch(said);
  return m ? "(" + kParts.sub("", m[1]) + ",)" : "";
}

}  // namespace

std::vector<std::string> read_shapes(const std::string& text, const std::string& literal) {
  if (const std::string one = one_long_axis(text); !one.empty()) return {one};
  const Pieces pieces = apart(text);
  std::vector<std::string> found = {read_shape(pieces, /*one_row=*/true), read_shape(pieces, /*one_row=*/false), column_of(pieces)};
  if (const std::string sizes = with_sizes_worked_out(text); !sizes.empty()) found.push_back(read_shape(apart(sizes), /*one_row=*/true));
  found.insert(found.end(), {literal, read_ranges(pieces), one_axis_in_groups(text)});
  return found;
}

}  // namespace mha::lesson
