#include "editor/keys.h"

#include <algorithm>
#include <cstdlib>

namespace mha::app {

namespace {

constexpr std::string_view kPasteBegins = "\033[200~", kPasteEnds = "\033[201~";

/// A control character, typed with Ctrl or with a key of its own.
Key::Kind control(char c) {
  switch (c) {
    case '\r': return Key::enter;
    case '\n': return Key::new_line;
    case '\t': return Key::tab;
    case '\b':
    case '\x7f': return Key::backspace;
    case 'A' - '@': return Key::home;
    case 'B' - '@': return Key::left;
    case 'C' - '@': return Key::interrupt;
    case 'D' - '@': return Key::end_of_input;
    case 'E' - '@': return Key::end;
    case 'F' - '@': return Key::right;
    case 'K' - '@': return Key::cut_to_end;
    case 'L' - '@': return Key::clear_screen;
    case 'N' - '@': return Key::later;
    case 'P' - '@': return Key::earlier;
    case 'R' - '@': return Key::search;
    case 'T' - '@': return Key::exchange;
    case 'U' - '@': return Key::cut_to_start;
    case 'W' - '@': return Key::cut_word;
    case 'Y' - '@': return Key::put_back;
    case 'Z' - '@': return Key::suspend;
    default: return Key::unknown;
  }
}

/// A key typed with Alt.
Key::Kind with_alt(char c) {
  switch (c) {
    case '\r':
    case '\n': return Key::new_line;
    case '\b':
    case '\x7f': return Key::cut_word;
    case 'b': return Key::word_left;
    case 'f': return Key::word_right;
    case 'd': return Key::cut_next_word;
    case 'p': return Key::earlier;
    case 'n': return Key::later;
    default: return Key::unknown;
  }
}

Key::Kind by_number(int number, bool by_word) {
  switch (number) {
    case 1:
    case 7: return Key::home;
    case 4:
    case 8: return Key::end;
    case 3: return by_word ? Key::cut_next_word : Key::erase;
    case 5: return Key::earlier;
    case 6: return Key::later;
    default: return Key::unknown;
  }
}

/// A sequence of numbers and a last letter: "1;5" and 'C' is Ctrl-Right.
Key::Kind by_letter(const std::vector<int>& numbers, char last) {
  const int modifier = numbers.size() > 1 ? numbers[1] : 1;
  const bool by_word = modifier > 2;  // Alt, Ctrl; Shift alone is 2
  switch (last) {
    case 'A': return by_word ? Key::earlier : Key::up;
    case 'B': return by_word ? Key::later : Key::down;
    case 'C': return by_word ? Key::word_right : Key::right;
    case 'D': return by_word ? Key::word_left : Key::left;
    case 'a': return Key::up;
    case 'b': return Key::down;
    case 'c': return Key::word_right;
    case 'd': return Key::word_left;
    case 'F': return Key::end;
    case 'H': return Key::home;
    case 'M': return Key::enter;
    case 'Z': return Key::back_tab;
    case 'u':  // kitty and others: the key's own code
      return numbers[0] == 13 ? (modifier > 1 ? Key::new_line : Key::enter) : Key::unknown;
    case '~':
      if (numbers.size() > 2 && numbers[0] == 27) return numbers[2] == 13 ? Key::new_line : Key::unknown;
      return by_number(numbers[0], by_word);
    default: return Key::unknown;
  }
}

std::vector<int> numbers_in(std::string_view text) {
  std::vector<int> numbers = {0};
  for (const char c : text) {
    if (c == ';') {
      numbers.push_back(0);
    } else if (c >= '0' && c <= '9') {
      numbers.back() = std::min(numbers.back() * 10 + (c - '0'), 1 << 20);
    }
  }
  return numbers;
}

}  // namespace

std::vector<Key> KeyReader::read(std::string_view bytes) {
  std::vector<Key> keys;
  pending_ += bytes;
  while (!pending_.empty() && take(keys)) {
  }
  return keys;
}

std::vector<Key> KeyReader::no_more() {
  std::vector<Key> keys;
  if (!waiting()) return keys;
  keys.push_back({pending_ == "\033" ? Key::escape : Key::unknown});
  pending_.clear();
  return keys;
}

bool KeyReader::take(std::vector<Key>& keys) {
  if (pasting_) {
    const size_t end = pending_.find(kPasteEnds);
    if (end == std::string::npos) return false;
    keys.push_back({Key::paste, pending_.substr(0, end)});
    pending_.erase(0, end + kPasteEnds.size());
    pasting_ = false;
    return true;
  }
  const auto c = static_cast<unsigned char>(pending_[0]);
  if (c == '\033') return take_sequence(keys);
  if (c >= ' ' && c != 0x7f) return take_character(keys);
  keys.push_back({control(pending_[0])});
  pending_.erase(0, 1);
  return true;
}

bool KeyReader::take_character(std::vector<Key>& keys) {
  const auto c = static_cast<unsigned char>(pending_[0]);
  const size_t size = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
  size_t n = 1;
  while (n < std::min(size, pending_.size()) && (static_cast<unsigned char>(pending_[n]) & 0xc0) == 0x80) ++n;
  if (n < size && n == pending_.size()) return false;
  // Bytes that are not UTF-8 are dropped.
  if (n == size && c != 0x80 && (c < 0x80 || c >= 0xc2)) {
    keys.push_back({Key::text, pending_.substr(0, n)});
  }
  pending_.erase(0, n);
  return true;
}

bool KeyReader::take_sequence(std::vector<Key>& keys) {
  if (pending_.size() < 2) return false;
  // Alt with a key that is a sequence itself has one more Escape in front.
  const size_t from = pending_.size() > 2 && pending_[1] == '\033' ? 2 : 1;
  const bool alt = from == 2;
  const char kind = pending_[from];
  if (kind == '\033') return false;
  if (kind != '[' && kind != 'O') {
    keys.push_back({with_alt(kind)});
    pending_.erase(0, from + 1);
    return true;
  }
  size_t end = from + 1;
  // The Linux console's function keys have a second bracket.
  if (kind == '[' && end < pending_.size() && pending_[end] == '[') ++end;
  while (end < pending_.size() && static_cast<unsigned char>(pending_[end]) < '@' && pending_[end] >= ' ') ++end;
  if (end == pending_.size()) return false;
  const std::string sequence = pending_.substr(from - 1, end + 1 - (from - 1));
  pending_.erase(0, end + 1);
  if (sequence == kPasteBegins) {
    pasting_ = true;
    return true;
  }
  std::vector<int> numbers = numbers_in(std::string_view(sequence).substr(2));
  if (alt && numbers.size() == 1) numbers.push_back(3);
  keys.push_back({sequence.starts_with("\033[[") ? Key::unknown : by_letter(numbers, sequence.back())});
  return true;
}

}  // namespace mha::app
