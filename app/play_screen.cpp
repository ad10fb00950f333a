// The terminal side of a `play` view: raw keys in, whole screens out.
//
// It writes escape sequences, not ncurses: lib/render and lib/pictures make
// text with 256 or more colours, which ncurses would need as colour pairs; and
// a signal handler, which must restore the screen when the program dies, may
// not call endwin().

#include "play_screen.h"

#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "editor/keys.h"
#include "lesson/play/play_keys.h"
#include "render/play_view.h"
#include "terminal.h"

namespace mha::app {

namespace {

// Switches to the alternate screen, clears it, hides the cursor and stops
// wrapping; and back.
constexpr std::string_view kEnter = "\033[?1049h\033[?25l\033[?7l\033[2J\033[H";
constexpr std::string_view kLeave = "\033[0m\033[?7h\033[?25h\033[?1049l";

// The further characters of a key follow its Escape at once.
constexpr long kEscapeNanoseconds = 50'000'000;

// Between two steps of a knob that goes by itself, so that eyes can follow.
constexpr timespec kTick = {0, 80'000'000};

constexpr std::array<int, 7> kAwaited = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
constexpr std::array<int, 5> kFatal = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

// Globals for the open screen, because signal handlers get no arguments of
// ours.
volatile sig_atomic_t received[NSIG] = {};
termios modes_before;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    text.remove_prefix(static_cast<size_t>(n));
  }
}

extern "C" void note_play_signal(int signal) { received[signal] = 1; }

extern "C" void die_tidily(int signal) {
  // SA_RESETHAND has restored the default action.
  write_all(kLeave);
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &modes_before);
  ::raise(signal);
}

bool take_signal(int signal) {
  const bool was = received[signal] != 0;
  received[signal] = 0;
  return was;
}

/// The terminal in raw mode, restored on destruction.
class Screen {
 public:
  Screen() {
    std::fflush(stdout);
    ::tcgetattr(STDIN_FILENO, &modes_before);
    sigset_t awaited;
    sigemptyset(&awaited);
    for (const int s : kAwaited) {
      sigaddset(&awaited, s);
      received[s] = 0;
    }
    // These signals arrive only while we wait for a key.
    ::sigprocmask(SIG_BLOCK, &awaited, &mask_);
    struct sigaction action = {};
    sigemptyset(&action.sa_mask);
    action.sa_handler = note_play_signal;
    for (size_t i = 0; i < kAwaited.size(); ++i) ::sigaction(kAwaited[i], &action, &awaited_[i]);
    action.sa_handler = die_tidily;
    action.sa_flags = SA_RESETHAND | SA_NODEFER;
    for (size_t i = 0; i < kFatal.size(); ++i) ::sigaction(kFatal[i], &action, &fatal_[i]);
    open();
  }

  ~Screen() {
    close();
    for (size_t i = 0; i < kAwaited.size(); ++i) ::sigaction(kAwaited[i], &awaited_[i], nullptr);
    for (size_t i = 0; i < kFatal.size(); ++i) ::sigaction(kFatal[i], &fatal_[i], nullptr);
    ::sigprocmask(SIG_SETMASK, &mask_, nullptr);
  }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  void draw(const std::vector<std::string>& lines) {
    // Overwrites the old screen instead of clearing it, so that nothing
    // flickers.
    std::string out = "\033[H";
    for (size_t i = 0; i < lines.size(); ++i) out += (i > 0 ? "\r\n" : "") + lines[i] + "\033[0m\033[K";
    write_all(out + "\033[J");
  }

  /// The key pressed, or none if only a signal came, or if `patience` is over. `lost`
  /// once no more input can come.
  std::optional<Key> key(const timespec* patience) {
    while (pressed_.empty()) {
      const timespec wait = {0, kEscapeNanoseconds};
      const bool came = more(reader_.waiting() ? &wait : patience);
      if (!came && reader_.waiting()) pressed_ = reader_.no_more();
      if (!came && pressed_.empty()) return std::nullopt;
    }
    Key first = std::move(pressed_.front());
    pressed_.erase(pressed_.begin());
    return first;
  }
  bool lost() const { return lost_; }

