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
/// part: a temporary file beside it, flushed to disk, renamed over it.
/// Creates missing parent folders. Throws Error of kind "OSError".
void write_file_atomic(const std::filesystem::path& path,
                       const std::string& content);

}  // namespace mha
