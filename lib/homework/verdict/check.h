#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "homework/trial/program.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// What to check.
struct Request {
  std::string file;   // its name; the extension decides how it is read
  std::string bytes;  // its content
  /// The assignment's id; if it is not set, the best fit is found.
  std::optional<std::string> assignment;
  uint32_t seed = 1;  // of the numbers to try it with
  /// Setting this to true from another thread stops the program that is being checked; the result
  /// is then meaningless. May be null.
  const std::atomic<bool>* stop = nullptr;
  /// Finds the modules that the file may import; empty: it stands alone.
  ModuleFinder find_module = {};
  /// Whether to look for what makes a wrong program wrong beyond single known mistakes, which takes
  /// most of the time; whether a program is right does not depend on it.
  bool search = true;
};

/// Judges a submission. Nothing in the file makes it throw; an unknown assignment throws Error of
/// kind "HomeworkError". If the file holds several answers, the result is for the first one that
/// is wrong, or else for the one that asks for the most, and lists the others.
Result check(const Request& request);

/// Whether a file name is that of a pickle. Pickles are never opened, since they can run code.
bool is_pickle(const std::string& file);

/// A result for each answer, in the order of the file; at least one.
std::vector<Result> check_all(const Request& request);

}  // namespace mha::homework
