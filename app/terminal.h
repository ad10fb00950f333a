#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "editor/console.h"
#include "render/style.h"

namespace mha::app {

/// What standard output can show: colour on a terminal unless NO_COLOR is set
/// or TERM is dumb, Unicode if the locale has it, and the terminal's width
/// (without a terminal COLUMNS, else 80).
render::Style output_style();

/// The number of lines of the terminal, or 0 if output goes elsewhere.
int output_height();

/// Whether the user asked for plain text (--plain, MHA_PLAIN).
bool plain_wanted();

/// Whether input and output are a terminal, so that someone can answer.
bool is_interactive();

/// "11:32:05"
std::string time_of_day();

/// Writes to standard output or standard error, in the order of the calls.
void write_out(std::string_view text);
void write_err(std::string_view text);

/// Prints "mha-tutor COMMAND: the error" and its help on standard error.
void write_error(std::string_view command, const Error& error);

/// The exit code of `work`; or, if an Error ends it, which is printed: 2 if it is of the kind
/// `usage`, else `failed`.
int guarded(std::string_view command, const std::function<int()>& work, int failed = 1, std::string_view usage = "");

/// Writes text for people to read, folded to the width of the terminal.
void write_screen(const render::Style& style, std::string_view text);

/// The same, a screen at a time where someone is there to turn pages: any key goes on, q or
/// Escape leaves the rest unread.
void write_pages(const render::Style& style, std::string_view text);

/// Asks the user for a text: a line or, if the helpers say that it continues, a
/// block. The user can edit it if the terminal allows that; Ctrl-C drops it,
/// and says so.
Typed read_text(const std::string& prompt, const Helpers& helpers);

/// One line.
Typed read_line(const std::string& prompt);

/// Adds a text to the history, so that Up brings it as if it had been typed.
void remember(const std::string& text);
/// The next line of standard input, if that is a file or a pipe.
Typed read_input_line();

/// While it lives, Ctrl-C calls `on_interrupt` instead of ending the process; a
/// second Ctrl-C in the same scope ends the process. A signal handler calls the
/// function, so it may only set atomics.
class InterruptScope {
 public:
  explicit InterruptScope(std::function<void()> on_interrupt);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
};

}  // namespace mha::app
