#include "lesson/answers/core.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/pieces.h"

namespace mha::lesson {

namespace {

/// "4, because ...": what stands before the reason, or nothing.
std::string before_reason(const std::string& said) {
  for (size_t i = 0; i < said.size();) {
    if (!is_letter(said[i])) {
      ++i;
      continue;
    }
    const size_t end = word_end(said, i);
    const std::string word = lower(said.substr(i, end - i));
    // "5 * 4 so 20" gives its result behind it. "2, 5, 8 as 4 + 4 is 8" gives a reason.
    const size_t last = i == 0 ? std::string::npos : said.find_last_not_of(' ', i - 1);
    const bool after_number = last != std::string::npos && std::string_view("0123456789])").find(said[last]) != std::string_view::npos;
    if (i > 0 && words().reasons.has(word) && !words().result.has(word)) return said.substr(0, i);
    if (after_number && words().reasons_of_numbers.has(word)) return said.substr(0, i);
    i = end;
  }
  return "";
}

/// What stands before the first match that words follow; or nothing.
std::string before_words(const std::string& said, const Pattern& separator) {
  for (const PatternMatch& m : separator.finditer(said)) {
    const std::string rest = m.behind();
    if (m.begin() == 0) continue;
    if (rest.empty() || std::string_view("0123456789([-+.").find(rest[0]) != std::string_view::npos) continue;
    const std::vector<std::string> following = words_of(rest);
    const std::string first = following.empty() ? "" : following[0];
    // "rows 4, columns 6" goes on with the answer.
    if (first == "and" || words().rows.has(first) || words().columns.has(first) || words().each.has(first)) continue;
    return m.before();
  }
  return "";
}

/// What stands behind the last match, or nothing.
std::string behind(const std::string& said, const Pattern& separator) {
  std::string rest;
  for (const PatternMatch& m : separator.finditer(said)) rest = m.behind();
  return rest;
}

/// "swap the middle two: 30 3 6 1": the numbers behind the words, or nothing.
std::string behind_colon(const std::string& said) {
  static const Pattern kNumbers(R"((.*[A-Za-z].*): *((?:[-+0-9.,;()\[\] /x]|and |by )*[0-9][-+0-9.,;()\[\] /]*))");
  const PatternMatch m = kNumbers.fullmatch(said);
  if (!m) return "";
  // "rows: 5" names what its number is.
  const std::vector<std::string> before = words_of(m[1]);
  const bool names_axis = std::any_of(before.begin(), before.end(), [](const std::string& w) {
    return words().rows.has(w) || words().columns.has(w);
  });
  return names_axis ? "" : m[2];
}

/// "twice 768, 1536 words": what stands behind a calculation and a comma, or nothing.
std::string behind_calculation(const std::string& said) {
  static const Pattern kResult(R"((.*), +([^,]+))"), kCalculates(R"(\d *[-+*/x^] *\d|\b(?:twice|times|doubled?|half|squared|plus)\b)");
  const PatternMatch m = kResult.fullmatch(said);
  return m && kCalculates.is_in(m[1]) ? m[2] : "";
}

/// Without the numbers that only repeat a name of the question: "in head 0" where it asks of head 0.
std::string without_labels(const std::string& said, const std::string& question) {
  static const Pattern kLabel(R"((?:\b(?:in|of|for|at) +)?\b([A-Za-z]+ +\d+)\b)");
  const std::string asked = lower(question);
  std::string out;
  size_t from = 0;
  for (const PatternMatch& m : kLabel.finditer(said)) {
    if (asked.find(lower(m[1])) == std::string::npos) continue;
    out.append(said, from, m.begin() - from);
    from = m.end();
  }
  if (from == 0) return "";
  out.append(said, from);
  return out;
}

bool has_word_of(const std::string& said, const WordGroup& group) {
  const std::vector<std::string> all = words_of(said);
  return std::any_of(all.begin(), all.end(), [&](const std::string& w) { return group.has(w); });
}

}  // namespace

std::string answer_in(World& world, const lang::Value& came, const std::string& question,
                      const std::string& typed, bool roughly) {
  static const Pattern kDash(R"( +- +)"), kRound(R"( *\((?=[^)]*[A-Za-z]))"), kComma(R"(, +)"), kAs(R"( +as +)"), kColon(": +"),
      kOf(R"( +(?:of|for|from|in|with) +)"), kSo(R"(\b(?:so|makes|gives|therefore|thus|about|roughly|approximately) +)"), kEquals(R"([^=<>!]=(?!=) *)");
  const std::string said = in_plain_signs(typed);
  const AnswerKind kind = kind_of(world, came);
  const bool truth = kind == AnswerKind::truth;
  if (kind == AnswerKind::text || has_word_of(said, words().either)) return typed;
  if (!truth && has_word_of(said, words().taking_back)) return typed;
  std::vector<std::string> parts = {before_reason(said), before_words(said, kDash), before_words(said, kRound)};
  if (!truth) {
    parts.push_back(behind_colon(said));
    parts.push_back(behind(said, kSo));
  }
  parts.push_back(typed);
  parts.push_back(before_words(said, kComma));
  if (!truth) parts.push_back(behind(said, kEquals));
  // The rest are too bold to call an answer wrong by.
  const size_t bold = parts.size();
  const bool one = kind == AnswerKind::number || kind == AnswerKind::whole;
  if (one) parts.push_back(behind_calculation(said));
  if (asks_for_places(came)) parts.push_back(behind(said, kColon));
  if (!truth) {
    if (!one) parts.push_back(before_words(said, kOf));
    parts.push_back(before_words(said, kAs));
    parts.push_back(without_labels(said, question));
    parts.push_back(words_as_places(world, parts.back().empty() ? said : parts.back()));
  }
  std::string first;
  for (size_t i = 0; i < parts.size(); ++i) {
    std::string answer(trim(parts[i]));
    while (answer.ends_with(',')) answer.pop_back();
    if (answer.empty()) continue;
    const Match match = compare(world, came, answer, roughly);
    if (match == Match::right) return answer;
    if (match >= Match::other_form || !first.empty() || i >= bold) continue;
    if (truth) return answer;
    first = answer;
  }
  return first.empty() ? typed : first;
}

}  // namespace mha::lesson
