#include "lesson/answers/stated.h"

#include <algorithm>
#include <vector>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/typed_code.h"

namespace mha::lesson {

bool names_cells(const std::string& line) {
  static const Pattern kCells(R"((\w+\[-?\d+, ?-?\d+\]([,; ]|and)*)+)");
  return kCells.matches(line);
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

std::string after_cell(const std::string& line, const std::string& expression) {
  static const Pattern kSays(R"( *([A-Za-z_]\w*)(?:\[[-\d, ]+\])+ *=(?!=) *([-+]?[\d.,]+) *)");
  const PatternMatch m = kSays.fullmatch(line);
  const std::vector<std::string> names = names_in(expression);
  return m && std::find(names.begin(), names.end(), m[1]) != names.end() ? m[2] : "";
}

std::string with_equality(const std::string& line) {
  static const Pattern kEqual(R"(^ *([A-Za-z]+) *= *([A-Za-z]+) *$)");
  return kEqual.sub("$1 == $2", line);
}

std::string with_decimal_points(const std::string& line, AnswerKind kind) {
  static const Pattern kCalculation(R"([-+*/., 0-9]*\d,\d[-+*/., 0-9]*)"), kComma(R"((\d),(?=\d))");
  const bool calculates = kind == AnswerKind::number && line.find_first_of("*/+") != std::string::npos;
  return calculates && kCalculation.matches(line) ? kComma.sub("$1.", line) : line;
}

}  // namespace mha::lesson
