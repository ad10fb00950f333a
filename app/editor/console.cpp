#include "editor/console.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "base/text.h"
#include "editor/view.h"

namespace mha::app {

namespace {

// What ends a block is said while the first one is typed, and later at empty lines.
bool block_ended = false;

/// One text being typed.
class Prompt {
 public:
  Prompt(const std::string& prompt, const Helpers& helpers, std::vector<std::string>& history)
      : prompt_(prompt), helpers_(helpers), editor_(helpers, history) {}

  Typed run() {
    bool held = false;  // an Enter that was typed too early
    for (;;) {
      if (!keyboard_.more()) show();
      const Key key = *keyboard_.next();
      if (key.kind == Key::resized) {
        write_terminal(move(rows_above(), 'A') + "\r\033[J");
      } else if (key.kind == Key::clear_screen) {
        write_terminal("\033[H\033[2J");
      } else if (key.kind == Key::enter && keyboard_.typed_ahead() && !editor_.text().empty()) {
        // What was typed before its question could be read stands at the prompt, and waits for Enter.
        held = true;
        continue;
      } else if (key.kind != Key::continued) {
        // Whoever types on has begun another line.
        if (std::exchange(held, false) && key.kind == Key::text) editor_.take({Key::text, "\n"});
        const Typed::End end = editor_.take(key);
        if (end != Typed::End::goes_on) return finish(end);
        if (!editor_.choices().empty()) list_choices();
        continue;
      }
      drawn_ = {};
    }
  }

 private:
  /// Rows above the cursor, if the terminal has wrapped those that no longer fit, as most do.
  size_t rows_above() const {
    const auto wide = static_cast<size_t>(width());
    size_t rows = static_cast<size_t>(drawn_.cursor_column) / wide;
    for (size_t i = 0; i < drawn_.cursor_row; ++i) {
      rows += std::max<size_t>((static_cast<size_t>(display_width(drawn_.rows[i])) + wide - 1) / wide, 1);
    }
    return rows;
  }

  int width() const { return std::max(screen_size().columns, 8); }

  int height() const { return screen_size().rows > 0 ? screen_size().rows : 24; }
  Drawing drawing(const std::string& note) const {
    return draw(editor_, prompt_, width(), split_lines(helpers_.painted(editor_.text()) + "\n"), note);
  }

  void show() {
    const bool asks = editor_.in_block() && (!block_ended || trim(editor_.line()).empty());
    const Drawing now = cut_to(drawing(asks ? editor_.way_out() : ""), static_cast<size_t>(height()), first_);
    write_terminal(change(drawn_, now));
    drawn_ = now;
  }

  /// The whole text once more, for what is scrolled back to, and the cursor below it.
  void leave_block() {
    std::vector<std::string> rows = drawing("").rows;
    if (rows.size() > 1 && rows.back().empty()) rows.pop_back();  // only the cursor's, behind a full one
    write_terminal(change(drawn_, {rows, rows.size() - 1, 0}) + "\r\n");
    drawn_ = {};
  }

  void list_choices() {
    leave_block();
    const auto most = static_cast<size_t>(std::max(height() / 2, 3));
    for (const std::string& line : split_lines(in_columns(editor_.choices(), width(), most))) write_terminal(line + "\r\n");
  }

  Typed finish(Typed::End end) {
    if (end == Typed::End::line) {
      block_ended = block_ended || editor_.in_block();
      leave_block();
      return {end, editor_.text()};
    }
    write_terminal(move(drawn_.rows.size() - 1 - drawn_.cursor_row, 'B'));
    return {end, editor_.text()};
  }

  std::string prompt_;
  const Helpers& helpers_;
  Editor editor_;
  Keyboard keyboard_{Keyboard::Screen::lines, [this] { leave_block(); }};
  Drawing drawn_;
  size_t first_ = 0;  // row of the text that is at the top, where not all fits
};

}  // namespace

Key wait_for_key() {
  Keyboard keyboard;
  for (;;) {
    const Key key = *keyboard.next();
    if (key.kind == Key::paste) keyboard.keep(key);  // for the prompt
    if (key.kind != Key::continued && key.kind != Key::resized) return key;
  }
}

Typed edit_text(const std::string& prompt, const Helpers& helpers, std::vector<std::string>& history) {
  return Prompt(prompt, helpers, history).run();
}

/// Whether a line of a terminal is there, or comes within so many milliseconds.
static bool line_waits(int patience) {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  return ::isatty(STDIN_FILENO) && ::poll(&input, 1, patience) > 0;
}

/// The next line; false at the end of the input, or with errno EINTR after Ctrl-C.
static bool next_line(std::string& line) {
  int c = 0;
  errno = 0;
  for (line.clear(); (c = std::getc(stdin)) != EOF && c != '\n';) line += static_cast<char>(c);
  if (line.ends_with('\r')) line.pop_back();
  return c != EOF || (errno != EINTR && !line.empty());
}

Typed plain_text(const std::string& prompt, const Helpers& helpers) {
  constexpr int kTogether = 50;  // milliseconds, from line to line of a paste
  // What was typed while the program was busy is no paste.
  const bool ahead = line_waits(0);
  std::string text, lead = prompt, line;
  for (;;) {
    std::fputs(lead.c_str(), stdout);
    std::fflush(stdout);
    if (!next_line(line)) {
      if (errno != EINTR) return text.empty() ? Typed{Typed::End::input, ""} : Typed{Typed::End::line, text};
      std::clearerr(stdin);
      return {Typed::End::given_up, text};
    }
    text += line;
    bool pasted = false;
    while (!ahead && line_waits(kTogether) && next_line(line)) {
      text += "\n" + line;
      pasted = true;
    }
    if (pasted) text = lang::pasted_code(text);
    const lang::Ending ending = helpers.ending(text);
    // A class or a function may have empty lines, but not two that follow each other.
    const bool ends = pasted ? ending != lang::Ending::unfinished
                             : trim(line).empty() && (ending != lang::Ending::definition || text.ends_with("\n\n"));
    if (ending == lang::Ending::whole || ends) return {Typed::End::line, text};
    if (!std::exchange(block_ended, true)) std::fputs("(An empty line ends it, a class or a function two. Ctrl-C drops it.)\n", stdout);
    text += "\n";
    lead = "... ";
  }
}

}  // namespace mha::app
