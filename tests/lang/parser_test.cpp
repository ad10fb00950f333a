#include "lang/syntax/parser.h"

#include <doctest/doctest.h>

#include "programs.h"

namespace mha::lang {
namespace {

const Expr& last_expression(const Module& module) {
  return *static_cast<const ExprStmt&>(*module.body.back()).value;
}

std::string_view text_of(const Module& module, const Expr& e) {
  return module.source->text(e.span);
}

TEST_CASE("parser: operators bind as in Python") {
  const ModulePtr m = parsed("a + b * -c ** d");
  const auto& sum = static_cast<const Binary&>(last_expression(*m));
  CHECK(sum.op == BinaryOp::add);
  const auto& product = static_cast<const Binary&>(*sum.right);
  CHECK(product.op == BinaryOp::mul);
  const auto& minus = static_cast<const Unary&>(*product.right);
  CHECK(minus.op == UnaryOp::minus);
  CHECK(static_cast<const Binary&>(*minus.operand).op == BinaryOp::pow);
  CHECK(text_of(*m, *product.right) == "-c ** d");
}

TEST_CASE("parser: brackets around an expression are not part of it") {
  const ModulePtr m = parsed("(a + b) * (c, d)");
  const auto& product = static_cast<const Binary&>(last_expression(*m));
  CHECK(text_of(*m, product) == "(a + b) * (c, d)");
  CHECK(text_of(*m, *product.left) == "a + b");
  CHECK(text_of(*m, *product.right) == "(c, d)");
}

TEST_CASE("parser: every link of a chain has its own span") {
  const ModulePtr m = parsed("x.view(2, 3)[0].T");
  const auto& t = static_cast<const Attribute&>(last_expression(*m));
  const auto& item = static_cast<const Subscript&>(*t.object);
  const auto& call = static_cast<const Call&>(*item.object);
  CHECK(text_of(*m, t) == "x.view(2, 3)[0].T");
  CHECK(text_of(*m, item) == "x.view(2, 3)[0]");
  CHECK(text_of(*m, call) == "x.view(2, 3)");
  CHECK(text_of(*m, *call.callee) == "x.view");
}

TEST_CASE("parser: numbers and strings become values") {
  const auto value = [](const char* text) {
    return static_cast<const Constant&>(last_expression(*parsed(text))).value;
  };
  CHECK(value("0x_ff").as_int() == 255);
  CHECK(value("1_000").as_int() == 1000);
  CHECK(value("-5").as_int() == -5);
  CHECK(value("1_0.5e1").as_float() == 105.0);
  CHECK(value("'a' \"b\" r'\\n'").get<StrObject>()->text() == "ab\\n");
  CHECK(value("'\\x41\\u00e9\\101\\q\\\n.'").get<StrObject>()->text() ==
        "A\xC3\xA9"
        "A\\q.");
  CHECK(value("'''a\r\nb'''").get<StrObject>()->text() == "a\nb");
}

TEST_CASE("parser: f-strings keep their fields, and the fields their places") {
  const ModulePtr m = parsed("f'{{a}} {x + 1 = !r:>{w}} {y}' 'end'");
  const auto& f = static_cast<const FString&>(last_expression(*m));
  REQUIRE(f.parts.size() == 3);
  CHECK(f.parts[0].text == "{a} ");
  CHECK(f.parts[0].echo == "x + 1 = ");
  CHECK(f.parts[0].conversion == 'r');
  CHECK(text_of(*m, *f.parts[0].value) == "x + 1");
  const auto& spec = static_cast<const FString&>(*f.parts[0].spec);
  CHECK(spec.parts[0].text == ">");
  CHECK(text_of(*m, *spec.parts[0].value) == "w");
  CHECK(f.parts[1].text == " ");
  CHECK(f.parts[2].text == "end");
  CHECK(f.parts[2].value == nullptr);
}

TEST_CASE("parser: a cell ends in an expression unless a semicolon hides it") {
  CHECK(parsed("x = 1\nx")->ends_in_expression);
  CHECK_FALSE(parsed("x = 1\nx;")->ends_in_expression);
  CHECK_FALSE(parsed("x = 1")->ends_in_expression);
  CHECK_FALSE(parsed("if x:\n  x")->ends_in_expression);
}

TEST_CASE("parser: parameters of every kind") {
  const ModulePtr m =
      parsed("def f(a, b: int = 1, /, c=2, *args, d, e=3, **kw): pass");
  const auto& code = *static_cast<const FunctionDef&>(*m->body[0]).code;
  CHECK(code.positional.size() == 3);
  CHECK(code.positional_only == 2);
  CHECK(code.star_args->name.str() == "args");
  CHECK(code.keyword_only.size() == 2);
  CHECK(code.star_kwargs->name.str() == "kw");
}

TEST_CASE("parser: deep and long programs are parsed or refused, never fatal") {
  const auto repeated = [](const char* part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
  };
  CHECK_NOTHROW(parsed(repeated("(", 199) + "1" + repeated(")", 199)));
  CHECK_NOTHROW(parsed("x = 1" + repeated("+1", 2000)));
  for (const std::string& text :
       {"x = 1" + repeated("+1", 100000), "x = " + repeated("-", 100000) + "1",
        "x = a" + repeated(".b", 100000), "x = a" + repeated("()", 100000),
        "if x: pass\n" + repeated("elif x: pass\n", 10000)}) {
    try {
      parsed(text);
      FAIL("parsed");
    } catch (const SyntaxError& e) {
      CHECK(e.kind() == "RecursionError");
      CHECK(e.message() ==
            "maximum recursion depth exceeded during compilation");
    }
  }
}

TEST_CASE("parser: a prompt learns that more is to come") {
  const auto incomplete = [](const char* text) {
    try {
      parsed(text);
    } catch (const SyntaxError& e) {
      return e.incomplete;
    }
    return false;
  };
  for (const char* text :
       {"x = (1,\n", "def f():\n", "'''abc\n", "if x:\n  y = [\n",
        "@decorator\n", "try:\n  x\n", "x = 1 + \\\n"}) {
    CAPTURE(text);
    CHECK(incomplete(text));
  }
  for (const char* text :
       {"x = 1\n", "x = )\n", "x = 'a\n", "1 2\n", "x = 1 +\n"}) {
    CAPTURE(text);
    CHECK_FALSE(incomplete(text));
  }
}

}  // namespace
}  // namespace mha::lang
