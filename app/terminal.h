#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "editor/console.h"
#include "render/style.h"

namespace mha::app {

/// What standard output is and can show: colour on a terminal unless NO_COLOR
/// is set or TERM is dumb, Unicode by the locale, the terminal's width (COLUMNS
/// where there is no terminal to ask, else 80).
render::Style output_style();

/// The lines that the terminal has, or 0 where output goes elsewhere.
int output_height();

/// The user asked for plain text (--plain, MHA_PLAIN).
bool plain_wanted();

/// Both ends are a terminal: someone is there to answer.
bool is_interactive();

/// Writes to standard output or standard error, in the order of the calls.
void write_out(std::string_view text);
void write_err(std::string_view text);

/// "mha-tutor COMMAND: what is wrong", and what helps, on standard error.
void write_error(std::string_view command, const Error& error);

/// Writes what is there to be read, folded to the width of the terminal.
void write_screen(const render::Style& style, std::string_view text);

/// A text that the user types: a line or, where the helpers say that it goes on, a block.
/// It is edited where the terminal can do that; Ctrl-C drops it, and is told so.
Typed read_text(const std::string& prompt, const Helpers& helpers);

/// One line.
Typed read_line(const std::string& prompt);

/// Up brings this text at the next prompt, as if it had been typed.
void remember(const std::string& text);
/// The next line of standard input, where that is a file or a pipe.
Typed read_input_line();

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
