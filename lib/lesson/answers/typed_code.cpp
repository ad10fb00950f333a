#include "lesson/answers/typed_code.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/pattern.h"
#include "base/text.h"
#include "lang/syntax/lexer.h"
#include "lang/syntax/parser.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/said.h"

namespace mha::lesson {

namespace {

bool in_a_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::string without_blanks(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\t') out += c;
  }
  return out;
}

/// A dot with blanks around it and a name beside it.
const Pattern& spaced_dot() {
  static const Pattern kDot(R"((?<=[\w\])]) +(?:\.|·|⋅) +(?=[A-Za-z_(])|(?<=[A-Za-z_\])]) +(?:\.|·|⋅) +(?=\d))");
  return kDot;
}

bool is_value_word(std::string word) {
  for (char& c : word)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word == "inf" || word == "nan" || word == "none" || word == "true" ||
         word == "false";
}

/// Two words side by side that Python never has so: "if they called it".
bool has_words_in_a_row(const std::string& line) {
  static const Pattern kTakesAs(R"(^ *(?:import|from|with|except|async)\b)");
  const bool takes_as = kTakesAs.is_in(line);
  bool before = false;  // a word or a number that is no keyword
  size_t end = 0;
  for (size_t i = 0; i < line.size();) {
    if (!in_a_name(line[i])) {
      ++i;
      continue;
    }
    const size_t begin = i;
    while (i < line.size() && in_a_name(line[i])) ++i;
    const bool only_blanks = line.find_first_not_of(' ', end) == begin;
    const std::string word = line.substr(begin, i - begin);
    const bool plain = !lang::is_keyword(word) || (!takes_as && (word == "as" || word == "with" || word == "from"));
    if (before && plain && only_blanks && begin > end) return true;
    before = plain;
    end = i;
  }
  return false;
}

}  // namespace

bool has_expression(const std::string& code, const std::string& expression) {
  const std::string text = without_blanks(code),
                    part = without_blanks(expression);
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    const bool begins = at == 0 || !in_a_name(part[0]) ||
                        (!in_a_name(text[at - 1]) && text[at - 1] != '.');
    const size_t end = at + part.size();
    const bool ends =
        end == text.size() || !in_a_name(part.back()) || !in_a_name(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    while (i < text.size() && in_a_name(text[i])) ++i;
    const bool attribute = begin > 0 && text[begin - 1] == '.';
    const bool number =
        std::isdigit(static_cast<unsigned char>(text[begin])) != 0;
    if (i > begin && !attribute && !number)
      names.push_back(text.substr(begin, i - begin));
    if (i == begin) ++i;
  }
  return names;
}

std::string dots_in_python(World& world, const std::string& line) {
  if (!spaced_dot().is_in(line) || !world.value_of(line).failure) return line;
  const std::string of_vectors = spaced_dot().sub(" @ ", line), of_numbers = spaced_dot().sub(" * ", line);
  if (!world.value_of(of_vectors).failure) return of_vectors;
  const Outcome number = world.value_of(of_numbers);
  return !number.failure && (number.value.is_int() || number.value.is_float()) ? of_numbers : line;
}

