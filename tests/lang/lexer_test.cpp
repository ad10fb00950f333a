#include "lang/syntax/lexer.h"

#include <doctest/doctest.h>

#include "programs.h"

namespace mha::lang {
namespace {

std::vector<Tok> kinds(const std::string& text) {
  std::vector<Tok> result;
  for (const Token& t : tokenize(source(text)).tokens) result.push_back(t.kind);
  return result;
}

std::string message(const std::string& text) {
  const TokenList list = tokenize(source(text));
  return list.error ? list.error->message : "";
}

TEST_CASE("lexer: lines, blocks and the end of the text") {
  using enum Tok;
  CHECK(kinds("") == std::vector{end});
  CHECK(kinds("\n# only a comment\n\n") == std::vector{end});
  CHECK(kinds("a") == std::vector{name, newline, end});
  CHECK(kinds("if a:\n  b\n\n# c\nd\n") ==
        std::vector{if_, name, colon, newline, indent, name, newline, dedent,
                    name, newline, end});
  CHECK(kinds("(a\n  b)") ==
        std::vector{left_paren, name, name, right_paren, newline, end});
  CHECK(kinds("a \\\n b\r\nc\rd") ==
        std::vector{name, name, newline, name, newline, name, newline, end});
}

TEST_CASE("lexer: signs take as much as they can") {
  using enum Tok;
  CHECK(kinds("**= ** *= * // //= -> := ... != <= << <<= @=") ==
        std::vector{double_star_assign, double_star, star_assign, star,
                    double_slash, double_slash_assign, arrow, walrus, ellipsis,
                    not_equal, less_equal, left_shift, left_shift_assign,
                    at_assign, newline, end});
}

TEST_CASE("lexer: places are byte offsets, also behind wide characters") {
  const TokenList list = tokenize(source("é = 'ü'"));
  REQUIRE(list.tokens.size() == 5);
  CHECK(list.tokens[0].end == 2);
  CHECK(list.tokens[2].begin == 5);
  CHECK(list.tokens[2].end == 9);
}

TEST_CASE("lexer: names are folded as Python folds them") {
  CHECK(fold_identifier("Kᵀ") == "KT");
  CHECK(fold_identifier("ﬁt") == "fit");
  CHECK(fold_identifier("plain") == "plain");
}

TEST_CASE("lexer: what may stand in a number") {
  for (const char* text :
       {"0", "00", "1_000", "0x_fF", "0o17", "0b1_0", "1.", ".5", "1e5", "1E-5",
        "1_0.0_1e1_0", "09.5", "1if x"}) {
    CAPTURE(text);
    CHECK(message(text) == "");
  }
  CHECK(message("1__0") == "invalid decimal literal");
  CHECK(message("10px") == "invalid decimal literal");
  CHECK(message("0xg") == "invalid hexadecimal literal");
  CHECK(message("0b12") == "invalid digit '2' in binary literal");
  CHECK(message("0o8") == "invalid digit '8' in octal literal");
  CHECK(message("007") ==
        "leading zeros in decimal integer literals are not permitted; use an "
        "0o prefix for octal integers");
}

TEST_CASE("lexer: text that is no program") {
  const auto refused = [](std::string text) -> std::string {
    try {
      tokenize(source(std::move(text)));
    } catch (const SyntaxError& e) {
      return e.message();
    }
    return "";
  };
  CHECK(refused(std::string("a\0b", 3)) ==
        "source code cannot contain null bytes");
  CHECK(refused("a = '\xff'") ==
        "(unicode error) 'utf-8' codec can't decode "
        "byte 0xff in position 5: invalid start byte");
  CHECK(refused("x\xc3") ==
        "(unicode error) 'utf-8' codec can't decode byte "
        "0xc3 in position 1: unexpected end of data");
  CHECK(refused("\xc3(") ==
        "(unicode error) 'utf-8' codec can't decode byte "
        "0xc3 in position 0: invalid continuation byte");
  CHECK(refused("# -*- coding: utf-8 -*-\né = 1") == "");
  CHECK(refused("\xEF\xBB\xBFx = 1") == "");
}

}  // namespace
}  // namespace mha::lang
