#pragma once

#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mha::app {

/// Waits until a file, or one that it needs, changes, even if an editor writes another file and
/// renames it over this one. It looks twenty times a second, which works everywhere: on network
/// drives, in containers, after the folder itself has been replaced.
class FileWatch {
 public:
  explicit FileWatch(std::filesystem::path path);

  /// Watches these files as well, from now on, and no others but its own.
  void also(const std::vector<std::filesystem::path>& needed);

  /// Returns true once a file differs from the one at the last return (or at
  /// construction), its own is not empty, and none has changed for a moment. Returns
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
  using Marks = std::vector<std::optional<Mark>>;
  Marks look() const;

  std::vector<std::filesystem::path> paths_;  // its own is the first
  Marks last_;
};

}  // namespace mha::app
