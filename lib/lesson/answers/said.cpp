#include "lesson/answers/said.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/lists.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/typed_code.h"

namespace mha::lesson {

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

/// "a table of 5 by 5 for each sentence", "batch, tokens, 4": some sizes are not said as numbers.
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
  for (const std::string& s : sizes) {
    if (s.find_first_not_of("-0123456789") != std::string::npos) return "";
  }
  // "4 numbers for each of the 5 words" begins with the 5; "5 words, each 4 wide" does not.
  const auto number_behind = [&](auto it) {
    return std::any_of(it, pieces.end(),
                       [](const Piece& p) { return p.is_number(); });
  };
  // So do "4 numbers for 5 words" and "4 numbers in 5 rows".
  const auto says_each = [&](const Piece& p, size_t next) {
    if (next < pieces.size() && pieces[next].is_word("the")) ++next;
    const bool in_rows = p.is_word("in") && next + 1 < pieces.size() && pieces[next].is_number() && pieces[next + 1].is(words().rows);
    return in_rows || p.is(words().each) || (p.is_word("for") && next < pieces.size() && pieces[next].is_number());
  };
  // "5 words each 3 long" begins with them; "4 numbers each" does not.
  const auto of_each = [&](auto it) {
    static constexpr std::string_view kBetween[] = {"with", "of", "has", "have", "having", "is", "are", "being", "holding", "a", "an", "row", "vector", "list"};
    static constexpr std::string_view kInside[] = {"number", "numbers", "value", "values", "entry", "entries"};
    if (!it->is_word("each")) return false;
    const bool begins = it == pieces.begin() || (std::prev(it) == pieces.begin() && std::prev(it)->kind == Piece::Kind::word);
    if (begins) return std::next(it) != pieces.end() && std::next(it)->is_word("of");  // "each of 5 words has 4"
    const Piece& before = *std::prev(it);
    if (before.kind == Piece::Kind::word && (before.is_word("for") || before.is_word("in") || before.is_word("of") || is_one_of(before.text, kInside))) return false;
    auto next = std::next(it);
    while (next != pieces.end() && next->kind == Piece::Kind::word && is_one_of(next->text, kBetween)) ++next;
    return next != pieces.end() && next->is_number();
  };
  auto each = pieces.begin();
  while (each != pieces.end() && !says_each(*each, static_cast<size_t>(each - pieces.begin()) + 1)) ++each;
  const bool clause = each != pieces.end() && each != pieces.begin() && std::prev(each)->is_mark(",");
  const bool swapped = each != pieces.end() && !clause && number_behind(each) && !of_each(each) && (sizes.size() == 2 || each->is(words().each));
  // "one vector of 3 for each of the 5 words" has two sizes, "5 by 5 for each of 2 sentences" three.
  if (swapped && !one_row && sizes.size() == 3 && sizes[0] == "1") sizes.erase(sizes.begin());
  if (swapped && sizes.size() > 2 && numbers_of(Pieces(each, pieces.end())).size() > 1) return "";
  if (swapped) std::rotate(sizes.begin(), std::prev(sizes.end()), sizes.end());
  // Rows come before columns, whichever is named first.
  const Piece& first = pieces.front();
  const bool before = !first.is(words().rows) && !first.is(words().columns);
  const size_t rows = number_at(pieces, words().rows, before);
  const size_t columns = number_at(pieces, words().columns, before);
  if (!swapped && rows < sizes.size() && columns < sizes.size() && columns < rows) {
    std::swap(sizes[rows], sizes[columns]);
  }
  return tuple_of(sizes);
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

/// The start of the result in a text that also shows the calculation: after the
/// last `=` or "is".
Pieces result_of(const Pieces& pieces) {
  const auto leads =
      std::find_if(pieces.rbegin(), pieces.rend(), [](const Piece& p) {
        return p.is_mark("=") || p.is(words().result);
      });
  return leads == pieces.rend() ? Pieces() : Pieces(leads.base(), pieces.end());
}

/// "half a turn" is no half, and "one eigth" no one: words that make another number of it.
bool names_other_amount(const Pieces& pieces) {
  for (size_t i = 0; i + 1 < pieces.size(); ++i) {
    if (!pieces[i].is_number() || pieces[i + 1].kind != Piece::Kind::word) continue;
    const std::string& next = pieces[i + 1].text;
    // 5n, 3 d_in: so many times that, whatever it is; 5d and 5k are read elsewhere.
    if (next.find('_') != std::string::npos) return true;
    if (pieces[i + 1].glued && !pieces[i].in_letters && next.size() == 1 && next != "d" && next != "k" && next != "m" && next != "s" && is_letter(next[0]) && static_cast<unsigned char>(next[0]) < 0x80) return true;
    const bool fraction = pieces[i].text.find('/') != std::string::npos;
    if (fraction && (next == "a" || next == "an") && i + 2 < pieces.size()) return true;
    if (next.size() > 4 && (next.ends_with("ths") || (pieces[i].text == "1" && next.ends_with("th")))) return true;
  }
  return false;
}

/// One number, with words around it: "it is about 8".
std::string read_number(const Pieces& typed, bool decimal_comma) {
  const Pieces pieces = joined(typed, decimal_comma);
  const bool compares = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is(words().comparing); });
  // "3 squared" is not 3; it is read as a calculation.
  const bool power = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is_word("squared") || p.is_word("cubed"); });
  // "ones but the last"
  const auto is_plural = [](const Piece& p) { return p.is_number() && p.plural; };
  const bool part = std::any_of(pieces.begin(), pieces.end(), is_plural) && std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is(words().except); });
  if (has_negation(pieces) || compares || power || part || names_other_amount(pieces)) return "";
  // "row 1, column 1" is a place.
  const auto has = [&](const WordGroup& group) { return std::any_of(pieces.begin(), pieces.end(), [&](const Piece& p) { return p.is(group); }); };
  if (has(words().rows) && has(words().columns)) return "";
  const auto is_whole = [](const std::string& n) {
    return n.find_first_not_of("0123456789") == std::string::npos;
  };
  std::vector<std::string> numbers;
  if (pieces.size() == 2 && pieces[0].is_word("no") && pieces[1].text == "1") return "0";  // "no one"
  for (const Piece& p : pieces) {
    // "15 ones" are fifteen.
    if (p.is_number() && (!p.plural || numbers.empty()))
      numbers.push_back(p.text);
  }
  if (numbers.empty()) {
    const bool nothing =
        std::any_of(pieces.begin(), pieces.end(),
                    [](const Piece& p) { return p.is(words().nothing); });
    return nothing ? "0" : "";
  }
  // "it is thirteen, 13" says it twice; (5, 5) is a shape.
  const bool bracketed = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is_mark("(") || p.is_mark("["); });
  const bool times = std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.is_word("times") || p.is_mark("*"); });
  if (!bracketed && !times && std::all_of(numbers.begin(), numbers.end(), [&](const std::string& n) { return n == numbers[0]; }))
    numbers.resize(1);
  // "5 * 3 = 15" says 15.
  if (const std::vector<std::string> result = numbers_of(result_of(pieces));
      numbers.size() > 1 && result.size() == 1) {
    numbers = result;
  }
  // "2 1/2" is one number.
  if (numbers.size() == 2 && is_whole(numbers[0]) &&
      numbers[1].find('/') != std::string::npos) {
    return "(" + numbers[0] + " + " + numbers[1] + ")";
  }
  return numbers.size() == 1 ? numbers[0] : "";
}

