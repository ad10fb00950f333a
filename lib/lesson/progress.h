#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mha::lesson {

/// The learner's last answer to one question, and when the question comes back.
struct Answer {
  std::string question;  // as it was asked
  std::string said;
  bool right = false;
  int tries = 0;
  int hints = 0;
  bool looked_up = false;  // the value was on the screen before the answer
  int64_t when = 0;        // in seconds since 1970, as `due` is
  int interval_days = 0;   // until it comes back; 0: at the next review
  int64_t due = 0;

  static constexpr const char* kSkipped = "(skipped)";  // the answer of a learner who skips
  bool skipped() const { return said == kSkipped; }
  bool at_once() const { return right && tries == 1 && hints == 0 && !looked_up; }
  bool operator==(const Answer&) const = default;
};

struct LessonProgress {
  int step = 0;      // where the learner is
  int steps = 0;     // of how many, when last seen
  bool done = false;
  int64_t when = 0;  // of the last change of the above
  std::map<std::string, Answer> answers;  // by the question's id
  std::map<std::string, Answer> begun;    // the same, of what was tried and is still open

  bool operator==(const LessonProgress&) const = default;
};

using Lessons = std::map<std::string, LessonProgress>;  // by id

/// A learner's progress, in one JSON file. Refuses a file that a newer version
/// wrote or that cannot be read, and does not change it.
class Progress {
 public:
  /// Reads the file if it is there. Throws Error of kind "ProgressError".
  explicit Progress(std::filesystem::path path);

  /// References stay valid until the lesson is forgotten.
  LessonProgress& lesson(const std::string& id) { return lessons_[id]; }
  const LessonProgress* find(const std::string& id) const;
  const Lessons& lessons() const { return lessons_; }
  /// The id of the lesson last worked on, or empty.
  const std::string& current() const { return current_; }
  void set_current(std::string id) { current_ = std::move(id); }

  /// Forgets a lesson, or all of them, in memory; save() writes that.
  void forget(const std::string& id);
  void forget_all();

  /// Writes the whole file or nothing. Merges with what another running tutor
  /// wrote in the meantime: for each question it keeps the change, and the
  /// later one if both changed it. Throws Error; then the old file stays.
  void save();
  const std::filesystem::path& path() const { return path_; }

 private:
  struct State {
    Lessons lessons;
    std::string current;
  };
  State read() const;
  std::filesystem::path path_;
  Lessons lessons_;
  std::string current_;
  State base_;  // the last state that this object and the file shared
};

/// Now, in seconds since 1970.
int64_t unix_now();

}  // namespace mha::lesson
