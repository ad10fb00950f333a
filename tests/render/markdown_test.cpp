#include "render/markdown.h"

#include <doctest/doctest.h>

#include "base/text.h"

using namespace mha;
using render::Style;

TEST_CASE("markdown: paragraphs are wrapped, and parted by one empty line") {
  Style style;
  style.width = 20;
  CHECK(render::markdown(style, "one two three four five six\n\nseven") ==
        "one two three four\nfive six\n\nseven\n");
}

TEST_CASE("markdown: code keeps its backquotes without colour and has none with") {
  Style plain;
  CHECK(render::markdown(plain, "call `q @ k` **now**") == "call `q @ k` **now**\n");
  Style colour;
  colour.colour = true;
  CHECK(render::markdown(colour, "call `x`") == "call \033[38;5;98mx\033[0m\n");
  // Queries have their colour wherever they stand; 16 colours have none for code.
  CHECK(render::markdown(colour, "**call `q`**") == "\033[1mcall \033[1;38;5;63mq\033[0m\033[1m\033[0m\n");
  colour.colours = pictures::Colours::sixteen;
  CHECK(render::markdown(colour, "call `x`") == "call `x`\n");
}

TEST_CASE("markdown: what is emphasized stays so without colour, and is not read aloud as stars") {
  Style plain;
  CHECK(render::markdown(plain, "Look at *chase*: **now**.") == "Look at *chase*: **now**.\n");
  plain.spoken = true;
  CHECK(render::markdown(plain, "Look at *chase*: **now**.") == "Look at chase: now.\n");
  Style colour;
  colour.colour = true;
  CHECK(render::markdown(colour, "*a **b** c*") == "\033[3ma \033[1mb\033[0m\033[3m c\033[0m\n");
}

TEST_CASE("markdown: lists hang, numbered and nested") {
  Style style;
  style.unicode = false;
  style.width = 21;
  CHECK(render::markdown(style, "- one two three four five\n- six\n  - seven\n") ==
        "* one two three four\n  five\n* six\n  * seven\n");
  CHECK(render::markdown(style, "3. a\n4. b\n") == "3. a\n4. b\n");
}

TEST_CASE("markdown: no line is wider than the terminal from 40 columns up") {
  for (const int width : {40, 60, 80, 120}) {
    Style style;
    style.width = width;
    const std::string text = render::markdown(
        style, "A long paragraph with `code in it` and **strong words**, which "
               "goes on for more than one line in any terminal.\n\n- and a list "
               "item that is long enough to be wrapped as well, at any width\n");
    for (const std::string& line : split_lines(text)) {
      CHECK(display_width(line) < width);
    }
  }
}

TEST_CASE("charset: without UTF-8 every character has an ASCII stand-in") {
  Style ascii;
  ascii.unicode = false;
  CHECK(render::fit_charset(ascii, "a → b … √2 — é") == "a -> b ... sqrt2 - \\u00e9");
}
