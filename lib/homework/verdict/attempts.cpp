#include "homework/verdict/attempts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "lesson/progress.h"

namespace mha::homework {

namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr int64_t kMaxBytes = 16 << 20;
constexpr size_t kListed = 100;

struct ProgressError : Error {
  explicit ProgressError(std::string m) : Error("ProgressError", std::move(m)) {}
};

constexpr const char* kVerdicts[] = {"right", "wrong", "unjudged"};

Verdict verdict_of(const std::string& word) {
  for (int i = 0; i < 3; ++i) {
    if (word == kVerdicts[i]) return static_cast<Verdict>(i);
  }
  return Verdict::unjudged;
}

json to_json(const Attempt& a) {
  return {{"when", a.when},       {"until", a.until}, {"times", a.times},
          {"file", a.file},       {"verdict", kVerdicts[static_cast<int>(a.verdict)]},
          {"points", a.points},   {"of", a.of},       {"misconceptions", a.misconceptions}};
}

Attempt attempt_from(const json& j) {
  Attempt a;
  a.when = j.value("when", int64_t{0});
  a.until = j.value("until", a.when);
  a.times = j.value("times", 1);
  a.file = j.value("file", "");
  a.verdict = verdict_of(j.value("verdict", ""));
  a.points = j.value("points", 0);
  a.of = j.value("of", 0);
  a.misconceptions = j.value("misconceptions", std::vector<std::string>());
  return a;
}

AttemptsOf entry_from(const json& j) {
  AttemptsOf entry;
  entry.passed = j.value("passed", int64_t{0});
  entry.best = j.value("best", 0);
  entry.of = j.value("of", 0);
  entry.checks = j.value("checks", int64_t{0});
  for (const json& a : j.value("attempts", json::array())) entry.list.push_back(attempt_from(a));
  return entry;
}

bool same(const Attempt& a, const Attempt& b) {
  return a.file == b.file && a.verdict == b.verdict && a.points == b.points && a.of == b.of &&
         a.misconceptions == b.misconceptions;
}

void append(AttemptsOf& entry, Attempt attempt) {
  ++entry.checks;
  entry.best = std::max(entry.best, attempt.points);
  entry.of = attempt.of > 0 ? attempt.of : entry.of;
  if (attempt.verdict == Verdict::right && entry.passed == 0) entry.passed = attempt.when;
  if (!entry.list.empty() && same(entry.list.back(), attempt)) {
    ++entry.list.back().times;
    entry.list.back().until = attempt.when;
    return;
  }
  entry.list.push_back(std::move(attempt));
  while (entry.list.size() > kListed) entry.list.erase(entry.list.begin());
}

}  // namespace

Attempts::Attempts(std::filesystem::path path) : path_(std::move(path)), all_(read(path_)) {}

Attempts::All Attempts::read(const std::filesystem::path& path) {
  All all;
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return all;
  const std::string text = read_file(path, kMaxBytes);
  try {
    const json j = json::parse(text);
    if (const int version = j.value("version", 0); version > kVersion) {
      throw ProgressError(path.string() + " was written by a newer mha-tutor (format " + std::to_string(version) +
                          "; this version reads format " + std::to_string(kVersion) + "). The file was not changed");
    }
    const json entries = j.value("assignments", json::object());
    for (const auto& [id, entry] : entries.items()) all[id] = entry_from(entry);
  } catch (const ProgressError&) {
    throw;
  } catch (const std::exception&) {
    throw ProgressError(path.string() + " cannot be read as a list of homework attempts. The file was not changed; "
                                         "move it away to start a new one");
  }
  return all;
}

const AttemptsOf* Attempts::find(const std::string& assignment) const {
  const auto it = all_.find(assignment);
  return it == all_.end() ? nullptr : &it->second;
}

bool Attempts::passed(const std::string& assignment) const {
  const AttemptsOf* entry = find(assignment);
  return entry && entry->passed > 0;
}

void Attempts::add(const Result& result, int64_t now) {
  if (!result.assignment.empty()) all_ = added(path_, result, now);
}

void Attempts::add_to(const std::filesystem::path& path, const Result& result, int64_t now) {
  if (!result.assignment.empty()) added(path, result, now);
}

Attempts::All Attempts::added(const std::filesystem::path& path, const Result& result,
                              int64_t now) {
  Attempt attempt;
  attempt.when = attempt.until = now;
  attempt.file = result.file;
  attempt.verdict = result.verdict;
  attempt.points = result.points();
  attempt.of = result.of();
  for (const Finding& f : result.findings) attempt.misconceptions.push_back(f.id);

  make_folder_of(path);
  const FileLock lock(path.string() + ".lock");
  All all = read(path);
  append(all[result.assignment], std::move(attempt));
  json entries = json::object();
  for (const auto& [id, entry] : all) {
    json list = json::array();
    for (const Attempt& a : entry.list) list.push_back(to_json(a));
    entries[id] = {{"passed", entry.passed}, {"best", entry.best}, {"of", entry.of},
                   {"checks", entry.checks}, {"attempts", list}};
  }
  remove_leftovers(path);
  const json file = {{"version", kVersion}, {"assignments", entries}};
  write_file_atomic(path, file.dump(1, ' ', false, json::error_handler_t::replace) + "\n", Flush::content);
  return all;
}

}  // namespace mha::homework
