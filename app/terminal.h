#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "render/style.h"

namespace mha::app {

/// What standard output is and can show: colour on a terminal unless NO_COLOR
/// is set or TERM is dumb, Unicode by the locale, the terminal's width (COLUMNS
/// where there is no terminal to ask, else 80).
render::Style output_style();

/// The lines that the terminal has, or 0 where output goes elsewhere.
int output_height();

/// Both ends are a terminal: someone is there to answer.
bool is_interactive();

/// Writes to standard output or standard error, in the order of the calls.
void write_out(std::string_view text);
void write_err(std::string_view text);

/// "mha-tutor COMMAND: what is wrong", and what helps, on standard error.
void write_error(std::string_view command, const Error& error);

/// Writes what is there to be read, folded to the width of the terminal.
void write_screen(const render::Style& style, std::string_view text);

/// What came of asking for a line.
struct Typed {
  enum class End { line, given_up, input };  // Enter; Ctrl-C; nothing more will come
  End end = End::line;
  std::string text;  // empty unless it is a line
  bool is_yes() const { return text == "yes" || text == "y"; }
};

/// A line that the user types, with editing and a history.
Typed read_line(const std::string& prompt);

/// While it lives, Ctrl-C calls `on_interrupt` instead of ending the process;
/// a second one within the same scope ends it after all. The function is called
/// from a signal handler: it may set atomics and no more.
class InterruptScope {
 public:
  explicit InterruptScope(std::function<void()> on_interrupt);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
};

}  // namespace mha::app
