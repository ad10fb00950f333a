#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "editor/editor.h"

namespace mha::app {

/// What the screen shows while a text is typed: rows no wider than the
/// terminal, and the position of the cursor. Rows may contain escape sequences.
struct Drawing {
  std::vector<std::string> rows;
  size_t cursor_row = 0;
  int cursor_column = 0;
};

/// The text after its prompt, wrapped at the width of the terminal. Further
/// lines align with the first, which goes below a prompt that leaves no room for that. `painted`
/// holds the editor's lines with escape sequences, or is empty. `note` goes
/// below everything.
Drawing draw(const Editor& editor, const std::string& prompt, int width,
             const std::vector<std::string>& painted = {}, const std::string& note = "");

/// `words` in columns, down and then right; at most `rows` of them, and how many more.
std::string in_columns(const std::vector<std::string>& words, int width, size_t rows);

/// The part of a drawing that fits a screen of that height: it contains the
/// cursor, and starts as near as possible to row `first`, where the last one
/// started.
Drawing cut_to(const Drawing& whole, size_t height, size_t& first);

/// What to write to move the cursor by so many rows (A up, B down) or columns (C right).
std::string move(size_t by, char way);

/// What to write, in one go, to replace `before` by `now` on the screen and to place the cursor.
std::string change(const Drawing& before, const Drawing& now);

}  // namespace mha::app
