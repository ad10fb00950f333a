#pragma once

// Which option of a choice is meant, by its letter, its words, or its value;
// and in which order lines are put.

#include <string>
#include <vector>

namespace mha::lesson {

/// The options that fit what was said: one is an answer, several are not told
/// apart, none means that it is no answer. `certain`: by a letter, or an
/// option's very words.
struct Meant {
  std::vector<size_t> options;
  bool certain = false;
};
Meant options_meant(const std::vector<std::string>& options,
                    const std::string& said);

/// Of an answer that means no option, why: "None of the options has the word `rounding`."
std::string no_option_text(const std::vector<std::string>& options,
                           const std::string& said);

/// The letters, in the order given, of an answer that puts `count` lines in
/// order: "b a c", "bac", "b, then a, then c", "2 1 3". Empty if it is none.
std::string order_meant(const std::string& said, size_t count);

}  // namespace mha::lesson
