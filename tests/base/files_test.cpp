#include "base/files.h"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <string>

#include "base/error.h"

namespace mha {

namespace {

namespace fs = std::filesystem;

/// A new folder that goes away with it.
struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "mha-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()));
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

constexpr int64_t kLimit = 1000;

/// The error that reading a file gives, as "Kind: message" without the folder.
std::string error_of(const Folder& folder, const std::string& name) {
  try {
    read_file(folder.path / name, kLimit);
  } catch (const Error& e) {
    std::string message = e.message();
    const std::string prefix = folder.path.string() + "/";
    if (const size_t at = message.find(prefix); at != std::string::npos) {
      message.erase(at, prefix.size());
    }
    return e.kind() + ": " + message;
  }
  return "";
}

}  // namespace

TEST_CASE("write_file_atomic: what was written is read") {
  const Folder folder;
  const fs::path path = folder.path / "a/b/progress.json";
  const std::string content("x\0y\n", 4);
  make_folder_of(path);
  write_file_atomic(path, "older and longer");
  write_file_atomic(path, content);
  CHECK(read_file(path, kLimit) == content);
  // Nothing else is left beside it.
  CHECK(std::distance(fs::directory_iterator(path.parent_path()),
                      fs::directory_iterator()) == 1);
}

TEST_CASE("files: none is written to a folder that is not there, and the error names it") {
  const Folder folder;
  const fs::path path = folder.path / "a/b/recap.md";
  const auto error_of_writing = [&](auto write) -> std::string {
    try {
      write(path, "x");
    } catch (const Error& e) {
      return e.kind() + ": " + e.message();
    }
    return "";
  };
  const std::string missing =
      "FileNotFoundError: there is no folder '" + path.parent_path().string() + "' to write 'recap.md' to";
  CHECK(error_of_writing([](const fs::path& p, const char* text) { write_file_atomic(p, text); }) == missing);
  CHECK(error_of_writing([](const fs::path& p, const char* text) { write_new_file(p, text); }) == missing);
  CHECK_FALSE(fs::exists(folder.path / "a"));
  check_folder_of("recap.md");
}

TEST_CASE("write_file_atomic: a folder in the way is an OSError, and stays") {
  const Folder folder;
  fs::create_directory(folder.path / "taken");
  CHECK_THROWS_AS(write_file_atomic(folder.path / "taken", "x"), Error);
  CHECK(fs::is_directory(folder.path / "taken"));
}

TEST_CASE("read_file: errors are Python's") {
  const Folder folder;
  write_file_atomic(folder.path / "large", std::string(kLimit + 1, 'x'));
  ::mkfifo((folder.path / "pipe").c_str(), 0600);
  fs::create_directory(folder.path / "folder");
  CHECK(error_of(folder, "none.py") ==
        "FileNotFoundError: [Errno 2] No such file or directory: 'none.py'");
  CHECK(error_of(folder, "folder") ==
        "IsADirectoryError: [Errno 21] Is a directory: 'folder'");
  CHECK(error_of(folder, "pipe") == "OSError: 'pipe' is not a regular file");
  CHECK(error_of(folder, "large") ==
        "ValueError: 'large' is too large: 1001 bytes, where 1000 are the "
        "limit");
}

}  // namespace mha
