#include "editor/editor.h"

#include <cctype>
#include <utility>

namespace mha::app {

namespace {

using lang::Ending;
using lang::kIndent;

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}

/// Where the last character of a text begins.
size_t last_character(std::string_view text) {
  size_t begin = 0;
  for (size_t end = 0; end < text.size(); end = past_character(text, end)) begin = end;
  return begin;
}

// A draft and what it was changed to, where something else was handed in: Up brings that then.
std::pair<std::string, std::string> changed_draft;

/// Of so many blanks, those that belong to the last level of indentation.
size_t last_level(size_t blanks) { return blanks == 0 ? 0 : (blanks - 1) % kIndent + 1; }

}  // namespace

Editor::Editor(const Helpers& helpers, std::vector<std::string>& history)
    : helpers_(helpers), history_(history), entries_(history) {
  if (!helpers.draft.empty() && (history.empty() || history.back() != helpers.draft)) entries_.push_back(helpers.draft);
  if (!helpers.draft.empty() && changed_draft.first == helpers.draft) entries_.back() = changed_draft.second;
  place_ = entries_.size();
  entries_.emplace_back();
}

std::vector<std::string> Editor::lines() const { return split_lines(text_ + "\n"); }

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

void Editor::keep_draft() const {
  if (helpers_.draft.empty()) return;
  const size_t draft = entries_.size() - 2;
  changed_draft = place_ == draft ? std::pair<std::string, std::string>() : std::pair(helpers_.draft, entries_[draft]);
}

/// True if the key belongs to the search; any other key ends the search and
/// then has its usual effect.
bool Editor::take_search(const Key& key) {
  size_t from = key.kind == Key::search ? place_ : entries_.size() - 1;
  if (key.kind == Key::text) {
    *search_ += key.characters;
  } else if (key.kind == Key::backspace) {
    search_->erase(last_character(*search_));
  } else if (key.kind != Key::search) {
    search_.reset();
    return key.kind == Key::escape;
  }
  while (from-- > 0) {
    if (entries_[from].find(*search_) != std::string::npos) return recall(from), true;
  }
  return true;
}

// -------------------------------------------------------------------- movement

size_t Editor::previous() const {
  if (column() == 0) return at_ - (at_ > 0);
  return line_begin() + last_character(line().substr(0, column()));
}

size_t Editor::word(int way) const {
  const size_t edge = way < 0 ? line_begin() : line_end();
  if (at_ == edge) return way < 0 ? previous() : next();
  size_t at = at_;
  for (const bool inside : {false, true}) {
    while (at != edge && in_word(text_[way < 0 ? at - 1 : at]) == inside) at += static_cast<size_t>(way);
  }
  return at;
}

void Editor::move_rows(int by) {
  const size_t edge = by < 0 ? line_begin() : line_end();
  if (edge == (by < 0 ? 0 : text_.size())) return recall(place_ + static_cast<size_t>(by));
  const int wanted = display_width(line().substr(0, column()));
  at_ = edge + static_cast<size_t>(by);
  const size_t begin = at_ = line_begin();
  while (at_ < line_end() && display_width(text_.substr(begin, next() - begin)) <= wanted) at_ = next();
}

// --------------------------------------------------------------------- changes

void Editor::type(std::string_view characters) {
  text_.insert(at_, characters);
  at_ += characters.size();
}

void Editor::erase(size_t from, size_t to) {
  text_.erase(from, to - from);
  at_ = from;
}

void Editor::cut(size_t from, size_t to) {
  if (from < to) cut_ = text_.substr(from, to - from);
  erase(from, to);
}

void Editor::new_line(size_t indent) {
  // Without the blanks behind the cursor, and those of a line that has nothing else.
  const size_t from = trim(line().substr(0, column())).empty() ? line_begin() : at_;
  erase(from, std::min(text_.find_first_not_of(' ', at_), text_.size()));
  type("\n" + std::string(indent, ' '));
  // With a line more in its middle, Enter at its end still hands it in.
  whole_ = whole_ && line_end() < text_.size();
}

void Editor::paste(std::string_view text) {
  const std::vector<std::string> pasted = split_lines(lang::pasted_code(text));
  if (pasted.empty()) return;
  // Further lines align with the first, wherever that starts.
  const std::string before = line().substr(0, column());
  type(pasted[0]);
  for (size_t i = 1; i < pasted.size(); ++i) type("\n" + (pasted[i].empty() || !trim(before).empty() ? "" : before) + pasted[i]);
  whole_ = whole_ || pasted.size() > 1;
}

void Editor::tab() {
  if (column() <= indent()) return type(std::string(kIndent - column() % kIndent, ' '));
  const auto [typed, words] = helpers_.completions(text_.substr(0, at_));
  if (words.empty()) return;
  // As far as all agree: where the first and the last in the order of their letters do.
  const auto [least, most] = std::minmax_element(words.begin(), words.end());
  const std::string common(least->begin(), std::mismatch(least->begin(), least->end(), most->begin(), most->end()).first);
  if (common.size() > typed) {
    type(common.substr(typed));
  } else if (words.size() > 1) {
    choices_ = words;
  }
}

