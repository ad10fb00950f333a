// math.

#include <cmath>
#include <numbers>

#include "base/memory.h"
#include "lang/builtins/builtin_support.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

double real(Interpreter& interp, const Value& v) {
  if (const std::optional<double> x = real_number(interp, v); x && !v.get<StrObject>()) return *x;
  throw TypeError("must be real number, not " + interp.type_name(v));
}

[[noreturn]] void domain_error() { throw ValueError("math domain error"); }
[[noreturn]] void range_error() {
  throw Error("OverflowError", "math range error");
}

using Function = double (*)(double);

// What an infinite result of a finite argument means differs by function.
template <Function F, bool Overflows>
Value math_unary(Interpreter& interp, Args& a) {
  const double x = real(interp, a.positional[0]);
  const double y = F(x);
  if (std::isnan(y) && !std::isnan(x)) domain_error();
  if (std::isinf(y) && std::isfinite(x))
    Overflows ? range_error() : domain_error();
  return y;
}

Value math_pow(Interpreter& interp, Args& a) {
  const double x = real(interp, a.positional[0]),
               y = real(interp, a.positional[1]);
  const double z = std::pow(x, y);
  if (!std::isfinite(z) && std::isfinite(x) && std::isfinite(y)) {
    std::isnan(z) || x == 0 ? domain_error() : range_error();
  }
  return z;
}

template <double (*F)(double, double)>
Value math_binary(Interpreter& interp, Args& a) {
  const double x = real(interp, a.positional[0]),
               y = real(interp, a.positional[1]);
  const double z = F(x, y);
  if (std::isnan(z) && !std::isnan(x) && !std::isnan(y)) domain_error();
  if (std::isinf(z) && std::isfinite(x) && std::isfinite(y)) range_error();
  return z;
}

template <bool (*Test)(double)>
Value question(Interpreter& interp, Args& a) {
  return Test(real(interp, a.positional[0]));
}
bool is_nan(double v) { return std::isnan(v); }
bool is_inf(double v) { return std::isinf(v); }
bool is_finite(double v) { return std::isfinite(v); }
double degrees(double v) { return v * (180.0 / std::numbers::pi); }
double radians(double v) { return v * (std::numbers::pi / 180.0); }
// The logarithm of an int of any size, or of a float.
template <Function Log>
double log_of(Interpreter& interp, const Value& v) {
  if (const auto* big = v.get<BigIntObject>()) {
    if (sgn(big->value) <= 0) domain_error();
    long exponent = 0;
    const double m = mpz_get_d_2exp(&exponent, big->value.get_mpz_t());
    return Log(m) + Log(2.0) * static_cast<double>(exponent);
  }
  const double x = real(interp, v);
  if (x <= 0) domain_error();
  return Log(x);
}

Value log(Interpreter& interp, Args& a) {
  if (a.positional.empty() || a.positional.size() > 2) {
    throw TypeError("math.log requires 1 to 2 arguments");
  }
  const double y = log_of<std::log>(interp, a.positional[0]);
  if (a.positional.size() < 2) return y;
  const double base = log_of<std::log>(interp, a.positional[1]);
  if (base == 0) throw Error("ZeroDivisionError", "float division by zero");
  return y / base;
}

template <double (*Round)(double)>
Value rounded(Interpreter& interp, Args& a) {
  const Value& v = a.positional[0];
  if (is_integral(v)) return int_unary(UnaryOp::plus, v);
  if (!v.is_float()) {
    const char* name =
        Round == static_cast<double (*)(double)>(std::floor)  ? "__floor__"
        : Round == static_cast<double (*)(double)>(std::ceil) ? "__ceil__"
                                                              : "__trunc__";
    const Value method = interp.type_of(v)->lookup(Symbol(name));
    if (method.defined()) return interp.call(method, {v});
    if (std::string_view(name) == "__trunc__") {
      throw TypeError("type " + interp.type_name(v) +
                      " doesn't define __trunc__ method");
    }
  }
  return int_from_double(Round(real(interp, v)));
}

Value integer(Interpreter& interp, const Value& v) {
  return is_integral(v) ? v : Value(interp.to_index(v));
}

Value gcd(Interpreter& interp, Args& a) {
  Value result = int64_t{0};
  for (const Value& v : a.positional) result = int_gcd(result, integer(interp, v));
  return result;
}

Value factorial(Interpreter& interp, Args& a) {
  const Value& v = a.positional[0];
  if (v.is_float())
    throw TypeError("'float' object cannot be interpreted as an integer");
  const int64_t n = interp.to_index(v);
  if (n < 0) throw ValueError("factorial() not defined for negative values");
  if (n > 200000) throw BudgetError("n is too large to compute with here");
  mpz_class result;
  mpz_fac_ui(result.get_mpz_t(), static_cast<unsigned long>(n));
  return int_from_big(result);
}

Value isqrt(Interpreter& interp, Args& a) {
  const mpz_class n = to_big(integer(interp, a.positional[0]));
  if (sgn(n) < 0) throw ValueError("isqrt() argument must be nonnegative");
  return int_from_big(sqrt(n));
}

