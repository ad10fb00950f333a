#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mha {

/// What stands in a folder, by name; "" is the current one. Nothing if it cannot be read.
std::vector<std::string> entries_in(const std::filesystem::path& folder);

/// The whole content of a regular file. Throws Error of kind "FileNotFoundError",
/// "IsADirectoryError", "PermissionError" or "OSError" with Python's words, and
/// "ValueError" if it is larger than `max_bytes`.
std::string read_file(const std::filesystem::path& path, int64_t max_bytes);

/// Writes a file so that a reader sees the old content or the new, never a
/// part: a temporary file beside it, flushed to disk, renamed over it. Throws
/// Error of kind "OSError", and as check_folder_of() does.
///
/// `Flush::content` leaves out the folder, which takes several times as long:
/// if the machine fails within seconds, the old content may be back.
enum class Flush { content, content_and_folder };
void write_file_atomic(const std::filesystem::path& path,
                       const std::string& content,
                       Flush flush = Flush::content_and_folder);

/// Writes a new file. Throws Error of kind "FileExistsError" if anything of
/// that name exists, "OSError", and as check_folder_of() does.
void write_new_file(const std::filesystem::path& path, const std::string& content);

/// Throws Error of kind "FileNotFoundError", which names the folder, unless the
/// folder of this path exists. So a typing mistake in a user's path creates no
/// folder.
void check_folder_of(const std::filesystem::path& path);

/// Creates the folder for one of the program's own files. Throws Error of kind
/// "OSError".
void make_folder_of(const std::filesystem::path& path);

/// Holds a lock file, so that two processes do not overwrite each other's data;
/// waits for the process that has it. If the file cannot be made, there is no
/// lock.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

/// Removes temporary files that a process killed in write_file_atomic() left
/// beside the file. Call it only while holding the file's lock; otherwise
/// another process may be using them.
void remove_leftovers(const std::filesystem::path& path);

}  // namespace mha
