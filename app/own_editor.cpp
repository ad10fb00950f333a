#include "own_editor.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "editor/console.h"
#include "file_watch.h"
#include "process.h"
#include "terminal.h"

namespace mha::app {

namespace {

// A program that a person wrote is smaller.
constexpr int64_t kMostText = 1 << 20;

void say(const render::Style& style, const std::string& text) {
  write_screen(style, "\n" + render::fit_charset(style, text) + "\n");
}

bool in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string folders = path ? path : "/usr/bin:/bin";
  for (size_t at = 0; at <= folders.size();) {
    const size_t end = std::min(folders.find(':', at), folders.size());
    if (::access((folders.substr(at, end - at) + "/" + program).c_str(), X_OK) == 0) return true;
    at = end + 1;
  }
  return false;
}

/// The editor's command as a shell takes it: it may have options.
std::string editor_command() {
  for (const char* variable : {"VISUAL", "EDITOR"}) {
    const char* value = std::getenv(variable);
    if (value && !trim(value).empty()) return value;
  }
  for (const char* program : {"nano", "vi"}) {
    if (in_path(program)) return program;
  }
  throw Error("EditorError", "there is no editor: neither $VISUAL nor $EDITOR names one, and nano and vi are not here. "
                             "`export EDITOR=...` in your shell names yours");
}

/// A file that exists as long as the object.
class EditedFile {
 public:
  explicit EditedFile(const std::string& text) {
    const char* folder = std::getenv("TMPDIR");
    path_ = std::string(folder && *folder ? folder : "/tmp") + "/mha-tutor-XXXXXX.py";
    const int file = ::mkstemps(path_.data(), 3);
    if (file < 0) throw Error("OSError", "no temporary file in " + path_ + ": " + std::strerror(errno));
    ::close(file);
    std::ofstream(path_) << text;
  }
  ~EditedFile() { ::unlink(path_.c_str()); }
  EditedFile(const EditedFile&) = delete;
  EditedFile& operator=(const EditedFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string without_end(const std::string& text) { return text.substr(0, text.find_last_not_of(" \t\r\n") + 1); }

/// A new file NAME.py, or NAME_2.py and so on.
std::string new_file(const std::string& name, const std::string& text) {
  std::string stem;
  for (const char c : name) stem += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  for (int number = 1;; ++number) {
    const std::string path = stem + (number > 1 ? "_" + std::to_string(number) : "") + ".py";
    try {
      write_new_file(path, text);
      return path;
    } catch (const Error& e) {
      if (e.kind() != "FileExistsError") throw;
    }
  }
}

/// Whether a line was typed or the input has ended, where keys are not seen one by one; consumes the line.
bool line_typed() {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  if (::poll(&input, 1, 0) <= 0) return false;
  char line[4096];
  return ::read(STDIN_FILENO, line, sizeof line) >= 0;
}

/// Whether Enter, Ctrl-C, Ctrl-D or the end of the input is among the keys that were pressed.
bool leaves(Keyboard& keyboard) {
  while (const std::optional<Key> key = keyboard.next(0)) {
    const auto ends = {Key::enter, Key::new_line, Key::interrupt, Key::end_of_input, Key::closed};
    if (std::find(ends.begin(), ends.end(), key->kind) != ends.end()) return true;
  }
  return false;
}

/// Waits for the next save; false if the user leaves. Keys are not echoed meanwhile.
bool wait_for_save(FileWatch& changes) {
  if (!can_edit()) return changes.wait([] { return line_typed(); });
  Keyboard keyboard;
  return changes.wait([&] { return leaves(keyboard); });
}

/// Which lines of `now` differ from `before`.
std::string change_text(const std::string& before, const std::string& now) {
  const std::vector<std::string> a = split_lines(before), b = split_lines(now);
  const size_t most = std::min(a.size(), b.size());
  size_t above = 0, below = 0;
  while (above < most && a[above] == b[above]) ++above;
  while (below < most - above && a[a.size() - 1 - below] == b[b.size() - 1 - below]) ++below;
  const size_t last = b.size() - below;
  if (last == above) return fmt::format("{} gone below line {}", a.size() - b.size() == 1 ? "a line is" : "lines are", above);
  return last == above + 1 ? fmt::format("line {} is new", last) : fmt::format("lines {} to {} are new", above + 1, last);
}

/// While it lives, prints every few seconds that a program is still running.
class StillRunning {
 public:
  explicit StillRunning(const render::Style& style) : saying_([this, style] { say_at(style, {2, 10, 30, 120}); }) {}
  ~StillRunning() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      done_ = true;
    }
    ended_.notify_one();
    saying_.join();
  }
  StillRunning(const StillRunning&) = delete;
  StillRunning& operator=(const StillRunning&) = delete;

