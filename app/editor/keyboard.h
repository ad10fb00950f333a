#pragma once

#include <signal.h>

#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "editor/keys.h"

namespace mha::app {

/// The columns and rows of the terminal; 0 if it does not report them.
struct ScreenSize {
  int columns = 0, rows = 0;
};
ScreenSize screen_size();

/// Writes to the terminal at once, past the buffer of stdout.
void write_terminal(std::string_view text);

/// Whether standard input and output are a terminal that can move its cursor.
bool can_edit();

/// While it lives, the terminal hands over each key as it is pressed, on its own screen
/// (`whole`) or below what is there. At its end the terminal is as before; also while the
/// process is stopped (Ctrl-Z), after a signal that ends it, and after a crash. One at a time.
class Keyboard {
 public:
  enum class Screen { lines, whole };
  /// `before_stop` is called before Ctrl-Z or SIGTSTP stops the process; once it goes on, that is a key.
  explicit Keyboard(Screen screen = Screen::lines, std::function<void()> before_stop = [] {});
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  /// Waits for the next key, or for so many milliseconds. SIGINT is the key Ctrl-C; signals that
  /// stop or end the process do so here.
  std::optional<Key> next(int patience = kEver);
  /// Hands a key over once more, to the next that asks.
  void keep(const Key& key);
  /// Whether more keys came together with the last one.
  bool more() const;
  /// Whether the last key was pressed before this object was there.
  bool typed_ahead() const { return last_ahead_; }

 private:
  static constexpr int kEver = -1;
  void begin() const;
  void resume() const;
  void give_back_and_raise(int signal);
  void take_signals();
  /// `lines`: they were typed while the terminal still read lines, where Enter is a newline.
  void take_bytes(bool lines);

  const size_t screen_;
  const std::function<void()> before_stop_;
  sigset_t mask_ = {};  // while it waits
  std::map<int, struct sigaction> actions_before_;
  KeyReader reader_;
  size_t ahead_ = 0;  // keys to come that were pressed before
  bool last_ahead_ = false;
};

/// While it lives, keys are not shown as they are pressed: the next prompt shows them. Ctrl-C and
/// Ctrl-Z do what they always do. Not beside a Keyboard.
class Unechoed {
 public:
  Unechoed();
  ~Unechoed();
  Unechoed(const Unechoed&) = delete;
  Unechoed& operator=(const Unechoed&) = delete;

 private:
  std::map<int, struct sigaction> actions_before_;
};

/// Ends the process by this signal, in its handler; the terminal is as it was before.
void end_by(int signal);

}  // namespace mha::app
