#include "editor/editor.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.h"
#include "lang/syntax/typed.h"

namespace mha::app {

namespace {

constexpr size_t kIndent = 4;

bool blank(std::string_view line) { return line.find_first_not_of(' ') == std::string_view::npos; }

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

size_t blanks_before(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// The line without its comment and with its string literals emptied.
std::string bare(std::string_view line) {
  std::string out;
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '#') {
      break;
    } else {
      if (c == '"' || c == '\'') quote = c;
      out += c;
    }
  }
  return out;
}

/// The number of brackets that a line opens minus those that it closes.
int depth(std::string_view line) {
  int n = 0;
  for (const char c : bare(line)) {
    n += c == '(' || c == '[' || c == '{';
    n -= c == ')' || c == ']' || c == '}';
  }
  return n;
}

bool leaves_block(std::string_view statement) {
  for (const std::string_view word : {"return", "pass", "break", "continue", "raise"}) {
    if (statement.starts_with(word) && (statement.size() == word.size() || !in_word(statement[word.size()]))) return true;
  }
  return false;
}

}  // namespace

Editor::Editor(const Helpers& helpers, std::vector<std::string>& history)
    : helpers_(helpers), history_(history), place_(entries()) {}

lang::Ending Editor::ending() const { return helpers_.ending ? helpers_.ending(text()) : lang::Ending::whole; }

std::string Editor::missing() const { return helpers_.missing ? helpers_.missing(text()) : ""; }

std::string Editor::text() const { return join(lines_, "\n"); }

std::string Editor::before_cursor() const {
  std::string text;
  for (size_t i = 0; i < row_; ++i) text += lines_[i] + "\n";
  return text + lines_[row_].substr(0, column_);
}

// ------------------------------------------------------------------ the history

size_t Editor::entries() const {
  const bool has_draft = !helpers_.draft.empty() && (history_.empty() || history_.back() != helpers_.draft);
  return history_.size() + (has_draft ? 1 : 0);
}

std::string Editor::entry(size_t place) const {
  // Keeps a changed entry, for when the user comes back to it.
  if (const auto it = changed_.find(place); it != changed_.end()) return it->second;
  if (place == entries()) return "";
  return place < history_.size() ? history_[place] : helpers_.draft;
}

void Editor::recall(int by) {
  if (by < 0 ? place_ == 0 : place_ == entries()) return;
  changed_[place_] = text();
  place_ = by < 0 ? place_ - 1 : place_ + 1;
  set_text(entry(place_));
}

void Editor::set_text(const std::string& text) {
  lines_ = split_lines(text);
  if (lines_.empty()) lines_.emplace_back();
  row_ = lines_.size() - 1;
  column_ = line().size();
  whole_ = lines_.size() > 1;
}

/// True if the key belongs to the search; any other key ends the search and
/// then has its usual effect.
bool Editor::take_search(const Key& key) {
  size_t from = place_;
  if (key.kind == Key::text) {
    search_ += key.characters;
    from = entries();
  } else if (key.kind == Key::backspace) {
    while (!search_.empty() && (search_.back() & 0xc0) == 0x80) search_.pop_back();
    if (!search_.empty()) search_.pop_back();
    from = entries();
  } else if (key.kind != Key::search) {
    searching_ = false;
    return key.kind == Key::escape;
  }
  while (from-- > 0) {
    if (entry(from).find(search_) == std::string::npos) continue;
    changed_[place_] = text();
    place_ = from;
    set_text(entry(from));
    break;
  }
  return true;
}

// -------------------------------------------------------------------- movement

size_t Editor::previous() const {
  size_t at = column_;
  while (at > 0 && (lines_[row_][--at] & 0xc0) == 0x80) {
  }
  // A character of width zero belongs to the one before it.
  while (at > 0 && display_width(std::string_view(lines_[row_]).substr(at, column_ - at)) == 0) {
    while (at > 0 && (lines_[row_][--at] & 0xc0) == 0x80) {
    }
  }
  return at;
}

size_t Editor::next() const {
  const std::string& now = lines_[row_];
  size_t at = column_;
  if (at < now.size()) next_codepoint(now, at);
  for (size_t end = at; end < now.size(); at = end) {
    next_codepoint(now, end);
    if (display_width(std::string_view(now).substr(at, end - at)) > 0) break;
  }
  return at;
}

