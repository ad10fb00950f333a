#include "lang/syntax/resolver.h"

#include <doctest/doctest.h>

#include "programs.h"

namespace mha::lang {
namespace {

const FunctionCode& function(const Block& body, size_t at = 0) {
  return *static_cast<const FunctionDef&>(*body[at]).code;
}

std::vector<std::string> texts(const std::vector<Symbol>& names) {
  std::vector<std::string> result;
  for (const Symbol name : names) result.push_back(name.str());
  return result;
}

const NameRef& returned(const FunctionCode& code) {
  const auto& statement = static_cast<const Return&>(*code.body.back());
  return static_cast<const NameExpr&>(*statement.value).ref;
}

TEST_CASE("resolver: parameters take the first slots, in their order") {
  const ModulePtr m =
      parsed("def f(a, *rest, k=1, **kw):\n  x = a\n  return x\n");
  const FunctionCode& f = function(m->body);
  CHECK(texts(f.scope.locals) ==
        std::vector<std::string>{"a", "rest", "k", "kw", "x"});
  CHECK(returned(f).scope == Scope::local);
  CHECK(returned(f).slot == 4);
}

TEST_CASE("resolver: a name that an inner function reads lives in a cell") {
  const ModulePtr m =
      parsed("def f(a, b):\n  c = 1\n  def g():\n    return a\n  return c\n");
  const FunctionCode& f = function(m->body);
  CHECK(texts(f.scope.cells) == std::vector<std::string>{"a"});
  CHECK(f.scope.own_cells == 1);
  REQUIRE(f.scope.parameter_cells.size() == 1);
  CHECK(f.scope.parameter_cells[0] == std::pair<uint32_t, uint32_t>{0, 0});
  const FunctionCode& g = function(f.body, 1);
  CHECK(g.scope.own_cells == 0);
  CHECK(g.scope.captured == std::vector<uint32_t>{0});
  CHECK(returned(g).scope == Scope::cell);
}

TEST_CASE("resolver: cells pass through the functions and classes between") {
  const ModulePtr m = parsed(
      "def f():\n"
      "  x = 1\n"
      "  class A:\n"
      "    x = 2\n"
      "    def g(self):\n"
      "      return x\n"
      "  return A\n");
  const auto& a = static_cast<const ClassDef&>(*function(m->body).body[1]);
  CHECK(a.scope.captured == std::vector<uint32_t>{0});
  const auto& inner = static_cast<const Assign&>(*a.body[0]);
  CHECK(static_cast<const NameExpr&>(*inner.targets[0]).ref.scope ==
        Scope::class_body);
  CHECK(returned(function(a.body, 1)).scope == Scope::cell);
}

TEST_CASE("resolver: global, nonlocal and the module") {
  const ModulePtr m = parsed(
      "x = 1\n"
      "def f():\n"
      "  global x\n"
      "  x = 2\n"
      "  return x\n"
      "def g():\n"
      "  y = 1\n"
      "  def h():\n"
      "    nonlocal y\n"
      "    y = 2\n"
      "    return y\n"
      "  return h\n");
  CHECK(returned(function(m->body, 1)).scope == Scope::global);
  CHECK(returned(function(function(m->body, 2).body, 1)).scope == Scope::cell);
}

TEST_CASE("resolver: a comprehension has a scope, its first iterable has not") {
  const ModulePtr m = parsed("class A:\n  n = [1]\n  m = [n for n in n]\n");
  const auto& a = static_cast<const ClassDef&>(*m->body[0]);
  const auto& c = static_cast<const Comprehension&>(
      *static_cast<const Assign&>(*a.body[1]).value);
  CHECK(static_cast<const NameExpr&>(*c.clauses[0].iterable).ref.scope ==
        Scope::class_body);
  CHECK(static_cast<const NameExpr&>(*c.element).ref.scope == Scope::local);
}

TEST_CASE("resolver: a walrus in a comprehension binds around it") {
  const ModulePtr m =
      parsed("def f(xs):\n  ys = [(last := x) for x in xs]\n  return last\n");
  CHECK(returned(function(m->body)).scope == Scope::cell);
}

TEST_CASE("resolver: private names belong to their class") {
  const ModulePtr m = parsed(
      "class _A:\n  def f(self, __x):\n    return __x\n  def g(self):\n"
      "    return self.__y.__len__\n");
  const auto& a = static_cast<const ClassDef&>(*m->body[0]);
  CHECK(returned(function(a.body, 0)).name.str() == "_A__x");
  const auto& statement =
      static_cast<const Return&>(*function(a.body, 1).body[0]);
  const auto& outer = static_cast<const Attribute&>(*statement.value);
  CHECK(outer.name.str() == "__len__");
  CHECK(static_cast<const Attribute&>(*outer.object).name.str() == "_A__y");
}

}  // namespace
}  // namespace mha::lang
