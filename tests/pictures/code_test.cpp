#include "pictures/code.h"

#include <doctest/doctest.h>

#include "base/text.h"

using namespace mha;
using pictures::Role;

namespace {

pictures::Style coloured() {
  pictures::Style style;
  style.colour = true;
  return style;
}

/// Escape sequences as {1;38;5;98}, resets as {}.
std::string seen(std::string text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\033') {
      out += text[at];
      continue;
    }
    const size_t end = text.find('m', at);
    const std::string parameters = text.substr(at + 2, end - at - 2);
    out += parameters == "0" ? "}" : "{" + parameters + ":";
    at = end;
  }
  return out;
}

std::string code(const std::string& text) { return seen(pictures::paint_code(coloured(), text)); }

}  // namespace

TEST_CASE("code: names of queries, keys and values are known, others not") {
  for (const char* name : {"q", "Q", "queries", "query", "W_query", "W_q", "q_proj", "wq", "q2", "query_layer", "linear_q"}) {
    CAPTURE(name);
    CHECK(pictures::role_of_name(name) == Role::query);
  }
  for (const char* name : {"k", "keys", "W_key", "k_heads", "key_proj"}) CHECK(pictures::role_of_name(name) == Role::key);
  for (const char* name : {"v", "values", "W_value", "v_proj"}) CHECK(pictures::role_of_name(name) == Role::value);
  for (const char* name : {"x", "weights", "num_keys", "key_padding_mask", "kv", "qkv", "question", "view", "", "_", "W", "W_out"}) {
    CAPTURE(name);
    CHECK_FALSE(pictures::role_of_name(name));
  }
}

TEST_CASE("code: is coloured by token") {
  CHECK(code("for i in range(10):  # ten\n") ==
        "{1;38;5;163:for} i {1;38;5;163:in} range({38;5;98:10}):  {38;5;243:# ten}\n");
  CHECK(code("s = f'a # b' + \"c\\\"d\"") == "s = {38;5;29:f'a # b'} + {38;5;29:\"c\\\"d\"}");
  CHECK(code("scores = q @ k.T / 1e-3") == "scores = {1;38;5;63:q} @ {1;38;5;131:k}.T / {38;5;98:1e-3}");
  // A string over several lines, and one that is not closed yet: no colour goes over the end of a line.
  CHECK(code("'''a\nb''' + x") == "{38;5;29:'''a}\n{38;5;29:b'''} + x");
  CHECK(code("print('ab\nv = 1") == "print({38;5;29:'ab}\n{1;38;5;29:v} = {38;5;98:1}");
  CHECK(code("x[") == "x[");
}

TEST_CASE("code: nothing but escape sequences is added, and none without colour") {
  const std::string text = "class A:\n    '''größe\n  '''\n    def f(self, q, *, k=.5):  # λ\n        return -q ** 2\n\n";
  std::string bare = pictures::paint_code(coloured(), text);
  for (size_t at; (at = bare.find('\033')) != std::string::npos;) bare.erase(at, bare.find('m', at) - at + 1);
  CHECK(bare == text);
  CHECK(pictures::paint_code(pictures::Style(), text) == text);
}

TEST_CASE("names: stand out of a title") {
  CHECK(seen(pictures::paint_names(coloured(), Role::heading, "q.transpose(1, 2)  (2, 3)")) ==
        "{1;38;5;63:q}{1:.transpose(1, 2)  (2, 3)}");
}
