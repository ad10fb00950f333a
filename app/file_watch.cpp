#include "file_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace mha::app {

namespace {

constexpr int kLookEvery = 50;  // milliseconds
/// A file that has not changed for so long is complete.
constexpr int kSettled = 30;

}  // namespace

FileWatch::FileWatch(std::filesystem::path path, bool poll) : paths_{std::move(path)}, last_(look()) {
  if (!poll) inotify_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  hear_of(paths_[0]);
}

/// If this fails, wait() still looks at the file.
void FileWatch::hear_of(const std::filesystem::path& path) const {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (inotify_ >= 0) ::inotify_add_watch(inotify_, folder.c_str(), IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_ATTRIB);
}

void FileWatch::also(const std::vector<std::filesystem::path>& needed) {
  const std::vector<std::filesystem::path> before = std::exchange(paths_, {paths_[0]});
  for (const std::filesystem::path& path : needed) {
    if (std::find(before.begin(), before.end(), path) == before.end()) hear_of(path);
    paths_.push_back(path);
  }
  // A change since the last return still counts.
  const Marks now = look();
  Marks last = {last_[0]};
  for (size_t i = 1; i < paths_.size(); ++i) {
    const auto known = std::find(before.begin(), before.end(), paths_[i]);
    last.push_back(known == before.end() ? now[i] : last_[static_cast<size_t>(known - before.begin())]);
  }
  last_ = std::move(last);
}

FileWatch::~FileWatch() {
  if (inotify_ >= 0) ::close(inotify_);
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

void FileWatch::pause(int milliseconds) const {
  pollfd folder = {inotify_, POLLIN, 0};
  if (::poll(&folder, inotify_ >= 0 ? 1 : 0, milliseconds) <= 0) return;
  char events[4096];
  while (::read(inotify_, events, sizeof events) > 0) {
  }
}

bool FileWatch::wait(const std::function<bool()>& stopped) {
  while (!stopped()) {
    Marks now = look();
    if (!now[0] || now == last_ || now[0]->size == 0) {
      pause(kLookEvery);
      continue;
    }
    // Something was written, perhaps not everything yet.
    Marks later;
    do {
      ::poll(nullptr, 0, kSettled);
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
