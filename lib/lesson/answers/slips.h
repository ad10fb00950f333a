#pragma once

// Wrong answers that rules can foresee in any lesson: axes exchanged, one
// missing, the strides for the shape.

#include <string>
#include <vector>

#include "lesson/lesson.h"
#include "lesson/world.h"

namespace mha::lesson {

/// A rule of lessons/slips.md: the expression that the learner answered
/// instead, and the reply.
struct Slip {
  std::string pattern;  // a regular expression over what is asked for
  std::string instead;  // what stands in its place
  std::string reply;
};

/// Reads such a file and adds its problems to `problems`.
std::vector<Slip> read_slips(const SourcePtr& file,
                             std::vector<Problem>& problems);

/// The reply to a foreseeable wrong answer to "what is EXPRESSION?", or empty. `roughly`: it was
/// asked for about how much.
std::string slip_text(World& world, const std::string& expression,
                      const lang::Value& came, const std::string& said, bool roughly);

}  // namespace mha::lesson
