#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "homework/result.h"

namespace mha::homework {

/// What is to be checked.
struct Request {
  std::string file;   // its name: the ending says what it is
  std::string bytes;  // its content
  /// The assignment's id; none: the one that fits best.
  std::optional<std::string> assignment;
  uint32_t seed = 1;  // of the numbers that it is tried on
  /// When it becomes true, nothing more of the file is run, and what the check
  /// comes to is of no use. None: null.
  const std::atomic<bool>* stop = nullptr;
};

/// Judges what was handed in. Never throws for anything that stands in the
/// file; throws Error of kind "HomeworkError" for an assignment that is not.
Result check(const Request& request);

}  // namespace mha::homework
