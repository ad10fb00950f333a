// The only file that knows of the terminal's modes and of the signals that end, stop and
// resize it.

#include "editor/console.h"

#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "editor/keys.h"
#include "editor/view.h"

namespace mha::app {

namespace {

// A key's bytes come together: what stays away this long, in milliseconds, does not come.
constexpr int kSequence = 50;

// Signals are noted, and dealt with where the terminal is in a known state.
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
volatile sig_atomic_t noted[NSIG];

extern "C" void note_signal(int signal) { noted[signal] = 1; }

/// While it lives, signals are noted, and come only while `waiting_mask` holds.
class SignalScope {
 public:
  SignalScope() {
    sigset_t all;
    sigemptyset(&all);
    struct sigaction action = {};
    action.sa_handler = note_signal;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < std::size(kSignals); ++i) {
      noted[kSignals[i]] = 0;
      sigaddset(&all, kSignals[i]);
      ::sigaction(kSignals[i], nullptr, &before_[i]);
      // Who was told to ignore it (nohup, a shell without jobs) goes on doing so.
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
    }
    ::sigprocmask(SIG_BLOCK, &all, &waiting_mask);
  }
  ~SignalScope() {
    for (size_t i = 0; i < std::size(kSignals); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
    ::sigprocmask(SIG_SETMASK, &waiting_mask, nullptr);
  }
  SignalScope(const SignalScope&) = delete;
  SignalScope& operator=(const SignalScope&) = delete;

  sigset_t waiting_mask;

 private:
  struct sigaction before_[std::size(kSignals)];
};

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno != EINTR && errno != EAGAIN) return;
    if (n > 0) text.remove_prefix(static_cast<size_t>(n));
  }
}

/// The terminal handing over each byte as it comes, and marking what is pasted.
class RawMode {
 public:
  RawMode() {
    ::tcgetattr(STDIN_FILENO, &before_);
    begin();
  }
  ~RawMode() { end(); }
  RawMode(const RawMode&) = delete;
  RawMode& operator=(const RawMode&) = delete;

  void begin() {
    termios raw = before_;
    raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON);
    raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_oflag |= OPOST;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    write_all("\033[?2004h");
  }
  void end() {
    write_all("\033[?2004l");
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
  }

 private:
  termios before_ = {};
};

/// Raises what is noted otherwise, with its usual effect, within a SignalScope.
void raise_default(int signal) {
  struct sigaction fallback = {}, ours = {};
  fallback.sa_handler = SIG_DFL;
  sigemptyset(&fallback.sa_mask);
  ::sigaction(signal, &fallback, &ours);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  sigaddset(&only, SIGCONT);
  ::raise(signal);
  ::sigprocmask(SIG_UNBLOCK, &only, nullptr);  // here it comes
  ::sigprocmask(SIG_BLOCK, &only, nullptr);
  ::sigaction(signal, &ours, nullptr);
}

// What ends a block is said while the first one is typed, and later at empty lines.
bool block_ended = false;

/// One text being typed.
class Prompt {
 public:
  Prompt(const std::string& prompt, const Helpers& helpers, std::vector<std::string>& history)
      : prompt_(prompt), helpers_(helpers), editor_(helpers, history) {}

  Typed run() {
    ::ioctl(STDIN_FILENO, FIONREAD, &ahead_);
    show();
    for (;;) {
      const bool ahead = ahead_ > 0;
      const std::vector<Key> keys = next_keys();
      if (keys.empty() && ended_) return finish({Typed::End::input, ""});
      for (size_t i = 0; i < keys.size(); ++i) {
        const bool more = !ahead && (i + 1 < keys.size() || goes_on(keys[i]));
        switch (editor_.take(keys[i], more)) {
          case Editor::Result::handed_in:
            left_over().assign(keys.begin() + static_cast<std::ptrdiff_t>(i) + 1, keys.end());
            return finish({Typed::End::line, editor_.text()});
          case Editor::Result::interrupted: return finish({Typed::End::given_up, ""});
          case Editor::Result::end_of_input: return finish({Typed::End::input, ""});
          case Editor::Result::suspended: stop(); break;
          case Editor::Result::cleared: clear(); break;
          case Editor::Result::goes_on: break;
        }
        if (!editor_.choices().empty()) list_choices();
      }
      show();
    }
  }

