#include "file_watch.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace mha::app {

namespace {

constexpr std::chrono::milliseconds kLookEvery(50);
/// A file that has not changed for so long is complete.
constexpr std::chrono::milliseconds kSettled(30);

}  // namespace

FileWatch::FileWatch(std::filesystem::path path) : paths_{std::move(path)}, last_(look()) {}

void FileWatch::also(const std::vector<std::filesystem::path>& needed) {
  const std::vector<std::filesystem::path> before = std::exchange(paths_, {paths_[0]});
  paths_.insert(paths_.end(), needed.begin(), needed.end());
  // A change since the last return still counts.
  const Marks now = look();
  Marks last = {last_[0]};
  for (size_t i = 1; i < paths_.size(); ++i) {
    const auto known = std::find(before.begin(), before.end(), paths_[i]);
    last.push_back(known == before.end() ? now[i] : last_[static_cast<size_t>(known - before.begin())]);
  }
  last_ = std::move(last);
}

FileWatch::Marks FileWatch::look() const {
  Marks out;
  for (const std::filesystem::path& path : paths_) {
    struct stat s = {};
    out.emplace_back();
    if (::stat(path.c_str(), &s) == 0 && S_ISREG(s.st_mode)) out.back() = Mark{s.st_ino, s.st_size, s.st_mtim.tv_sec, s.st_mtim.tv_nsec};
  }
  return out;
}

bool FileWatch::wait(const std::function<bool()>& stopped) {
  while (!stopped()) {
    Marks now = look();
    if (!now[0] || now == last_ || now[0]->size == 0) {
      std::this_thread::sleep_for(kLookEvery);
      continue;
    }
    // Something was written, perhaps not everything yet.
    Marks later;
    do {
      std::this_thread::sleep_for(kSettled);
      later = now;
      now = look();
    } while (now != later);
    if (!now[0] || now[0]->size == 0) continue;
    last_ = now;
    return true;
  }
  return false;
}

}  // namespace mha::app
