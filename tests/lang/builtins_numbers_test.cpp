#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "lang/runtime/interpreter.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

std::string text(const Value& v) {
  return v.is_float() ? float_repr(v.as_float()) : int_to_text(v);
}

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

TEST_CASE(
    "float_repr: the shortest text that reads back, laid out as Python's") {
  const std::pair<double, const char*> cases[] = {
      {0.1, "0.1"},
      {1.0, "1.0"},
      {-0.0, "-0.0"},
      {1e16, "1e+16"},
      {1e15, "1000000000000000.0"},
      {123456789012345680.0, "1.2345678901234568e+17"},
      {0.0001, "0.0001"},
      {0.00001, "1e-05"},
      {5e-324, "5e-324"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {100.0 / 3, "33.333333333333336"},
      {INFINITY, "inf"},
      {NAN, "nan"},
  };
  for (const auto& [value, expected] : cases)
    CHECK(float_repr(value) == expected);
}

TEST_CASE(
    "int_binary: a result beyond 64 bits becomes a big int, and comes back") {
  const Value more = int_binary(BinaryOp::add, kMost, int64_t{1});
  CHECK(more.get<BigIntObject>());
  CHECK(text(more) == "9223372036854775808");
  const Value back = int_binary(BinaryOp::sub, more, int64_t{1});
  CHECK(back.is_int());
  CHECK(back.as_int() == kMost);
  CHECK(text(int_binary(BinaryOp::floordiv, kLeast, int64_t{-1})) ==
        "9223372036854775808");
  CHECK(text(int_binary(BinaryOp::mod, kLeast, int64_t{-1})) == "0");
  CHECK(text(int_binary(BinaryOp::pow, int64_t{2}, int64_t{100})) ==
        "1267650600228229401496703205376");
}

TEST_CASE("int_binary: division rounds down, its rest has the divisor's sign") {
  struct Case {
    int64_t a, b, quotient, rest;
  };
  for (const Case& c :
       {Case{7, 2, 3, 1}, Case{-7, 2, -4, 1}, Case{7, -2, -4, -1},
        Case{-7, -2, 3, -1}, Case{6, 3, 2, 0}}) {
    CHECK(int_binary(BinaryOp::floordiv, c.a, c.b).as_int() == c.quotient);
    CHECK(int_binary(BinaryOp::mod, c.a, c.b).as_int() == c.rest);
  }
}

TEST_CASE(
    "int_binary: what would be too big is refused before it is computed") {
  const Value huge = int64_t{100000000};
  CHECK_THROWS_AS(int_binary(BinaryOp::pow, int64_t{10}, huge), BudgetError);
  CHECK_THROWS_AS(int_binary(BinaryOp::lshift, int64_t{1}, huge), BudgetError);
  CHECK(int_binary(BinaryOp::pow, int64_t{1}, huge).as_int() == 1);
  CHECK(int_binary(BinaryOp::pow, int64_t{-1}, huge).as_int() == 1);
}

TEST_CASE("number_compare: exact between int and float") {
  const Value odd = int64_t{9007199254740993};  // 2**53 + 1
  CHECK_FALSE(number_compare(CompareOp::eq, odd, 9007199254740992.0));
  CHECK(number_compare(CompareOp::gt, odd, 9007199254740992.0));
  CHECK(number_compare(CompareOp::lt, odd, INFINITY));
  CHECK_FALSE(number_compare(CompareOp::lt, odd, NAN));
  CHECK(number_compare(CompareOp::ne, odd, NAN));
}

TEST_CASE("number_hash: equal numbers hash alike") {
  CHECK(number_hash(int64_t{1}) == number_hash(1.0));
  CHECK(number_hash(int64_t{1}) == number_hash(true));
  const Value big = int_binary(BinaryOp::pow, int64_t{2}, int64_t{70});
  CHECK(number_hash(big) == number_hash(std::ldexp(1.0, 70)));
  CHECK(number_hash(int64_t{-1}) == static_cast<uint64_t>(-2));
}

TEST_CASE("round_float: correctly rounded, ties to even") {
  CHECK(round_float(2.675, 2) == 2.67);
  CHECK(round_float(0.25, 1) == 0.2);
  CHECK(round_float(1234.5678, -2) == 1200.0);
  CHECK(round_float(25.0, -1) == 20.0);
  CHECK(round_int(int64_t{15}, -1).as_int() == 20);
  CHECK(round_int(int64_t{25}, -1).as_int() == 20);
}

TEST_CASE("parse_float: what float() accepts and what it does not") {
  double v = 0;
  for (const char* good : {" 1.5 ", "-inf", "1_0.5", ".5", "5.", "1e5", "nan",
                           "+Infinity", "\xD9\xA3"}) {
    CAPTURE(good);
    CHECK(parse_float(good, v));
  }
  for (const char* bad :
       {"", ".", "1e", "1__0", "_1", "1_", "0x1", "1 2", "--1", "infinit"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_float(bad, v));
  }
}

}  // namespace
}  // namespace mha::lang
