#include "process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/error.h"

extern char** environ;

namespace mha::app {

namespace {

/// A file without a name, gone when it is closed.
struct TemporaryFile {
  TemporaryFile() : file(std::tmpfile(), &std::fclose) {
    if (!file) throw Error("ProcessError", std::string("no temporary file: ") + std::strerror(errno));
  }
  int number() const { return ::fileno(file.get()); }

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file;
};

}  // namespace

std::string output_of(const std::vector<std::string>& command, const std::string& input) {
  // Files in place of pipes: neither side ever waits for the other to read.
  const TemporaryFile in, out;
  std::fwrite(input.data(), 1, input.size(), in.file.get());
  std::rewind(in.file.get());

  std::vector<std::string> words = command;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.number(), STDOUT_FILENO);
  pid_t pid = 0;
  const int failed = ::posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    throw Error("ProcessError", command[0] + " cannot be started: " + std::strerror(failed));
  }
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw Error("ProcessError", command[0] + " failed");
  }
  std::string text;
  std::rewind(out.file.get());
  char block[1 << 14];
  while (const size_t n = std::fread(block, 1, sizeof block, out.file.get())) text.append(block, n);
  return text;
}

}  // namespace mha::app