CodeLine code_of(World& world, const std::string& line) {
  // Not an attribute that is missing: a product that cannot be computed.
  if (spaced_dot().is_in(line) && world.value_of(line).failure) return {};
  static const Pattern kNamedShape(R"( *\([\w ]+(?:, *[\w ]+)+\) *= *[\[(]?[0-9, ]+[\])]? *)");
  const std::vector<std::string> names = names_in(line);
  const bool known =
      std::any_of(names.begin(), names.end(),
                  [&](const std::string& n) { return world.knows(n); });
  const bool marked = has_marks_of_code(line);
  try {
    const lang::ModulePtr code =
        lang::parse(std::make_shared<Source>("line", line));
    if (code->body.empty()) return {line.find('#') != std::string::npos};
    const bool expressions = std::all_of(
        code->body.begin(), code->body.end(),
        [](const auto& stmt) { return stmt->kind == lang::StmtKind::expr; });
    if (!expressions) {
      // `shape = (5, 3)` and `answer: 16` say what it is, where no such name is
      // in use.
      const lang::StmtKind kind = code->body[0]->kind;
      // "raise it"; "row = column", where there is no column.
      if (kind == lang::StmtKind::raise && line.find('(') == std::string::npos) return {};
      // "import it"
      if (kind == lang::StmtKind::import && names.size() == 2 && words().around_options.has(names[1])) return {};
      // "head_dim = 4, root is 2"
      static const Pattern kAlsoSays(R"( *\w+ *= *[-\d./]+ *, *[A-Za-z_][\w ]* is .+)");
      if (kAlsoSays.matches(line)) return {};
      static const Pattern kSame(R"( *[A-Za-z_]\w* *= *([A-Za-z_]\w*) *)");
      if (const PatternMatch same = kSame.fullmatch(line); same && !lang::is_keyword(same[1]) && !world.has_name(same[1]) && !world.knows(same[1])) return {};
      // So do `(batch, tokens) = (2, 5)` and `doubled: [0, -1]`.
      const bool colon = kind == lang::StmtKind::ann_assign && line.find('=') == std::string::npos;
      if (colon && !world.has_name(names[0])) return {};
      const bool says = (kind == lang::StmtKind::assign ||
                         kind == lang::StmtKind::ann_assign) &&
                        ((names.size() == 1 && words().saying.has(names[0]) && !known) ||
                         kNamedShape.matches(line));
      return {true, false, says};
    }
    if (code->body.size() > 1) return {marked || known, false};
    // "x[2, 1] is 9", "place is 500": nobody compares so in Python.
    static const Pattern kIs(R"([^()'"]*\w\]? +is +[-+]?\.?\d.*)");
    if (kIs.matches(line)) return {};
    // What PyTorch prints is a value, though it calls torch.Size.
    if (!readings(line, AnswerKind::other, {}).empty()) return {};
    // A built-in function alone, `all` or `sum`, is a word.
    if (std::all_of(line.begin(), line.end(), in_a_name)) {
      return {!is_value_word(line) && world.has_name(line), false};
    }
    // `(batch, tokens)` is a shape in words, unless each of them stands for a
    // number.
    const bool computed =
        line.find_first_of("+-*/@[<>=%.") != std::string::npos ||
        std::all_of(names.begin(), names.end(),
                    [&](const std::string& n) { return world.knows(n); });
    return {
        (known && computed) || (marked && line.find('(') != std::string::npos),
        true};
  } catch (const Error&) {
    static const std::set<std::string> kOpening = {
        "def",  "class", "for", "while", "import",
        "from", "with",  "try", "print", "if"};
    static const std::set<std::string> kPlain = {"import", "from", "print"};  // without a colon
    const bool opens = !names.empty() && line.starts_with(names[0]) &&
                       kOpening.contains(names[0]) &&
                       // "from (1, 2) on" says which places.
                       (names[0] != "from" || line.find(" import") != std::string::npos) &&
                       line.find_first_of(kPlain.contains(names[0]) ? ":=(." : ":") != std::string::npos;
    static const Pattern kResult(R"(.*[^=<>!]= *[-+0-9.,/ ]+)");  // w(1 - w) = 0.21
    return {(opens || (known && marked)) && !has_words_in_a_row(line) && !kResult.matches(line), false};
  }
}