  /// Stops as any program does at Ctrl-Z: the shell has the screen until it
  /// continues.
  void stop() {
    close();
    struct sigaction normal = {}, ours;
    normal.sa_handler = SIG_DFL;
    sigemptyset(&normal.sa_mask);
    ::sigaction(SIGTSTP, &normal, &ours);
    sigset_t stops;
    sigemptyset(&stops);
    sigaddset(&stops, SIGTSTP);
    ::raise(SIGTSTP);
    ::sigprocmask(SIG_UNBLOCK, &stops, nullptr);  // stops here
    ::sigprocmask(SIG_BLOCK, &stops, nullptr);
    ::sigaction(SIGTSTP, &ours, nullptr);
    open();
  }

  /// Sets raw mode again, whatever other programs did to the terminal.
  void open() {
    termios raw = modes_before;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN);  // Ctrl-C and Ctrl-Z stay signals
    raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | IXON);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    write_all(kEnter);
  }

 private:
  void close() {
    write_all(kLeave);
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &modes_before);
  }

  /// Waits for characters; false after a signal, a timeout or the end of input.
  bool more(const timespec* wait) {
    sigset_t none;
    sigemptyset(&none);
    pollfd in = {STDIN_FILENO, POLLIN, 0};
    if (::ppoll(&in, 1, wait, &none) <= 0) return false;
    char block[256];
    const ssize_t n = ::read(STDIN_FILENO, block, sizeof block);
    if (n > 0) pressed_ = reader_.read({block, static_cast<size_t>(n)});
    lost_ = n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
    return n > 0;
  }

  sigset_t mask_;
  std::array<struct sigaction, kAwaited.size()> awaited_;
  std::array<struct sigaction, kFatal.size()> fatal_;
  KeyReader reader_;
  std::vector<Key> pressed_;  // those not yet taken
  bool lost_ = false;
};

/// A key as PlayKeys names it, or empty.
std::string name_of(const Key& key) {
  switch (key.kind) {
    case Key::text: return key.characters;
    case Key::enter:
    case Key::new_line: return "enter";
    case Key::tab: return "tab";
    case Key::back_tab: return "back-tab";
    case Key::escape: return "escape";
    case Key::backspace: return "backspace";
    case Key::left: return "left";
    case Key::right: return "right";
    case Key::up: return "up";
    case Key::down: return "down";
    case Key::earlier: return "page-up";
    case Key::later: return "page-down";
    default: return "";
  }
}

}  // namespace

bool has_play_screen(const render::Style& style) {
  const char* term = std::getenv("TERM");
  return is_interactive() && !style.spoken && !plain_wanted() && term && *term && std::strcmp(term, "dumb") != 0;
}

bool play_on_screen(lesson::Playing& playing, const std::string& where) {
  lesson::PlayKeys keys(playing);
  int ending = 0;  // the signal that ends the program
  bool interrupted = false;
  {
    Screen screen;
    while (!keys.left() && !screen.lost() && ending == 0 && !interrupted) {
      const render::Style style = output_style();
      screen.draw(render::play_screen(style, std::max(1, output_height()), keys, where));
      const std::optional<Key> key = screen.key(keys.going() ? &kTick : nullptr);
      if (const std::string name = key ? name_of(*key) : ""; !name.empty()) keys.press(name);
      if (!key && keys.going()) keys.tick();
      if (take_signal(SIGTSTP)) screen.stop();
      if (take_signal(SIGCONT)) screen.open();
      take_signal(SIGWINCH);  // the next screen has the new size
      interrupted = take_signal(SIGINT);
      for (const int s : {SIGTERM, SIGHUP, SIGQUIT}) {
        if (take_signal(s)) ending = s;
      }
    }
    // The end of a terminal's input may be read before its SIGHUP comes.
    if (ending == 0 && screen.lost()) ending = SIGHUP;
  }
  if (ending != 0) ::raise(ending);
  return interrupted;
}

}  // namespace mha::app
