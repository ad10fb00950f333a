#pragma once

// Reads typed answers: "5 rows, 3 cols", "40%", "two thirds", "all ones". It
// uses only words and marks, not the values of the lesson's names.

#include <cstdint>
#include <string>
#include <vector>

namespace mha::lesson {

/// What a question asks for. It decides how to read `0,25` or `2 x 3`.
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
/// 3)" for "5 by 3"; two for "1,250", which may have a decimal comma. None if
/// the text is not an answer of that kind, or gives two answers at once.
/// `shape` is the shape of the right value, for "all ones".
std::vector<std::string> readings(const std::string& said, AnswerKind kind,
                                  const std::vector<int64_t>& shape);

/// What to say of an answer in another form than this kind has: sizes in words, values in place of
/// places; or nothing.
std::string form_slip(AnswerKind kind, const std::string& said);

/// "the same but 3 and 6 swapped", "(2, 5) swapped": whether sizes or numbers are said by how others change.
bool says_changed(const std::string& text);

/// Lower case words and numbers, as people compare options by: "at mice", "5",
/// "-1".
std::vector<std::string> words_of(const std::string& text);

}  // namespace mha::lesson
