#pragma once

// Judges one answer of a program.

#include <string>
#include <vector>

#include "homework/trial/program.h"
#include "homework/verdict/check.h"

namespace mha::homework {

std::vector<const Assignment*> all_assignments();

/// A result with the fields that are known from the start.
Result begun(const Request& request, bool named);

/// Checks the best fit among these assignments, or the one class or function `only`. `named`: the
/// learner named the assignment.
Result judged_program(const Request& request, Program& program, const std::vector<const Assignment*>& among, bool named,
                      const std::string& only);

}  // namespace mha::homework
