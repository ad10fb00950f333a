#include "lang/syntax/typed.h"

#include <doctest/doctest.h>

#include <utility>


namespace mha::lang {
namespace {

TEST_CASE("pasted: the no-break spaces of a web page are blanks, and 1. counts a line") {
  CHECK(pasted_code("def f(x):\n\u00a0\u00a0\u00a0\u00a0return\u00a0x") == "def f(x):\n    return x");
  CHECK(pasted_code("1. x = 1\n2. y = 2") == "x = 1\ny = 2");
  CHECK(pasted_code("1. def f(x):\n2.\n3.     return x") == "def f(x):\n\n    return x");
  CHECK(pasted_code("1. def f(x): return x") == "def f(x): return x");
  CHECK(pasted_code("1. + x\n3. + y") == "1. + x\n3. + y");
}

TEST_CASE("handed in: without what a screen puts beside code, all else as it is") {
  const std::pair<const char*, const char*> kTexts[] = {
      {">>> x.shape", "x.shape"}, {"│ x.shape", "x.shape"}, {"In [3]: x", "x"}, {"[3/12] code > x", "x"},
      {"12 │ def f():\n13 │     return 1", "def f():\n    return 1"}, {"x = 1\n```", "x = 1"},
      {"```python\nx = 1\n```", "x = 1"}, {"(2, 3)", "(2, 3)"}, {"|x|", "|x|"}, {"2 3", "2 3"}, {"1. b", "1. b"},
      {"  x\n", "  x\n"}, {"", ""}};
  for (const auto& [text, code] : kTexts) {
    CAPTURE(text);
    CHECK(handed_in(text) == code);
  }
  CHECK(ending_of(">>> def f(x):") == Ending::unfinished);
  CHECK(ending_of("In [3]: def f(x):\n   ...:     return x") == Ending::definition);
  CHECK(ending_of("```python\nx = 1") == Ending::unfinished);
  CHECK(ending_of("```python\ndef f():\n    pass\n```") == Ending::whole);
  CHECK(next_indent(">>> def f(x):\n...     return x") == 0);
}

TEST_CASE("pasted: what a screen puts beside code goes") {
  const std::pair<const char*, const char*> kTexts[] = {
      {"x = 1", "x = 1"},
      {"class A:\r\n    a = 1\r\r    b = 2\r\n\n", "class A:\n    a = 1\n\n    b = 2"},
      {"  │ def f(x):\n  │\n  │     return x", "def f(x):\n\n    return x"},
      {"def f(x):\n  │     return x", "def f(x):\n    return x"},
      {"  | a = 1\n  | b = 2", "a = 1\nb = 2"},
      {"a = (1\n   | 2)", "a = (1\n   | 2)"},
      {"   9 │ for x in y:\n  10 │     x", "for x in y:\n    x"},
      {">>> for x in y:\n...     x\n...\n>>> x", "for x in y:\n    x\n\nx"},
      {">>> x = 1\n>>> x\n1\n>>> x + 1\n2", "x = 1\nx\nx + 1"},
      {"In [3]: def f():\n   ...:     return 1\n   ...:\n\nIn [4]: f()\nOut[4]: 1", "def f():\n    return 1\n\nf()"},
      {"In[4]: x = 1\nIn[5]: x", "x = 1\nx"},
      {"  | def f(x):\n  |     return x\n\n? Your turn: write `f`.\n  (code)", "def f(x):\n    return x"},
      {"  │ x = 1\n? Your turn: write `f`.", "x = 1"},
      {"> def f(x):\n>\n>     return x", "def f(x):\n\n    return x"},
      {"> x = 1", "x = 1"},
      {"[3/12] code > def f():\n          ...     return 1", "def f():\n    return 1"},
      {"12 def f():\n13     return 1\n14 \n15 f()", "def f():\n    return 1\n\nf()"},
      {"9: x = 1\n10: y = 2", "x = 1\ny = 2"},
      {"    def f():\n        return 1", "def f():\n    return 1"},
      {"\tx = 1\n\ty = 2", "x = 1\ny = 2"},
      {"if x:\n\treturn 1", "if x:\n    return 1"},
      {"x\033[31m = 1\x07", "x[31m = 1"},
      // What only looks like it stays.
      {"1 2\n1 3", "1 2\n1 3"},
      {"2 3", "2 3"},
      {"...", "..."},
      {"[3/12]", "[3/12]"},
      {"x = 1\n? Your turn", "x = 1\n? Your turn"},
      {"x = 1\n> y", "x = 1\n> y"},
      {"", ""}};
  for (const auto& [text, code] : kTexts) {
    CAPTURE(text);
    CHECK(pasted_code(text) == code);
  }
}

TEST_CASE("unfinished: what may be run as it stands") {
  for (const char* text : {"", "x = 1", "x = = 1", "print(1 +\n2)", "hint", "it's (", "def f():\n    return 1\n\nf()",
                           // Nothing can follow a block that stands on the line of its header.
                           "def f(x): return x", "def f(x,\n      y): return x", "@staticmethod\ndef f(): pass", "class A: pass",
                           "class A: '''text'''", "with a: b"}) {
    CAPTURE(text);
    CHECK(ending_of(text) == Ending::whole);
  }
  for (const char* text : {"for x in y: print(x)", "if x: y", "with a:\n    b", "def f():\n    return 1\n\nfor x in y:\n    f()"}) {
    CAPTURE(text);
    CHECK(ending_of(text) == Ending::may_go_on);
  }
  for (const char* text : {"def f(x):\n    return 1", "def f(x):\n    if x: return 1", "class A:\n    '''text'''", "class A:\n    def f(self):\n        pass\n\n"}) {
    CAPTURE(text);
    CHECK(ending_of(text) == Ending::definition);
  }
  for (const char* text : {"def f(x):", "print(", "(1, 2", "'''abc", "class A:\n    @property"}) {
    CAPTURE(text);
    CHECK(ending_of(text) == Ending::unfinished);
  }
}

TEST_CASE("next indent: below a header more, below what leaves its block less, in brackets below what opened them") {
  const std::pair<const char*, size_t> kTexts[] = {
      {"", 0}, {"x = 1", 0}, {"   ", 3}, {"if x:", 4}, {"if x:  # then", 4}, {"x = {1: ':'}", 0},
      {"def f():\n    return 1", 0}, {"def f():\n    if x:\n        pass", 4}, {"def f():\n    returned = 1", 4},
      {"def f():\n    x = [1,", 8}, {"def f():\n    x = [1,\n         2,", 9}, {"def f():\n    x = [\n        1]", 4},
      {"def f():\n    return [\n        1,\n    ]", 0}, {"for x in [1,\n    2]:", 4}, {"f(g(1,", 4},
      {"x = 'it", 0}, {"def f():\n    '''text", 4}, {"    x = \xff", 4}};
  for (const auto& [text, indent] : kTexts) {
    CAPTURE(text);
    CHECK(next_indent(text) == indent);
  }
}

TEST_CASE("nested: a method that stands in another one") {
  const auto nested = nested_method("class A:\n    def __init__(self):\n        self.n = 1\n\n        def forward(self, x):\n            pass");
  REQUIRE(nested);
  CHECK(nested->line == 4);
  CHECK(nested->indent == 4);
  CHECK(nested->name == "forward");
  CHECK(nested->around == "__init__");
  for (const char* text : {"class A:\n    def f(self):\n        pass\n\n    def g(self):\n        pass", "def f():\n    x = 1\n    def g(self):\n        pass",
                           "class A:\n    def f(self):\n        x = 1\n        def g(x):\n            pass", "class A:\n    def f(self):\n        def g(self):",
                           "class A:\n    def f(self):\n        x = 1\n        class B:\n            def g(self):\n                pass", ""}) {
    CAPTURE(text);
    CHECK_FALSE(nested_method(text));
  }
}

}  // namespace
}  // namespace mha::lang
