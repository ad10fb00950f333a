#include "lesson/course/hint_check.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "lesson/answers/compare.h"

namespace mha::lesson {

namespace {

/// The text without spaces, backquotes and capitals, so that formatting does
/// not matter.
std::string bare(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) || c == '`') continue;
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

}  // namespace

bool hint_says_all(World& world, const std::string& hint, const lang::Value& answer) {
  // The whole hint, or a part of it in brackets, read as the answer.
  const auto is_answer = [&](const std::string& text) {
    return is_literal(text) && compare(world, answer, text) == Match::right;
  };
  const std::string text(trim(hint));
  // A sum is left to be done.
  if (text.find_first_of("+*/") == std::string::npos && is_answer(text)) return true;
  // One thing in brackets that is the answer; among several it is an operand.
  int several = 0;
  bool among = false;
  for (size_t open = 0; open < text.size(); ++open) {
    if (text[open] != '(' && text[open] != '[') continue;
    int depth = 0;
    size_t end = open;
    for (; end < text.size(); ++end) {
      depth += text[end] == '(' || text[end] == '[';
      depth -= text[end] == ')' || text[end] == ']';
      if (depth == 0) break;
    }
    if (end == text.size()) continue;
    const std::string part = text.substr(open, end - open + 1);
    if (part.find(',') != std::string::npos) {
      ++several;
      among = among || is_answer(part);
    }
    open = end;
  }
  return among && several == 1;
}

bool hint_says_all(const std::string& hint, const Choice& question) {
  constexpr size_t kSentence = 16;
  return std::any_of(question.options.begin(), question.options.end(), [&](const auto& o) {
    return o.right && bare(o.text).size() >= kSentence &&
           bare(hint).find(bare(o.text)) != std::string::npos;
  });
}

bool hint_says_all(const std::string& hint, const Order& question) {
  // All lines, in their order.
  const std::string text = bare(hint);
  size_t at = 0;
  for (const std::string& line : question.lines) {
    at = text.find(bare(line), at);
    if (at == std::string::npos) return false;
    at += bare(line).size();
  }
  return true;
}

bool hint_says_all(const std::string& hint, const Exercise& question) {
  // Every line of the solution that is not in the start.
  const std::string text = bare(hint);
  const std::vector<std::string> start = split_lines(question.start.text);
  bool any = false;
  for (const std::string& line : split_lines(question.solution.text)) {
    if (trim(line).empty() || trim(line).starts_with('#')) continue;
    if (std::find(start.begin(), start.end(), line) != start.end()) continue;
    any = true;
    if (text.find(bare(line)) == std::string::npos) return false;
  }
  return any;
}

}  // namespace mha::lesson
