#include "editor/keys.h"

#include <algorithm>
#include <map>
#include <utility>

namespace mha::app {

namespace {

constexpr std::string_view kPasteBegins = "\033[200~", kPasteEnds = "\033[201~";

/// Control characters; what follows an Escape, "[" also for "O"; and with M in front, the same
/// with Alt or Ctrl.
const std::map<std::string_view, Key::Kind> kKeys = {
    {"\r", Key::enter}, {"[M", Key::enter}, {"\n", Key::new_line}, {"M\r", Key::new_line}, {"M\n", Key::new_line},
    {"\t", Key::tab}, {"[Z", Key::back_tab}, {"\b", Key::backspace}, {"\x7f", Key::backspace},
    {"[A", Key::up}, {"[a", Key::up}, {"[B", Key::down}, {"[b", Key::down},
    {"[C", Key::right}, {"\x06", Key::right}, {"[D", Key::left}, {"\x02", Key::left},
    {"[H", Key::home}, {"[1~", Key::home}, {"[7~", Key::home}, {"\x01", Key::home},
    {"[F", Key::end}, {"[4~", Key::end}, {"[8~", Key::end}, {"\x05", Key::end},
    {"M[C", Key::word_right}, {"[c", Key::word_right}, {"Mf", Key::word_right},
    {"M[D", Key::word_left}, {"[d", Key::word_left}, {"Mb", Key::word_left},
    {"[5~", Key::earlier}, {"M[A", Key::earlier}, {"\x10", Key::earlier}, {"Mp", Key::earlier},
    {"[6~", Key::later}, {"M[B", Key::later}, {"\x0e", Key::later}, {"Mn", Key::later},
    {"[3~", Key::erase}, {"\x0b", Key::cut_to_end}, {"\x15", Key::cut_to_start},
    {"\x17", Key::cut_word}, {"M\b", Key::cut_word}, {"M\x7f", Key::cut_word},
    {"M[3~", Key::cut_next_word}, {"Md", Key::cut_next_word}, {"\x19", Key::put_back},
    {"\x12", Key::search}, {"\x0c", Key::clear_screen}, {"\x03", Key::interrupt}, {"\x04", Key::end_of_input},
    {"\x1a", Key::suspend},
    // Enter with Shift, Alt or Ctrl: kitty's way, and xterm's.
    {"[13u", Key::new_line}, {"M[13u", Key::new_line}, {"[27;13~", Key::new_line}, {"M[27;13~", Key::new_line}};

Key key_named(std::string_view name) {
  const auto it = kKeys.find(name);
  return {it == kKeys.end() ? Key::unknown : it->second};
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
  if (!waiting()) return {};
  const Key key = {std::exchange(pending_, {}) == "\033" ? Key::escape : Key::unknown};
  return {key};
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
  keys.push_back(key_named(pending_.substr(0, 1)));
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
  bool modified = from == 2;
  const char kind = pending_[from];
  if (kind == '\033') return false;
  size_t end = from;
  if (kind == '[' || kind == 'O') {
    ++end;
    // The Linux console's function keys have a second bracket.
    if (kind == '[' && end < pending_.size() && pending_[end] == '[') ++end;
    while (end < pending_.size() && pending_[end] < '@' && pending_[end] >= ' ') ++end;
    if (end == pending_.size()) return false;
  } else {
    modified = true;
  }
  std::string name = pending_.substr(from, end + 1 - from);
  pending_.erase(0, end + 1);
  pasting_ = name == kPasteBegins.substr(1);
  if (pasting_) return true;
  if (name[0] == 'O') name[0] = '[';
  // A second number says what was held: 2 is Shift alone. "[1;5C" is Ctrl and "[C".
  if (const size_t held = name.find(';'); held != std::string::npos) {
    const size_t rest = name.find_first_not_of("0123456789", held + 1);
    modified = modified || name.substr(held, rest - held) != ";2";
    name.erase(held, rest - held);
    if (name.size() == 3 && name.back() != '~') name.erase(1, 1);
  }
  keys.push_back(key_named((modified ? "M" : "") + name));
  return true;
}

}  // namespace mha::app
