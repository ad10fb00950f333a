#include "lesson/answers/typed_code.h"

#include <algorithm>
#include <cctype>
#include <set>

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

bool is_value_word(std::string word) {
  for (char& c : word)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word == "inf" || word == "nan" || word == "none" || word == "true" ||
         word == "false";
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

CodeLine code_of(World& world, const std::string& line) {
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
      const bool says = (kind == lang::StmtKind::assign ||
                         kind == lang::StmtKind::ann_assign) &&
                        names.size() == 1 && words().saying.has(names[0]) &&
                        !known;
      return {true, false, says};
    }
    if (code->body.size() > 1) return {marked || known, false};
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
    const bool opens = !names.empty() && line.starts_with(names[0]) &&
                       kOpening.contains(names[0]) &&
                       line.find_first_of(":=(.") != std::string::npos;
    return {opens || (known && marked), false};
  }
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

bool is_prose(World& world, const std::string& line) {
  return !code_of(world, line).is_code && !names_in(line).empty() &&
         readings(line, AnswerKind::other, {}).empty();
}

}  // namespace mha::lesson
