#pragma once

#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace mha::app {

/// Waits for a file to change, also by an editor that writes another file and
/// renames it over this one.
///
/// The folder is watched by inotify, which tells at once; and twenty times a second
/// the file is looked at, which works everywhere: on network drives, in
/// containers, where the folder itself is replaced.
class FileWatch {
 public:
  /// With `poll` the file is only looked at.
  FileWatch(std::filesystem::path path, bool poll);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Returns true when the file is another than at the last return (or at the
  /// beginning), is there, is not empty, and has been left alone for a moment;
  /// false when `stopped`, which is asked twenty times a second, says so.
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
