#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mha::lesson {

struct Answer {
  std::string question;  // its expression, or the question itself
  std::string said;
  bool right = false;
  int tries = 0;
  int hints = 0;
};

struct LessonProgress {
  int step = 0;     // where the learner is
  int steps = 0;    // of how many, when last seen
  bool done = false;
  std::map<int, Answer> answers;  // by step
};

/// What a learner has done, in one JSON file. A file that a newer version has
/// written, or that cannot be read, is refused and left as it is.
class Progress {
 public:
  /// Under $XDG_STATE_HOME, or ~/.local/state: mha-tutor/progress.json.
  static std::filesystem::path default_path();

  /// Reads the file if it is there. Throws Error of kind "ProgressError".
  explicit Progress(std::filesystem::path path);

  LessonProgress& lesson(const std::string& id) { return lessons_[id]; }
  const LessonProgress* find(const std::string& id) const;
  /// The id of the lesson last worked on, or empty.
  const std::string& current() const { return current_; }
  void set_current(std::string id) { current_ = std::move(id); }

  /// Writes the file whole or not at all. What another tutor has written in the
  /// meantime about other lessons is kept.
  void save();
  const std::filesystem::path& path() const { return path_; }

 private:
  void read(std::map<std::string, LessonProgress>& lessons,
            std::string& current) const;
  std::filesystem::path path_;
  std::map<std::string, LessonProgress> lessons_;
  std::map<std::string, LessonProgress> as_read_;
  std::string current_;
};

}  // namespace mha::lesson