// ----------------------------------------------------------------- the end of it

bool Editor::enter_hands_in() const {
  const Ending ending = helpers_.ending(text_);
  if (line_end() < text_.size() || ending == Ending::unfinished) return false;
  if (ending == Ending::whole || whole_) return true;
  if (ending == Ending::may_go_on) return trim(line()).empty();
  return line().empty() && ((runs_alone() && text_.ends_with("\n\n\n")) || helpers_.missing(text_).empty());
}

std::string Editor::way_out() const {
  Ending now = helpers_.ending(text_);
  // Of a header that has no line below it, what the first one will make it.
  if (now == Ending::unfinished) now = helpers_.ending(text_ + "pass");
  const std::string drops = " Ctrl-C drops it.)";
  if (line_end() < text_.size()) return "(It ends behind its last line: Down goes there." + drops;
  if (enter_hands_in()) return "(Enter ends it here, or type more.)";
  if (now == Ending::unfinished) return "(A bracket or a string is open." + drops;
  if (now == Ending::may_go_on) return "(An empty line ends it." + drops;
  if (const std::string name = helpers_.missing(text_); !name.empty()) return "(`" + name + "` is still to come" + (runs_alone() ? "; three empty lines run this." : ".") + drops;
  return "(To end it, press Enter until the cursor is at the left edge, and once more." + drops;
}

bool Editor::runs_alone() const {
  return text_.starts_with("def ") || text_.starts_with("class ");
}

void Editor::out_of_method() {
  const auto nested = at_ == line_end() ? lang::nested_method(text_.substr(0, at_)) : std::nullopt;
  if (whole_ || !nested || nested->line != row()) return;
  const size_t begin = line_begin(), less = indent() - nested->indent;
  text_.erase(begin, less);
  at_ -= less;
}

bool Editor::goes_to_edge() const {
  const size_t begin = line_begin();
  const bool second = trim(line()).empty() && column() > 0 && begin > 1 && text_[begin - 2] == '\n';
  return second && line_end() == text_.size() && helpers_.ending(text_) == Ending::definition;
}

Editor::Result Editor::enter() {
  if (goes_to_edge()) {
    erase(line_begin(), line_end());
    return Result::goes_on;
  }
  if (!enter_hands_in()) {
    out_of_method();
    new_line(lang::next_indent(text_.substr(0, at_)));
    own_indent_ = column() > 0 && at_ == line_end();
    return Result::goes_on;
  }
  keep_draft();
  at_ = text_.find_last_not_of(" \n") + 1;  // without what is blank at the end
  text_.resize(at_);
  if (!text_.empty() && (history_.empty() || history_.back() != text_)) history_.push_back(text_);
  return Result::line;
}

Editor::Result Editor::take(const Key& key) {
  choices_.clear();
  const bool was_own_indent = std::exchange(own_indent_, false);
  if (search_ && take_search(key)) return Result::goes_on;
  const size_t begin = line_begin(), end = line_end();
  switch (key.kind) {
    case Key::text:
      if (was_own_indent && key.characters == " ") erase(begin, end);
      type(key.characters);
      break;
    case Key::paste: paste(key.characters); break;
    case Key::enter: return enter();
    case Key::new_line: new_line(lang::next_indent(text_.substr(0, at_))); break;
    case Key::tab: tab(); break;
    case Key::back_tab: {
      const size_t less = last_level(indent()), right = column();
      erase(begin, begin + less);
      at_ += right - std::min(right, less);
      break;
    }
    case Key::left: at_ = previous(); break;
    case Key::right: at_ = next(); break;
    case Key::up: move_rows(-1); break;
    case Key::down: move_rows(1); break;
    case Key::earlier: recall(place_ - 1); break;
    case Key::later: recall(place_ + 1); break;
    case Key::home: at_ = begin + (column() == indent() ? 0 : indent()); break;
    case Key::end: at_ = end; break;
    case Key::text_begin: at_ = 0; break;
    case Key::text_end: at_ = text_.size(); break;
    case Key::word_left: at_ = word(-1); break;
    case Key::word_right: at_ = word(1); break;
    // One level of indentation, or one character.
    case Key::backspace: erase(column() > 0 && column() <= indent() ? at_ - last_level(column()) : previous(), at_); break;
    case Key::erase: erase(at_, next()); break;
    case Key::cut_to_end: cut(at_, at_ == end ? next() : end); break;
    case Key::cut_to_start: cut(begin, at_); break;
    case Key::cut_word: cut(word(-1), at_); break;
    case Key::cut_next_word: cut(at_, word(1)); break;
    case Key::put_back: type(cut_); break;
    case Key::search: search_ = ""; break;
    case Key::interrupt: keep_draft(); return Result::given_up;
    case Key::closed: return Result::input;
    case Key::end_of_input:
      if (text_.empty()) return Result::input;
      erase(at_, next());
      break;
    default: break;
  }
  return Result::goes_on;
}

}  // namespace mha::app