/// Numbers with spaces between groups of three digits: 2 360 064.
std::string without_blanks_between(const std::string& text) {
  std::string number;
  size_t digits = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && is_digit(text[i])) {
      number += text[i];
      ++digits;
      continue;
    }
    const bool first = number.size() == digits;
    if (first ? digits == 0 || digits > 3 : digits != 3) return "";
    if (i < text.size() && text[i] != ' ') return "";
    digits = 0;
    if (first && i == text.size()) return "";
    // What stood before counts no more as the first group.
    if (first) number.insert(0, " ");
  }
  std::erase(number, ' ');
  return number;
}

/// Number words as figures: "5 times twelve".
std::string in_figures(const Pieces& pieces) {
  std::vector<std::string> words;
  for (const Piece& p : joined(pieces, /*decimal_comma=*/true)) words.push_back(p.text);
  return join(words, " ");
}

/// Text that Python reads as it stands: literals, brackets and operators,
/// values as PyTorch prints them. Empty if there are other words in it.
std::string as_literal(const std::string& said) {
  static const std::pair<std::string_view, std::string_view> kWords[] = {
      {"tensor", "torch.tensor"},
      {"tuple", ""},
      {"array", "torch.tensor"},
      {"float", "float"},
      {"sqrt", "(lambda a: a ** 0.5)"},
      {"exp", "(lambda a: 2.718281828459045 ** a)"},
      {"log", "(lambda a: torch.log(torch.tensor(float(a))).item())"},
      {"ln", "(lambda a: torch.log(torch.tensor(float(a))).item())"},
      {"inf", "float('inf')"},
      {"nan", "float('nan')"},
      {"infinity", "float('inf')"},
      {"true", "True"},
      {"false", "False"},
      {"none", "None"},
      {"torch", "torch"},
      {"size", "Size"},
      {"e", "2.718281828459045"}};
  std::string out;
  bool something = false;
  for (size_t i = 0; i < said.size();) {
    const char c = said[i];
    if (c == '"' || c == '\'') {
      const size_t end = said.find(c, i + 1);
      if (end == std::string::npos) return "";
      out += said.substr(i, end + 1 - i);
      i = end + 1;
      something = true;
    } else if (is_digit(c)) {
      size_t end = i;
      while (end < said.size() &&
             (is_digit(said[end]) || is_letter(said[end]) || said[end] == '.'))
        ++end;
      out += said.substr(i, end - i);
      i = end;
      something = true;
    } else if (is_letter(c)) {
      const size_t end = word_end(said, i);
      const std::string word = lower(said.substr(i, end - i));
      const auto* known =
          std::find_if(std::begin(kWords), std::end(kWords),
                       [&](const auto& w) { return w.first == word; });
      if (known == std::end(kWords)) return "";
      const bool prefixed = out.ends_with("torch.");
      static constexpr std::string_view kOfTorch[] = {"tensor", "size", "inf",
                                                      "nan"};
      if (out.ends_with('.') && !(prefixed && is_one_of(word, kOfTorch)))
        return "";
      // Size([2, 3]) as it is shown, and torch.Size([2, 3]).
      out += word == "size" && !prefixed    ? "torch.Size"
             : prefixed                     ? word
                                            : std::string(known->second);
      i = end;
      something = true;
    } else if (c == '^') {
      out += "**";
      ++i;
    } else if (std::string_view("()[]{},.+-*/ \t\n").find(c) ==
               std::string_view::npos) {
      return "";
    } else {
      out += c;
      ++i;
    }
  }
  return something ? out : "";
}

