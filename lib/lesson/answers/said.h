#pragma once

// What people type as an answer, read as what it means: "5 rows, 3 cols",
// "40%", "two thirds", "all ones". Words and marks only; what the lesson's
// names stand for plays no part here.

#include <cstdint>
#include <string>
#include <vector>

namespace mha::lesson {

/// What a question asks for. It settles how `0,25` or `2 x 3` is to be read.
enum class AnswerKind {
  truth,   // True or False
  whole,   // a whole number
  number,  // any number
  text,    // a str
  shape,   // sizes, strides: a tuple of whole numbers
  list,    // a row of numbers
  table,   // rows of numbers, or deeper
  places,  // which cells (places.h)
  other
};

/// The text as expressions in Python of that kind, the likeliest first: "(5,
/// 3)" for "5 by 3"; two for "1,250", which may have a decimal comma. None
/// where the text is no answer of the kind, or says two things at once. `shape`
/// is that of the value asked for, which "all ones" takes.
std::vector<std::string> readings(const std::string& said, AnswerKind kind,
                                  const std::vector<int64_t>& shape);

/// Lower case words and numbers, as people compare options by: "at mice", "5",
/// "-1".
std::vector<std::string> words_of(const std::string& text);

}  // namespace mha::lesson
