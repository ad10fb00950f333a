#include <doctest/doctest.h>

#include <thread>

#include "programs.h"

namespace mha::lang {
namespace {

std::string limit_met(Interpreter& interp, const std::string& program) {
  try {
    interp.run(source(program));
  } catch (const BudgetError& e) {
    return e.message();
  }
  return "none";
}

TEST_CASE("evaluator: calls that do not fit fail in Python's words") {
  const std::pair<const char*, const char*> cases[] = {
      {"def f(a, b, c): pass\nf(1)",
       "f() missing 2 required positional arguments: 'b' and 'c'"},
      {"def f(a, b, c): pass\nf()",
       "f() missing 3 required positional arguments: 'a', 'b', and 'c'"},
      {"def f(*, a): pass\nf()",
       "f() missing 1 required keyword-only argument: 'a'"},
      {"def f(a, b=1): pass\nf(1, 2, 3)",
       "f() takes from 1 to 2 positional arguments but 3 were given"},
      {"def f(a, *, b): pass\nf(1, 2, b=3)",
       "f() takes 1 positional argument but 2 positional arguments (and 1 "
       "keyword-only argument) were given"},
      {"def f(a): pass\nf(1, a=2)", "f() got multiple values for argument 'a'"},
      {"class A:\n  def m(): pass\nA().m()",
       "A.m() takes 0 positional arguments but 1 was given"},
      {"class A: pass\nA(1)", "A() takes no arguments"},
  };
  Interpreter interp;
  for (const auto& [program, message] : cases)
    CHECK(failure(interp, program).message() == message);
}

TEST_CASE("evaluator: a failure names every frame, innermost first") {
  Interpreter interp;
  const std::string text =
      "def inner(q):\n    return q + 'a'\ndef outer():\n    return inner(1)\n"
      "x = 2 * outer()\n";
  const PyError e = failure(interp, text);
  REQUIRE(e.trace.size() == 3);
  const auto shown = [&](size_t i) {
    return e.trace[i].function + ": " +
           std::string(e.trace[i].source->text(e.trace[i].span));
  };
  CHECK(shown(0) == "inner: q + 'a'");
  CHECK(shown(1) == "outer: inner(1)");
  CHECK(shown(2) == "<module>: outer()");
  CHECK(e.operation == "+");
  REQUIRE(e.operands.size() == 2);
  CHECK(e.operands[0].text == "q");
  CHECK(interp.repr(e.operands[0].value) == "1");
}

TEST_CASE("evaluator: each limit ends the run and names its flag") {
  Interpreter interp;
  interp.budget.steps = 100'000;
  CHECK(limit_met(interp, "while True: pass").find("--max-steps") !=
        std::string::npos);
  CHECK(limit_met(interp, "while True:\n  try: f()\n  except: pass")
            .find("--max-steps") != std::string::npos);
  interp.budget.output = 10;
  std::string printed;
  interp.out = [&](std::string_view text) { printed += text; };
  CHECK(limit_met(interp, "print('123456789012')").find("--max-output") !=
        std::string::npos);
  CHECK(printed == "1234567890");
  CHECK(limit_met(interp, "x = 'a' * 10**12").find("--max-memory") !=
        std::string::npos);
  interp.budget.steps = 0;
  interp.budget.seconds = 0.05;
  CHECK(limit_met(interp, "while True: pass").find("--max-seconds") !=
        std::string::npos);
  interp.budget.seconds = 0;
  const PyError deep = failure(interp, "def f(): f()\nf()");
  CHECK(deep.kind() == "RecursionError");
  CHECK(deep.message() == "maximum recursion depth exceeded");
}

TEST_CASE("evaluator: an interrupt is KeyboardInterrupt, no Exception") {
  Interpreter interp;
  std::jthread signal([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    interp.interrupt = true;
  });
  const PyError e = failure(
      interp, "while True:\n  try: pass\n  except Exception: pass");
  CHECK(e.kind() == "KeyboardInterrupt");
}

TEST_CASE("evaluator: names stay from cell to cell and can be put back") {
  Interpreter interp;
  CHECK(!interp.run_cell(source("x = 3")).defined());
  CHECK(interp.run_cell(source("x + 1")).as_int() == 4);
  CHECK(!interp.run_cell(source("x + 1;")).defined());
  const auto before = interp.snapshot();
  interp.run(source("x = 5\ny = 6"));
  interp.restore(before);
  CHECK(interp.run_cell(source("x")).as_int() == 3);
  CHECK(failure(interp, "y").message() == "name 'y' is not defined");
}

TEST_CASE("evaluator: an unsupported module is refused where it is used") {
  Interpreter interp;
  interp.run(source("import decimal as d\nfrom decimal import Decimal"));
  CHECK(failure(interp, "d.getcontext()").help == "use float or int");
  CHECK(failure(interp, "Decimal(1)").message() ==
        "decimal.Decimal is not part of this tutor");
}

TEST_CASE("evaluator: what is left out of a module or type is refused by name") {
  Interpreter interp;
  interp.run(source("import math, itertools\nfrom collections import deque"));
  CHECK(failure(interp, "math.perm(3)").message() == "math.perm is not part of this tutor");
  CHECK(failure(interp, "from math import ulp, pi").message() == "math.ulp is not part of this tutor");
  CHECK(failure(interp, "itertools.tee([1])").message() == "itertools.tee is not part of this tutor");
  CHECK(failure(interp, "(0.5).hex()").message() == "float.hex is not part of this tutor");
  CHECK(failure(interp, "'a'.expandtabs()").message() == "str.expandtabs is not part of this tutor");
  CHECK(failure(interp, "deque([1]).rotate(1)").message() == "collections.deque.rotate is not part of this tutor");
  CHECK(failure(interp, "'a'.nothing").message() == "'str' object has no attribute 'nothing'");
}

TEST_CASE("evaluator: syntax errors come as exceptions with their place") {
  Interpreter interp;
  const PyError e = failure(interp, "x = 1\ny = (2 + \n");
  CHECK(e.kind() == "SyntaxError");
  CHECK(e.message() == "'(' was never closed");
  REQUIRE(e.trace.size() == 1);
  CHECK(e.trace[0].source->place(e.trace[0].span.begin).line == 2);
}

TEST_CASE("evaluator: deep structures neither overflow nor leak") {
  Interpreter interp;
  interp.run(source(
      "l = []\n"
      "for i in range(100000): l = [l]\n"
      "del l\n"
      "class N: pass\n"
      "a, b = N(), N()\n"
      "a.other, b.other = b, a\n"
      "a.me = a.other.other\n"
      "f = lambda: f\n"
      "g = (x for x in [1, 2])\n"
      "d = {}\n"
      "d['d'] = d\n"));
}

TEST_CASE("evaluator: two worlds on one thread keep apart") {
  Interpreter one, two;
  one.run(source("class A: pass\nx = [A()]"));
  two.run(source("x = 5"));
  one.run(source("assert len(x) == 1"));
  CHECK(two.run_cell(source("x")).as_int() == 5);
}

}  // namespace
}  // namespace mha::lang
