#include "render/fold.h"

#include <doctest/doctest.h>

using mha::render::fold;
using mha::render::Style;

TEST_CASE("fold: lines that fit stay") {
  const Style style{.width = 20};
  CHECK(fold(style, "") == "");
  CHECK(fold(style, "one\n\n  two\n") == "one\n\n  two\n");
  CHECK(fold(style, std::string(20, 'x') + "\n") == std::string(20, 'x') + "\n");
}

TEST_CASE("fold: long lines break at blanks and are indented") {
  const Style style{.width = 20};
  CHECK(fold(style, "    scores = q @ k.transpose(2, 3)\n") ==
        "    scores = q @\n      k.transpose(2,\n      3)\n");
  CHECK(fold(style, "abcdefghijklmnopqrstuvwxyz") == "abcdefghijklmnopqrst\n  uvwxyz");
}

TEST_CASE("fold: code without blanks goes on behind its signs, and no bar stands alone") {
  const Style style{.width = 20};
  CHECK(fold(style, "  │ print(softmax(scores))\n") == "  │ print(softmax(\n    scores))\n");
  CHECK(fold(style, "  \033[2m│\033[0m print(softmax(scores))\n") == "  \033[2m│\033[0m print(softmax(\n    scores))\n");
}

TEST_CASE("fold: escape sequences take no room, wide characters two columns") {
  const Style style{.width = 20};
  const std::string painted = "\033[1;36m12345678901234567890\033[0m\n";
  CHECK(fold(style, painted) == painted);
  CHECK(fold(style, "\033[1mone two three four five\033[0m") ==
        "\033[1mone two three four\n  five\033[0m");
  CHECK(fold({.width = 4}, "日本語") == "日本\n  語");
}
