#pragma once

#include <string>
#include <vector>

#include "editor/editor.h"

namespace mha::app {

/// What came of asking for a text.
struct Typed {
  enum class End { line, given_up, input };  // Enter; Ctrl-C; nothing more will come
  End end = End::line;
  std::string text;  // empty unless it is a line
  bool is_yes() const { return text == "yes" || text == "y"; }
};

/// The columns and rows of the terminal; 0 where it does not tell.
struct ScreenSize {
  int columns = 0, rows = 0;
};
ScreenSize screen_size();

/// Standard input and output are a terminal on which a cursor can be moved.
bool can_edit();

/// Lets the user type a text behind `prompt` and edit it, on a terminal that can_edit().
/// The terminal is as before when this returns, while the process is stopped (Ctrl-Z),
/// and when a signal ends it.
Typed edit_text(const std::string& prompt, const Helpers& helpers, std::vector<std::string>& history);

/// The same where there is no such terminal: line by line, as they come.
Typed plain_text(const std::string& prompt, const Helpers& helpers);

}  // namespace mha::app
