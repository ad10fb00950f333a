#include "file_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace mha::app {

namespace {

constexpr int kLookEvery = 50;  // milliseconds
/// A file that has not changed for so long is complete.
constexpr int kSettled = 30;

}  // namespace

FileWatch::FileWatch(std::filesystem::path path, bool poll) : path_(std::move(path)), last_(look()) {
  if (poll) return;
  inotify_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (inotify_ < 0) return;
  const std::filesystem::path folder = path_.has_parent_path() ? path_.parent_path() : ".";
  // If this fails, wait() still looks at the file.
  ::inotify_add_watch(inotify_, folder.c_str(),
                      IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_ATTRIB);
}

FileWatch::~FileWatch() {
  if (inotify_ >= 0) ::close(inotify_);
}

std::optional<FileWatch::Mark> FileWatch::look() const {
  struct stat s = {};
  if (::stat(path_.c_str(), &s) != 0 || !S_ISREG(s.st_mode)) return std::nullopt;
  return Mark{s.st_ino, s.st_size, s.st_mtim.tv_sec, s.st_mtim.tv_nsec};
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
    std::optional<Mark> now = look();
    if (!now || now == last_ || now->size == 0) {
      pause(kLookEvery);
      continue;
    }
    // Something was written, perhaps not everything yet.
    std::optional<Mark> later;
    do {
      ::poll(nullptr, 0, kSettled);
      later = now;
      now = look();
    } while (now != later);
    if (!now || now->size == 0) continue;
    last_ = now;
    return true;
  }
  return false;
}

}  // namespace mha::app
