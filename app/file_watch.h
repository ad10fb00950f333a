#pragma once

#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace mha::app {

/// Waits until a file changes, even if an editor writes another file and
/// renames it over this one.
///
/// inotify watches the folder and reports a change at once. Besides, the class
/// looks at the file twenty times a second, which works everywhere: on network
/// drives, in containers, after the folder itself has been replaced.
class FileWatch {
 public:
  /// With `poll` it only looks at the file, without inotify.
  FileWatch(std::filesystem::path path, bool poll);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Returns true once the file differs from the one at the last return (or at
  /// construction), is not empty, and has not changed for a moment. Returns
  /// false once `stopped`, called twenty times a second, is true.
  bool wait(const std::function<bool()>& stopped);
  bool wait(const std::atomic<bool>& stop) {
    return wait([&stop] { return stop.load(); });
  }

 private:
  struct Mark {  // what tells one state of a file from another
    ino_t inode;
    off_t size;
    int64_t seconds, nanoseconds;
    bool operator==(const Mark&) const = default;
  };
  std::optional<Mark> look() const;
  void pause(int milliseconds) const;

  std::filesystem::path path_;
  int inotify_ = -1;
  std::optional<Mark> last_;
};

}  // namespace mha::app