/// A whole number with dots between its thousands, without them; or nothing.
std::string without_dots(const std::string& said) {
  static const Pattern kThousands(R"( *\d{1,3}(\.\d{3})+ *)");
  if (!kThousands.matches(said)) return "";
  std::string number(trim(said));
  std::erase(number, '.');
  return number;
}

/// One number with commas between its thousands, without them; or nothing.
std::string without_thousands(const std::string& said) {
  std::string number(trim(said));
  const size_t sign = number.starts_with('-') ? 1 : 0;
  const size_t end = std::min(number.find('.'), number.size());
  if (number.find(',') == std::string::npos) return "";
  for (size_t i = sign; i < end; ++i) {
    // Three digits stand behind each comma, and some before the first.
    const bool comma = (end - i) % 4 == 0 && i > sign;
    if (!(comma ? number[i] == ',' : is_digit(number[i]))) return "";
  }
  const bool digits = std::all_of(
      number.begin() + static_cast<ptrdiff_t>(std::min(end + 1, number.size())),
      number.end(), is_digit);
  if (!digits) return "";
  std::erase(number, ',');
  return number;
}

/// The shape of one axis whose size is written with commas, 2,000: no size begins with a 0.
std::string one_long_axis(const std::string& said) {
  static const Pattern kNoSize(R"(,0\d\d)");
  const std::string size = without_thousands(said);
  return size.empty() || !kNoSize.search(said) ? "" : "(" + size + ",)";
}

/// The shape of one axis whose size is written 2 000, 2'000 or 2k.
std::string one_axis_in_groups(const std::string& said) {
  static const Pattern kDigits(R"( *(\d{1,3}(?:[ ']\d{3})+) *)"), kThousands(R"( *(\d{1,3}) ?(?:k|thousand)(?: +(?:numbers?|values?|sums?|entries))? *)", Pattern::kAnyCase);
  if (const PatternMatch m = kThousands.fullmatch(said)) return "(" + m[1] + "000,)";
  const PatternMatch m = kDigits.fullmatch(said);
  std::string size = m ? m[1] : "";
  std::erase_if(size, [](char c) { return c == ' ' || c == '\''; });
  return size.empty() ? "" : "(" + size + ",)";
}

