#include "lesson/said.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <regex>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace mha::lesson {

namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

template <size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

constexpr std::string_view kNumberWords[] = {
    "zero",  "one",   "two",  "three", "four",   "five",  "six",
    "seven", "eight", "nine", "ten",   "eleven", "twelve"};
constexpr std::pair<std::string_view, std::string_view> kParts[] = {
    {"half", "2"},    {"halves", "2"},   {"third", "3"},  {"thirds", "3"},
    {"quarter", "4"}, {"quarters", "4"}, {"fourth", "4"}, {"fourths", "4"},
    {"fifth", "5"},   {"fifths", "5"},   {"tenth", "10"}, {"tenths", "10"}};
constexpr std::string_view kNegations[] = {
    "not",     "isn't", "aren't", "doesn't", "don't", "never",
    "neither", "nor",   "or",     "isnt",    "dont"};
constexpr std::string_view kYes[] = {"yes",   "y",         "yeah",   "yep",
                                     "true",  "t",         "ture",   "correct",
                                     "sure",  "certainly", "course", "same",
                                     "equal", "identical", "always"};
constexpr std::string_view kNo[] = {"no",        "n",      "nope",    "false",
                                    "f",         "flase",  "never",   "not",
                                    "isn't",     "aren't", "doesn't", "don't",
                                    "different", "differ", "unequal"};
constexpr std::string_view kNothing[] = {"none", "nothing", "nil"};
constexpr std::string_view kAll[] = {
    "all", "each", "every", "everywhere", "everything", "only", "just", "both"};
constexpr std::string_view kRows[] = {"row", "rows"};
constexpr std::string_view kColumns[] = {"col", "cols", "column", "columns"};
constexpr std::string_view kInfinity[] = {"inf", "infinity", "infinite"};

/// A number, a word or a mark of what was typed.
struct Piece {
  enum class Kind { number, word, mark } kind;
  std::string text;     // of a number: in Python
  bool plural = false;  // "ones": the value of more than one cell
  bool glued = false;   // nothing stands between it and the piece before
  bool is(Kind k, std::string_view t) const { return kind == k && text == t; }
  bool is_word(std::string_view t) const { return is(Kind::word, t); }
  bool is_mark(std::string_view t) const { return is(Kind::mark, t); }
  bool is_number() const { return kind == Kind::number; }
};
using Pieces = std::vector<Piece>;

/// The end of the number that begins at `i`, or i.
size_t number_end(std::string_view text, size_t i) {
  size_t end = i;
  while (end < text.size() && is_digit(text[end])) ++end;
  const bool whole = end > i;
  if (end < text.size() && text[end] == '.' &&
      ((end + 1 < text.size() && is_digit(text[end + 1])) ||
       (whole && (end + 1 == text.size() || !is_letter(text[end + 1]))))) {
    size_t digits = end + 1;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    // The full stop of a sentence is no point.
    const bool stop = digits == end + 1 && trim(text.substr(digits)).empty();
    end = stop ? end : digits;
  }
  if (end == i) return i;
  if (end < text.size() && (text[end] | 0x20) == 'e') {
    size_t power = end + 1;
    if (power < text.size() && (text[power] == '-' || text[power] == '+'))
      ++power;
    const size_t first = power;
    while (power < text.size() && is_digit(text[power])) ++power;
    if (power > first) end = power;
  }
  return end;
}

size_t word_end(std::string_view text, size_t i) {
  while (i < text.size() &&
         (is_letter(text[i]) || is_digit(text[i]) ||
          (text[i] == '\'' && i + 1 < text.size() && is_letter(text[i + 1])))) {
    ++i;
  }
  return i;
}

/// A hundredth of the number, by its digits: "12.5" is "0.125".
std::string percent(const std::string& number) {
  std::string digits = number;
  const bool minus = digits.starts_with('-');
  if (minus) digits.erase(0, 1);
  size_t point = digits.find('.');
  if (point == std::string::npos)
    point = digits.size();
  else
    digits.erase(point, 1);
  while (point < 3) digits.insert(0, "0"), ++point;
  digits.insert(point - 2, ".");
  const size_t zeros =
      std::min(digits.find_first_not_of('0'), digits.find('.') - 1);
  digits.erase(0, zeros);
  if (digits.ends_with('.')) digits += "0";
  return (minus ? "-" : "") + digits;
}

