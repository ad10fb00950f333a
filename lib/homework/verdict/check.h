#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "homework/verdict/result.h"

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
/// Of several answers in one file, it is the first that is wrong, or the one that
/// asks for most; the others are lines in it.
Result check(const Request& request);

/// Whether a file is a pickle by its name: one is never opened, as it can run code.
bool is_pickle(const std::string& file);

/// A result for each answer in the file, in the order of the file; at least one.
std::vector<Result> check_all(const Request& request);

}  // namespace mha::homework
