#include "base/pattern.h"

#include <doctest/doctest.h>

using mha::Pattern;
using mha::PatternError;

TEST_CASE("pattern: what Python's re gives, by the same names") {
  // re.split("[, ]+", "a, b,c"), re.sub(r"(\d),(?=\d)", r"\1.", "0,5 and 1,2")
  CHECK(Pattern("[, ]+").split("a, b,c") == std::vector<std::string>{"a", "b", "c"});
  CHECK(Pattern(R"((\d),(?=\d))").sub("$1.", "0,5 and 1,2") == "0.5 and 1.2");
  CHECK(Pattern("a+").matches("aa"));
  CHECK_FALSE(Pattern("a+").matches("aab"));
  CHECK_FALSE(Pattern("a$").is_in("a\n"));  // "$" is the end alone
  CHECK(Pattern("NO", Pattern::kAnyCase).is_in("a no"));
  const auto found = Pattern(R"((x)?(\d+))").search("is 42!");
  REQUIRE(found);
  CHECK(found[1] == "");  // took no part
  CHECK(found[2] == "42");
  CHECK(found.before() == "is ");
  CHECK(found.behind() == "!");
  CHECK(Pattern("x*").finditer("axx").size() == 3);  // "", "xx", ""
}

TEST_CASE("pattern: one that cannot be read says where") {
  CHECK_THROWS_AS(Pattern("(a"), PatternError);
}
