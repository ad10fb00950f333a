#include "lesson/progress.h"

#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"

namespace mha::lesson {

namespace {

using nlohmann::json;

constexpr int kVersion = 2;
constexpr int64_t kMaxBytes = 16 << 20;

struct ProgressError : Error {
  explicit ProgressError(std::string m) : Error("ProgressError", std::move(m)) {}
};

using Answers = std::map<std::string, Answer>;

json to_json(const Answers& all) {
  json answers = json::object();
  for (const auto& [id, a] : all) {
    answers[id] = {{"question", a.question},
                   {"said", a.said},
                   {"right", a.right},
                   {"tries", a.tries},
                   {"hints", a.hints},
                   {"looked_up", a.looked_up},
                   {"when", a.when},
                   {"interval_days", a.interval_days},
                   {"due", a.due}};
  }
  return answers;
}

json to_json(const LessonProgress& p) {
  return {{"step", p.step},
          {"steps", p.steps},
          {"done", p.done},
          {"when", p.when},
          {"answers", to_json(p.answers)},
          {"begun", to_json(p.begun)}};
}

/// Format 1 kept answers by step, and without times: such an answer is due. Its
/// key becomes "step-N" until the lesson is opened (see adopt_answers()).
Answers answers_from_json(const json& j, int version) {
  Answers all;
  for (const auto& [key, a] : j.items()) {
    Answer& answer = all[version < 2 ? "step-" + key : key];
    answer.question = a.value("question", "");
    answer.said = a.value("said", "");
    answer.right = a.value("right", false);
    answer.tries = a.value("tries", 0);
    answer.hints = a.value("hints", 0);
    answer.looked_up = a.value("looked_up", false);
    answer.when = a.value("when", int64_t{0});
    answer.interval_days = a.value("interval_days", 0);
    answer.due = a.value("due", int64_t{0});
  }
  return all;
}

LessonProgress from_json(const json& j, int version) {
  LessonProgress p;
  p.step = j.value("step", 0);
  p.steps = j.value("steps", 0);
  p.done = j.value("done", false);
  p.when = j.value("when", int64_t{0});
  p.answers = answers_from_json(j.value("answers", json::object()), version);
  p.begun = answers_from_json(j.value("begun", json::object()), version);
  return p;
}

/// The later of two changes to the same thing.
Answer merged(const Answer*, const Answer& mine, const Answer& theirs) {
  return theirs.when > mine.when ? theirs : mine;
}

template <typename T>
std::map<std::string, T> merged_entries(const std::map<std::string, T>* base,
                                        const std::map<std::string, T>& mine,
                                        const std::map<std::string, T>& theirs);

LessonProgress merged(const LessonProgress* base, const LessonProgress& mine,
                      const LessonProgress& theirs) {
  LessonProgress p = theirs.when > mine.when ? theirs : mine;
  p.done = mine.done || theirs.done;
  p.answers = merged_entries(base ? &base->answers : nullptr, mine.answers,
                             theirs.answers);
  p.begun = merged_entries(base ? &base->begun : nullptr, mine.begun, theirs.begun);
  return p;
}

template <typename T>
const T* find_in(const std::map<std::string, T>& entries, const std::string& key) {
  const auto it = entries.find(key);
  return it == entries.end() ? nullptr : &it->second;
}

/// Takes each entry from the side that changed it since `base`; a deletion is
/// also a change, but any other change wins over it.
template <typename T>
std::map<std::string, T> merged_entries(const std::map<std::string, T>* base,
                                        const std::map<std::string, T>& mine,
                                        const std::map<std::string, T>& theirs) {
  const auto same = [](const T* a, const T* b) {
    return a && b ? *a == *b : a == b;
  };
  std::map<std::string, T> keys = theirs;
  keys.insert(mine.begin(), mine.end());
  std::map<std::string, T> all;
  for (const auto& [key, unused] : keys) {
    const T* was = base ? find_in(*base, key) : nullptr;
    const T* here = find_in(mine, key);
    const T* there = find_in(theirs, key);
    if (same(here, was)) {
      if (there) all[key] = *there;
    } else if (same(there, was)) {
      if (here) all[key] = *here;
    } else if (here && there) {
      all[key] = merged(was, *here, *there);
    } else {
      all[key] = here ? *here : *there;
    }
  }
  return all;
}

}  // namespace

std::filesystem::path state_folder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  std::filesystem::path base;
  // The specification asks that a relative path be ignored.
  if (state && *state == '/') {
    base = state;
  } else {
    const char* home = std::getenv("HOME");
    base = std::filesystem::path(home && *home ? home : ".") / ".local/state";
  }
  return base / "mha-tutor";
}

std::filesystem::path Progress::default_path() { return state_folder() / "progress.json"; }

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
    const json entries = j.value("lessons", json::object());
    for (const auto& [id, entry] : entries.items()) {
      state.lessons[id] = from_json(entry, version);
    }
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
  all.lessons = merged_entries(&base_.lessons, lessons_, disk.lessons);
  all.current = current_ == base_.current ? disk.current : current_;
  json lessons = json::object();
  for (const auto& [id, p] : all.lessons) lessons[id] = to_json(p);
  remove_leftovers(path_);
  const json file = {{"version", kVersion},
                     {"current", all.current},
                     {"lessons", lessons}};
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
