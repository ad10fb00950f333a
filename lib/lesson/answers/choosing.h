#pragma once

// Reads the answer to a choice, by letter, words or value.

#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace mha::lesson {

/// What stands before an option or a line: a, b, c.
inline std::string option_letter(size_t i) { return std::string(1, static_cast<char>('a' + i)); }

/// The options that fit the text: one is an answer, several are ambiguous, none
/// means that it is not an answer. People answer in their own words: those that
/// only repeat the question are left out, and a word that no option has counts
/// as the option's word of the same meaning (lessons/answer-words.md). Last count
/// the phrases that the lesson has as other words for an option. `certain` if it
/// was a letter, or exactly an option's words. `sure`: `ask` if half of the words or
/// more stand in no option, or if something changes the sense of what the option says.
struct Meant {
  enum class Sure { yes, ask };
  std::vector<size_t> options;
  bool certain = false;
  Sure sure = Sure::yes;
};
Meant options_meant(const std::string& question,
                    const std::vector<Choice::Option>& options,
                    const std::string& said);

/// Why an answer means no option: "None of the options has the word
/// `rounding`."
std::string no_option_text(const std::vector<Choice::Option>& options,
                           const std::string& said);

}  // namespace mha::lesson