/// 5 x 3 plus 2 as a calculation, where one number is asked for.
std::string with_products(const std::string& text) {
  static const std::pair<Pattern, const char*> kSaid[] = {
      {Pattern(R"(\b(e|\d[\d.]*) +to +the +(?:power +(?:of +)?)?(?:minus +|- *)(?=\d))"), "$1 ** -"},
      {Pattern(R"(\b(e|\d[\d.]*) +to +the +(?:power +(?:of +)?)?(?=\d))"), "$1 ** "},
      {Pattern(R"((\d) *(?:x|times) *(?=\d))"), "$1 * "},
      {Pattern(R"(\b(?:the )?(?:square )?(?:root|wurzel) +(?:of +|aus +)?(\d[\d.]*))"), "sqrt($1)"},
      {Pattern(R"(\bexp(?: +of)? +(?:minus +|- *)(\d[\d.]*))"), "exp(-$1)"},
      {Pattern(R"(\bexp(?: +of)? +(\d[\d.]*))"), "exp($1)"},
      {Pattern(R"(\b(?:the )?(?:natural )?(?:logarithm|log|ln)(?: of)? +(\d[\d.]*(?: */ *\d+)?))"), "log($1)"},
      {Pattern(R"((\d) *(?=log\())"), "$1 * "},
      {Pattern(R"((\d|\))(?=\(\d))"), "$1 * "},
      {Pattern(R"((\d) +out of +(?=\d))"), "$1 / "},
      {Pattern(R"((\d) +[a-z]+ +times +(?=\d))"), "$1 * "},
      {Pattern(R"((\d) *squared\b)"), "$1 ** 2"},
      {Pattern(R"((\d) *cubed\b)"), "$1 ** 3"},
      {Pattern(R"((\d) *plus *(?=\d))"), "$1 + "},
      {Pattern(R"((\d) *minus *(?=\d))"), "$1 - "},
      {Pattern(R"((\d) *(?:over|divided by) *(?=\d))"), "$1 / "}};
  std::string out = text;
  for (const auto& [said, sign] : kSaid) out = said.sub(sign, out);
  return out == text ? "" : out;
}

/// A printed tensor, without the parts that are not numbers: `,
/// grad_fn=<AddBackward0>`.
std::string without_notes(const std::string& text) {
  std::string out = text;
  for (const char* note : {"grad_fn=", "dtype=", "requires_grad="}) {
    const size_t at = out.find(note);
    if (at == std::string::npos) continue;
    const size_t comma = out.find_last_of(',', at);
    const size_t end = out.find_first_of(",)", at);
    if (comma != std::string::npos && end != std::string::npos)
      out.erase(comma, end - comma);
  }
  return out;
}

/// "2 * [0, -0.5]" multiplies each number, where Python would repeat the list.
std::string with_tensors(const std::string& literal) {
  static const Pattern kCalculates(R"(\] *[-+*/]|[+*/] *\[)"), kRow(R"(\[([^\[\]]*)\])");
  const bool made = literal.find("torch") != std::string::npos;
  return !made && kCalculates.is_in(literal) ? kRow.sub("torch.tensor([$1])", literal) : literal;
}

/// The text without the full stop of a sentence, or another closing mark, and without "too" or "or so".
std::string without_stop(std::string_view said) {
  std::string_view text = trim(said);
  for (const std::string_view also : {" too", " as well", " also", " or so"}) {
    // "ten or so" as well
    if (text.ends_with(also) && (also == " or so" || is_digit(text[text.size() - also.size() - 1]))) text.remove_suffix(also.size());
  }
  while (!text.empty() &&
         std::string_view("!?;,:").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  const bool stop =
      text.size() > 1 && text.back() == '.' && !text.ends_with("..");
  if (stop && !is_digit(text[text.size() - 2])) text.remove_suffix(1);
  return std::string(text);
}

}  // namespace

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (const Piece& p :
       joined(apart(in_plain_signs(text)), /*decimal_comma=*/false)) {
    if (p.kind != Piece::Kind::mark) words.push_back(p.text);
  }
  return words;
}

std::string form_slip(AnswerKind kind, const std::string& said) {
  static const Pattern kOfEach(R"(\b(?:each|every|per) +(?:of +the +)?[a-z])", Pattern::kAnyCase), kSame(R"(\b(?:same|unchanged|change)\b)", Pattern::kAnyCase),
      kValues(R"(\D*?(?:0[.,]\d+(?:[ ,;&]|and\b)*)+[.! ]*)");
  if (kind == AnswerKind::places) return kValues.matches(said) ? "Those are values: say where they stand." : "";
  if (kind != AnswerKind::shape) return "";
  if (kOfEach.is_in(said) || lacks_a_size(apart(said))) return "Say in numbers how many of each there are.";
  return kSame.is_in(said) ? "Say it in numbers." : "";
}

