#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mha::app {

/// What a person did at the keyboard, whichever bytes the terminal sends for it.
struct Key {
  enum Kind {
    text,   // characters that are typed
    paste,  // a whole piece of text, as it was copied
    enter, new_line, tab, back_tab, escape,
    left, right, up, down, home, end, word_left, word_right, earlier, later,
    backspace, erase, cut_to_end, cut_to_start, cut_word, cut_next_word, put_back, exchange,
    search, clear_screen, interrupt, end_of_input, suspend,
    unknown
  };
  Kind kind = unknown;
  std::string characters = {};  // of text and paste, in UTF-8
  bool operator==(const Key&) const = default;
};

/// Makes keys of the bytes that a terminal sends: those of xterm and its kin, of tmux
/// and screen, of the Linux console, of rxvt. What is not known is taken in whole and is
/// no key. A state machine: a sequence may come in any pieces.
class KeyReader {
 public:
  /// The keys that are complete with these bytes.
  std::vector<Key> read(std::string_view bytes);
  /// Part of a sequence has come. Where no more follows soon, it is what it is.
  bool waiting() const { return !pasting_ && !pending_.empty(); }
  /// The keys of what has come so far: a lone Escape.
  std::vector<Key> no_more();

 private:
  /// Takes one key off the front; false if more bytes are needed.
  bool take(std::vector<Key>& keys);
  bool take_sequence(std::vector<Key>& keys);
  bool take_character(std::vector<Key>& keys);

  std::string pending_;
  bool pasting_ = false;
};

}  // namespace mha::app
