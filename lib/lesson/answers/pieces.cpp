#include "lesson/answers/pieces.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/text.h"

namespace mha::lesson {

namespace {

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
  using PieceKind = Piece::Kind;
  if (const auto filling = words().filling.value(word); !filling.empty())
    return {PieceKind::number, std::string(filling), /*plural=*/true,
            /*in_letters=*/true};
  if (const auto number = words().numbers.value(word); !number.empty())
    return {PieceKind::number, std::string(number), /*plural=*/false,
            /*in_letters=*/true};
  return {PieceKind::word, word};
}

std::string negative(const std::string& number) {
  return number.starts_with('-') ? number.substr(1) : "-" + number;
}

/// Whether commas without blanks stand between numbers, as in 0,0,1.5: three in a row, or beside a
/// decimal point.
bool has_separating_commas(const Pieces& pieces) {
  const auto glued = [&](size_t i) {
    return i + 1 < pieces.size() && pieces[i].is_mark(",") && pieces[i].glued && pieces[i + 1].is_number() && pieces[i + 1].glued;
  };
  for (size_t i = 1; i < pieces.size(); ++i) {
    if (glued(i) && (glued(i + 2) || pieces[i - 1].text.find('.') != std::string::npos || pieces[i + 1].text.find('.') != std::string::npos)) return true;
  }
  return false;
}

/// Joins what makes one number: signs, per cent, fractions, "two thirds", "root
/// of 64", "not a number", "a hundred and eight". `decimal_comma`: 0,25 is one number.
class Joined {
 public:
  Joined(const Pieces& pieces, bool decimal_comma)
      : in_(pieces), comma_(decimal_comma && !has_separating_commas(pieces)) {}

  Pieces all() {
    while (at_ < in_.size()) step();
    return std::move(out_);
  }

 private:
  using PieceKind = Piece::Kind;

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
    out_.push_back({PieceKind::number, std::move(number), plural});
    at_ += used;
  }

