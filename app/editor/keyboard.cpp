// The only file that knows of the terminal's modes and of the signals that end, stop and
// resize it. It writes escape sequences, not ncurses: what is shown is made as text with
// 256 or more colours, and a signal handler that restores the screen may not call endwin().

#include "editor/keyboard.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <initializer_list>
#include <string>
#include <utility>

#include "base/text.h"

namespace mha::app {

namespace {

// A key's bytes come together: what stays away this long, in milliseconds, does not come.
constexpr int kSequence = 50;

// Marks what is pasted; or switches to the alternate screen, clears it, hides the cursor and
// stops wrapping. And back.
constexpr std::string_view kBegin[] = {"\033[?2004h", "\033[?1049h\033[?25l\033[?7l\033[2J\033[H"};
constexpr std::string_view kEnd[] = {"\033[?2004l", "\033[0m\033[?7h\033[?25h\033[?1049l"};

constexpr std::initializer_list<int> kNoted = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
constexpr std::initializer_list<int> kFatal = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

// Globals, because signal handlers get no arguments of ours.
volatile sig_atomic_t noted[NSIG], terminal_changed;
termios modes_before;
std::string_view at_end;

// Keys that came and were not yet taken, also by the Keyboard before.
std::deque<Key> keys;

void add(const std::vector<Key>& more) { keys.insert(keys.end(), more.begin(), more.end()); }

void restore_terminal() {
  if (!terminal_changed) return;
  write_terminal(at_end);
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &modes_before);
}

// Signals are noted, and dealt with where the terminal is in a known state.
extern "C" void note_signal(int signal) { noted[signal] = 1; }

extern "C" void die_tidily(int signal) {
  // SA_RESETHAND has restored the default action.
  restore_terminal();
  ::raise(signal);
}

struct sigaction action_of(void (*handler)(int), int flags = 0) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  return action;
}

using Actions = std::map<int, struct sigaction>;

void handle(int signal, const struct sigaction& action, Actions& actions_before) {
  noted[signal] = 0;
  struct sigaction& before = actions_before[signal];
  ::sigaction(signal, &action, &before);
  // Who was told to ignore it (nohup, a shell without jobs) goes on doing so.
  if (before.sa_handler == SIG_IGN) ::sigaction(signal, &before, nullptr);
}

/// The terminal is as before, and so is what these signals do.
void give_back(const Actions& actions_before) {
  restore_terminal();
  terminal_changed = 0;
  for (const auto& [signal, action] : actions_before) ::sigaction(signal, &action, nullptr);
}

void hide_keys() {
  termios hidden = modes_before;
  hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden);
}

extern "C" void stop_tidily(int signal) {
  die_tidily(signal);  // only stops, and here it goes on
  const struct sigaction again = action_of(stop_tidily, SA_RESETHAND | SA_NODEFER);
  ::sigaction(signal, &again, nullptr);
  if (::tcgetpgrp(STDIN_FILENO) == ::getpgrp()) hide_keys();
}

sigset_t set_of(std::initializer_list<int> signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  return set;
}

}  // namespace

ScreenSize screen_size() {
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {};
  return {size.ws_col, size.ws_row};
}

bool can_edit() {
  const char* term = std::getenv("TERM");
  return ::isatty(STDIN_FILENO) && ::isatty(STDOUT_FILENO) && term && *term && std::strcmp(term, "dumb") != 0;
}

void write_terminal(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno != EINTR && errno != EAGAIN) return;
    if (n > 0) text.remove_prefix(static_cast<size_t>(n));
  }
}

Keyboard::Keyboard(Screen screen, std::function<void()> before_stop)
    : screen_(static_cast<size_t>(screen)), before_stop_(std::move(before_stop)) {
  std::fflush(stdout);
  ::tcgetattr(STDIN_FILENO, &modes_before);
  at_end = kEnd[screen_];
  terminal_changed = 1;
  for (const int signal : kNoted) handle(signal, action_of(note_signal), actions_before_);
  for (const int signal : kFatal) handle(signal, action_of(die_tidily, SA_RESETHAND | SA_NODEFER), actions_before_);
  const sigset_t all = set_of(kNoted);
  ::sigprocmask(SIG_BLOCK, &all, &mask_);
  begin();
  int waiting = 0;
  if (::ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > 0) take_bytes(/*lines=*/true);
  ahead_ = keys.size();
}

Keyboard::~Keyboard() {
  give_back(actions_before_);
  ::sigprocmask(SIG_SETMASK, &mask_, nullptr);
}

