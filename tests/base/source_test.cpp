#include "base/source.h"

#include <doctest/doctest.h>

namespace mha {

TEST_CASE(
    "Source: lines and places are counted from 1, columns in characters") {
  const Source source("a.py", "x = 1\nα = 2\n");
  CHECK(source.line_count() == 3);
  CHECK(source.line(2) == "α = 2");
  CHECK(source.line(3) == "");
  CHECK(source.line_start(2) == 6);
  const Place equals = source.place(9);  // α takes two bytes
  CHECK(equals.line == 2);
  CHECK(equals.column == 3);
  CHECK(source.text({6, 8}) == "α");
}

TEST_CASE("Source: every kind of line end is one") {
  const Source source("a.py", "a\r\nb\rc");
  CHECK(source.line_count() == 3);
  CHECK(source.line(1) == "a");
  CHECK(source.line(2) == "b");
  CHECK(source.line(3) == "c");
}

TEST_CASE("Source: offsets past the end mean the end") {
  const Source source("a.py", "ab");
  CHECK(source.place(99).column == 3);
  CHECK(source.text({1, 99}) == "b");
  CHECK(source.text({5, 9}) == "");
}

TEST_CASE("caret_excerpt: marks the span, without the line's indentation") {
  const Source source("a.py", "if x:\n    scores = q @ k\n");
  CHECK(caret_excerpt(source, {19, 24}) ==
        "    scores = q @ k\n"
        "             ^^^^^\n");
}

TEST_CASE("caret_excerpt: an empty span and one past the line have a caret") {
  const Source source("a.py", "x = (\n");
  CHECK(caret_excerpt(source, {5, 5}) == "    x = (\n         ^\n");
  CHECK(caret_excerpt(source, {4, 6}) == "    x = (\n        ^\n");
}

TEST_CASE("caret_excerpt: carets stand under wide characters") {
  const Source source("a.py", "s = '注意' + 1");
  CHECK(caret_excerpt(source, {13, 18}) ==
        "    s = '注意' + 1\n"
        "               ^^^\n");
}

TEST_CASE("caret_excerpt: control characters do not reach the terminal") {
  const Source source("a.py", "\033[2Jx");
  CHECK(caret_excerpt(source, {4, 5}) == "    ?[2Jx\n        ^\n");
}

TEST_CASE("caret_excerpt: a long line is cut around the span") {
  const std::string blanks(200, 'a');
  const Source source("a.py", blanks + " + bad + " + blanks);
  const std::string text = caret_excerpt(source, {203, 206}, 60);
  const size_t newline = text.find('\n');
  CHECK(newline <= 60);
  const size_t caret = text.find('^') - newline - 1;
  CHECK(text.substr(caret, 3) == "bad");
  CHECK(text.substr(text.find('^')) == "^^^\n");
}

}  // namespace mha
