#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mha::app {

/// A key press or a paste, whatever bytes the terminal sends for it; or what else a
/// Keyboard reports.
struct Key {
  enum Kind {
    text,   // typed characters
    paste,  // a whole pasted text
    enter, new_line, tab, back_tab, escape,
    left, right, up, down, home, end, word_left, word_right, text_begin, text_end, earlier, later,
    backspace, erase, cut_to_end, cut_to_start, cut_word, cut_next_word, put_back,
    search, clear_screen, interrupt, end_of_input, suspend,
    resized, continued, closed,  // the terminal; the process after a stop; the input
    unknown
  };
  Kind kind = unknown;
  std::string characters = {};  // of text and paste, in UTF-8
  bool operator==(const Key&) const = default;
};

/// Makes keys from the bytes that a terminal sends: xterm and terminals like
/// it, tmux and screen, the Linux console, rxvt. It skips unknown sequences
/// whole. A state machine: a sequence may arrive in any pieces.
class KeyReader {
 public:
  /// The keys that these bytes complete.
  std::vector<Key> read(std::string_view bytes);
  /// Whether no part of a sequence or of a paste has arrived.
  bool idle() const { return pending_.empty(); }
  /// Whether part of a sequence has arrived. If no more follows soon, call
  /// no_more().
  bool waiting() const;
  /// The keys of an incomplete sequence: a lone Escape.
  std::vector<Key> no_more();

 private:
  std::string pending_;
};

}  // namespace mha::app
