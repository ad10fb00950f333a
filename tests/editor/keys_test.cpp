#include "editor/keys.h"

#include <doctest/doctest.h>

#include <utility>

namespace mha::app {
namespace {

std::vector<Key> keys_of(std::string_view bytes) {
  KeyReader reader;
  std::vector<Key> keys = reader.read(bytes);
  for (const Key& key : reader.no_more()) keys.push_back(key);
  return keys;
}

TEST_CASE("keys: each terminal's sequences") {
  const std::pair<const char*, Key::Kind> kSequences[] = {
      // xterm, tmux, screen, and the Linux console
      {"\033[A", Key::up}, {"\033[B", Key::down}, {"\033[C", Key::right}, {"\033[D", Key::left},
      {"\033OA", Key::up}, {"\033OB", Key::down}, {"\033OC", Key::right}, {"\033OD", Key::left},
      {"\033[H", Key::home}, {"\033[F", Key::end}, {"\033OH", Key::home}, {"\033OF", Key::end},
      {"\033[1;5H", Key::text_begin}, {"\033[1;5F", Key::text_end}, {"\033[4;5~", Key::text_end}, {"\033>", Key::text_end},
      {"\033[1~", Key::home}, {"\033[4~", Key::end}, {"\033[7~", Key::home}, {"\033[8~", Key::end},
      {"\033[3~", Key::erase}, {"\033[3;5~", Key::cut_next_word},
      {"\033[5~", Key::earlier}, {"\033[6~", Key::later}, {"\033[Z", Key::back_tab},
      {"\033[1;5C", Key::word_right}, {"\033[1;5D", Key::word_left}, {"\033[1;3C", Key::word_right},
      {"\033[1;2C", Key::right}, {"\033[1;2A", Key::up},
      // rxvt, and what some send for Alt with an arrow
      {"\033Oc", Key::word_right}, {"\033Od", Key::word_left}, {"\033\033[C", Key::word_right},
      // Enter with Alt or Shift
      {"\033\r", Key::new_line}, {"\033\n", Key::new_line}, {"\033[13;3u", Key::new_line},
      {"\033[13;2u", Key::new_line}, {"\033[27;2;13~", Key::new_line}, {"\033OM", Key::enter},
      {"\033b", Key::word_left}, {"\033f", Key::word_right}, {"\033d", Key::cut_next_word},
      {"\033\x7f", Key::cut_word},
      // Function keys do nothing here, on the console neither.
      {"\033OP", Key::unknown}, {"\033[11~", Key::unknown}, {"\033[[A", Key::unknown}, {"\033[15;5~", Key::unknown},
      {"\033", Key::escape}, {"\r", Key::enter}, {"\n", Key::new_line}, {"\t", Key::tab},
      {"\x7f", Key::backspace}, {"\b", Key::backspace}, {"\x01", Key::home}, {"\x05", Key::end},
      {"\x0b", Key::cut_to_end}, {"\x15", Key::cut_to_start}, {"\x17", Key::cut_word}, {"\x19", Key::put_back},
      {"\x0c", Key::clear_screen}, {"\x03", Key::interrupt}, {"\x04", Key::end_of_input},
      {"\x1a", Key::suspend}, {"\x12", Key::search}, {"\x10", Key::earlier}, {"\x0e", Key::later}};
  for (const auto& [bytes, kind] : kSequences) {
    CAPTURE(bytes);
    const std::vector<Key> keys = keys_of(bytes);
    REQUIRE(keys.size() == 1);
    CHECK(keys[0].kind == kind);
  }
}

TEST_CASE("keys: a sequence may come in pieces") {
  KeyReader reader;
  CHECK(reader.read("a\033").size() == 1);
  CHECK(reader.waiting());
  CHECK(reader.read("[1;").empty());
  CHECK(reader.read("5Cb") == std::vector<Key>{{Key::word_right}, {Key::text, "b"}});
  CHECK_FALSE(reader.waiting());
  CHECK(reader.read("\xe2\x82").empty());
  CHECK(reader.read("\xac") == std::vector<Key>{{Key::text, "\u20ac"}});
}

TEST_CASE("keys: what is pasted is one key, with all that is in it") {
  KeyReader reader;
  CHECK(reader.read("x\033[200~def f():\r").size() == 1);
  CHECK_FALSE(reader.waiting());
  CHECK(reader.read("\r\033[A\x03 1\033[20").empty());
  CHECK(reader.read("1~\r") ==
        std::vector<Key>{{Key::paste, "def f():\r\r\033[A\x03 1"}, {Key::enter}});
}

TEST_CASE("keys: what is no UTF-8 is dropped, and the next character is not") {
  CHECK(keys_of("\xff\xc3z\x80y") == std::vector<Key>{{Key::text, "z"}, {Key::text, "y"}});
  CHECK(keys_of("\xf0\x9f\x90\xad") == std::vector<Key>{{Key::text, "\xf0\x9f\x90\xad"}});
}

}  // namespace
}  // namespace mha::app
