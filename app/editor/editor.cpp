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
    : helpers_(helpers), history_(history), entries_(history) {
  if (!helpers.draft.empty() && (history.empty() || history.back() != helpers.draft)) entries_.push_back(helpers.draft);
  place_ = entries_.size();
  entries_.emplace_back();
}

std::vector<std::string> Editor::lines() const { return split_lines(text_ + "\n"); }

size_t Editor::row() const {
  return static_cast<size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
}

// ------------------------------------------------------------------ the history

void Editor::recall(size_t place) {
  if (place >= entries_.size()) return;
  // Keeps a changed entry, for when the user comes back to it.
  entries_[place_] = text_;
  place_ = place;
  text_ = entries_[place];
  at_ = text_.size();
  whole_ = text_.find('\n') != std::string::npos;
}

/// True if the key belongs to the search; any other key ends the search and
/// then has its usual effect.
bool Editor::take_search(const Key& key) {
  size_t from = place_;
  if (key.kind == Key::text) {
    search_ += key.characters;
    from = entries_.size() - 1;
  } else if (key.kind == Key::backspace) {
    while (!search_.empty() && (search_.back() & 0xc0) == 0x80) search_.pop_back();
    if (!search_.empty()) search_.pop_back();
    from = entries_.size() - 1;
  } else if (key.kind != Key::search) {
    searching_ = false;
    return key.kind == Key::escape;
  }
  while (from-- > 0) {
    if (entries_[from].find(search_) == std::string::npos) continue;
    recall(from);
    break;
  }
  return true;
}

// -------------------------------------------------------------------- movement

size_t Editor::previous() const {
  size_t at = at_;
  while (at > 0) {
    while (--at > 0 && (text_[at] & 0xc0) == 0x80) {
    }
    // A character of width zero belongs to the one before it.
    if (at == 0 || text_[at] == '\n' || display_width(std::string_view(text_).substr(at, at_ - at)) > 0) break;
  }
  return at;
}

size_t Editor::next() const {
  size_t at = at_;
  if (at < text_.size()) next_codepoint(text_, at);
  for (size_t end = at; end < text_.size() && text_[end] != '\n' && text_[at_] != '\n'; at = end) {
    next_codepoint(text_, end);
    if (display_width(std::string_view(text_).substr(at, end - at)) > 0) break;
  }
  return at;
}

size_t Editor::word_begin() const {
  const size_t begin = line_begin();
  size_t at = at_;
  if (at == begin) return previous();
  while (at > begin && !in_word(text_[at - 1])) --at;
  while (at > begin && in_word(text_[at - 1])) --at;
  return at;
}

size_t Editor::word_end() const {
  const size_t end = line_end();
  size_t at = at_;
  if (at == end) return next();
  while (at < end && !in_word(text_[at])) ++at;
  while (at < end && in_word(text_[at])) ++at;
  return at;
}

void Editor::move_rows(int by) {
  const size_t begin = line_begin(), end = line_end();
  if (by < 0 && begin == 0) return recall(place_ - 1);
  if (by > 0 && end == text_.size()) return recall(place_ + 1);
  const int wanted = display_width(std::string_view(text_).substr(begin, at_ - begin));
  at_ = by < 0 ? begin - 1 : end + 1;
  const size_t from = at_ = line_begin();
  const size_t last = line_end();
  while (at_ < last && display_width(std::string_view(text_).substr(from, next() - from)) <= wanted) at_ = next();
}

// --------------------------------------------------------------------- changes

size_t Editor::indent() const { return blanks_before(line()); }

size_t Editor::indent_after() const {
  const std::string now = line().substr(0, column());
  if (blank(now)) return now.size();
  // A closing bracket takes the indentation of the line that opened it.
  const std::vector<std::string> above = split_lines(text_.substr(0, at_));
  size_t first = above.size() - 1;
  int open = depth(now);
  while (open < 0 && first > 0) open += depth(above[--first]);
  const size_t own = blanks_before(above[first]);
  if (first + 1 == above.size() && open > 0) return own + kIndent;
  if (trim(bare(now)).ends_with(':')) return own + kIndent;
  return open <= 0 && leaves_block(std::string_view(above[first]).substr(own)) ? own - std::min(own, kIndent) : own;
}

void Editor::new_line(size_t indent) {
  // Without the blanks behind the cursor, and those of a line that has nothing else.
  const size_t to = std::min(text_.find_first_not_of(' ', at_), text_.size());
  if (blank(line().substr(0, column()))) at_ = line_begin();
  text_.erase(at_, to - at_);
  type("\n" + std::string(indent, ' '));
  whole_ = false;
}