 private:
  /// Keys that came along with those of the text before.
  static std::vector<Key>& left_over() {
    static std::vector<Key> keys;
    return keys;
  }

  /// Whether more arrives at once after an empty line that would end the block: it is
  /// then a line of a paste that came in pieces.
  bool goes_on(const Key& key) const {
    if (key.kind != Key::enter || !editor_.in_block() || !editor_.enter_hands_in()) return false;
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, kSequence) > 0;
  }

  std::vector<Key> next_keys() {
    if (!left_over().empty()) return std::exchange(left_over(), {});
    for (;;) {
      pollfd input = {STDIN_FILENO, POLLIN, 0};
      const timespec soon = {0, kSequence * 1'000'000L};
      const int n = ::ppoll(&input, 1, reader_.waiting() ? &soon : nullptr, &signals_.waiting_mask);
      if (std::vector<Key> keys = take_signals(); !keys.empty()) return keys;
      if (n == 0) return reader_.no_more();
      if (n < 0) continue;
      char bytes[4096];
      const ssize_t got = ::read(STDIN_FILENO, bytes, sizeof bytes);
      if (got <= 0) {
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        ended_ = true;
        return {};
      }
      for (ssize_t i = 0; i < got && i < ahead_; ++i) {
        if (bytes[i] == '\n') bytes[i] = '\r';
      }
      ahead_ = std::max(ahead_ - static_cast<int>(got), 0);
      std::vector<Key> keys = reader_.read({bytes, static_cast<size_t>(got)});
      if (!keys.empty()) return keys;
    }
  }

  std::vector<Key> take_signals() {
    const auto came = [](int signal) { return std::exchange(noted[signal], 0) != 0; };
    for (const int signal : {SIGTERM, SIGHUP, SIGQUIT}) {
      if (came(signal)) end_by(signal);
    }
    if (came(SIGTSTP)) stop();
    if (came(SIGCONT)) {
      // Stopped in a way that nobody sees coming: the shell has its own modes now.
      raw_.begin();
      drawn_ = {};
      show();
    }
    if (came(SIGWINCH)) {
      write_all((drawn_.cursor_row > 0 ? "\033[" + std::to_string(drawn_.cursor_row) + "A" : "") + "\r\033[J");
      drawn_ = {};
      show();
    }
    return came(SIGINT) ? std::vector<Key>{{Key::interrupt}} : std::vector<Key>{};
  }

  /// Ends the process by a signal, with the terminal as it was.
  void end_by(int signal) {
    leave_block();
    raw_.end();
    raise_default(signal);
  }

  /// Stops the process as Ctrl-Z does, until it is continued.
  void stop() {
    leave_block();
    raw_.end();
    raise_default(SIGTSTP);
    noted[SIGCONT] = 0;
    raw_.begin();
    drawn_ = {};
  }

  int width() const { return std::max(screen_size().columns, 8); }

  std::vector<std::string> painted() const {
    return helpers_.painted ? split_lines(helpers_.painted(editor_.text()) + "\n") : std::vector<std::string>();
  }

  std::string note() const {
    const bool asks = !block_ended || trim(editor_.lines()[editor_.row()]).empty();
    return asks && editor_.in_block() ? editor_.way_out() : "";
  }

  void show() {
    const ScreenSize size = screen_size();
    const Drawing now = cut_to(draw(editor_, prompt_, width(), painted(), note()), static_cast<size_t>(size.rows > 0 ? size.rows : 24), first_);
    write_all(change(drawn_, now, width()));
    drawn_ = now;
  }

  /// The whole text once more, for what is scrolled back to, and the cursor below it.
  void leave_block() {
    const Drawing all = draw(editor_, prompt_, width(), painted());
    std::string out = change(drawn_, {{""}, 0, 0}, width()) + "\033[J";
    for (size_t i = 0; i < all.rows.size(); ++i) out += (i > 0 ? "\r\n" : "") + all.rows[i];
    write_all(out + "\r\n");
    drawn_ = {};
  }

  void list_choices() {
    leave_block();
    const ScreenSize size = screen_size();
    for (const std::string& line : split_lines(in_columns(editor_.choices(), width(), static_cast<size_t>(std::max(size.rows / 2, 3))))) {
      write_all(line + "\r\n");
    }
  }

  void clear() {
    write_all("\033[H\033[2J");
    drawn_ = {};
  }

  Typed finish(Typed typed) {
    block_ended = block_ended || (typed.end == Typed::End::line && editor_.in_block());
    if (typed.end == Typed::End::line) leave_block();
    else if (drawn_.rows.size() > drawn_.cursor_row + 1) write_all("\033[" + std::to_string(drawn_.rows.size() - 1 - drawn_.cursor_row) + "B");
    return typed;
  }

  std::string prompt_;
  const Helpers& helpers_;
  Editor editor_;
  SignalScope signals_;
  RawMode raw_;
  KeyReader reader_;
  Drawing drawn_;
  size_t first_ = 0;  // row of the text that is at the top, where not all fits
  int ahead_ = 0;  // bytes to come that were typed before the prompt: Enter is a newline in them
  bool ended_ = false;
};

}  // namespace