Piece word_piece(const std::string& word) {
  using Kind = Piece::Kind;
  if (is_one_of(word, kInfinity)) return {Kind::number, "float('inf')"};
  if (word == "nan") return {Kind::number, "float('nan')"};
  if (word == "ones" || word == "zeros" || word == "zeroes") {
    return {Kind::number, word == "ones" ? "1" : "0", /*plural=*/true};
  }
  const auto* number =
      std::find(std::begin(kNumberWords), std::end(kNumberWords), word);
  if (number != std::end(kNumberWords)) {
    return {Kind::number, std::to_string(number - std::begin(kNumberWords))};
  }
  if (word == "twice") return {Kind::number, "2"};
  return {Kind::word, word};
}

/// The text taken apart. A minus is a sign where a number follows and none came
/// before.
Pieces apart(const std::string& said) {
  using Kind = Piece::Kind;
  const std::string text = lower(said);
  Pieces pieces;
  size_t last = 0;  // where the piece before ended
  for (size_t i = 0; i < text.size();) {
    if (is_blank(text[i])) {
      ++i;
      continue;
    }
    const size_t begin = i;
    if (const size_t number = number_end(text, i); number > i) {
      pieces.push_back({Kind::number, text.substr(i, number - i)});
      i = number;
    } else if (text[i] == 'x' &&
               (i + 1 == text.size() || is_digit(text[i + 1]) ||
                is_blank(text[i + 1])) &&
               !pieces.empty() && pieces.back().is_number()) {
      pieces.push_back({Kind::mark, "x"});
      ++i;
    } else if (is_letter(text[i])) {
      const size_t end = word_end(text, i);
      pieces.push_back(word_piece(text.substr(i, end - i)));
      i = end;
    } else {
      pieces.push_back({Kind::mark, std::string(1, text[i])});
      ++i;
    }
    pieces.back().glued = begin > 0 && begin == last;
    last = i;
  }
  return pieces;
}

std::string negative(const std::string& number) {
  return number.starts_with('-') ? number.substr(1) : "-" + number;
}

/// Joins what makes one number: signs, per cent, fractions, "two thirds", "root
/// of 64", "not a number". `decimal_comma`: 0,25 is one number.
class Joined {
 public:
  Joined(const Pieces& pieces, bool decimal_comma)
      : in_(pieces), comma_(decimal_comma) {}

  Pieces all() {
    while (at_ < in_.size()) step();
    return std::move(out_);
  }

 private:
  using Kind = Piece::Kind;

  const Piece* ahead(size_t n) const {
    return at_ + n < in_.size() ? &in_[at_ + n] : nullptr;
  }
  bool number_ahead(size_t n) const {
    return ahead(n) && ahead(n)->is_number();
  }
  bool word_ahead(size_t n, std::string_view w) const {
    return ahead(n) && ahead(n)->is_word(w);
  }
  bool mark_ahead(size_t n, std::string_view m) const {
    return ahead(n) && ahead(n)->is_mark(m);
  }

  void put(std::string number, size_t used, bool plural = false) {
    out_.push_back({Kind::number, std::move(number), plural});
    at_ += used;
  }

  void step() {
    const Piece& p = in_[at_];
    if (p.is_word("not") && word_ahead(1, "a") && word_ahead(2, "number")) {
      put("float('nan')", 3);
    } else if ((p.is_word("minus") || p.is_word("negative")) &&
               number_ahead(1)) {
      put(negative(ahead(1)->text), 2);
    } else if (p.is_mark("-") && number_ahead(1) && ahead(1)->glued &&
               !parts(p)) {
      ++at_;
      number(/*minus=*/true);
    } else if (p.is_word("sqrt") || p.is_word("root")) {
      root();
    } else if (const std::string_view part = part_of_one(p); !part.empty()) {
      put("1/" + std::string(part), 1);
    } else if (p.is_number()) {
      number(/*minus=*/false);
    } else {
      out_.push_back(p);
      ++at_;
    }
  }

