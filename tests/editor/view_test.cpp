#include "editor/view.h"

#include <doctest/doctest.h>

namespace mha::app {
namespace {

struct Typed {
  std::vector<std::string> history;
  Helpers helpers{lang::ending_of};
  Editor editor{helpers, history};
  explicit Typed(const std::string& text) { editor.take({Key::paste, text}); }
};

TEST_CASE("view: lines stand below each other, behind a prompt in colour") {
  const Typed t("def f():\n    return 1");
  const Drawing d = draw(t.editor, "\033[1m[1/2] code >\033[0m ", 80);
  CHECK(d.rows == std::vector<std::string>{"\033[1m[1/2] code >\033[0m def f():", "         ...     return 1"});
  CHECK(d.cursor_row == 1);
  CHECK(d.cursor_column == 25);
}

TEST_CASE("view: a note stands below the text, the cursor in the text") {
  const Typed t("def f():\n    return 1");
  const Drawing d = draw(t.editor, "> ", 80, {}, "(a note)");
  REQUIRE(d.rows.size() == 3);
  CHECK(d.rows[2] == "(a note)");
  const Drawing narrow = draw(t.editor, "> ", 8, {}, "(a note of words)");
  CHECK(narrow.rows[narrow.rows.size() - 3] == "(a note");
  CHECK(narrow.rows[narrow.rows.size() - 2] == "of");
  CHECK(narrow.rows.back() == "words)");
  CHECK(d.cursor_row == 1);
}

TEST_CASE("view: without room the code begins at the left, below its prompt") {
  const Typed t("def f():\n    return 1");
  CHECK(draw(t.editor, "[1/2] code > ", 30).rows == std::vector<std::string>{"[1/2] code > ", "    def f():", "...     return 1"});
}

TEST_CASE("view: a long line is broken at the terminal's width, and between wide characters") {
  const Typed full("abcdefgh");
  const Drawing d = draw(full.editor, "> ", 10);
  CHECK(d.rows == std::vector<std::string>{"> abcdefgh", ""});
  CHECK(d.cursor_row == 1);
  CHECK(d.cursor_column == 0);
  const Typed wide("abcdefg\u6f22\u5b57");
  CHECK(draw(wide.editor, "> ", 10).rows == std::vector<std::string>{"> abcdefg", "\u6f22\u5b57"});
  // A prompt that does not fit goes on, too.
  CHECK(draw(full.editor, "your answer > ", 10).rows == std::vector<std::string>{"your answe", "r > abcdef", "gh"});
}

TEST_CASE("view: a colour ends with its row and goes on in the next; the cursor counts no escapes") {
  Typed t("abcdef");
  t.editor.take({Key::left});
  const Drawing d = draw(t.editor, "> ", 6, {"a\033[1mbcdef\033[0m"});
  CHECK(d.rows == std::vector<std::string>{"> a\033[1mbcd\033[0m", "\033[1mef\033[0m"});
  CHECK(d.cursor_row == 1);
  CHECK(d.cursor_column == 1);
}

TEST_CASE("view: of what is taller than the screen, the part around the cursor") {
  Typed t("a\nb\nc\nd\ne");
  size_t first = 0;
  CHECK(cut_to(draw(t.editor, "> ", 40), 3, first).rows.back() == "... e");
  CHECK(first == 2);
  for (int i = 0; i < 3; ++i) t.editor.take({Key::up});
  const Drawing up = cut_to(draw(t.editor, "> ", 40), 3, first);
  CHECK(up.rows == std::vector<std::string>{"... b", "... c", "... d"});
  CHECK(up.cursor_row == 0);
}

TEST_CASE("view: a drawing takes the place of the one before, from its first row on") {
  const Drawing before = {{"> a", "... b"}, 1, 5};
  CHECK(change(before, {{"> a", "... bc"}, 1, 6}) == "\r\033[1A\033[J> a\r\n... bc\r\033[6C");
  CHECK(change(before, {{"> a", "... b"}, 0, 3}) == "\r\033[1A\033[J> a\r\n... b\r\033[1A\033[3C");
  CHECK(change({}, {{"> ab"}, 0, 2}) == "\r\033[J> ab\r\033[2C");
}

TEST_CASE("view: words in columns") {
  CHECK(in_columns({"aa", "b", "c", "d", "e"}, 9, 10) == "aa  d\nb   e\nc\n");
  CHECK(in_columns({"aa", "b", "c"}, 4, 2) == "aa\nb\n... and 1 more\n");
}

}  // namespace
}  // namespace mha::app
