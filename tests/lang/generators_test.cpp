#include <doctest/doctest.h>

#include "programs.h"

namespace mha::lang {
namespace {

std::string printed(Interpreter& interp, const std::string& program) {
  std::string text;
  interp.out = [&](std::string_view s) { text += s; };
  interp.err = interp.out;
  interp.run(source(program));
  interp.out = interp.err = nullptr;
  return text;
}

std::string printed(const std::string& program) {
  Interpreter interp;
  return printed(interp, program);
}

std::string slip(const std::string& program) {
  try {
    parse(source(program));
  } catch (const SyntaxError& e) {
    return e.message();
  }
  return "none";
}

TEST_CASE("generators: a yield stands in a function, alone") {
  CHECK(slip("yield 1") == "'yield' outside function");
  CHECK(slip("def f():\n  class A:\n    yield 1") == "'yield' outside function");
  CHECK(slip("def f():\n  return [(yield x) for x in y]") == "'yield' inside a comprehension");
  CHECK(slip("def f():\n  print(yield x)") == "invalid syntax");
  CHECK(slip("def f():\n  x = (yield) + 1") ==
        "'yield' inside a larger expression is not supported");
  CHECK(slip("def f():\n  print(f'{(yield)}')") ==
        "'yield' inside a larger expression is not supported");
  CHECK(slip("def f():\n  x = yield from\n") == "invalid syntax");
  CHECK(slip("def f():\n  yield 1\n  x = yield 1, 2\n  y: int = yield\n  return (yield)") == "none");
  // A slip further down is told as it is without generators.
  CHECK(slip("def f():\n  yield 1\n  x = (yield)\n  yield from g()\n  if x = 1: pass") ==
        "invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
}

TEST_CASE("generators: an error has the generator's line, then that of the loop over it") {
  Interpreter interp;
  const PyError e = failure(interp,
                            "def inner():\n"
                            "  yield 1\n"
                            "  raise ValueError('no')\n"
                            "def outer():\n"
                            "  yield from inner()\n"
                            "for x in outer():\n"
                            "  pass\n");
  std::string places;
  for (const TraceEntry& t : e.trace)
    places += t.function + ":" + std::to_string(t.source->place(t.span.begin).line) + " ";
  CHECK(places == "inner:3 outer:5 <module>:6 ");
  CHECK(e.what() == std::string("ValueError: no"));
}

TEST_CASE("generators: StopIteration out of one says how to end it") {
  Interpreter interp;
  const PyError e = failure(interp, "def g():\n  yield next(iter([]))\nnext(g())");
  CHECK(e.what() == std::string("RuntimeError: generator raised StopIteration"));
  CHECK(e.help.find("next(it, None)") != std::string::npos);
  CHECK(e.trace[0].function == "g");
}

TEST_CASE("generators: the budget ends one that never does") {
  Interpreter interp;
  interp.budget.steps = 100'000;
  const char* const program =
      "def g():\n"
      "  try:\n"
      "    while True:\n"
      "      yield\n"
      "  finally:\n"
      "    print('finally')\n"
      "for x in g(): pass\n";
  CHECK_THROWS_AS(printed(interp, program), BudgetError);
  // What was cut off is not taken up by the next run.
  CHECK(printed(interp, "print('next')") == "next\n");
}

TEST_CASE("generators: nothing of a suspended one runs once its world has ended") {
  std::string text;
  {
    Interpreter interp;
    interp.out = [&](std::string_view s) { text += s; };
    interp.run(source("def g(me):\n"
                      "  try:\n"
                      "    yield\n"
                      "  finally:\n"
                      "    print('too late')\n"
                      "a = g(None)\n"
                      "next(a)\n"
                      "cycle = []\n"
                      "cycle.append(g(cycle))\n"
                      "next(cycle[0])\n"
                      "del cycle\n"
                      "def outer():\n"
                      "  yield from g(None)\n"
                      "b = outer()\n"
                      "next(b)\n"));
  }
  CHECK(text.empty());
}

TEST_CASE("generators: one that goes while it waits is closed by the next statement") {
  CHECK(printed("def g():\n"
                "  try:\n"
                "    yield 1\n"
                "  finally:\n"
                "    print('closed')\n"
                "def f():\n"
                "  for x in g():\n"
                "    return x\n"
                "x = f()\n"
                "print(x)\n"
                "n = next(g())\n") == "closed\n1\nclosed\n");
  CHECK(printed("def g():\n"
                "  try:\n"
                "    yield 1\n"
                "  finally:\n"
                "    raise KeyError('k')\n"
                "next(g())\n"
                "print('goes on')\n") ==
        "Exception ignored in: <generator object g>\nKeyError: 'k'\ngoes on\n");
  CHECK(printed("def g():\n"
                "  while True:\n"
                "    try:\n"
                "      yield 1\n"
                "    except GeneratorExit: pass\n"
                "next(g())\n"
                "print('goes on')\n") ==
        "Exception ignored in: <generator object g>\n"
        "RuntimeError: generator ignored GeneratorExit\ngoes on\n");
}

TEST_CASE("generators: what is being handled is each one's own") {
  CHECK(printed("def g():\n"
                "  try:\n"
                "    raise KeyError('a')\n"
                "  except KeyError:\n"
                "    yield 1\n"
                "    raise\n"
                "it = g()\n"
                "next(it)\n"
                "try:\n"
                "  raise\n"
                "except RuntimeError as e:\n"
                "  print(e)\n"
                "try:\n"
                "  raise ValueError('b')\n"
                "except ValueError:\n"
                "  try:\n"
                "    next(it)\n"
                "  except KeyError as e:\n"
                "    print(repr(e))\n"
                "  try:\n"
                "    raise\n"
                "  except ValueError as e:\n"
                "    print(repr(e))\n") ==
        "No active exception to reraise\nKeyError('a')\nValueError('b')\n");
}

struct Visits : Observer {
  std::string text;
  void on_enter(const FunctionCode& code) override { text += "+" + code.name.str(); }
  void on_leave(const FunctionCode& code) override { text += "-" + code.name.str(); }
};

TEST_CASE("generators: an observer sees each part of one as a visit") {
  Interpreter interp;
  Visits visits;
  interp.observer = &visits;
  interp.run(source("def g():\n  yield 1\n  yield 2\nx = list(g())"));
  CHECK(visits.text == "+g-g+g-g+g-g");
}

TEST_CASE("generators: a name that is gone by then is still the function's") {
  CHECK(printed("def g(n):\n"
                "  yield n\n"
                "  yield g\n"
                "it = g(1)\n"
                "print(next(it))\n"
                "del g\n"
                "try:\n"
                "  next(it)\n"
                "except NameError as e:\n"
                "  print(e)\n"
                "print(next(it, 'ended'))\n") == "1\nname 'g' is not defined\nended\n");
}

}  // namespace
}  // namespace mha::lang
