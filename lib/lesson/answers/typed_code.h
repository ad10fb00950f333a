#pragma once

// Decides whether a line typed at a question is code.

#include <string>
#include <vector>

#include "lesson/answers/said.h"
#include "lesson/world.h"

namespace mha::lesson {

/// What a typed line is, as code.
struct CodeLine {
  bool is_code = false;        // meant to be run, even if it fails
  bool is_expression = false;  // one that computes something: no bare name
  bool says = false;           // `shape = (5, 3)`: may be an answer
};

/// Whether the learner wants to run this: a statement, or an expression with a
/// defined name, or a call. Words without such a name are prose.
CodeLine code_of(World& world, const std::string& line);

/// The first name in an expression that nothing has defined, or empty.
std::string unknown_name(World& world, const std::string& line);

/// A formula in names of the lesson as it is written or said, in Python: `sqrt(d)`, "root of
/// d_k", "d_out over num_heads", `d^2`, `w(1 - w)`. Any other line as it is.
std::string formula_in_python(World& world, const std::string& line);

/// A product with a dot between blanks, as mathematics writes it, `q[1] . k[2]`: with `@` or, of
/// numbers, `*`, whichever works. Any other line as it is.
std::string dots_in_python(World& world, const std::string& line);

/// True for words that are no code, not even code with a slip in it. Where code is asked for,
/// anything else runs, so that Python says what is wrong with it.
bool is_sentence(World& world, const std::string& line);

/// True for words that are neither code nor a value: "what is a network?".
bool is_prose(World& world, const std::string& line);

/// True if the code calls or indexes a name, takes an attribute of it or
/// computes with it, which nobody types who answers in words.
bool has_marks_of_code(const std::string& text);

/// True if the code computes the value of this expression, alone or as a part.
bool has_expression(const std::string& code, const std::string& expression);

/// The names that a text uses, without attributes.
std::vector<std::string> names_in(const std::string& text);

/// What to say of "len tokens", a function and what it is to be called with; or nothing.
std::string missing_brackets(World& world, const std::string& line);

/// "focus[3, 2] is 0.4", "focus[3,2] = 0.4": what is said of the expression, or "".
std::string after_expression(const std::string& line, const std::string& expression);

/// "T = 1536", "T <= 1536" where the question names T: what it is said to be, or "".
std::string after_name(const std::string& line, const std::string& question);

/// "dot = 1.5", "x[2, 1] is 9", whatever the name: what it is said to be, or "".
std::string after_any_name(const std::string& line);

/// "row = column" of places: `row == column`.
std::string with_equality(const std::string& line);

/// "0,7*0,3" is a calculation with decimal commas, where one number is asked for.
std::string with_decimal_points(const std::string& line, AnswerKind kind);

/// "2 and 5 change places", "swap 2 and 5" of `x.transpose(...)`: the shape of x with these sizes
/// exchanged, if each is there once. Any other line as it is.
std::string with_exchanged_sizes(World& world, const std::string& expression, const std::string& line);

/// What the code itself shows to mean something else than whoever typed it thinks, a decimal comma
/// or `^` for a power; or nothing.
std::string slip_of_python(const std::string& code);

/// "2d", "twice d" of a question that says `d = 768`: with that number.
std::string with_numbers_of(const std::string& question, std::string line);

/// "x[1][1] = 11", "x[1, 1].item() = 11" where the expression has `x`: what it is said to be, or "".
std::string after_cell(const std::string& line, const std::string& expression);

/// "range(4, 8)" of places or a list, with its numbers, and "1+2+...+100" of one number, with its sum.
std::string with_sequences(const std::string& line, AnswerKind kind);

}  // namespace mha::lesson
