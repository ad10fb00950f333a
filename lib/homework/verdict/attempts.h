#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "homework/verdict/result.h"

namespace mha::homework {

/// One check of a homework, or several in a row with the same outcome.
struct Attempt {
  int64_t when = 0;   // of the first, in seconds since 1970
  int64_t until = 0;  // of the last
  int times = 1;
  std::string file;
  Verdict verdict = Verdict::unjudged;
  int points = 0;
  int of = 0;
  std::vector<std::string> misconceptions;  // ids
};

/// The attempts at one assignment.
struct AttemptsOf {
  int64_t passed = 0;  // when it was first right; 0 if never
  int best = 0;        // points
  int of = 0;
  int64_t checks = 0;  // number of checks, including those dropped from the list
  std::vector<Attempt> list;  // the last 100, oldest first
};

/// All attempts at homework, stored in one JSON file. A file from
/// a newer version, or one that cannot be read, is refused and left unchanged.
class Attempts {
 public:
  /// Reads the file if it exists. Throws Error of kind "ProgressError".
  explicit Attempts(std::filesystem::path path);

  /// Null if there was no attempt.
  const AttemptsOf* find(const std::string& assignment) const;
  bool passed(const std::string& assignment) const;

  /// Appends the result to what the file holds now; the file is replaced atomically. Ignores a
  /// result without an assignment. Throws Error.
  void add(const Result& result, int64_t now);
  /// The same without reading the file first.
  static void add_to(const std::filesystem::path& path, const Result& result, int64_t now);

 private:
  using All = std::map<std::string, AttemptsOf>;
  static All read(const std::filesystem::path& path);
  static All added(const std::filesystem::path& path, const Result& result, int64_t now);
  std::filesystem::path path_;
  All all_;
};

}  // namespace mha::homework
