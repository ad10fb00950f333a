#include "editor/keys.h"

#include <map>
#include <utility>

#include "base/text.h"

namespace mha::app {

namespace {

constexpr std::string_view kPasteBegins = "\033[200~", kPasteEnds = "\033[201~";

/// Control characters; what follows an Escape, "[" also for "O"; and with M in front, the same
/// with Alt or Ctrl.
const std::map<std::string, Key::Kind> kKeys = {
    {"\r", Key::enter}, {"[M", Key::enter}, {"\n", Key::new_line}, {"M\r", Key::new_line}, {"M\n", Key::new_line},
    {"\t", Key::tab}, {"[Z", Key::back_tab}, {"\b", Key::backspace}, {"\x7f", Key::backspace},
    {"[A", Key::up}, {"[a", Key::up}, {"[B", Key::down}, {"[b", Key::down},
    {"[C", Key::right}, {"\x06", Key::right}, {"[D", Key::left}, {"\x02", Key::left},
    {"[H", Key::home}, {"[1~", Key::home}, {"[7~", Key::home}, {"\x01", Key::home},
    {"[F", Key::end}, {"[4~", Key::end}, {"[8~", Key::end}, {"\x05", Key::end},
    {"M[C", Key::word_right}, {"[c", Key::word_right}, {"Mf", Key::word_right},
    {"M[D", Key::word_left}, {"[d", Key::word_left}, {"Mb", Key::word_left},
    {"M[H", Key::text_begin}, {"M[1~", Key::text_begin}, {"M[7~", Key::text_begin}, {"[7^", Key::text_begin}, {"M<", Key::text_begin},
    {"M[F", Key::text_end}, {"M[4~", Key::text_end}, {"M[8~", Key::text_end}, {"[8^", Key::text_end}, {"M>", Key::text_end},
    {"[5~", Key::earlier}, {"M[A", Key::earlier}, {"\x10", Key::earlier}, {"Mp", Key::earlier},
    {"[6~", Key::later}, {"M[B", Key::later}, {"\x0e", Key::later}, {"Mn", Key::later},
    {"[3~", Key::erase}, {"\x0b", Key::cut_to_end}, {"\x15", Key::cut_to_start},
    {"\x17", Key::cut_word}, {"M\b", Key::cut_word}, {"M\x7f", Key::cut_word},
    {"M[3~", Key::cut_next_word}, {"Md", Key::cut_next_word}, {"\x19", Key::put_back},
    {"\x12", Key::search}, {"\x0c", Key::clear_screen}, {"\x03", Key::interrupt}, {"\x04", Key::end_of_input},
    {"\x1a", Key::suspend},
    // Enter with Shift, Alt or Ctrl: kitty's way, and xterm's.
    {"[13u", Key::new_line}, {"M[13u", Key::new_line}, {"[27;13~", Key::new_line}, {"M[27;13~", Key::new_line}};

/// The bytes of the key at the front, or 0 if more are to come.
size_t key_length(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  size_t end = 0;
  if (bytes.starts_with(kPasteBegins)) {
    end = bytes.find(kPasteEnds);
    return end == std::string::npos ? 0 : end + kPasteEnds.size();
  } else if (first >= 0xc0) {
    end = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
  } else if (first == '\033') {
    // Alt with a key that is a sequence itself has one more Escape in front.
    end = bytes.starts_with("\033\033") ? 2 : 1;
    if (end < bytes.size() && (bytes[end] == '[' || bytes[end] == 'O')) {
      // The Linux console's function keys have a second bracket.
      end += bytes.substr(end).starts_with("[[") ? 2 : 1;
      while (end < bytes.size() && bytes[end] >= ' ' && bytes[end] < '@') ++end;
    }
  }
  return end < bytes.size() ? end + 1 : 0;
}

/// What an escape sequence, without its first Escape, is called in the table.
std::string name_of(std::string name) {
  bool modified = name[0] == '\033' || name.size() == 1;
  if (name[0] == '\033') name.erase(0, 1);
  if (name[0] == 'O' && name.size() > 1) name[0] = '[';
  // A second number says what was held: 2 is Shift alone. "[1;5C" is Ctrl and "[C".
  if (const size_t held = name.find(';'); held != std::string::npos) {
    const size_t rest = name.find_first_not_of("0123456789", held + 1);
    modified = modified || name.substr(held, rest - held) != ";2";
    name.erase(held, rest - held);
    if (name.size() == 3 && name.back() != '~') name.erase(1, 1);
  }
  return (modified ? "M" : "") + name;
}

}  // namespace

bool KeyReader::waiting() const { return !pending_.empty() && !pending_.starts_with(kPasteBegins); }

std::vector<Key> KeyReader::read(std::string_view bytes) {
  std::vector<Key> keys;
  pending_ += bytes;
  while (!pending_.empty()) {
    size_t length = key_length(pending_);
    if (length == 0) break;
    const std::string sent = pending_.substr(0, length);
    if (sent.starts_with(kPasteBegins)) {
      keys.push_back({Key::paste, sent.substr(kPasteBegins.size(), length - kPasteBegins.size() - kPasteEnds.size())});
    } else if (const auto it = kKeys.find(sent[0] == '\033' ? name_of(sent.substr(1)) : sent); it != kKeys.end()) {
      keys.push_back({it->second});
    } else if (static_cast<unsigned char>(sent[0]) < ' ') {
      keys.push_back({Key::unknown});
    } else if (is_valid_utf8(sent)) {
      keys.push_back({Key::text, sent});
    } else {
      length = 1;  // a byte that is no UTF-8 is dropped
    }
    pending_.erase(0, length);
  }
  return keys;
}

std::vector<Key> KeyReader::no_more() {
  if (!waiting()) return {};
  const Key key = {std::exchange(pending_, {}) == "\033" ? Key::escape : Key::unknown};
  return {key};
}

}  // namespace mha::app
