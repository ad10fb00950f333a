#pragma once

// Wrong answers that can be foreseen by rule, whatever the lesson: axes
// exchanged, one missing, the strides for the shape.

#include <string>
#include <vector>

#include "lesson/lesson.h"
#include "lesson/world.h"

namespace mha::lesson {

/// What lessons/slips.md says of an expression that was read otherwise.
struct Slip {
  std::string pattern;  // a regular expression over what is asked for
  std::string instead;  // what stands in its place
  std::string reply;
};

/// Reads such a file; what is wrong with it is added to `problems`.
std::vector<Slip> read_slips(const SourcePtr& file,
                             std::vector<Problem>& problems);

/// What slipped in a wrong answer to "what is EXPRESSION?", or empty.
std::string slip_text(World& world, const std::string& expression,
                      const lang::Value& came, const std::string& said);

}  // namespace mha::lesson