size_t Editor::word_start() const {
  size_t at = column_;
  while (at > 0 && !in_word(lines_[row_][at - 1])) --at;
  while (at > 0 && in_word(lines_[row_][at - 1])) --at;
  return at;
}

size_t Editor::word_end() const {
  const std::string& now = lines_[row_];
  size_t at = column_;
  while (at < now.size() && !in_word(now[at])) ++at;
  while (at < now.size() && in_word(now[at])) ++at;
  return at;
}

void Editor::move_left() {
  if (column_ > 0) {
    column_ = previous();
  } else if (row_ > 0) {
    --row_;
    column_ = line().size();
  }
}

void Editor::move_right() {
  if (column_ < line().size()) {
    column_ = next();
  } else if (row_ + 1 < lines_.size()) {
    ++row_;
    column_ = 0;
  }
}

void Editor::move_rows(int by) {
  if (by < 0 ? row_ == 0 : row_ + 1 == lines_.size()) return recall(by);
  const int wanted = display_width(std::string_view(line()).substr(0, column_));
  row_ = by < 0 ? row_ - 1 : row_ + 1;
  column_ = 0;
  while (column_ < line().size() && display_width(std::string_view(line()).substr(0, next())) <= wanted) {
    column_ = next();
  }
}

// --------------------------------------------------------------------- changes

size_t Editor::indent() const { return blanks_before(lines_[row_]); }

size_t Editor::indent_after() const {
  const std::string now = lines_[row_].substr(0, column_);
  if (blank(now)) return now.size();
  // A closing bracket takes the indentation of the line that opened it.
  size_t first = row_;
  int open = depth(now);
  while (open < 0 && first > 0) open += depth(lines_[--first]);
  const size_t own = blanks_before(lines_[first]);
  if (first == row_ && open > 0) return own + kIndent;
  if (trim(bare(now)).ends_with(':')) return own + kIndent;
  const std::string_view statement = std::string_view(first == row_ ? now : lines_[first]).substr(own);
  return open <= 0 && leaves_block(statement) ? own - std::min(own, kIndent) : own;
}

void Editor::new_line(size_t indent) {
  std::string rest = line().substr(column_);
  line().erase(column_);
  if (blank(line())) line().clear();
  lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(++row_), std::string(indent, ' ') + rest.substr(blanks_before(rest)));
  column_ = indent;
  whole_ = false;
}

bool Editor::is_complete(bool more) const {
  const std::string& now = lines_[row_];
  if (row_ + 1 < lines_.size()) return false;
  switch (ending()) {
    case lang::Ending::whole: return true;
    case lang::Ending::may_go_on: return whole_ || (!more && blank(now));
    case lang::Ending::definition: return whole_ || (!more && now.empty() && missing().empty());
    case lang::Ending::unfinished: return false;
  }
  return false;
}

bool Editor::enter_hands_in() const { return is_complete(/*more=*/false); }

std::string Editor::way_out() const {
  lang::Ending now = ending();
  // Of a header that has no line below it, what the first one will make it.
  if (now == lang::Ending::unfinished) now = helpers_.ending(text() + "pass");
  const std::string drops = " Ctrl-C drops it.)";
  if (enter_hands_in()) return "(Enter ends it here, or type more.)";
  if (now == lang::Ending::unfinished) return "(A bracket or a string is open." + drops;
  if (now == lang::Ending::may_go_on) return "(An empty line ends it." + drops;
  if (const std::string name = missing(); !name.empty()) return "(`" + name + "` is still to come." + drops;
  return "(An empty line at the left edge ends it: Backspace goes there." + drops;
}

Editor::Result Editor::enter(bool more) {
  if (!is_complete(more)) {
    const bool indents = !more;
    new_line(indents ? indent_after() : 0);
    own_indent_ = indents && column_ > 0 && column_ == line().size();
    return Result::goes_on;
  }
  while (lines_.size() > 1 && blank(lines_.back())) lines_.pop_back();
  row_ = lines_.size() - 1;
  column_ = line().size();
  const std::string now = text();
  if (!blank(now) && (history_.empty() || history_.back() != now)) history_.push_back(now);
  return Result::handed_in;
}

void Editor::type(std::string_view characters) {
  line().insert(column_, characters);
  column_ += characters.size();
}