  /// A minus glued to a number or word before it parts the two, as in 5-by-3 or
  /// 10-2.
  bool parts(const Piece& minus) const {
    return minus.glued && at_ > 0 && in_[at_ - 1].kind != Kind::mark;
  }

  static std::string_view part_of_one(const Piece& p) {
    if (p.kind != Kind::word) return {};
    const auto* part =
        std::find_if(std::begin(kParts), std::end(kParts),
                     [&](const auto& q) { return q.first == p.text; });
    return part != std::end(kParts) ? part->second : std::string_view();
  }

  void root() {
    size_t n = 1;
    while (word_ahead(n, "of") || mark_ahead(n, "(")) ++n;
    if (!number_ahead(n)) {
      out_.push_back(in_[at_++]);
      return;
    }
    const std::string number = ahead(n)->text;
    put("(" + number + ") ** 0.5", mark_ahead(n + 1, ")") ? n + 2 : n + 1);
  }

  void number(bool minus) {
    const auto signed_ = [&](const std::string& n) {
      return minus ? negative(n) : n;
    };
    const Piece& p = in_[at_];
    const bool whole =
        p.text.find_first_not_of("0123456789") == std::string::npos;
    if (comma_ && whole && mark_ahead(1, ",") && ahead(1)->glued &&
        number_ahead(2) && ahead(2)->glued) {
      put(signed_(p.text + "." + ahead(2)->text), 3);
      if (mark_ahead(0, "%")) {
        out_.back().text = percent(out_.back().text);
        ++at_;
      }
    } else if (mark_ahead(1, "%") || word_ahead(1, "percent")) {
      put(percent(signed_(p.text)), 2);
    } else if (word_ahead(1, "per") && word_ahead(2, "cent")) {
      put(percent(signed_(p.text)), 3);
    } else if (whole && mark_ahead(1, "/") && number_ahead(2)) {
      put(signed_(p.text + "/" + ahead(2)->text), 3);
    } else if (ahead(1) && !part_of_one(*ahead(1)).empty() && whole) {
      put(signed_(p.text + "/" + std::string(part_of_one(*ahead(1)))), 2);
    } else {
      put(signed_(p.text), 1, p.plural);
    }
  }

  const Pieces& in_;
  const bool comma_;
  size_t at_ = 0;
  Pieces out_;
};

std::vector<std::string> numbers_of(const Pieces& pieces) {
  std::vector<std::string> numbers;
  for (const Piece& p : pieces) {
    if (p.is_number()) numbers.push_back(p.text);
  }
  return numbers;
}

/// Whether a word of the text says "not", or offers a choice.
bool has_negation(const Pieces& pieces) {
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) {
    return p.kind == Piece::Kind::word && is_one_of(p.text, kNegations);
  });
}

/// Without "2-D", "3d" and "2 dimensions", which count axes and are no sizes.
Pieces without_dimensions(const Pieces& pieces) {
  Pieces out;
  for (size_t i = 0; i < pieces.size(); ++i) {
    size_t next = i + 1;
    if (next < pieces.size() && pieces[next].is_mark("-")) ++next;
    const bool counts = pieces[i].is_number() && next < pieces.size() &&
                        pieces[next].kind == Piece::Kind::word &&
                        (pieces[next].text == "d" ||
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
template <size_t N>
size_t number_at(const Pieces& pieces, const std::string_view (&words)[N],
                 bool before) {
  size_t numbers = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].is_number()) ++numbers;
    if (pieces[i].kind != Piece::Kind::word ||
        !is_one_of(pieces[i].text, words))
      continue;
    if (before) return numbers > 0 ? numbers - 1 : std::string::npos;
    return numbers;
  }
  return std::string::npos;
}

std::string tuple_of(const std::vector<std::string>& numbers) {
  return "(" + join(numbers, ", ") + (numbers.size() == 1 ? ",)" : ")");
}

