#pragma once

// The English words of answers: lessons/answer-words.md.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/lesson.h"

namespace mha::lesson {

/// Words of one kind, each with the value that it stands for, perhaps empty.
class WordGroup {
 public:
  bool has(std::string_view word) const { return words_.contains(word); }
  /// Empty where there is no such word.
  std::string_view value(std::string_view word) const;
  const std::map<std::string, std::string, std::less<>>& words() const {
    return words_;
  }
  /// False if the word is there already.
  bool add(const std::string& word, const std::string& value) {
    return words_.emplace(word, value).second;
  }

 private:
  std::map<std::string, std::string, std::less<>> words_;
};

/// The groups of that file; it says what each is for.
struct AnswerWords {
  WordGroup yes, no, negations, either, except, nothing, all, only, each,
      result, until, minus, root, numbers, scales, filling, parts, places, pointing,
      rows, columns, first_axis, second_axis, any_axis, around_numbers, around_places, above,
      below, on, triangle, narrowing, measures, around_options, small, reasons, reasons_of_numbers, comparing, asking, changing,
      not_knowing, taking_back, meanings, opposites, turning, denying, between_lines, saying, signs;
};

/// Reads such a file and adds its problems to `problems`.
AnswerWords read_words(const SourcePtr& file, std::vector<Problem>& problems);

/// The words of the course.
const AnswerWords& words();

}  // namespace mha::lesson
