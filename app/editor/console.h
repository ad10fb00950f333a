#pragma once

#include <string>
#include <vector>

#include "editor/editor.h"
#include "editor/keyboard.h"

namespace mha::app {

/// What the user typed, and how it ended.
struct Typed {
  using End = Editor::Result;
  End end = End::line;
  std::string text;  // handed in, or dropped
  bool is_yes() const { return text == "yes" || text == "y"; }
};

/// Lets the user type and edit a text after `prompt`, on a terminal that
/// can_edit().
Typed edit_text(const std::string& prompt, const Helpers& helpers, std::vector<std::string>& history);

/// The same without such a terminal: reads line by line, and what is pasted as a whole.
Typed plain_text(const std::string& prompt, const Helpers& helpers);

/// The next key that is pressed, on a terminal that can_edit(); nothing of it is shown.
Key wait_for_key();

}  // namespace mha::app
