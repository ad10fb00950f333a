#include "lesson/answers/words.h"

#include <algorithm>
#include <cassert>

#include "base/text.h"
#include "lesson/course/embedded.h"

namespace mha::lesson {

namespace {

struct Row {
  std::string_view name;
  WordGroup AnswerWords::*group;
  bool valued = false;  // each of its words has a value
};

constexpr Row kGroups[] = {
    {"yes", &AnswerWords::yes},
    {"no", &AnswerWords::no},
    {"not", &AnswerWords::negations},
    {"or", &AnswerWords::either},
    {"except", &AnswerWords::except},
    {"nothing", &AnswerWords::nothing},
    {"all", &AnswerWords::all},
    {"only", &AnswerWords::only},
    {"each", &AnswerWords::each},
    {"result", &AnswerWords::result},
    {"until", &AnswerWords::until},
    {"minus", &AnswerWords::minus},
    {"root", &AnswerWords::root},
    {"numbers", &AnswerWords::numbers, /*valued=*/true},
    {"scales", &AnswerWords::scales, /*valued=*/true},
    {"filling", &AnswerWords::filling, /*valued=*/true},
    {"parts", &AnswerWords::parts, /*valued=*/true},
    {"places", &AnswerWords::places, /*valued=*/true},
    {"pointing", &AnswerWords::pointing},
    {"rows", &AnswerWords::rows},
    {"columns", &AnswerWords::columns},
    {"first axis", &AnswerWords::first_axis},
    {"second axis", &AnswerWords::second_axis},
    {"an axis", &AnswerWords::any_axis},
    {"around numbers", &AnswerWords::around_numbers},
    {"around places", &AnswerWords::around_places},
    {"above", &AnswerWords::above},
    {"below", &AnswerWords::below},
    {"on", &AnswerWords::on},
    {"triangle", &AnswerWords::triangle},
    {"narrowing", &AnswerWords::narrowing},
    {"measures", &AnswerWords::measures, /*valued=*/true},
    {"around options", &AnswerWords::around_options},
    {"small words", &AnswerWords::small},
    {"reasons", &AnswerWords::reasons},
    {"reasons of numbers", &AnswerWords::reasons_of_numbers},
    {"not knowing", &AnswerWords::not_knowing},
    {"taking back", &AnswerWords::taking_back},
    {"meanings", &AnswerWords::meanings, /*valued=*/true},
    {"opposites", &AnswerWords::opposites, /*valued=*/true},
    {"comparing", &AnswerWords::comparing},
    {"asking", &AnswerWords::asking},
    {"changing", &AnswerWords::changing},
    {"turning", &AnswerWords::turning},
    {"denying", &AnswerWords::denying},
    {"between lines", &AnswerWords::between_lines},
    {"saying", &AnswerWords::saying},
    {"signs", &AnswerWords::signs, /*valued=*/true},
};

/// As it stands between backticks, or without the blanks around it.
std::string plain(std::string_view text) {
  text = trim(text);
  const bool quoted =
      text.size() > 2 && text.starts_with('`') && text.ends_with('`');
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

}  // namespace

std::string_view WordGroup::value(std::string_view word) const {
  const auto at = words_.find(word);
  return at == words_.end() ? std::string_view() : at->second;
}

AnswerWords read_words(const SourcePtr& file, std::vector<Problem>& problems) {
  AnswerWords all;
  const Row* row = nullptr;
  Span span{0, 0};
  const auto problem = [&](const std::string& message) {
    problems.push_back({file, span, message, ""});
  };
  for (int n = 1; n <= file->line_count(); ++n) {
    const std::string_view line = trim(file->line(n));
    const uint32_t start = file->line_start(n);
    span = {start, start + static_cast<uint32_t>(file->line(n).size())};
    if (line.starts_with("## ")) {
      const std::string_view name = trim(line.substr(3));
      row = std::find_if(std::begin(kGroups), std::end(kGroups),
                         [&](const Row& r) { return r.name == name; });
      if (row != std::end(kGroups)) continue;
      row = nullptr;
      problem("nothing asks for a group of words '" + std::string(name) + "'");
    }
    if (!line.starts_with("- ") || !row) continue;
    const size_t colon = line.find(": ");
    const bool valued = colon != std::string_view::npos;
    if (valued != row->valued) {
      problem(row->valued ? "these words need a value: `- 2: half, halves`"
                          : "words of this group have no value");
      continue;
    }
    const std::string value = valued ? plain(line.substr(2, colon - 2)) : "";
    for (size_t from = valued ? colon + 2 : 2; from <= line.size();) {
      const size_t comma = std::min(line.find(',', from), line.size());
      const std::string word = plain(line.substr(from, comma - from));
      if (word.empty())
        problem("a word is missing beside a comma");
      else if (!(all.*row->group).add(word, value))
        problem("'" + word + "' is already in this group");
      from = comma + 1;
    }
  }
  for (const Row& r : kGroups) {
    if ((all.*r.group).words().empty())
      problem("the group of words '" + std::string(r.name) + "' is missing");
  }
  return all;
}

const AnswerWords& words() {
  static const AnswerWords all = [] {
    std::vector<Problem> problems;
    AnswerWords read =
        read_words(embedded_source("answer-words.md"), problems);
    assert(problems.empty());
    return read;
  }();
  return all;
}

}  // namespace mha::lesson