bool says_changed(const std::string& text) {
  static const Pattern kChanged(R"(\b(?:same|like|unchanged)\b.*\b(?:but|except|apart from)\b|\b(?:swapped|exchanged|switched|interchanged|reversed|change places)\b)", Pattern::kAnyCase);
  return kChanged.is_in(text);
}

std::vector<std::string> readings(const std::string& said, AnswerKind kind,
                                  const std::vector<int64_t>& shape) {
  std::string text = without_notes(without_stop(in_plain_signs(said)));
  if (kind == AnswerKind::whole || kind == AnswerKind::number) {
    static const Pattern kMillions(R"((\d) ?M\b)"), kThousands(R"((\d) ?[kK]\b)"), kEither(R"(^ *(?:±|\+ ?/? ?-) ?(?=\d))");
    text = kEither.sub("", kThousands.sub("$1 thousand", kMillions.sub("$1 million", text)));
  }
  if ((kind == AnswerKind::shape || kind == AnswerKind::list || kind == AnswerKind::table) && says_changed(text)) return {};
  std::vector<std::string> found;
  const auto add = [&](const std::string& reading) {
    if (!reading.empty() &&
        std::find(found.begin(), found.end(), reading) == found.end()) {
      found.push_back(reading);
    }
  };
  const std::string literal = as_literal(text);
  if (has_marks_of_code(text) && literal.empty()) return {};
  const Pieces pieces = apart(text);
  static const Pattern kTwice(R"(\b(?:twice|double|two times|2 times|2 x) *(?=\[))", Pattern::kAnyCase);
  static const Pattern kDots(R"((\d) *\.\.\.? *(?=\d))");  // 4..7
  switch (kind) {
    case AnswerKind::truth:
      add(literal);
      add(read_truth(pieces));
      break;
    case AnswerKind::whole:
    case AnswerKind::number:
      if (kind == AnswerKind::whole) add(without_dots(text));
      add(without_thousands(text));
      add(without_blanks_between(text));
      add(as_literal(with_products(text)));
      add(as_literal(with_products(in_figures(pieces))));
      add(read_number(pieces, /*decimal_comma=*/true));
      add(literal);
      add(read_number(pieces, /*decimal_comma=*/false));
      // "the fifth" is a place, and not the fifth part, where a whole number is
      // asked for.
      if (kind == AnswerKind::whole && text.find('/') == std::string::npos) {
        std::erase_if(found, [](const std::string& reading) {
          return reading.find('/') != std::string::npos;
        });
      }
      break;
    case AnswerKind::shape:
      if (const std::string one = one_long_axis(text); !one.empty()) return {one};
      add(read_shape(pieces, /*one_row=*/true));
      add(read_shape(pieces, /*one_row=*/false));
      add(column_of(pieces));
      if (const std::string sizes = with_sizes_worked_out(text); !sizes.empty()) add(read_shape(apart(sizes), /*one_row=*/true));
      add(literal);
      add(read_ranges(pieces));
      add(one_axis_in_groups(text));
      break;
    case AnswerKind::list:
      add(in_decimal_pairs(text, shape));
      add(literal);
      add(with_tensors(as_literal(kTwice.sub("2 * ", text))));
      add(read_ranges(apart(kDots.sub("$1 to ", text))));
      add(read_filled(pieces, shape));
      add(read_counted(pieces, shape));
      add(read_itself(pieces, shape));
      add(read_labelled(pieces, shape));
      add(read_slashed(text, shape));
      for (const bool decimal_comma : {true, false}) {
        // One number is no list, unless the list has one.
        const std::string list = read_list(pieces, decimal_comma);
        if (list.find(',') != std::string::npos ||
            shape == std::vector<int64_t>{1})
          add(list);
      }
      break;
    case AnswerKind::table:
      add(literal);
      add(read_filled(pieces, shape));
      add(read_table(text, /*decimal_comma=*/true));
      add(read_table(text, /*decimal_comma=*/false));
      break;
    case AnswerKind::text: {
      add(literal);
      const bool quoted = text.find_first_of("'\"\\\n") != std::string::npos;
      if (!quoted) add("'" + text + "'");
      break;
    }
    case AnswerKind::places:
    case AnswerKind::other:
      add(literal);
      add(read_truths(pieces, shape));
      break;
  }
  return found;
}

}  // namespace mha::lesson
