#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "editor/editor.h"

namespace mha::app {

/// What stands on the screen while a text is typed: its rows, none wider than the
/// terminal, and the place of the cursor among them. Rows may have escape sequences.
struct Drawing {
  std::vector<std::string> rows;
  size_t cursor_row = 0;
  int cursor_column = 0;
};

/// The text behind its prompt, broken at the width of the terminal. Further lines stand
/// below the first where the prompt leaves room for that. `painted` are the editor's lines
/// with escape sequences in them, or none. A `note` stands below them all.
Drawing draw(const Editor& editor, const std::string& prompt, int width,
             const std::vector<std::string>& painted = {}, const std::string& note = "");

/// `words` in columns, down and then right; at most `rows` of them, and how many more.
std::string in_columns(const std::vector<std::string>& words, int width, size_t rows);

/// The part of a drawing that fits a screen of that height, around the cursor and as near
/// as can be to what was shown last, from row `first` on.
Drawing cut_to(const Drawing& whole, size_t height, size_t& first);

/// What to write so that `now` stands where `before` stood, and the cursor in its place.
std::string change(const Drawing& before, const Drawing& now, int width);

}  // namespace mha::app
