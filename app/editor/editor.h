#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/keys.h"
#include "base/text.h"
#include "lang/syntax/typed.h"

namespace mha::app {

/// Completions of the text before the cursor: whole words, each starting with
/// the `typed` bytes that are already there.
struct Completions {
  size_t typed = 0;
  std::vector<std::string> words;
};

/// What a prompt knows about the text typed at it; by itself, nothing.
struct Helpers {
  std::function<lang::Ending(const std::string& text)> ending = [](auto&) { return lang::Ending::whole; };
  std::function<Completions(const std::string& before_cursor)> completions = [](auto&) { return Completions(); };
  /// A name that is asked for and that the text does not have yet, or empty.
  std::function<std::string(const std::string& text)> missing = [](auto&) { return ""; };
  /// A block that Up brings first, before earlier entries.
  std::string draft = {};
  /// The same text with escape sequences for colours, none of which crosses the
  /// end of a line.
  std::function<std::string(const std::string& text)> painted = [](auto& text) { return text; };
};

/// The text being typed at a prompt, one line or several, and the cursor in it.
/// A state machine: keys go in, text comes out; it knows nothing about
/// terminals.
///
/// Enter hands in a complete text and otherwise starts a new line, indented as
/// Python needs it. A method typed within another one moves beside it. An empty line ends a block, as in Python; a class or a
/// function only at the left edge, where the second empty line goes, and once it has what is
/// asked for; three end one that lacks it. Enter at the end of a pasted or recalled block hands it in.
class Editor {
 public:
  /// Typing goes on, or ends: a text is handed in, Ctrl-C dropped it, the input ended.
  enum class Result { goes_on, line, given_up, input };

  /// Both arguments must outlive the editor. It adds what is handed in to the
  /// history.
  Editor(const Helpers& helpers, std::vector<std::string>& history);

  Result take(const Key& key);

  const std::string& text() const { return text_; }
  std::vector<std::string> lines() const;
  /// Where the cursor is: its line, that line's text, and the bytes before it there.
  size_t row() const { return static_cast<size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n')); }
  std::string line() const { return text_.substr(line_begin(), line_end() - line_begin()); }
  size_t column() const { return at_ - line_begin(); }
  /// Whether Enter would hand in the text so far, rather than start a new line.
  bool enter_hands_in() const;
  /// Whether the user is typing a block line by line.
  bool in_block() const { return !whole_ && text_.find('\n') != std::string::npos; }
  /// What ends that block, in a sentence.
  std::string way_out() const;
  /// The candidates, if the last key asked for completion and there are
  /// several.
  const std::vector<std::string>& choices() const { return choices_; }
  /// The text searched for, during a search of the history.
  const std::optional<std::string>& searched() const { return search_; }

 private:
  // Places in the text, around the cursor.
  size_t line_begin() const { return at_ == 0 ? 0 : text_.rfind('\n', at_ - 1) + 1; }
  size_t line_end() const { return std::min(text_.find('\n', at_), text_.size()); }
  size_t previous() const;  // one character to the left
  size_t next() const { return at_ == text_.size() ? at_ : past_character(text_, at_); }
  size_t word(int way) const;  // the end of the word to the left (-1) or right (1)
  /// Whether Enter leaves the indentation of a definition: at its second empty line.
  bool goes_to_edge() const;
  /// A function or a class to try something with: it may be run before what is asked for is there.
  bool runs_alone() const;
  size_t indent() const { return std::min(line().find_first_not_of(' '), line().size()); }

  Result enter();
  /// A method that begins in the cursor's line, within another one, moves to the left: the class
  /// shall have it.
  void out_of_method();
  void new_line(size_t indent);
  void type(std::string_view characters);
  void paste(std::string_view text);
  void erase(size_t from, size_t to);
  void cut(size_t from, size_t to);
  void tab();
  void move_rows(int by);
  void recall(size_t place);
  /// For the next prompt, unless the draft itself is handed in or dropped.
  void keep_draft() const;
  bool take_search(const Key& key);

  const Helpers& helpers_;
  std::vector<std::string>& history_;
  std::string text_;
  size_t at_ = 0;              // the cursor
  bool whole_ = false;         // a pasted or recalled block: Enter at its end hands it in
  bool own_indent_ = false;    // the editor made the line's indentation: typed spaces replace it
  std::vector<std::string> entries_;  // the history, the draft and the new text, as changed at this prompt
  size_t place_ = 0;                  // in them
  std::string cut_;
  std::vector<std::string> choices_;
  std::optional<std::string> search_;
};

}  // namespace mha::app