Value prod(Interpreter& interp, Args& a) {
  Value result =
      a.positional[1].defined() ? a.positional[1] : Value(int64_t{1});
  for (const Value& v : interp.to_vector(a.positional[0])) {
    result = interp.binary(BinaryOp::mul, result, v);
  }
  return result;
}

Value hypot(Interpreter& interp, Args& a) {
  double result = 0;
  for (const Value& v : a.positional)
    result = std::hypot(result, real(interp, v));
  return result;
}

Value isclose(Interpreter& interp, Args& a) {
  const double x = real(interp, a.positional[0]),
               y = real(interp, a.positional[1]);
  const Value &r = a.positional[2], &t = a.positional[3];
  const double rel = r.defined() ? real(interp, r) : 1e-9;
  const double abs = t.defined() ? real(interp, t) : 0.0;
  if (rel < 0 || abs < 0) throw ValueError("tolerances must be non-negative");
  if (x == y) return true;
  if (std::isinf(x) || std::isinf(y)) return false;
  const double apart = std::fabs(y - x);
  return apart <= std::fabs(rel * y) || apart <= std::fabs(rel * x) ||
         apart <= abs;
}

void fill_math(Interpreter&, ModuleObject& m) {
  const auto constant = [&](const char* name, double v) {
    m.attributes().set(Symbol(name), v);
  };
  constant("pi", std::numbers::pi);
  constant("e", std::numbers::e);
  constant("tau", 2 * std::numbers::pi);
  constant("inf", INFINITY);
  constant("nan", NAN);
  add_functions(m, {
                       {"sqrt", 1, 1, math_unary<std::sqrt, false>},
                       {"cbrt", 1, 1, math_unary<std::cbrt, false>},
                       {"exp", 1, 1, math_unary<std::exp, true>},
                       {"exp2", 1, 1, math_unary<std::exp2, true>},
                       {"expm1", 1, 1, math_unary<std::expm1, true>},
                       {"log1p", 1, 1, math_unary<std::log1p, false>},
                       {"log", 0, kAnyNumber, log},
                       {"log2", 1, 1,
                        [](Interpreter& i, Args& a) -> Value {
                          return log_of<std::log2>(i, a.positional[0]);
                        }},
                       {"log10", 1, 1,
                        [](Interpreter& i, Args& a) -> Value {
                          return log_of<std::log10>(i, a.positional[0]);
                        }},
                       {"sin", 1, 1, math_unary<std::sin, false>},
                       {"cos", 1, 1, math_unary<std::cos, false>},
                       {"tan", 1, 1, math_unary<std::tan, false>},
                       {"asin", 1, 1, math_unary<std::asin, false>},
                       {"acos", 1, 1, math_unary<std::acos, false>},
                       {"atan", 1, 1, math_unary<std::atan, false>},
                       {"sinh", 1, 1, math_unary<std::sinh, true>},
                       {"cosh", 1, 1, math_unary<std::cosh, true>},
                       {"tanh", 1, 1, math_unary<std::tanh, false>},
                       {"asinh", 1, 1, math_unary<std::asinh, false>},
                       {"acosh", 1, 1, math_unary<std::acosh, false>},
                       {"atanh", 1, 1, math_unary<std::atanh, false>},
                       {"erf", 1, 1, math_unary<std::erf, false>},
                       {"erfc", 1, 1, math_unary<std::erfc, false>},
                       {"fabs", 1, 1, math_unary<std::fabs, false>},
                       {"degrees", 1, 1, math_unary<degrees, true>},
                       {"radians", 1, 1, math_unary<radians, false>},
                       {"atan2", 2, 2, math_binary<std::atan2>},
                       {"pow", 2, 2, math_pow},
                       {"fmod", 2, 2, math_binary<std::fmod>},
                       {"copysign", 2, 2, math_binary<std::copysign>},
                       {"floor", 1, 1, rounded<std::floor>},
                       {"ceil", 1, 1, rounded<std::ceil>},
                       {"trunc", 1, 1, rounded<std::trunc>},
                       {"isnan", 1, 1, question<is_nan>},
                       {"isinf", 1, 1, question<is_inf>},
                       {"isfinite", 1, 1, question<is_finite>},
                       {"gcd", 0, kAnyNumber, gcd},
                       {"factorial", 1, 1, factorial},
                       {"isqrt", 1, 1, isqrt},
                       {"hypot", 0, kAnyNumber, hypot},
                   });
  add_function(m, "prod", "iterable, /, *, start=1", prod);
  m.missing = refused("math.", " comb dist frexp fsum gamma lgamma lcm ldexp modf nextafter perm remainder ulp ");
  add_function(m, "isclose", "a, b, *, rel_tol=1e-09, abs_tol=0.0", isclose);
}

}  // namespace

void add_math_module(Interpreter& interp) { interp.add_module("math", fill_math); }

}  // namespace mha::lang
