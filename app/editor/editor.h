#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "editor/keys.h"
#include "lang/syntax/typed.h"

namespace mha::app {

/// What may follow what stands before the cursor: whole words, each beginning with the
/// `typed` bytes that are there already.
struct Completions {
  size_t typed = 0;
  std::vector<std::string> words;
};

/// What a prompt knows of what is typed at it. All of it may be missing.
struct Helpers {
  std::function<lang::Ending(const std::string& text)> ending;
  std::function<Completions(const std::string& before_cursor)> completions;
  /// A block that Up brings first, before what was typed earlier.
  std::string draft = {};
  /// The text in colours: the same but for escape sequences, none of them over the end of
  /// a line.
  std::function<std::string(const std::string& text)> painted = {};
};

/// The text being typed at a prompt, one line or several, and where in it the cursor is.
/// A state machine: keys go in, text comes out; it knows no terminal.
///
/// Enter hands in what is complete and else begins a line, indented as Python would have
/// it. A block of code goes on until an empty line at the left edge, or two empty lines;
/// one that was pasted or brought back is handed in at its end.
class Editor {
 public:
  enum class Result { goes_on, handed_in, interrupted, end_of_input, suspended, cleared };

  /// Both outlive it; what is handed in is added to the history.
  Editor(const Helpers& helpers, std::vector<std::string>& history);

  /// `more` says that further bytes came along with this key: text that is pasted at a
  /// terminal which does not say so. Such lines are neither indented nor handed in.
  Result take(const Key& key, bool more = false);

  const std::vector<std::string>& lines() const { return lines_; }
  /// Whether Enter hands in what is typed so far, or begins a line.
  bool enter_hands_in() const;
  /// A block is being typed line by line.
  bool in_block() const { return lines_.size() > 1 && !whole_; }
  size_t row() const { return row_; }
  size_t column() const { return column_; }  // in bytes
  std::string text() const;
  /// What could follow, if the last key asked and there are several.
  const std::vector<std::string>& choices() const { return choices_; }
  /// While the history is searched: for what.
  const std::string* searched() const { return searching_ ? &search_ : nullptr; }

 private:
  std::string& line() { return lines_[row_]; }
  std::string before_cursor() const;
  size_t indent() const;        // the blanks that the line begins with
  size_t indent_after() const;  // that the next line should begin with
  size_t previous() const;      // the column one character to the left
  size_t next() const;
  size_t word_start() const;
  size_t word_end() const;

  bool is_complete(bool more) const;
  Result enter(bool more);
  void new_line(size_t indent);
  void type(std::string_view characters);
  void paste(std::string_view text);
  void cut(size_t from, size_t to);
  void backspace();
  void erase();
  void exchange();
  void tab();
  void move_left();
  void move_right();
  void move_rows(int by);
  void recall(int by);
  void set_text(const std::string& text);
  bool take_search(const Key& key);
  std::string entry(size_t place) const;  // of history and draft
  size_t entries() const;

  const Helpers& helpers_;
  std::vector<std::string>& history_;
  std::vector<std::string> lines_{""};
  size_t row_ = 0, column_ = 0;
  bool whole_ = false;         // the block came as one: Enter at its end hands it in
  bool own_indent_ = false;    // the line's blanks are the editor's: typed ones replace them
  size_t place_ = 0;           // in the history; entries(): what is typed now
  std::map<size_t, std::string> changed_;  // entries that were changed at this prompt
  std::string cut_;
  std::vector<std::string> choices_;
  bool searching_ = false;
  std::string search_;
};

}  // namespace mha::app
