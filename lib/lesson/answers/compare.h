#pragma once

// How answers, and the values of programs, are compared with what came.

#include <string>

#include "lesson/answers/said.h"
#include "lesson/world.h"

namespace mha::lesson {

/// How a learner's answer compares with what came. `other_form`: a number where
/// a shape is asked for, and the like; `unreadable`: no answer at all.
enum class Match { right, close, wrong, other_form, unreadable };

/// What a question asks for whose answer is this value.
AnswerKind kind_of(World& world, const lang::Value& value);

/// Compares by value, in any of the forms that people give (said.h): a number
/// is right to the digits that were typed (one decimal at least), or cut off
/// there; `roughly`, to a tenth of it. A tensor never agrees with one of
/// another shape. Of a tensor of True and False the answer is the places of the
/// True ones (places.h).
Match compare(World& world, const lang::Value& came, const std::string& said,
              bool roughly = false);

/// True if the value that code came to, in a world of its own, is the answer.
bool computes(World& world, const lang::Value& came, World& other,
              const lang::Value& computed);

/// True if `said` is the likely answer `likely`, an expression or places.
bool same_answer(World& world, const lang::Value& came,
                 const std::string& likely, const std::string& said);

/// What is said to a wrong answer that nobody foresaw.
std::string wrong_text(const lang::Value& came, const std::string& said,
                       Match match);

/// A value as nested numbers, or a text: what answers are compared by.
struct Numbers {
  std::vector<int64_t> shape;  // empty: one number
  std::vector<double> values;
  std::string text;  // instead of numbers: a str
  bool is_text = false;
  bool is_truth = false;  // True or False
};
/// False where the value is neither.
bool to_numbers(lang::Interpreter& interp, const lang::Value& value,
                Numbers& out);

/// What the answer is read as, the likeliest first; empty where it is none.
std::vector<Numbers> read_numbers(World& world, const lang::Value& came,
                                  const std::string& said);

/// True if two programs came to the same: the same shapes, numbers that agree
/// but for rounding, whatever their types.
bool same_value(World& world, const lang::Value& a, const lang::Value& b);

/// True if the question is which cells: a tensor of True and False with one or
/// two dimensions.
bool asks_for_places(const lang::Value& value);

/// The form an answer to this value takes: "a shape, such as (2, 3)".
std::string answer_form(World& world, const lang::Value& value);

/// True if the text holds literals only, as lesson files give likely answers.
bool is_literal(const std::string& text);

}  // namespace mha::lesson
