#pragma once

// Compares answers, and the values of programs, with the right values.

#include <string>

#include "lesson/answers/said.h"
#include "lesson/world.h"

namespace mha::lesson {

/// How a learner's answer compares with the right value. `other_form`: a number
/// where the question asks for a shape, and the like; `unreadable`: not an
/// answer at all.
enum class Match { right, close, wrong, other_form, unreadable };

/// Where the lesson has a list `tokens`, the text with its words as their places: "Cats and mice"
/// is "0 and 3".
std::string words_as_places(World& world, const std::string& said, const std::string& before = "");

/// "the mice row", "columns 3 to 5 of mice", where places in a table with a row for each word are
/// asked for: "row 3", "columns 3 to 5 of row 3".
std::string words_as_rows(World& world, const lang::Value& came, const std::string& said);

/// The kind of answer that this value is.
AnswerKind kind_of(World& world, const lang::Value& value);

/// Compares by value, in any of the forms that people type (said.h): a number
/// is right if it agrees to the digits typed (at least one decimal), rounded or
/// cut off; with `roughly`, to a tenth. A tensor never equals one of another
/// shape. For a tensor of True and False the answer is the places of the True
/// elements (places.h).
Match compare(World& world, const lang::Value& came, const std::string& said,
              bool roughly = false);

/// Whether the value of the learner's code, from any world, is the answer.
bool computes(World& world, const lang::Value& came,
              const lang::Value& computed, bool roughly = false);

/// True if `said` is the likely answer `likely`, an expression or places.
bool same_answer(World& world, const lang::Value& came,
                 const std::string& likely, const std::string& said);

/// The reply to a wrong answer that nobody foresaw.
std::string wrong_text(World& world, const lang::Value& came, const std::string& said,
                       Match match);

/// A value as nested numbers, or a text, for comparing answers.
struct Numbers {
  std::vector<int64_t> shape;  // empty: one number
  std::vector<double> values;
  std::string text;  // instead of numbers: a str
  bool is_text = false;
  bool is_truth = false;  // True or False
};
/// False if the value is neither.
bool to_numbers(const lang::Value& value, Numbers& out);

/// The readings of an answer, the likeliest first; empty if it is not an
/// answer.
std::vector<Numbers> read_numbers(World& world, const lang::Value& came,
                                  const std::string& said);

/// Whether two programs have the same result: equal shapes, and numbers that
/// are equal apart from rounding, whatever their types.
bool same_value(World& world, const lang::Value& a, const lang::Value& b);

/// True if the question is which cells: a tensor of True and False with one or
/// two dimensions.
bool asks_for_places(const lang::Value& value);

/// The form an answer to this value takes: "a shape, such as (2, 3)".
std::string answer_form(World& world, const lang::Value& value);

/// The right value in that form.
std::string answer_text(const Outcome& came);

/// True if the text holds literals only, as lesson files give likely answers.
bool is_literal(const std::string& text);

}  // namespace mha::lesson
