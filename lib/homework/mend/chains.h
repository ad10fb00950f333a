#pragma once

// Expressions of several operators, such as `a * x - m / s`, as they are written.

#include <utility>
#include <vector>

#include "base/source.h"
#include "lang/syntax/ast.h"

namespace mha::homework {

/// The parts of a chain of 3 to 6 operands around which parentheses would change the order of the steps.
std::vector<Span> parts_to_group(const Source& own, const lang::Expr& chain);

/// For each operand that is itself a chain: its parentheses, if it has one pair.
std::vector<std::pair<Span, Span>> parentheses_in(const Source& own, const lang::Binary& e);

/// Whether `operand`, one of the two of `whole`, stands in parentheses of its own.
bool is_in_parentheses(const Source& own, const lang::Binary& whole, const lang::Expr& operand);

}  // namespace mha::homework