std::string unknown_name(World& world, const std::string& line) {
  // Texts, names of arguments, and what a loop or a lambda names, are no such names.
  static const Pattern kText(R"('[^']*'|"[^"]*")"), kArgument(R"(\b\w+ *=(?!=))");
  if (Pattern(R"(\b(?:for|lambda)\b)").is_in(line) || line.find(":=") != std::string::npos) return "";
  for (const std::string& name : names_in(kArgument.sub("", kText.sub("", line)))) {
    if (!lang::is_keyword(name) && !world.has_name(name) && !world.knows(name)) return name;
  }
  return "";
}

/// "w(1 - w)", "5 num_heads", "3 d_in d_out": with the signs of the products, where these names are
/// numbers.
static std::string with_signs_of_products(World& world, std::string line) {
  std::vector<std::string> numbers;
  for (const std::string& name : names_in(line)) {
    const lang::Value value = !lang::is_keyword(name) && world.has_name(name) ? world.value_of(name).value : lang::Value();
    if (value.defined() && (value.is_int() || value.is_float())) numbers.push_back(name);
  }
  if (numbers.empty()) return line;
  const std::string any = "(?:" + join(numbers, "|") + ")\\b";
  return Pattern("(\\b" + any + ") *(?=\\()|((?:\\b" + any + "|\\b\\d[\\d.]*|\\)) +)(?=" + any + ")|(\\))(?=" + any + ")").sub("$1$2$3 * ", line);
}

std::string formula_in_python(World& world, const std::string& line) {
  static const std::pair<Pattern, const char*> kSaid[] = {
      {Pattern(R"(\b(?:the )?(?:square )?(?:root of|sqrt)(?: of)? +([A-Za-z_]\w*|\d[\d.]*))"), "sqrt($1)"},
      {Pattern(R"( +(?:over|divided by) +)"), " / "},
      {Pattern(R"(\b(\d+(?:\.\d+)?) ?(?=[a-df-wyz]\b|\())"), "$1 * "},  // 4i + j
      {Pattern(R"( +times +)"), " * "},
      {Pattern(R"( +plus +)"), " + "},
      {Pattern(R"( +minus +)"), " - "},
      {Pattern(R"( squared\b)"), "**2"},
      {Pattern(R"(\^)"), "**"},
      {Pattern(R"(^ *one(?= /))"), "1"}};
  static const std::pair<Pattern, const char*> kFunctions[] = {
      {Pattern(R"(\bsqrt *\()"), "(lambda a: a ** 0.5)("},
      {Pattern(R"(\b(?:log|ln) *\()"), "(lambda a: torch.tensor(float(a)).log().item())("},
      {Pattern(R"(\bexp *\()"), "(lambda a: 2.718281828459045 ** a)("}};
  std::string formula(trim(in_plain_signs(line)));
  for (const auto& [said, python] : kSaid) formula = said.sub(python, formula);
  formula = with_signs_of_products(world, formula);
  bool known = false;
  for (const std::string& name : names_in(formula)) {
    if (name == "sqrt" || name == "exp" || name == "log" || name == "ln") continue;
    if (!world.has_name(name)) return line;
    known = true;
  }
  if (!world.has_name("sqrt")) {
    for (const auto& [name, python] : kFunctions) formula = name.sub(python, formula);
  }
  if (!known || formula == trim(line)) return line;
  try {
    lang::parse(std::make_shared<Source>("line", formula));
    return formula;
  } catch (const Error&) {
    return line;
  }
}

bool has_marks_of_code(const std::string& text) {
  static constexpr std::string_view kValues[] = {
      "torch", "size", "tensor", "tuple", "array", "shape", "sqrt", "exp", "log", "ln", "float"};
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
    if (!is_one_of(word, kValues) && !words().root.has(word)) {
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

/// "what is this", "the @": words of which none is a name here, perhaps with the sign that was asked for.
static bool is_words(World& world, const std::string& line) {
  static const Pattern kWords(R"([@*/+-]|(?:[@*/+-] +)?[A-Za-z][\w']*(?: +[A-Za-z][\w']*)*(?:[.,!?]*| +[@*/+-]))");
  const std::vector<std::string> names = names_in(line);
  return kWords.matches(line) && (names.empty() || !lang::is_keyword(names[0])) &&
         std::none_of(names.begin(), names.end(), [&](const std::string& n) { return !lang::is_keyword(n) && world.knows(n); });
}

bool is_sentence(World& world, const std::string& line) {
  static const Pattern kWord(R"([\w' ]+[.,!?]*)"), kTwoPieces(R"(([A-Za-z]{4,}) +\S+)");
  const std::vector<std::string> names = names_in(line);
  if (code_of(world, line).is_code) return false;
  // `retrun x`, and `print x` of an older Python.
  static const std::vector<std::string> kBegins = {"assert", "class", "import", "print", "raise", "return", "while"};
  const PatternMatch two = kTwoPieces.fullmatch(line);
  if (two && (two[1] == "print" || !nearest(two[1], kBegins).empty())) return false;
  // "for t in tokens print(t)", which lacks its colon.
  static const Pattern kBlock(R"( *(?:for|while|if|with|def|class) .*\w\(.*)");
  if (kBlock.matches(line) && has_marks_of_code(line)) return false;
  return has_words_in_a_row(line) || is_words(world, line) || (names.size() == 1 && !lang::is_keyword(names[0]) && kWord.matches(line));
}

bool is_prose(World& world, const std::string& line) {
  // An answer to a question that is closed: "2 3 3", "(0, 1) (0, 2)".
  static const Pattern kNumbers(R"([-\d.,()\[\] ]*[\d)\]] +[(\[\d][-\d.,()\[\] ]*)");
  constexpr size_t kLongest = 200;
  if (line.size() < kLongest && kNumbers.matches(line) && line.find(" - ") == std::string::npos) return true;
  // "chase, small and mice", none of which is a name here.
  static const Pattern kListed(R"([A-Za-z']{3,}(?:(?:,? and |,? or |, )[A-Za-z']{3,})+[.!?]*)");
  const std::vector<std::string> names = names_in(line);
  if (kListed.matches(trim(line)) && std::none_of(names.begin(), names.end(), [&](const std::string& n) { return world.knows(n); })) return true;
  return is_sentence(world, line) && readings(line, AnswerKind::other, {}).empty();
}

std::string missing_brackets(World& world, const std::string& line) {
  static const Pattern kApart(R"(([A-Za-z_][\w.]*) +([A-Za-z_]\w*.*?)[ .!]*)");
  const PatternMatch m = kApart.fullmatch(line);
  if (!m) return "";
  const std::string call = m[1] + "(" + m[2] + ")";
  if (!code_of(world, call).is_expression || !unknown_name(world, call).empty()) return "";
  const Outcome function = world.value_of(m[1]);
  const bool calls = function.value.defined() && world.interpreter().is_callable(function.value);
  return calls ? "Python calls a function with round brackets: `" + call + "`." : "";
}

std::string after_expression(const std::string& line, const std::string& expression) {
  size_t at = 0;
  for (const char c : expression) {
    if (c == ' ') continue;
    at = line.find_first_not_of(' ', at);
    if (at == std::string::npos || line[at++] != c) return "";
  }
  static const Pattern kSays(R"(^[ :,]*(?:(?:it )?is |==? ?)(.+)$)");
  const std::string rest = line.substr(at);
  const PatternMatch says = kSays.fullmatch(rest);
  return says ? std::string(trim(says[1])) : "";
}

std::string after_name(const std::string& line, const std::string& question) {
  static const Pattern kSays(R"( *([A-Za-z_]\w*) *(?:<?=(?!=)|is\b|:) *(.+))");
  const PatternMatch m = kSays.fullmatch(line);
  if (!m) return "";
  const std::vector<std::string> named = names_in(question);
  return std::find(named.begin(), named.end(), m[1]) != named.end() ? m[2] : "";
}

std::string after_any_name(const std::string& line) {
  static const Pattern kSays(R"( *(?:[A-Za-z_]\w* *=(?!=)|[A-Za-z_]\w*(?:\[[-\d, :]+\])? +is\b) *([-+\d.,()\[\] eE]+))");
  const PatternMatch m = kSays.fullmatch(line);
  return m ? std::string(trim(m[1])) : "";
}

std::string with_equality(const std::string& line) {
  static const Pattern kEqual(R"(^ *([A-Za-z]+) *= *([A-Za-z]+) *$)");
  return kEqual.sub("$1 == $2", line);
}

std::string with_decimal_points(const std::string& line, AnswerKind kind) {
  static const Pattern kCalculation(R"((?:[-+*/., 0-9()]|\b(?:log|ln|exp|sqrt)(?=\())*\d,\d(?:[-+*/., 0-9()]|\b(?:log|ln|exp|sqrt)(?=\())*)"), kComma(R"((\d),(?=\d))");
  static const Pattern kCalculates(R"([*/+]|\d *- *\d|[a-z]\()");
  const bool calculates = kind == AnswerKind::number && kCalculates.is_in(line);
  return calculates && kCalculation.matches(line) ? kComma.sub("$1.", line) : line;
}

std::string with_numbers_of(const std::string& question, std::string line) {
  static const Pattern kGiven(R"(`([A-Za-z_]\w*) = (\d+)`)");
  for (const PatternMatch& given : kGiven.finditer(question)) {
    const std::string name = given[1], number = given[2];
    const std::string width = name == "d" ? "|(?:the +)?width" : "";
    line = Pattern("\\b(?:twice|double) +(?:" + name + width + ")\\b").sub("2 * " + number, line);
    line = Pattern("(\\d) ?" + name + "\\b").sub("$1 * " + number, line);
    line = Pattern("\\b" + name + "\\b").sub(number, line);
  }
  return line;
}

std::string with_exchanged_sizes(World& world, const std::string& expression, const std::string& line) {
  static const Pattern kTurned(R"((\w+)\.transpose\([-\d, ]+\)\.shape)"),
      kSizes(R"((?:(?:the )?\d+ (?:stays|remains)[^\d]*)?(?:swap |exchange |switch )?(?:the )?(\d+)(?: and | with |, )(?:the )?(\d+)(?: (?:are |get )?(?:change|swap|exchange|switch|trade)[a-z]*(?: (?:their )?places| places)?)?(?:[,;]? (?:the )?\d+ (?:stays|remains)[^\d]*)?[.! ]*)", Pattern::kAnyCase),
      kExchanges(R"(\b(?:swap|exchange|switch|change|trade))", Pattern::kAnyCase);
  const PatternMatch turned = kTurned.fullmatch(expression), said = kSizes.fullmatch(line);
  if (!turned || !said || !kExchanges.is_in(line)) return line;
  const auto* tensor = world.value_of(turned[1]).value.get<lang::TensorObject>();
  if (!tensor) return line;
  std::vector<std::string> sizes;
  for (const int64_t size : tensor->tensor.shape()) sizes.push_back(std::to_string(size));
  const auto one = std::find(sizes.begin(), sizes.end(), said[1]), other = std::find(sizes.begin(), sizes.end(), said[2]);
  if (one == other || one == sizes.end() || other == sizes.end() || std::set<std::string>(sizes.begin(), sizes.end()).size() < sizes.size()) return line;
  std::iter_swap(one, other);
  return "(" + join(sizes, ", ") + ")";
}

std::string slip_of_python(const std::string& code) {
  static constexpr const char* kComma = "A comma stands between two values. A decimal number has a point: `0.5`.";
  static const std::pair<Pattern, const char*> kSlips[] = {
      {Pattern(R"(\bdef +_init_\b|\._init_\()"), "To Python `_init_` is a name like any other. It needs two underscores on each side: `__init__`."},
      {Pattern(R"(\*\* *1 */ *2\b)"), "`x ** 1/2` is half of x: Python takes the power first. The root is `x ** 0.5`."},
      {Pattern(R"([\w)\]] *(?:\*\*|[-*/+]) *\d,\d|= *0,\d)"), kComma},
      {Pattern(R"([\[(] *-?\d+,\d+(?: *, +-?\d+,\d+)+ *,? *[\])])"), kComma},  // [0,5, 0,3]
      {Pattern(R"([\w)\]] *\^ *[\w(])"), "`^` is no power in Python: it compares bits. A power is `**`."}};
  for (const auto& [slip, text] : kSlips) {
    if (slip.is_in(code)) return text;
  }
  return "";
}

std::string after_cell(const std::string& line, const std::string& expression) {
  static const Pattern kSays(R"( *([A-Za-z_]\w*)(?:\[-?\d+(?: *, *-?\d+)*\])+(?:\.item\(\))? *=(?!=) *([-+]?[\d.,]+) *)");
  const PatternMatch m = kSays.fullmatch(line);
  const std::vector<std::string> names = names_in(expression);
  return m && std::find(names.begin(), names.end(), m[1]) != names.end() ? m[2] : "";
}

std::string with_sequences(const std::string& line, AnswerKind kind) {
  static const Pattern kRange(R"( *(?:list\( *)?(?:torch\.a|np\.a)?range\( *(?:(\d{1,3}) *, *)?(\d{1,3}) *\) *\)? *)"),
      kSum(R"( *(\d{1,4}) *\+ *(\d{1,4}) *\+(?: *\d{1,4} *\+)* *(?:\.\.+|…) *\+ *(\d{1,4}) *)");
  if (const PatternMatch m = kRange.fullmatch(line); m && (kind == AnswerKind::places || kind == AnswerKind::list)) {
    std::vector<std::string> numbers;
    for (int i = m[1].empty() ? 0 : std::stoi(m[1]); i < std::stoi(m[2]); ++i) numbers.push_back(std::to_string(i));
    return "[" + join(numbers, ", ") + "]";
  }
  if (const PatternMatch m = kSum.fullmatch(line); m && (kind == AnswerKind::whole || kind == AnswerKind::number)) {
    const int first = std::stoi(m[1]), step = std::stoi(m[2]) - first, last = std::stoi(m[3]);
    if (step != 0 && (last - first) % step == 0) return std::to_string((first + last) * ((last - first) / step + 1) / 2);
  }
  return line;
}

}  // namespace mha::lesson
