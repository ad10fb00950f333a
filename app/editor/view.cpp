#include "editor/view.h"

#include <algorithm>

#include "base/text.h"

namespace mha::app {

namespace {

constexpr std::string_view kReset = "\033[0m";
constexpr size_t kNowhere = std::string::npos;

}  // namespace

std::string move(size_t by, char way) { return by > 0 ? "\033[" + std::to_string(by) + way : ""; }

Drawing draw(const Editor& editor, const std::string& prompt, int width, const std::vector<std::string>& painted,
             const std::string& note) {
  Drawing out;
  int column = 0;
  std::string colour;
  const auto new_row = [&] {
    // Each row is complete in itself: a colour ends with the row and starts
    // again in the next.
    if (!colour.empty()) out.rows.back() += kReset;
    out.rows.push_back(colour);
    column = 0;
  };
  // The cursor is before the text's byte number `cursor`, not counting escapes; at its end it
  // takes a column of its own.
  const auto add = [&](const std::string& text, size_t cursor = kNowhere) {
    for (size_t at = 0, typed = 0; at < text.size() || typed == cursor;) {
      const std::string piece = at < text.size() ? text.substr(at, past_character(text, at) - at) : "";
      const bool escape = piece.starts_with('\033');
      if (column + (piece.empty() ? 1 : display_width(piece)) > width) new_row();
      if (typed == cursor && !escape) {
        out.cursor_row = out.rows.size() - 1;
        out.cursor_column = column;
        cursor = kNowhere;
      }
      if (escape) colour = piece == kReset ? "" : colour + piece;
      else typed += piece.size();
      at += piece.size();
      out.rows.back() += piece;
      column += display_width(piece);
    }
  };
  new_row();
  add(editor.searched() ? "(search: " + *editor.searched() + ") " : prompt);
  const int lead = display_width(prompt);
  const bool beside = lead <= width / 3;
  const std::string below = std::string(static_cast<size_t>(lead > 4 && beside ? lead - 4 : 0), ' ') + "... ";
  const std::vector<std::string> plain = editor.lines();
  for (size_t i = 0; i < plain.size(); ++i) {
    if (i > 0 || (!beside && plain.size() > 1)) {
      new_row();
      add(i > 0 ? below : "    ");
    }
    add(painted.size() == plain.size() ? painted[i] : plain[i], i == editor.row() ? editor.column() : kNowhere);
  }
  if (!note.empty()) {
    for (const std::string& line : wrap(note, width)) {
      new_row();
      add(line);
    }
  }
  return out;
}

std::string in_columns(const std::vector<std::string>& words, int width, size_t rows) {
  size_t widest = 0;
  for (const std::string& word : words) widest = std::max(widest, static_cast<size_t>(display_width(word)));
  const size_t columns = std::max<size_t>(1, static_cast<size_t>(width) / (widest + 2));
  const size_t shown = std::min(words.size(), columns * rows);
  const size_t down = (shown + columns - 1) / columns;
  std::string out;
  for (size_t y = 0; y < down; ++y) {
    for (size_t i = y; i < shown; i += down) {
      out += words[i];
      if (i + down < shown) out.append(widest + 2 - static_cast<size_t>(display_width(words[i])), ' ');
    }
    out += "\n";
  }
  if (shown < words.size()) out += "... and " + std::to_string(words.size() - shown) + " more\n";
  return out;
}

Drawing cut_to(const Drawing& whole, size_t height, size_t& first) {
  const size_t n = std::min(std::max<size_t>(height, 1), whole.rows.size());
  first = std::min({first, whole.rows.size() - n, whole.cursor_row});
  first = std::max(first, whole.cursor_row + 1 - std::min(n, whole.cursor_row + 1));
  const auto begin = whole.rows.begin() + static_cast<std::ptrdiff_t>(first);
  return {{begin, begin + static_cast<std::ptrdiff_t>(n)}, whole.cursor_row - first, whole.cursor_column};
}

std::string change(const Drawing& before, const Drawing& now) {
  return "\r" + move(before.cursor_row, 'A') + "\033[J" + join(now.rows, "\r\n") + "\r" +
         move(now.rows.size() - 1 - now.cursor_row, 'A') + move(static_cast<size_t>(now.cursor_column), 'C');
}

}  // namespace mha::app