void Keyboard::begin() const {
  termios raw = modes_before;
  ::cfmakeraw(&raw);
  raw.c_oflag = modes_before.c_oflag;
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  write_terminal(kBegin[screen_]);
}

/// Goes on after a stop: the shell had its own modes.
void Keyboard::resume() const {
  begin();
  keys.push_back({Key::continued});
}

/// Raises a signal with its usual effect.
void Keyboard::give_back_and_raise(int signal) {
  restore_terminal();
  const struct sigaction usual = action_of(SIG_DFL);
  struct sigaction ours = {};
  ::sigaction(signal, &usual, &ours);
  const sigset_t both = set_of({signal, SIGCONT});
  ::raise(signal);
  ::sigprocmask(SIG_UNBLOCK, &both, nullptr);  // here it comes
  ::sigprocmask(SIG_BLOCK, &both, nullptr);
  ::sigaction(signal, &ours, nullptr);
  noted[SIGCONT] = 0;
  resume();
}

void Keyboard::take_signals() {
  const auto came = [](int signal) { return std::exchange(noted[signal], 0) != 0; };
  for (const int signal : {SIGTERM, SIGHUP, SIGQUIT}) {
    if (came(signal)) give_back_and_raise(signal);
  }
  if (came(SIGCONT)) resume();
  if (came(SIGWINCH)) keys.push_back({Key::resized});
  if (came(SIGTSTP)) keys.push_back({Key::suspend});
  if (came(SIGINT)) keys.push_back({Key::interrupt});
}

/// Appends what has come to `bytes`; false at the end of the input.
static bool read_into(std::string& bytes) {
  char block[4096];
  const ssize_t got = ::read(STDIN_FILENO, block, sizeof block);
  if (got > 0) bytes.append(block, static_cast<size_t>(got));
  return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

void Keyboard::take_bytes(bool lines) {
  std::string came;
  if (!read_into(came)) return keys.push_back({Key::closed});
  // Several lines at once are a paste that the terminal does not mark, or were typed for a program
  // that was busy. Of a long paste the rest follows.
  const auto letter = [](unsigned char c) { return (c >= ' ' && c != 0x7f) || c == '\r' || c == '\n' || c == '\t'; };
  if (reader_.idle() && std::all_of(came.begin(), came.end(), letter) && trim(came).find_first_of("\r\n") != std::string::npos) {
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    while (::poll(&input, 1, kSequence) > 0 && read_into(came)) {}
    return keys.push_back({Key::paste, came});
  }
  if (lines) std::replace(came.begin(), came.end(), '\n', '\r');
  add(reader_.read(came));
}

std::optional<Key> Keyboard::next(int patience) {
  for (;;) {
    while (keys.empty()) {
      pollfd input = {STDIN_FILENO, POLLIN, 0};
      const int wait = reader_.waiting() ? kSequence : patience;
      const timespec time = {wait / 1000, wait % 1000 * 1'000'000L};
      const int n = ::ppoll(&input, 1, wait < 0 ? nullptr : &time, &mask_);
      take_signals();
      if (n > 0) take_bytes(/*lines=*/false);
      if (n == 0 && !reader_.waiting()) return std::nullopt;
      if (n == 0) add(reader_.no_more());
    }
    const Key key = std::move(keys.front());
    keys.pop_front();
    last_ahead_ = ahead_ > 0;
    if (last_ahead_) --ahead_;
    if (key.kind != Key::suspend) return key;
    before_stop_();
    give_back_and_raise(SIGTSTP);
  }
}

void Keyboard::keep(const Key& key) { keys.push_front(key); }

bool Keyboard::more() const { return !keys.empty(); }

Unechoed::Unechoed() {
  if (!can_edit() || ::tcgetattr(STDIN_FILENO, &modes_before) != 0) return;
  at_end = "";
  terminal_changed = 1;
  for (const int signal : kFatal) handle(signal, action_of(die_tidily, SA_RESETHAND | SA_NODEFER), actions_before_);
  for (const int signal : {SIGTERM, SIGHUP, SIGQUIT}) handle(signal, action_of(die_tidily, SA_RESETHAND | SA_NODEFER), actions_before_);
  handle(SIGTSTP, action_of(stop_tidily, SA_RESETHAND | SA_NODEFER), actions_before_);
  hide_keys();
}

Unechoed::~Unechoed() { give_back(actions_before_); }

void end_by(int signal) {
  ::signal(signal, SIG_DFL);
  die_tidily(signal);
}

}  // namespace mha::app