Key wait_for_key() {
  std::fflush(stdout);
  SignalScope signals;
  RawMode raw;
  KeyReader reader;
  for (;;) {
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    const timespec soon = {0, kSequence * 1'000'000L};
    const int n = ::ppoll(&input, 1, reader.waiting() ? &soon : nullptr, &signals.waiting_mask);
    for (const int signal : {SIGTERM, SIGHUP, SIGQUIT, SIGTSTP}) {
      if (std::exchange(noted[signal], 0) == 0) continue;
      raw.end();
      raise_default(signal);
      raw.begin();
    }
    if (std::exchange(noted[SIGCONT], 0) != 0) raw.begin();
    if (std::exchange(noted[SIGINT], 0) != 0) return {Key::interrupt};
    std::vector<Key> keys;
    if (n == 0) keys = reader.no_more();
    if (n > 0) {
      char bytes[256];
      const ssize_t got = ::read(STDIN_FILENO, bytes, sizeof bytes);
      if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) return {Key::end_of_input};
      if (got > 0) keys = reader.read({bytes, static_cast<size_t>(got)});
    }
    if (!keys.empty() && keys.front().kind == Key::suspend) {
      raw.end();
      raise_default(SIGTSTP);
      raw.begin();
    } else if (!keys.empty()) {
      return keys.front();
    }
  }
}

ScreenSize screen_size() {
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {};
  return {size.ws_col, size.ws_row};
}

bool can_edit() {
  const char* term = std::getenv("TERM");
  return ::isatty(STDIN_FILENO) && ::isatty(STDOUT_FILENO) && term && *term && std::strcmp(term, "dumb") != 0;
}

Typed edit_text(const std::string& prompt, const Helpers& helpers, std::vector<std::string>& history) {
  std::fflush(stdout);
  return Prompt(prompt, helpers, history).run();
}

Typed plain_text(const std::string& prompt, const Helpers& helpers) {
  std::string text, lead = prompt;
  for (;;) {
    std::fputs(lead.c_str(), stdout);
    std::fflush(stdout);
    std::string line;
    int c = 0;
    errno = 0;
    while ((c = std::getc(stdin)) != EOF && c != '\n') line += static_cast<char>(c);
    if (c == EOF && errno == EINTR) {
      std::clearerr(stdin);
      return {Typed::End::given_up, ""};
    }
    if (c == EOF && line.empty()) {
      return text.empty() ? Typed{Typed::End::input, ""} : Typed{Typed::End::line, text};
    }
    if (line.ends_with('\r')) line.pop_back();
    text += line;
    const auto ending = helpers.ending ? helpers.ending(text) : lang::Ending::whole;
    // A class or a function may have empty lines, but not two that follow each other.
    const bool ends = trim(line).empty() && (ending != lang::Ending::definition || text.ends_with("\n\n"));
    if (ending == lang::Ending::whole || ends) return {Typed::End::line, text};
    if (!std::exchange(block_ended, true)) std::fputs("(An empty line ends it, a class or a function two. Ctrl-C drops it.)\n", stdout);
    text += "\n";
    lead = "... ";
  }
}

}  // namespace mha::app
