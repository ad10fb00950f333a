#pragma once

// Splits a typed answer into numbers, words and marks.

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/answers/words.h"

namespace mha::lesson {

inline bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
inline bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

std::string lower(std::string_view text);

template <size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// The end of the number, or the word, that begins at `i`; i if there is none.
size_t number_end(std::string_view text, size_t i);
size_t word_end(std::string_view text, size_t i);

/// A number, a word or a mark of what was typed.
struct Piece {
  enum class Kind { number, word, mark } kind;
  std::string text;     // of a number: in Python
  bool plural = false;  // "ones": the value of more than one cell
  bool in_letters = false;  // "five"
  bool glued = false;   // no space between it and the piece before
  bool is(Kind k, std::string_view t) const { return kind == k && text == t; }
  bool is_word(std::string_view t) const { return is(Kind::word, t); }
  bool is(const WordGroup& group) const {
    return kind == Kind::word && group.has(text);
  }
  bool is_mark(std::string_view t) const { return is(Kind::mark, t); }
  bool is_number() const { return kind == Kind::number; }
};
using Pieces = std::vector<Piece>;

/// The text in pieces, in lower case. "ones" is a number that fills more than
/// one cell.
Pieces apart(const std::string& said);

/// Joins pieces that make one number: signs, per cent, fractions, "two thirds",
/// "root of 64", "not a number". `decimal_comma`: 0,25 is one number.
Pieces joined(const Pieces& pieces, bool decimal_comma);

/// The numbers among them, in Python.
std::vector<std::string> numbers_of(const Pieces& pieces);

/// Whether a word of the text says "not", or offers a choice.
bool has_negation(const Pieces& pieces);

/// The text with signs that stand for plain ones: a minus sign as -, quotes as
/// ".
std::string in_plain_signs(const std::string& text);

}  // namespace mha::lesson