bool Editor::is_complete(bool more) const {
  if (line_end() < text_.size()) return false;
  switch (ending()) {
    case lang::Ending::whole: return true;
    case lang::Ending::may_go_on: return whole_ || (!more && blank(line()));
    case lang::Ending::definition: return whole_ || (!more && line().empty() && missing().empty());
    case lang::Ending::unfinished: return false;
  }
  return false;
}

std::string Editor::way_out() const {
  lang::Ending now = ending();
  // Of a header that has no line below it, what the first one will make it.
  if (now == lang::Ending::unfinished) now = helpers_.ending(text_ + "pass");
  const std::string drops = " Ctrl-C drops it.)";
  if (enter_hands_in()) return "(Enter ends it here, or type more.)";
  if (now == lang::Ending::unfinished) return "(A bracket or a string is open." + drops;
  if (now == lang::Ending::may_go_on) return "(An empty line ends it." + drops;
  if (const std::string name = missing(); !name.empty()) return "(`" + name + "` is still to come." + drops;
  return "(An empty line at the left edge ends it: Backspace goes there." + drops;
}

Editor::Result Editor::enter(bool more) {
  if (!is_complete(more)) {
    new_line(more ? 0 : indent_after());
    own_indent_ = !more && column() > 0 && at_ == line_end();
    return Result::goes_on;
  }
  // Without blank lines at the end.
  const size_t last = text_.find_last_not_of(" \n");
  text_.resize(last == std::string::npos ? 0 : std::min(text_.find('\n', last), text_.size()));
  at_ = text_.size();
  if (!text_.empty() && (history_.empty() || history_.back() != text_)) history_.push_back(text_);
  return Result::handed_in;
}

void Editor::type(std::string_view characters) {
  text_.insert(at_, characters);
  at_ += characters.size();
}

void Editor::paste(std::string_view text) {
  const std::vector<std::string> pasted = split_lines(lang::pasted_code(text));
  if (pasted.empty()) return;
  // Further lines align with the first, wherever that starts.
  const std::string before = line().substr(0, column());
  type(pasted[0]);
  for (size_t i = 1; i < pasted.size(); ++i) type("\n" + (pasted[i].empty() || !blank(before) ? "" : before) + pasted[i]);
  whole_ = whole_ || pasted.size() > 1;
}

void Editor::erase(size_t from, size_t to) {
  text_.erase(from, to - from);
  at_ = from;
}

void Editor::cut(size_t from, size_t to) {
  if (from < to) cut_ = text_.substr(from, to - from);
  erase(from, to);
}

void Editor::tab() {
  if (column() <= indent()) return type(std::string(kIndent - column() % kIndent, ' '));
  if (!helpers_.completions) return;
  const Completions found = helpers_.completions(text_.substr(0, at_));
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
  const size_t begin = line_begin(), end = line_end();
  const bool in_indent = at_ > begin && at_ <= begin + indent();
  switch (key.kind) {
    case Key::text:
      if (was_own_indent && key.characters == " ") erase(begin, end);
      type(key.characters);
      break;
    case Key::paste: paste(key.characters); break;
    case Key::enter: return enter(more);
    case Key::new_line: new_line(indent_after()); break;
    case Key::tab: tab(); break;
    case Key::back_tab:
      if (indent() > 0) {
        const size_t less = (indent() - 1) % kIndent + 1;
        text_.erase(begin, less);
        at_ -= std::min(at_ - begin, less);
      }
      break;
    case Key::left: at_ = previous(); break;
    case Key::right: at_ = next(); break;
    case Key::up: move_rows(-1); break;
    case Key::down: move_rows(1); break;
    case Key::earlier: recall(place_ - 1); break;
    case Key::later: recall(place_ + 1); break;
    case Key::home: at_ = begin + (column() == indent() ? 0 : indent()); break;
    case Key::end: at_ = end; break;
    case Key::word_left: at_ = word_begin(); break;
    case Key::word_right: at_ = word_end(); break;
    // One level of indentation, or one character.
    case Key::backspace: erase(in_indent ? at_ - ((column() - 1) % kIndent + 1) : previous(), at_); break;
    case Key::erase: erase(at_, next()); break;
    case Key::cut_to_end: cut(at_, at_ == end ? next() : end); break;
    case Key::cut_to_start: cut(begin, at_); break;
    case Key::cut_word: cut(word_begin(), at_); break;
    case Key::cut_next_word: cut(at_, word_end()); break;
    case Key::put_back: type(cut_); break;
    case Key::search:
      searching_ = true;
      search_.clear();
      break;
    case Key::interrupt: return Result::interrupted;
    case Key::end_of_input:
      if (text_.empty()) return Result::end_of_input;
      erase(at_, next());
      break;
    default: break;
  }
  return Result::goes_on;
}

}  // namespace mha::app
