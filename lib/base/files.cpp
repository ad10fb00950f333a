#include "base/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace mha {

namespace {

[[noreturn]] void fail(int error, const std::filesystem::path& path) {
  const char* kind = error == ENOENT   ? "FileNotFoundError"
                     : error == EISDIR ? "IsADirectoryError"
                     : error == EACCES ? "PermissionError"
                                       : "OSError";
  throw Error(kind, "[Errno " + std::to_string(error) + "] " +
                        std::strerror(error) + ": '" + path.string() + "'");
}

/// The error for a file that could not be made.
[[noreturn]] void fail_to_make(int error, const std::filesystem::path& path) {
  if (error == ENOENT) check_folder_of(path);
  fail(error, path);
}

/// A file descriptor that closes itself.
class File {
 public:
  explicit File(int fd) : fd_(fd) {}
  ~File() {
    if (fd_ >= 0) ::close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

/// Writes all of it; false with errno set if that fails.
bool write_all(int fd, const std::string& content) {
  size_t done = 0;
  while (done < content.size()) {
    const ssize_t n = ::write(fd, content.data() + done, content.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    done += static_cast<size_t>(n);
  }
  return ::fsync(fd) == 0;
}

}  // namespace

std::vector<std::string> entries_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator it(folder.empty() ? "." : folder, error), end;
  for (; !error && it != end; it.increment(error)) names.push_back(it->path().filename().string());
  return names;
}

std::string read_file(const std::filesystem::path& path, int64_t max_bytes) {
  // Without O_NONBLOCK a FIFO would wait for its writer for ever.
  const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) fail(errno, path);
  struct stat info = {};
  if (::fstat(file.get(), &info) != 0) fail(errno, path);
  if (S_ISDIR(info.st_mode)) fail(EISDIR, path);
  if (!S_ISREG(info.st_mode)) {
    throw Error("OSError", "'" + path.string() + "' is not a regular file");
  }
  if (info.st_size > max_bytes) {
    throw ValueError("'" + path.string() + "' is too large: " +
                     std::to_string(info.st_size) + " bytes, where " +
                     std::to_string(max_bytes) + " are the limit");
  }
  std::string content(static_cast<size_t>(info.st_size), '\0');
  size_t done = 0;
  while (done < content.size()) {
    const ssize_t n =
        ::read(file.get(), content.data() + done, content.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(errno, path);
    if (n == 0) break;
    done += static_cast<size_t>(n);
  }
  content.resize(done);
  return content;
}

void write_file_atomic(const std::filesystem::path& path,
                       const std::string& content, Flush flush) {
  std::string temporary = path.string() + ".XXXXXX";
  {
    const File file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (file.get() < 0) fail_to_make(errno, path);
    if (!write_all(file.get(), content)) {
      const int why = errno;
      ::unlink(temporary.c_str());
      fail(why, path);
    }
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const int why = errno;
    ::unlink(temporary.c_str());
    fail(why, path);
  }
  if (flush == Flush::content) return;
  // The new name is on disk only after the folder is flushed.
  const File folder(
      ::open(path.has_parent_path() ? path.parent_path().c_str() : ".",
             O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() >= 0) ::fsync(folder.get());
}

void write_new_file(const std::filesystem::path& path, const std::string& content) {
  const File file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) {
    if (errno != EEXIST) fail_to_make(errno, path);
    throw Error("FileExistsError", path.string() + " exists already and is left as it is");
  }
  if (!write_all(file.get(), content)) {
    const int why = errno;
    ::unlink(path.c_str());
    fail(why, path);
  }
}

void check_folder_of(const std::filesystem::path& path) {
  std::error_code none;
  const std::filesystem::path folder = path.parent_path();
  if (folder.empty() || std::filesystem::exists(folder, none)) return;
  throw Error("FileNotFoundError", "there is no folder '" + folder.string() + "' to write '" + path.filename().string() + "' to")
      .with_help("make the folder first, or look for a slip in its name");
}

void make_folder_of(const std::filesystem::path& path) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  if (error) fail(error.value(), path.parent_path());
}

FileLock::FileLock(const std::filesystem::path& path)
    : file_(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {
  if (file_ >= 0) ::flock(file_, LOCK_EX);
}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

void remove_leftovers(const std::filesystem::path& path) {
  std::error_code none;
  const std::string begin = path.filename().string() + ".";
  constexpr size_t kRandom = 6;  // letters that mkstemp() adds
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path(), none)) {
    const std::string name = entry.path().filename().string();
    if (name.size() == begin.size() + kRandom && name.starts_with(begin)) {
      std::filesystem::remove(entry.path(), none);
    }
  }
}

}  // namespace mha
