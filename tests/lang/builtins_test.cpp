#include <doctest/doctest.h>

#include "lang/runtime/format.h"
#include "lang/runtime/interpreter.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

// What a program prints, and its error at the end.
std::string run(const std::string& program) {
  Interpreter interp;
  std::string out;
  interp.budget.memory = 64 << 20;
  interp.budget.steps = 3'000'000;
  interp.budget.seconds = 5;
  interp.out = [&](std::string_view text) { out += text; };
  try {
    interp.run(std::make_shared<Source>("test.py", program));
  } catch (const PyError& e) {
    out += e.kind() + ": " + e.message();
    if (!e.help.empty()) out += " (" + e.help + ")";
  } catch (const BudgetError& e) {
    out += "BudgetError";
  }
  return out;
}

TEST_CASE("format_int, format_float, format_str: the mini-language") {
  CHECK(format_int(int64_t{1234567}, ",") == "1,234,567");
  CHECK(format_int(int64_t{1234}, "08,") == "0,001,234");
  CHECK(format_int(int64_t{255}, "#06x") == "0x00ff");
  CHECK(format_int(int64_t{-5}, "=+5") == "-   5");
  CHECK(format_float(3.14159, "8.3f") == "   3.142");
  CHECK(format_float(1234.5, ".2") == "1.2e+03");
  CHECK(format_float(3.0, ".3") == "3.0");
  CHECK(format_float(0.5, ".0%") == "50%");
  CHECK(format_str("h\xC3\xA9", "*^6") == "**h\xC3\xA9**");
  CHECK(format_str("abcdef", ".3") == "abc");
}

TEST_CASE("format_float: digits beyond those that a double has are noughts") {
  const std::string few = format_float(0.1, ".1100f");
  CHECK(few.ends_with("000"));
  CHECK(format_float(0.1, ".2000f") == few + std::string(900, '0'));
  CHECK(format_float(-2.5, ".1200e") == "-2.5" + std::string(1199, '0') + "e+00");
  CHECK(format_float(2.5, "#.1200g") == "2.5" + std::string(1198, '0'));
  CHECK(format_float(2.5, ".1200g") == "2.5");
  CHECK(format_float(2.5, ".2000000000g") == "2.5");
  CHECK(format_float(2.5, ".2000000000") == "2.5");
  CHECK(format_float(5e-324, ".1200").starts_with("4.94065645841246544176568792868221372365059802614324764425"));
  CHECK(format_int(int64_t{1234}, "08_") == "0_001_234");
  CHECK(format_float(1234.5, "012,.1f") == "00,001,234.5");
}

TEST_CASE("str_repr: Python's choice of quotes and escapes") {
  CHECK(str_repr("it's") == "\"it's\"");
  CHECK(str_repr("'\"") == "'\\'\"'");
  CHECK(str_repr("\n\t\x01\\") == "'\\n\\t\\x01\\\\'");
  CHECK(str_repr("\xC3\xA9\xC2\xA0") == "'\xC3\xA9\\xa0'");
}

TEST_CASE("builtins: memory without end is refused by the budget") {
  for (const char* program : {
           "x = 'a' * 10**12",
           "x = [0] * 10**12",
           "x = (1,) * 10**9",
           "x = list(range(10**12))",
           "x = [1]\nwhile True: x = x + x",
           "x = [1]\nwhile True: x += x",
           "x = [1]\nwhile True: x.extend(x)",
           "x = 'a'\nwhile True: x += x",
           "x = 2\nwhile True: x = x * x",
           "x = set(range(10**10))",
           "x = {i: i for i in range(10**10)}",
           "x = 'a'.center(10**11)",
           "x = 'a'.ljust(10**11)",
           "x = f'{1:2000000000}'",
           "x = f'{3.0:.1000000000f}'",
           "x = f'{3.0:.1000000000e}'",
           "x = '%1000000000d' % 1",
           "x = '%.1000000000f' % 1.5",
           "x = f'{1:01000000000,}'",
           "x = 'a'.center(2**62, '\xC3\xA9')",
           "x = ','.join(['a' * 1000] * 10**6)",
           "x = [1 << 2**25 for _ in range(1000)]",
           "x = 3**10**7\nfor i in range(10**9): x * x",
           "x = [[0] * 10**5 for _ in range(10**5)]",
           "x = ()\nfor _ in range(60): x = (x, x)\nhash(x)",
           "x = 'ab'.replace('', 'x' * 10**6) * 10**6",
           "import itertools\nx = list(itertools.count())",
           "import math\nx = math.factorial(10**7)",
           "x = sum(range(10**11))",
           "x = 10**10**8",
       }) {
    CAPTURE(program);
    CHECK(run(program) == "BudgetError");
  }
}

TEST_CASE(
    "builtins: what reaches outside is refused by name, with a way round") {
  CHECK(run("open('x')") ==
        "NotImplementedError: open() is not available here: `mha-tutor run` opens files, "
        "lessons and `check` do not (write the numbers as a list or make them with "
        "torch.randn)");
  CHECK(run("n = input()") ==
        "NotImplementedError: input() is not available: programs here have no "
        "keyboard (put the value into the program, for example n = 4)");
  CHECK(run("z = complex(1, 2)").starts_with("NotImplementedError: complex()"));
}

TEST_CASE("builtins: a list that is being sorted is empty for the key") {
  CHECK(run("a = [3, 1, 2]\n"
            "a.sort(key=lambda x: (print(len(a)), x)[1])\n"
            "print(a)") == "0\n0\n0\n[1, 2, 3]\n");
  CHECK(run("a = [2, 1]\na.sort(key=lambda x: a.append(x))") ==
        "TypeError: '<' not supported between instances of 'NoneType' and "
        "'NoneType'");
}

TEST_CASE("builtins: containers that hold themselves show themselves") {
  CHECK(run("a = [1]\na.append(a)\nprint(a)") == "[1, [...]]\n");
  CHECK(run("d = {}\nd['d'] = d\nprint(d)") == "{'d': {...}}\n");
  CHECK(run("x = []\nfor i in range(100000): x = [x]\nrepr(x)")
            .starts_with("RecursionError: "));
}

TEST_CASE("warnings: filters hide, record and raise") {
  CHECK(run("import warnings\n"
            "with warnings.catch_warnings(record=True) as seen:\n"
            "    warnings.warn('careful')\n"
            "print(len(seen), seen[0].category.__name__, seen[0].message)\n"
            "warnings.simplefilter('ignore')\n"
            "warnings.warn('unseen')\n"
            "warnings.simplefilter('error')\n"
            "warnings.warn('raised')") ==
        "1 UserWarning careful\nUserWarning: raised");
}

}  // namespace
}  // namespace mha::lang
