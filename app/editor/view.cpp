#include "editor/view.h"

#include <algorithm>

#include "base/text.h"

namespace mha::app {

namespace {

/// Fills rows with characters.
class Rows {
 public:
  Rows(Drawing& out, int width) : out_(out), width_(width) {}

  void begin_line() {
    // Each row is complete in itself: a colour ends with the row and starts
    // again in the next.
    if (!colour_.empty()) out_.rows.back() += kReset;
    out_.rows.push_back(colour_);
    column_ = 0;
  }
  /// Adds the text; the cursor is before its byte number `cursor`, not counting
  /// escapes.
  void add(std::string_view text, size_t cursor = std::string_view::npos) {
    size_t plain = 0;
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      if (text[at] == '\033') {
        end = std::min(text.find('m', at), text.size() - 1) + 1;
        const std::string_view escape = text.substr(at, end - at);
        colour_ = escape == kReset ? "" : colour_ + std::string(escape);
        out_.rows.back() += escape;
        at = end;
        continue;
      }
      next_codepoint(text, end);
      const std::string_view piece = text.substr(at, end - at);
      const int wide = display_width(piece);
      if (column_ + wide > width_) begin_line();
      if (plain == cursor) mark();
      out_.rows.back() += piece;
      column_ += wide;
      plain += end - at;
      at = end;
    }
    if (cursor == plain) {
      if (column_ >= width_) begin_line();
      mark();
    }
  }
  int column() const { return column_; }

 private:
  void mark() {
    out_.cursor_row = out_.rows.size() - 1;
    out_.cursor_column = column_;
  }

  static constexpr std::string_view kReset = "\033[0m";
  Drawing& out_;
  int width_;
  int column_ = 0;
  std::string colour_;  // the current colour
};

}  // namespace

std::string move(size_t by, char way) { return by > 0 ? "\033[" + std::to_string(by) + way : ""; }

Drawing draw(const Editor& editor, const std::string& prompt, int width, const std::vector<std::string>& painted,
             const std::string& note) {
  Drawing out;
  Rows rows(out, width);
  rows.begin_line();
  if (const std::string* searched = editor.searched()) {
    rows.add("(search: " + *searched + ") ");
  } else {
    rows.add(prompt);
  }
  const int lead = display_width(prompt);
  const std::string below = std::string(static_cast<size_t>(lead > 4 && lead <= width / 3 ? lead - 4 : 0), ' ') + "... ";
  const std::vector<std::string> plain = editor.lines();
  for (size_t i = 0; i < plain.size(); ++i) {
    if (i > 0) {
      rows.begin_line();
      rows.add(below);
    }
    rows.add(painted.size() == plain.size() ? painted[i] : plain[i], i == editor.row() ? editor.column() : std::string_view::npos);
  }
  if (!note.empty()) {
    rows.begin_line();
    rows.add(note);
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

std::string change(const Drawing& before, const Drawing& now, int width) {
  std::string out = "\r" + move(before.cursor_row, 'A');
  for (size_t i = 0; i < std::max(before.rows.size(), now.rows.size()); ++i) {
    if (i > 0) out += "\r\n";
    const std::string* row = i < now.rows.size() ? &now.rows[i] : nullptr;
    if (row && i < before.rows.size() && before.rows[i] == *row) continue;
    if (row) out += *row;
    // After a full row, clearing to the end would erase its last character.
    if (!row || display_width(*row) < width) out += "\033[K";
  }
  return out + "\r" + move(std::max(before.rows.size(), now.rows.size()) - 1 - now.cursor_row, 'A') +
         move(static_cast<size_t>(now.cursor_column), 'C');
}

}  // namespace mha::app
