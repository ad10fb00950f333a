#include "lesson/progress.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"

namespace mha::lesson {

namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr int64_t kMaxBytes = 16 << 20;

struct ProgressError : Error {
  explicit ProgressError(std::string m) : Error("ProgressError", std::move(m)) {}
};

/// Holds a lock file while two tutors would otherwise write over each other.
class Lock {
 public:
  explicit Lock(const std::filesystem::path& path)
      : file_(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
    if (file_ >= 0) ::flock(file_, LOCK_EX);
  }
  ~Lock() {
    if (file_ >= 0) ::close(file_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int file_;
};

json to_json(const LessonProgress& p) {
  json answers = json::object();
  for (const auto& [step, a] : p.answers) {
    answers[std::to_string(step)] = {{"question", a.question},
                                     {"said", a.said},
                                     {"right", a.right},
                                     {"tries", a.tries},
                                     {"hints", a.hints}};
  }
  return {{"step", p.step},
          {"steps", p.steps},
          {"done", p.done},
          {"answers", answers}};
}

LessonProgress from_json(const json& j) {
  LessonProgress p;
  p.step = j.value("step", 0);
  p.steps = j.value("steps", 0);
  p.done = j.value("done", false);
  const json answers = j.value("answers", json::object());
  for (const auto& [step, a] : answers.items()) {
    p.answers[std::stoi(step)] = {a.value("question", ""), a.value("said", ""),
                                  a.value("right", false), a.value("tries", 0),
                                  a.value("hints", 0)};
  }
  return p;
}

bool same(const LessonProgress& a, const LessonProgress& b) {
  return to_json(a) == to_json(b);
}

}  // namespace

std::filesystem::path Progress::default_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  std::filesystem::path base;
  // The specification asks that a relative path be ignored.
  if (state && *state == '/') {
    base = state;
  } else {
    const char* home = std::getenv("HOME");
    base = std::filesystem::path(home && *home ? home : ".") / ".local/state";
  }
  return base / "mha-tutor" / "progress.json";
}

Progress::Progress(std::filesystem::path path) : path_(std::move(path)) {
  read(lessons_, current_);
  as_read_ = lessons_;
}

void Progress::read(std::map<std::string, LessonProgress>& lessons,
                    std::string& current) const {
  std::error_code none;
  if (!std::filesystem::exists(path_, none)) return;
  const std::string text = read_file(path_, kMaxBytes);
  try {
    const json j = json::parse(text);
    if (const int version = j.value("version", 0); version > kVersion) {
      throw ProgressError(
          path_.string() + " was written by a newer mha-tutor (format " +
          std::to_string(version) + "; this one knows " +
          std::to_string(kVersion) + "); it is left as it is");
    }
    current = j.value("current", "");
    const json entries = j.value("lessons", json::object());
    for (const auto& [id, entry] : entries.items()) {
      lessons[id] = from_json(entry);
    }
  } catch (const ProgressError&) {
    throw;
  } catch (const std::exception&) {
    throw ProgressError(path_.string() +
                        " cannot be read as progress; it is left as it is. "
                        "Move it away to start afresh");
  }
}

const LessonProgress* Progress::find(const std::string& id) const {
  const auto it = lessons_.find(id);
  return it == lessons_.end() ? nullptr : &it->second;
}

void Progress::save() {
  std::error_code none;
  std::filesystem::create_directories(path_.parent_path(), none);
  const Lock lock(path_.string() + ".lock");
  std::map<std::string, LessonProgress> on_disk;
  std::string their_current;
  read(on_disk, their_current);
  for (const auto& [id, mine] : lessons_) {
    const auto before = as_read_.find(id);
    if (before == as_read_.end() || !same(before->second, mine)) {
      on_disk[id] = mine;
    }
  }
  json lessons = json::object();
  for (const auto& [id, p] : on_disk) lessons[id] = to_json(p);
  const json file = {{"version", kVersion},
                     {"current", current_.empty() ? their_current : current_},
                     {"lessons", lessons}};
  write_file_atomic(path_, file.dump(1) + "\n");
  // References into lessons_ stay valid: entries are added or assigned only.
  for (const auto& [id, p] : on_disk) lessons_[id] = p;
  as_read_ = lessons_;
}

}  // namespace mha::lesson
