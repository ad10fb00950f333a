#pragma once

// What a line says of the expression, the cell or the name that a question asks for.

#include <string>

#include "lesson/answers/said.h"

namespace mha::lesson {

/// "focus[2, 3] and focus[4, 1]", which names cells of a table.
bool names_cells(const std::string& line);

/// "focus[3, 2] is 0.4", "focus[3,2] = 0.4": what is said of the expression, or "".
std::string after_expression(const std::string& line, const std::string& expression);

/// "T = 1536", "T <= 1536" where the question names T: what it is said to be, or "".
std::string after_name(const std::string& line, const std::string& question);

/// "dot = 1.5", "x[2, 1] is 9", whatever the name: what it is said to be, or "".
std::string after_any_name(const std::string& line);

/// "x[1, 2] = 11", "x[1][2] = 11" where the expression has `x`: what it is said to be, or "".
std::string after_cell(const std::string& line, const std::string& expression);

/// "row = column" of places: `row == column`.
std::string with_equality(const std::string& line);

/// "0,7*0,3" is a calculation with decimal commas, where one number is asked for.
std::string with_decimal_points(const std::string& line, AnswerKind kind);

}  // namespace mha::lesson