 private:
  void say_at(const render::Style& style, std::initializer_list<int> seconds) {
    const auto begun = std::chrono::steady_clock::now();
    std::unique_lock<std::mutex> lock(mutex_);
    for (const int s : seconds) {
      if (ended_.wait_until(lock, begun + std::chrono::seconds(s), [this] { return done_; })) return;
      write_screen(style, render::paint(style, render::Role::faint, fmt::format("Still running after {} seconds. Ctrl-C ends it.", s)) + "\n");
      std::fflush(stdout);
    }
  }

  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::thread saying_;  // last: it uses the others
};

/// A file that is checked at each save.
class JudgedFile {
 public:
  JudgedFile(const render::Style& style, std::string path, std::string text)
      : style_(style), path_(std::move(path)), judged_(std::move(text)) {}

  /// Reads the file, says so, and checks it unless the save changed nothing.
  /// False if `take` returned false.
  bool judge(bool saved, const std::function<bool(const std::string&)>& take) {
    const std::string when = fmt::format("{}, {} at {}: ", path_, saved ? "saved" : "read", time_of_day());
    std::string now;
    try {
      now = without_end(read_file(path_, kMostText));
    } catch (const Error& e) {
      say_faintly(when + e.message() + ".");
      return true;
    }
    if (now.empty() || (saved && now == judged_)) {
      say_faintly(when + (now.empty() ? "it is empty: nothing to check." : "nothing has changed, so it is not checked again."));
      return true;
    }
    say_faintly(when + (now == judged_ ? "" : change_text(judged_, now) + "; ") + "checking it ...");
    std::fflush(stdout);
    judged_ = now;
    bool open = true;
    {
      const StillRunning still(style_);
      open = take(now);
    }
    // The reply may have scrolled off the screen: this line comes last.
    if (open) say_faintly(fmt::format("Not right yet, checked at {}. Watching {} for the next save; Enter goes back to the prompt.", time_of_day(), path_));
    return open;
  }

 private:
  void say_faintly(const std::string& text) const {
    write_screen(style_, "\n" + render::paint(style_, render::Role::faint, render::fit_charset(style_, text)) + "\n");
  }

  const render::Style style_;
  std::string path_;
  std::string judged_;  // the text checked last, or at first the file's own
};

}  // namespace

std::string text_from_editor(const render::Style& style, const std::string& text) {
  const std::string command = editor_command();
  const EditedFile file(text.empty() ? "" : text + "\n");
  const bool keys = can_edit();
  if (command == "vi") say(style, std::string(keys ? "Any key opens vi. There " : "vi opens: ") + "i begins to write; Esc and then :wq saves and leaves.");
  std::fflush(stdout);
  if (command == "vi" && keys) wait_for_key();  // vi covers what was said
  const int code = run_at_terminal({"sh", "-c", command + " \"$1\"", "sh", file.path()});
  if (code != 0) {
    say(style, fmt::format("`{}` ended with code {}: nothing was handed in.", command, code));
    return "";
  }
  const std::string saved = without_end(read_file(file.path(), kMostText));
  if (saved.empty()) {
    say(style, "The file is empty: nothing was handed in.");
  } else if (saved == without_end(text)) {
    say(style, "The file has not changed: nothing was handed in.");
    return "";
  }
  return saved;
}

void texts_from_file(const render::Style& style, const std::string& name, const std::string& text,
                     const std::function<bool(const std::string&)>& take) {
  // Goes on with a file that was begun, so that the learner does not lose what
  // it has.
  static std::map<std::string, std::string> begun;
  std::string& path = begun[name];
  std::error_code none;
  bool again = !path.empty() && std::filesystem::exists(path, none);
  if (!again) path = new_file(name, text + "\n");
  const std::string folder = std::filesystem::current_path(none).string();
  say(style, (again ? "Going on with " + path + " as it is, in the folder " + folder + "."
                    : path + " is now in the folder " + folder + ": open it in your editor, in another window.") +
                 " Each time you save it, it is checked here. Enter goes back to the prompt.");
  FileWatch changes(path);
  JudgedFile file(style, path, without_end(text));
  for (;; again = false) {
    std::fflush(stdout);
    if (!again && !wait_for_save(changes)) break;
    if (!file.judge(/*saved=*/!again, take)) return;
  }
  say(style, fmt::format("{} stays here; Up brings back what you saved last.", path));
}

}  // namespace mha::app
