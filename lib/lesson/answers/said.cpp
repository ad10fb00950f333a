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
#include "lesson/answers/shapes.h"
#include "lesson/answers/typed_code.h"

namespace mha::lesson {

namespace {

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

/// "2 360 064", "-2,360,064.5" or, if it is whole, "2.360.064", without what parts the thousands; or nothing.
std::string without_groups(const std::string& text, bool whole) {
  static const Pattern kThousands(R"( *(?:\d{1,3}(?: \d{3})+|-?\d{1,3}(?:,\d{3})+(?:\.\d*)?) *)"), kDots(R"( *\d{1,3}(?:\.\d{3})+ *)");
  static const Pattern kParts("[ ,]"), kDot("\\.");
  return kThousands.matches(text) ? kParts.sub("", text) : whole && kDots.matches(text) ? kDot.sub("", std::string(trim(text))) : "";
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
      add(without_groups(text, kind == AnswerKind::whole));
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
      for (const std::string& reading : read_shapes(text, literal)) add(reading);
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
