#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace mha {

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

/// Writes a file that is not there yet. Throws Error of kind "FileExistsError" if
/// there is anything of that name, "OSError", and as check_folder_of() does.
void write_new_file(const std::filesystem::path& path, const std::string& content);

/// Throws Error of kind "FileNotFoundError", which names the folder,
/// unless the folder that a file of this path would be in is there. No folder is made of
/// a slip in the name of a file that the user asks for.
void check_folder_of(const std::filesystem::path& path);

/// Makes the folder that the program's own file of this path is in. Throws Error of kind
/// "OSError".
void make_folder_of(const std::filesystem::path& path);

/// Holds a lock file while two processes would otherwise write over each other;
/// waits for whoever has it. Where it cannot be made, there is no lock.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

/// Removes what a process that was killed within write_file_atomic() has left
/// beside the file. Only whoever holds the file's lock may take it for that.
void remove_leftovers(const std::filesystem::path& path);

}  // namespace mha