std::string read_shape(const Pieces& typed) {
  const Pieces pieces =
      without_dimensions(Joined(typed, /*decimal_comma=*/false).all());
  if (has_negation(pieces)) return "";
  std::vector<std::string> sizes = numbers_of(pieces);
  if (sizes.empty() || sizes.size() > 8) return "";
  for (const std::string& s : sizes) {
    if (s.find_first_not_of("-0123456789") != std::string::npos) return "";
  }
  // Rows come before columns, whichever is named first.
  const bool before = pieces.front().is_number() ||
                      pieces.front().kind != Piece::Kind::word ||
                      !(is_one_of(pieces.front().text, kRows) ||
                        is_one_of(pieces.front().text, kColumns));
  const size_t rows = number_at(pieces, kRows, before);
  const size_t columns = number_at(pieces, kColumns, before);
  if (rows < sizes.size() && columns < sizes.size() && columns < rows) {
    std::swap(sizes[rows], sizes[columns]);
  }
  return tuple_of(sizes);
}

/// Where the result begins in a text that also says how it came: behind the
/// last `=`, "is".
Pieces result_of(const Pieces& pieces) {
  const auto leads =
      std::find_if(pieces.rbegin(), pieces.rend(), [](const Piece& p) {
        return p.is_mark("=") || p.is_word("is") || p.is_word("so") ||
               p.is_word("makes") || p.is_word("gives") || p.is_word("equals");
      });
  return leads == pieces.rend() ? Pieces() : Pieces(leads.base(), pieces.end());
}

/// One number, with words around it: "it is about 8".
std::string read_number(const Pieces& typed, bool decimal_comma) {
  const Pieces pieces = Joined(typed, decimal_comma).all();
  if (has_negation(pieces)) return "";
  const auto is_whole = [](const std::string& n) {
    return n.find_first_not_of("0123456789") == std::string::npos;
  };
  std::vector<std::string> numbers;
  for (const Piece& p : pieces) {
    // "15 ones" are fifteen.
    if (p.is_number() && (!p.plural || numbers.empty()))
      numbers.push_back(p.text);
  }
  if (numbers.empty()) {
    const bool nothing =
        std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) {
          return p.kind == Piece::Kind::word &&
                 (is_one_of(p.text, kNothing) || p.text == "no");
        });
    return nothing ? "0" : "";
  }
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

/// Numbers parted by blanks, three digits each behind the first: 2 360 064.
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

/// A list filled with one number, nested as deep as there are sizes.
std::string filled(const std::string& number, const std::vector<int64_t>& shape,
                   size_t from = 0) {
  if (from == shape.size()) return number;
  const std::vector<std::string> items(static_cast<size_t>(shape[from]),
                                       filled(number, shape, from + 1));
  return "[" + join(items, ", ") + "]";
}

std::string read_filled(const Pieces& typed,
                        const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (const int64_t n : shape) count *= n;
  if (count < 1 || count > 1000) return "";
  const Pieces pieces = Joined(typed, /*decimal_comma=*/true).all();
  if (has_negation(pieces)) return "";
  std::vector<std::string> values;
  bool all = false;
  for (const Piece& p : pieces) {
    if (p.is_number()) values.push_back(p.text);
    all = all || p.plural ||
          (p.kind == Piece::Kind::word && is_one_of(p.text, kAll));
  }
  // "five ones", "5 times 0.2": the first number counts them.
  if (values.size() == 2 && values[0] == std::to_string(count)) {
    values.erase(values.begin());
    all = true;
  }
  return all && values.size() == 1 ? filled(values[0], shape) : "";
}

std::string read_list(const Pieces& typed, bool decimal_comma) {
  const Pieces pieces = Joined(typed, decimal_comma).all();
  const std::vector<std::string> numbers = numbers_of(pieces);
  if (has_negation(pieces) || numbers.empty()) return "";
  const auto opening =
      std::count_if(typed.begin(), typed.end(),
                    [](const Piece& p) { return p.is_mark("["); });
  if (opening > 1) return "";
  // An operator between numbers makes it a calculation.
  for (const Piece& p : pieces) {
    if (p.kind == Piece::Kind::mark &&
        std::string_view("+*/@%<>").find(p.text[0]) != std::string_view::npos)
      return "";
  }
  return "[" + join(numbers, ", ") + "]";
}