void Editor::paste(std::string_view text) {
  const std::vector<std::string> pasted = split_lines(lang::pasted_code(text));
  if (pasted.empty()) return;
  const std::string rest = line().substr(column_);
  line().erase(column_);
  // Further lines align with the first, wherever that starts.
  const std::string before = blank(line()) ? line() : "";
  line() += pasted[0];
  for (size_t i = 1; i < pasted.size(); ++i) {
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(++row_), pasted[i].empty() ? "" : before + pasted[i]);
  }
  column_ = line().size();
  line() += rest;
  whole_ = whole_ || pasted.size() > 1;
}

void Editor::cut(size_t from, size_t to) {
  if (from == to) return;
  cut_ = line().substr(from, to - from);
  line().erase(from, to - from);
  column_ = from;
}

void Editor::backspace() {
  if (column_ > 0 && column_ <= indent()) {
    // One level of indentation.
    const size_t to = (column_ - 1) / kIndent * kIndent;
    line().erase(to, column_ - to);
    column_ = to;
  } else if (column_ > 0) {
    const size_t to = previous();
    line().erase(to, column_ - to);
    column_ = to;
  } else if (row_ > 0) {
    move_left();
    erase();
  }
}

void Editor::erase() {
  if (column_ < line().size()) {
    line().erase(column_, next() - column_);
  } else if (row_ + 1 < lines_.size()) {
    line() += lines_[row_ + 1];
    lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(row_) + 1);
  }
}

void Editor::exchange() {
  if (column_ == line().size() && column_ > 0) column_ = previous();
  if (column_ == 0) return;
  const size_t from = previous(), to = next();
  line() = line().substr(0, from) + line().substr(column_, to - column_) + line().substr(from, column_ - from) + line().substr(to);
  column_ = to;
}

void Editor::tab() {
  if (column_ <= indent()) return type(std::string(kIndent - column_ % kIndent, ' '));
  if (!helpers_.completions) return;
  const Completions found = helpers_.completions(before_cursor());
  if (found.words.empty()) return;
  std::string common = found.words[0];
  for (const std::string& word : found.words) {
    common.resize(static_cast<size_t>(std::mismatch(common.begin(), common.end(), word.begin(), word.end()).first - common.begin()));
  }
  if (common.size() > found.typed) {
    type(std::string_view(common).substr(found.typed));
  } else if (found.words.size() > 1) {
    choices_ = found.words;
  }
}

Editor::Result Editor::take(const Key& key, bool more) {
  choices_.clear();
  const bool was_own_indent = std::exchange(own_indent_, false);
  if (searching_ && take_search(key)) return Result::goes_on;
  switch (key.kind) {
    case Key::text:
      if (was_own_indent && key.characters == " ") {
        line().clear();
        column_ = 0;
      }
      type(key.characters);
      break;
    case Key::paste: paste(key.characters); break;
    case Key::enter: return enter(more);
    case Key::new_line: new_line(indent_after()); break;
    case Key::tab: tab(); break;
    case Key::back_tab:
      if (indent() > 0) {
        const size_t less = (indent() - 1) % kIndent + 1;
        line().erase(0, less);
        column_ -= std::min(column_, less);
      }
      break;
    case Key::left: move_left(); break;
    case Key::right: move_right(); break;
    case Key::up: move_rows(-1); break;
    case Key::down: move_rows(1); break;
    case Key::earlier: recall(-1); break;
    case Key::later: recall(1); break;
    case Key::home: column_ = column_ == indent() ? 0 : indent(); break;
    case Key::end: column_ = line().size(); break;
    case Key::word_left: column_ == 0 ? move_left() : void(column_ = word_start()); break;
    case Key::word_right: column_ == line().size() ? move_right() : void(column_ = word_end()); break;
    case Key::backspace: backspace(); break;
    case Key::erase: erase(); break;
    case Key::cut_to_end: column_ == line().size() ? erase() : cut(column_, line().size()); break;
    case Key::cut_to_start: cut(0, column_); break;
    case Key::cut_word: column_ == 0 ? backspace() : cut(word_start(), column_); break;
    case Key::cut_next_word: cut(column_, word_end()); break;
    case Key::put_back: type(cut_); break;
    case Key::exchange: exchange(); break;
    case Key::search:
      searching_ = true;
      search_.clear();
      break;
    case Key::clear_screen: return Result::cleared;
    case Key::interrupt: return Result::interrupted;
    case Key::suspend: return Result::suspended;
    case Key::end_of_input:
      if (lines_.size() == 1 && line().empty()) return Result::end_of_input;
      erase();
      break;
    case Key::escape:
    case Key::unknown: break;
  }
  return Result::goes_on;
}

}  // namespace mha::app
