#include "process.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/error.h"

extern char** environ;

namespace mha::app {

namespace {

/// A file without a name, which disappears when it is closed.
struct TemporaryFile {
  TemporaryFile() : file(std::tmpfile(), &std::fclose) {
    if (!file) throw Error("ProcessError", std::string("no temporary file: ") + std::strerror(errno));
  }
  int number() const { return ::fileno(file.get()); }

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file;
};

/// Starts a program, waits for its end, and returns its status from waitpid().
int ended(const std::vector<std::string>& command, const posix_spawn_file_actions_t* actions,
          const posix_spawnattr_t* attributes) {
  std::vector<std::string> words = command;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t pid = 0;
  const int failed = ::posix_spawnp(&pid, argv[0], actions, attributes, argv.data(), environ);
  if (failed != 0) {
    throw Error("ProcessError", command[0] + " cannot be started: " + std::strerror(failed));
  }
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// While it lives, this process ignores Ctrl-C and Ctrl-\, and afterwards has
/// the terminal's old modes back.
class DeafScope {
 public:
  DeafScope() : interrupt_(::signal(SIGINT, SIG_IGN)), quit_(::signal(SIGQUIT, SIG_IGN)) {
    ::tcgetattr(STDIN_FILENO, &modes_);
  }
  ~DeafScope() {
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &modes_);
    ::signal(SIGINT, interrupt_);
    ::signal(SIGQUIT, quit_);
  }
  DeafScope(const DeafScope&) = delete;
  DeafScope& operator=(const DeafScope&) = delete;

 private:
  sighandler_t interrupt_, quit_;
  termios modes_ = {};
};

}  // namespace

int run_at_terminal(const std::vector<std::string>& command) {
  const DeafScope deaf;
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t theirs;
  sigemptyset(&theirs);
  sigaddset(&theirs, SIGINT);
  sigaddset(&theirs, SIGQUIT);
  posix_spawnattr_setsigdefault(&attributes, &theirs);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int status = ended(command, nullptr, &attributes);
  posix_spawnattr_destroy(&attributes);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string output_of(const std::vector<std::string>& command, const std::string& input) {
  // Files instead of pipes, so that neither side waits for the other to read.
  const TemporaryFile in, out;
  std::fwrite(input.data(), 1, input.size(), in.file.get());
  std::rewind(in.file.get());

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.number(), STDOUT_FILENO);
  const int status = ended(command, &actions, nullptr);
  posix_spawn_file_actions_destroy(&actions);
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