/// "4 to 7" and "0-3, 8": whole numbers with those between them; empty without
/// a range.
std::string read_ranges(const Pieces& pieces) {
  std::vector<std::string> numbers;
  bool any = false;
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece& p = pieces[i];
    const bool range = (p.is_mark("-") || p.is_word("to") ||
                        p.is_word("till") || p.is_word("through")) &&
                       !numbers.empty() && i + 1 < pieces.size() &&
                       pieces[i + 1].is_number();
    if (p.is_number() && p.text.size() < 5) {
      numbers.push_back(p.text);
    } else if (range && pieces[i + 1].text.size() < 5) {
      const int from = std::atoi(numbers.back().c_str()),
                to = std::atoi(pieces[i + 1].text.c_str());
      for (int n = from + 1; n <= to && n < from + 1000; ++n)
        numbers.push_back(std::to_string(n));
      any = true;
      ++i;
    } else if (p.is_number()) {
      return "";
    }
  }
  return any ? "[" + join(numbers, ", ") + "]" : "";
}

/// "F F T", "no, no, yes".
std::string read_truths(const Pieces& pieces) {
  std::vector<std::string> values;
  for (const Piece& p : pieces) {
    if (p.kind != Piece::Kind::word || p.text == "and") continue;
    const bool yes = is_one_of(p.text, kYes);
    if (!yes && !is_one_of(p.text, kNo)) return "";
    values.emplace_back(yes ? "True" : "False");
  }
  return values.size() < 2 ? "" : "(" + join(values, ", ") + ")";
}

/// Rows parted by semicolons or lines.
std::string read_table(const std::string& said, bool decimal_comma) {
  std::vector<std::string> rows;
  for (size_t from = 0; from <= said.size();) {
    const size_t end = std::min(said.find_first_of(";\n", from), said.size());
    const std::string row = said.substr(from, end - from);
    if (!trim(row).empty()) {
      rows.push_back(read_list(apart(row), decimal_comma));
      if (rows.back().empty()) return "";
    }
    from = end + 1;
  }
  return rows.size() < 2 ? "" : "[" + join(rows, ", ") + "]";
}

std::string read_truth(const Pieces& pieces) {
  bool yes = false, no = false, negated = false;
  for (const Piece& p : pieces) {
    if (p.kind != Piece::Kind::word) continue;
    if (p.text == "or") return "";
    yes = yes || is_one_of(p.text, kYes);
    no = no || is_one_of(p.text, kNo);
    negated = negated || p.text == "not" || p.text.ends_with("n't");
  }
  // The first word decides "yes, they are not the same"; "not equal" is a no.
  if (!pieces.empty() && pieces[0].kind == Piece::Kind::word) {
    const std::string& first = pieces[0].text;
    if (first == "yes" || first == "true" || first == "y") return "True";
    if (first == "no" || first == "false" || first == "n" || first == "nope")
      return "False";
  }
  if (yes && no) return negated ? "False" : "";
  return yes ? "True" : no ? "False" : "";
}

