#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "homework/verdict/result.h"

namespace mha::homework {

/// One check of a homework, or several in a row that came to the same.
struct Attempt {
  int64_t when = 0;   // the first, in seconds since 1970
  int64_t until = 0;  // the last
  int times = 1;
  std::string file;
  Verdict verdict = Verdict::unjudged;
  int points = 0;
  int of = 0;
  std::vector<std::string> misconceptions;  // ids
};

/// What was tried of one assignment.
struct AttemptsOf {
  int64_t passed = 0;  // when it was first right; 0: not yet
  int best = 0;        // points
  int of = 0;
  int64_t checks = 0;  // all of them, also those no longer listed
  std::vector<Attempt> list;  // oldest first; the last 100
};

/// All attempts at homework, in one JSON file beside the progress in lessons. A
/// file that a newer version has written, or that cannot be read, is refused
/// and left as it is.
class Attempts {
 public:
  /// attempts.json in lesson::state_folder().
  static std::filesystem::path default_path();

  /// Reads the file if it is there. Throws Error of kind "ProgressError".
  explicit Attempts(std::filesystem::path path);

  /// Null where nothing was tried.
  const AttemptsOf* find(const std::string& assignment) const;
  bool passed(const std::string& assignment) const;

  /// Writes the result behind what the file holds by then, whole or not at all.
  /// A result without assignment is passed over. Throws Error.
  void add(const Result& result, int64_t now);
  /// The same for a file that is not asked anything else.
  static void add_to(const std::filesystem::path& path, const Result& result, int64_t now);

 private:
  using All = std::map<std::string, AttemptsOf>;
  static All read(const std::filesystem::path& path);
  static All added(const std::filesystem::path& path, const Result& result, int64_t now);
  std::filesystem::path path_;
  All all_;
};

}  // namespace mha::homework
