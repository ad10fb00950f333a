#include "base/text.h"

#include <doctest/doctest.h>

namespace mha {

using Lines = std::vector<std::string>;

TEST_CASE("next_codepoint: reads characters, and a bad byte alone") {
  const std::string text = "aé\xff€";
  size_t pos = 0;
  CHECK(next_codepoint(text, pos) == U'a');
  CHECK(next_codepoint(text, pos) == U'é');
  CHECK(pos == 3);
  CHECK(next_codepoint(text, pos) == 0xFFFD);
  CHECK(pos == 4);
  CHECK(next_codepoint(text, pos) == U'€');
  CHECK(pos == text.size());
}

TEST_CASE("next_codepoint: a sequence cut off by the end is one bad byte") {
  size_t pos = 0;
  CHECK(next_codepoint("\xe2\x82", pos) == 0xFFFD);
  CHECK(pos == 1);
}

TEST_CASE("append_utf8: one to four bytes") {
  std::string out;
  for (const char32_t c : {U'a', U'é', U'€', U'😀'}) append_utf8(out, c);
  CHECK(out == "aé€😀");
}

TEST_CASE("is_valid_utf8: refuses overlong forms and surrogates") {
  CHECK(is_valid_utf8(""));
  CHECK(is_valid_utf8("d_k = √64"));
  CHECK_FALSE(is_valid_utf8("\xc0\x80"));
  CHECK_FALSE(is_valid_utf8("\xed\xa0\x80"));
  CHECK_FALSE(is_valid_utf8("a\x80"));
}

TEST_CASE("codepoint_count: characters, as len() counts them") {
  CHECK(codepoint_count("Kᵀ") == 2);
  CHECK(codepoint_count("e\u0301") == 2);
}

TEST_CASE("past_character: with its marks, and a colour whole") {
  CHECK(past_character("a\u0301b", 0) == 3);
  CHECK(past_character("\u6f22\u5b57", 0) == 3);
  CHECK(past_character("\033[1;33mx", 0) == 7);
  CHECK(past_character("\033[1", 0) == 3);
  CHECK(past_character("x\n", 0) == 1);
  CHECK(past_character("x\033[0m", 0) == 1);
}

TEST_CASE("display_width: columns of a terminal") {
  CHECK(display_width("score") == 5);
  CHECK(display_width("注意") == 4);
  CHECK(display_width("e\u0301") == 1);
  CHECK(display_width("\033[1;31mred\033[0m") == 3);
}

TEST_CASE("wrap: breaks at blanks, and leaves a long word whole") {
  CHECK(wrap("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrap("  a   b  ", 7) == Lines{"a b"});
  CHECK(wrap("extraordinary x", 5) == Lines{"extraordinary", "x"});
  CHECK(wrap("", 5).empty());
}

TEST_CASE("split_lines: a last newline begins no line") {
  CHECK(split_lines("a\nb\n") == Lines{"a", "b"});
  CHECK(split_lines("a\r\n\nb") == Lines{"a", "", "b"});
  CHECK(split_lines("").empty());
}

TEST_CASE("trim, join: blanks go, separators come between") {
  CHECK(trim(" \t a b\r\n") == "a b");
  CHECK(trim(" \n") == "");
  CHECK(join({"a", "b", "c"}, ", ") == "a, b, c");
  CHECK(join({}, ", ") == "");
}

TEST_CASE("nearest: a slip of the fingers is recognised, another word is not") {
  const Lines names = {"scaling", "softmax", "transpose"};
  CHECK(nearest("sclaing", names) == "scaling");
  CHECK(nearest("Softmax", names) == "softmax");
  CHECK(nearest("tranpose", names) == "transpose");
  // A letter that is missing is likelier than another one.
  CHECK(nearest("Wk", {"Wq", "Wkk", "Wv"}) == "Wkk");
  CHECK(nearest("dropout", names) == "");
  CHECK(nearest("", names) == "");
}

}  // namespace mha