/// Text that Python reads as it stands: literals, brackets and operators,
/// values as PyTorch prints them. Empty if there are other words in it.
std::string as_literal(const std::string& said) {
  static const std::pair<std::string_view, std::string_view> kWords[] = {
      {"tensor", "torch.tensor"},
      {"array", "torch.tensor"},
      {"float", "float"},
      {"sqrt", "(lambda a: a ** 0.5)"},
      {"exp", "(lambda a: 2.718281828459045 ** a)"},
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
             : word == "tensor" && prefixed ? "tensor"
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

/// 5 x 3 as a product, where one number is asked for.
std::string with_products(const std::string& text) {
  static const std::regex kTimes(R"((\d) *(?:x|times) *(?=\d))");
  const std::string out = std::regex_replace(text, kTimes, "$1 * ");
  return out == text ? "" : out;
}

/// A tensor as it is shown, without what is no number in it: `,
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

/// Without the full stop of a sentence, and what may stand in its place.
std::string without_stop(std::string_view said) {
  std::string_view text = trim(said);
  while (!text.empty() &&
         std::string_view("!?;,:").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  const bool stop =
      text.size() > 1 && text.back() == '.' && !text.ends_with("..");
  if (stop && !is_digit(text[text.size() - 2])) text.remove_suffix(1);
  return std::string(text);
}

}  // namespace

std::string in_plain_signs(const std::string& text) {
  static const std::pair<std::string_view, std::string_view> kSigns[] = {
      {"\u00d7", " x "},    {"\u2212", "-"},     {"\u2013", "-"},
      {"\u221e", "inf"},    {"\u00bd", " 1/2 "}, {"\u00bc", " 1/4 "},
      {"\u2153", " 1/3 "},  {"\u2154", " 2/3 "}, {"\u00be", " 3/4 "},
      {"\u201c", "\""},     {"\u201d", "\""},    {"\u2018", "'"},
      {"\u2019", "'"},      {"\u2248", " "},     {"~", " "},
      {"\u221a", " sqrt "}, {"\u00a0", " "},     {"\u00b2", "**2"},
      {"\u00b7", "*"},      {"\u215b", " 1/8 "}};
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const auto* sign =
        std::find_if(std::begin(kSigns), std::end(kSigns), [&](const auto& s) {
          return text.compare(i, s.first.size(), s.first) == 0;
        });
    if (sign != std::end(kSigns)) {
      out += sign->second;
      i += sign->first.size();
    } else {
      out += text[i++];
    }
  }
  return out;
}

bool has_marks_of_code(const std::string& text) {
  static constexpr std::string_view kValues[] = {
      "torch", "size", "tensor", "array", "shape", "sqrt", "exp", "float"};
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '"' || text[i] == '\'') {
      i = std::min(text.find(text[i], i + 1), text.size() - 1) + 1;
      continue;
    }
    if (!is_letter(text[i])) {
      i = is_digit(text[i]) ? std::max(number_end(text, i), i + 1) : i + 1;
      continue;
    }
    const size_t end = word_end(text, i);
    const std::string word = lower(text.substr(i, end - i));
    const bool attribute =
        i > 1 && text[i - 1] == '.' && is_letter(text[i - 2]);
    static constexpr std::string_view kOfTorch[] = {"tensor", "size", "inf",
                                                    "nan"};
    if (attribute && !is_one_of(word, kOfTorch)) return true;
    if (!is_one_of(word, kValues)) {
      const auto at = [&](size_t k) {
        return k < text.size() ? text[k] : '\0';
      };
      if (at(end) == '(' || at(end) == '[' ||
          (at(end) == '.' && is_letter(at(end + 1))))
        return true;
      size_t next = end;
      while (is_blank(at(next))) ++next;
      const bool assigns = at(next) == '=' && at(next + 1) != '=';
      if (!assigns && at(next) != '\0' &&
          std::string_view("+*/@=<>^").find(at(next)) != std::string_view::npos)
        return true;
      size_t before = i;
      while (before > 0 && is_blank(text[before - 1])) --before;
      if (before > 0 && std::string_view("+*/@<>^").find(text[before - 1]) !=
                            std::string_view::npos)
        return true;
    }
    i = end;
  }
  return false;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (const Piece& p :
       Joined(apart(in_plain_signs(text)), /*decimal_comma=*/false).all()) {
    if (p.kind != Piece::Kind::mark) words.push_back(p.text);
  }
  return words;
}

std::vector<std::string> readings(const std::string& said, AnswerKind kind,
                                  const std::vector<int64_t>& shape) {
  const std::string text = without_notes(without_stop(in_plain_signs(said)));
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
  switch (kind) {
    case AnswerKind::truth:
      add(literal);
      add(read_truth(pieces));
      break;
    case AnswerKind::whole:
    case AnswerKind::number:
      add(without_thousands(text));
      add(without_blanks_between(text));
      add(as_literal(with_products(text)));
      add(read_number(pieces, /*decimal_comma=*/true));
      add(literal);
      add(read_number(pieces, /*decimal_comma=*/false));
      break;
    case AnswerKind::shape:
      add(read_shape(pieces));
      add(literal);
      add(read_ranges(pieces));
      break;
    case AnswerKind::list:
      add(literal);
      add(read_ranges(pieces));
      add(read_filled(pieces, shape));
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
      add(read_truths(pieces));
      break;
  }
  return found;
}

}  // namespace mha::lesson
