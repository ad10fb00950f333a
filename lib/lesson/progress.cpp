#include "lesson/progress.h"

#include <ctime>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"

namespace mha::lesson {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Answer, question, said, right, tries, hints, looked_up, when,
                                                interval_days, due)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(LessonProgress, step, steps, done, when, answers, begun)

namespace {

using nlohmann::json;

constexpr int kVersion = 2;
constexpr int64_t kMaxBytes = 16 << 20;

struct ProgressError : Error {
  explicit ProgressError(std::string m) : Error("ProgressError", std::move(m)) {}
};

template <typename T>
using Entries = std::map<std::string, T>;

template <typename T>
const T* find_in(const Entries<T>& entries, const std::string& key) {
  const auto it = entries.find(key);
  return it == entries.end() ? nullptr : &it->second;
}

/// Of two changes to the same thing the later one.
Answer merged(const Answer*, const Answer& mine, const Answer& theirs) {
  return theirs.when > mine.when ? theirs : mine;
}

template <typename T>
Entries<T> merged(const Entries<T>& base, const Entries<T>& mine, Entries<T> theirs);

LessonProgress merged(const LessonProgress* base, const LessonProgress& mine, const LessonProgress& theirs) {
  const LessonProgress was = base ? *base : LessonProgress();
  LessonProgress p = theirs.when > mine.when ? theirs : mine;
  p.done = mine.done || theirs.done;
  p.answers = merged(was.answers, mine.answers, theirs.answers);
  p.begun = merged(was.begun, mine.begun, theirs.begun);
  return p;
}

/// Takes each entry from the side that changed it since `base`; a deletion is
/// also a change, but any other change wins over it.
template <typename T>
Entries<T> merged(const Entries<T>& base, const Entries<T>& mine, Entries<T> theirs) {
  for (const auto& [key, was] : base) {
    const T* there = find_in(theirs, key);
    if (!mine.contains(key) && there && *there == was) theirs.erase(key);
  }
  for (const auto& [key, here] : mine) {
    const T* was = find_in(base, key);
    const T* there = find_in(theirs, key);
    if (was && *was == here) continue;
    theirs[key] = there && !(was && *there == *was) ? merged(was, here, *there) : here;
  }
  return theirs;
}

}  // namespace

Progress::Progress(std::filesystem::path path) : path_(std::move(path)) {
  base_ = read();
  lessons_ = base_.lessons;
  current_ = base_.current;
}

Progress::State Progress::read() const {
  State state;
  std::error_code none;
  if (!std::filesystem::exists(path_, none)) return state;
  const std::string text = read_file(path_, kMaxBytes);
  try {
    const json j = json::parse(text);
    const int version = j.value("version", 0);
    if (version > kVersion) {
      throw ProgressError(
          path_.string() + " was written by a newer mha-tutor (format " +
          std::to_string(version) + "; this one knows " +
          std::to_string(kVersion) + "); it is left as it is");
    }
    state.current = j.value("current", "");
    state.lessons = j.value("lessons", json::object()).get<Lessons>();
  } catch (const ProgressError&) {
    throw;
  } catch (const std::exception&) {
    throw ProgressError(path_.string() +
                        " cannot be read as progress; it was not changed. "
                        "Move it away to start afresh");
  }
  return state;
}

const LessonProgress* Progress::find(const std::string& id) const {
  return find_in(lessons_, id);
}

void Progress::forget(const std::string& id) {
  lessons_.erase(id);
  if (current_ == id) current_.clear();
}

void Progress::forget_all() {
  lessons_.clear();
  current_.clear();
}

void Progress::save() {
  make_folder_of(path_);
  const FileLock lock(path_.string() + ".lock");
  const State disk = read();
  State all;
  all.lessons = merged(base_.lessons, lessons_, disk.lessons);
  all.current = current_ == base_.current ? disk.current : current_;
  remove_leftovers(path_);
  const json file = {{"version", kVersion},
                     {"current", all.current},
                     {"lessons", all.lessons}};
  // A learner may have typed bytes that are not UTF-8.
  write_file_atomic(path_, file.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  // Entries are assigned, never removed: references to them stay valid.
  for (auto& [id, p] : lessons_) {
    if (!all.lessons.contains(id)) p = LessonProgress();
  }
  for (const auto& [id, p] : all.lessons) lessons_[id] = p;
  current_ = all.current;
  base_ = std::move(all);
}

int64_t unix_now() { return static_cast<int64_t>(std::time(nullptr)); }

}  // namespace mha::lesson