  void step() {
    const Piece& p = in_[at_];
    if (in_several_words()) return;
    if ((p.is_word("no") && (word_ahead(1, "value") || word_ahead(1, "number"))) || (p.is_word("not") && word_ahead(1, "defined"))) {
      put("float('nan')", 2);
    } else if (p.is_word("not") && word_ahead(1, "a") && word_ahead(2, "number")) {
      put("float('nan')", 3);
    } else if (p.is(words().minus) && number_ahead(1) && ahead(2) && !part_of_one(*ahead(2)).empty()) {
      put("-" + ahead(1)->text + "/" + std::string(part_of_one(*ahead(2))), 3);  // "minus one half"
    } else if (p.is(words().minus) && number_ahead(1)) {
      put(negative(ahead(1)->text), 2);
    } else if (const size_t at = word_ahead(1, "a") ? 2 : 1;
               p.is(words().minus) && ahead(at) && !part_of_one(*ahead(at)).empty()) {
      put("-1/" + std::string(part_of_one(*ahead(at))), at + 1);  // "minus a half"
    } else if (p.is_mark("-") && number_ahead(1) && ahead(1)->glued &&
               !parts(p)) {
      ++at_;
      number(/*minus=*/true);
    } else if (p.is_word("point") && number_ahead(1) &&
               ahead(1)->text.size() < 3) {
      put("0." + ahead(1)->text, 2);
    } else if (p.is(words().root)) {
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

  /// A whole number written out in more than one word: "thirty-three", "a hundred and eight".
  bool in_several_words() {
    int64_t sum = 0, part = 0;
    size_t used = 0;
    bool scaled = false;
    const auto scale_at = [&](size_t n) -> int64_t {
      return ahead(n) && ahead(n)->is(words().scales) ? std::stoll(std::string(words().scales.value(ahead(n)->text))) : 0;
    };
    const auto below_hundred_at = [&](size_t n) -> int64_t {
      const bool plain = number_ahead(n) && ahead(n)->in_letters && !ahead(n)->plural && is_digit(ahead(n)->text[0]);
      return plain ? std::stoll(ahead(n)->text) : -1;
    };
    for (size_t n = word_ahead(0, "a") && scale_at(1) > 0 ? 1 : 0;; n = used) {
      if (const int64_t scale = scale_at(n); scale > 0) {
        part = std::max<int64_t>(part, 1) * scale;
        if (scale > 100) sum += std::exchange(part, 0);
        scaled = true;
        used = n + 1;
        continue;
      }
      const bool tens = part % 100 >= 20 && part % 10 == 0;
      if (used > 0 && ((tens && mark_ahead(n, "-")) || (scaled && word_ahead(n, "and")))) ++n;
      const int64_t next = below_hundred_at(n);
      const bool fits = next >= 0 && (used == 0 || (tens ? next > 0 && next < 10 : scaled && part % 100 == 0));
      if (!fits) break;
      part += next;
      used = n + 1;
    }
    if (used < 2) return false;
    put(std::to_string(sum + part), used);
    return true;
  }

  /// A minus glued to a number or word before it parts the two, as in 5-by-3 or
  /// 10-2.
  bool parts(const Piece& minus) const {
    return minus.glued && at_ > 0 && in_[at_ - 1].kind != PieceKind::mark;
  }

  static std::string_view part_of_one(const Piece& p) {
    return p.kind == PieceKind::word ? words().parts.value(p.text)
                                : std::string_view();
  }

  /// Whether 0,25 stands there.
  bool decimal_comma_at(size_t n) const {
    const bool both = comma_ && number_ahead(n) && mark_ahead(n + 1, ",") && ahead(n + 1)->glued && number_ahead(n + 2) && ahead(n + 2)->glued;
    return both && ahead(n)->text.find_first_not_of("0123456789") == std::string::npos;
  }
  std::string number_with_comma_at(size_t n) const {
    return decimal_comma_at(n) ? ahead(n)->text + "." + ahead(n + 2)->text : ahead(n)->text;
  }

  void root() {
    size_t n = 1;
    while (word_ahead(n, "of") || word_ahead(n, "aus") || mark_ahead(n, "(")) ++n;
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
    const bool fraction = decimal_comma_at(0) && mark_ahead(3, "/") && number_ahead(4);
    if (fraction || (whole && mark_ahead(1, "/") && decimal_comma_at(2))) {
      const size_t behind = fraction ? 4 : 2;
      const std::string over = number_with_comma_at(behind);
      put(signed_(number_with_comma_at(0) + "/" + over), behind + (decimal_comma_at(behind) ? 3 : 1));  // 0,2/0,5
    } else if (decimal_comma_at(0)) {
      put(signed_(number_with_comma_at(0)), 3);
      if (mark_ahead(0, "%")) {
        out_.back().text = percent(out_.back().text);
        ++at_;
      }
    } else if (p.in_letters && whole && word_ahead(1, "point") && number_ahead(2) && ahead(2)->text.size() < 3) {
      std::string digits;  // "zero point two five"
      size_t n = 2;
      for (; number_ahead(n) && ahead(n)->in_letters && ahead(n)->text.size() == 1; ++n) digits += ahead(n)->text;
      if (digits.empty()) digits = ahead(n++)->text;
      put(signed_(p.text + "." + digits), n);
    } else if (mark_ahead(1, "%") || word_ahead(1, "percent")) {
      put(percent(signed_(p.text)), 2);
    } else if (word_ahead(1, "per") && word_ahead(2, "cent")) {
      put(percent(signed_(p.text)), 3);
    } else if (ahead(1) && ahead(1)->is(words().scales)) {
      put(signed_(p.text + " * " + std::string(words().scales.value(ahead(1)->text))), 2);
    } else if ((whole || (mark_ahead(1, "/") && ahead(1)->glued)) && mark_ahead(1, "/") && number_ahead(2)) {
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

}  // namespace

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

size_t number_end(std::string_view text, size_t i) {
  size_t end = i;
  while (end < text.size() && is_digit(text[end])) ++end;
  const bool whole = end > i;
  if (end < text.size() && text[end] == '.' &&
      ((end + 1 < text.size() && is_digit(text[end + 1])) ||
       (whole && (end + 1 == text.size() || !is_letter(text[end + 1]))))) {
    size_t digits = end + 1;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    // The full stop of a sentence is not a decimal point.
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

Pieces apart(const std::string& said) {
  using PieceKind = Piece::Kind;
  const std::string text = lower(said);
  Pieces pieces;
  size_t last = 0;  // the end of the piece before
  for (size_t i = 0; i < text.size();) {
    if (is_blank(text[i])) {
      ++i;
      continue;
    }
    const size_t begin = i;
    if (const size_t number = number_end(text, i); number > i) {
      pieces.push_back({PieceKind::number, text.substr(i, number - i)});
      i = number;
    } else if (text[i] == 'x' &&
               (i + 1 == text.size() || is_digit(text[i + 1]) ||
                is_blank(text[i + 1])) &&
               !pieces.empty() && pieces.back().is_number()) {
      pieces.push_back({PieceKind::mark, "x"});
      ++i;
    } else if (is_letter(text[i])) {
      const size_t end = word_end(text, i);
      std::string word = text.substr(i, end - i);
      // "it's" is two words.
      static constexpr std::string_view kIs[] = {"it's", "that's", "there's", "this's", "one's", "what's", "here's", "he's", "she's"};
      const bool contracted = is_one_of(word, kIs);
      if (contracted) word.resize(word.size() - 2);
      // "the last one" counts nothing.
      const bool points = word == "one" && !pieces.empty() &&
                          words().pointing.has(pieces.back().text);
      pieces.push_back(points || contracted ? Piece{PieceKind::word, word} : word_piece(word));
      if (contracted) pieces.push_back({PieceKind::word, "is"});
      i = end;
      // "1s" are several.
      const bool several = word == "s" && pieces.size() > 1 && begin == last && pieces[pieces.size() - 2].is_number();
      if (several) pieces.pop_back();
      if (several) pieces.back().plural = true;
    } else {
      pieces.push_back({PieceKind::mark, std::string(1, text[i])});
      ++i;
    }
    pieces.back().glued = begin > 0 && begin == last;
    last = i;
  }
  // Nor does "one below the other".
  for (size_t i = 0; i + 1 < pieces.size(); ++i) {
    static constexpr std::string_view kBeside[] = {"below", "after", "by", "under", "above", "behind", "beside", "another"};
    if (pieces[i].in_letters && !pieces[i].plural && pieces[i].text == "1" && pieces[i + 1].kind == PieceKind::word && is_one_of(pieces[i + 1].text, kBeside))
      pieces[i] = {PieceKind::word, "one"};
  }
  return pieces;
}

Pieces joined(const Pieces& pieces, bool decimal_comma) {
  return Joined(pieces, decimal_comma).all();
}

std::string in_plain_signs(const std::string& text) {
  const auto& signs = words().signs.words();
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const auto sign = std::find_if(signs.begin(), signs.end(), [&](auto& s) {
      return text.compare(i, s.first.size(), s.first) == 0;
    });
    if (sign != signs.end()) {
      out += sign->second;
      i += sign->first.size();
    } else {
      out += text[i++];
    }
  }
  return out;
}

std::vector<std::string> numbers_of(const Pieces& pieces) {
  std::vector<std::string> numbers;
  for (const Piece& p : pieces) {
    if (p.is_number()) numbers.push_back(p.text);
  }
  return numbers;
}

bool has_negation(const Pieces& pieces) {
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) {
    return p.is(words().negations) || p.is(words().either);
  });
}

}  // namespace mha::lesson
