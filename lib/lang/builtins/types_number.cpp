// int, bool and float: how they are made, and their methods.

#include <cmath>
#include <cstdio>

#include "lang/builtins/builtin_support.h"
#include "lang/runtime/format.h"
#include "lang/values/number.h"
#include "lang/values/unicode.h"

namespace mha::lang {
namespace {

// ---------------------------------------------------------------------- both

Value number_operator(Interpreter&, BinaryOp op, const Value& a, const Value& b) {
  if (!is_number(a) || !is_number(b)) return Value::not_implemented();
  if (is_integral(a) && is_integral(b)) return int_binary(op, a, b);
  if (op > BinaryOp::pow) return Value::not_implemented();
  return float_binary(op, to_double(a), to_double(b));
}

Value number_compared(Interpreter&, CompareOp op, const Value& a, const Value& b) {
  if (!is_number(a) || !is_number(b)) return Value::not_implemented();
  return number_compare(op, a, b);
}

/// The number itself, True as 1.
Value same_number(Interpreter&, Args& a) {
  const Value& v = a.positional[0];
  return v.is_float() ? v : int_unary(UnaryOp::plus, v);
}

Value negated_number(Interpreter&, Args& a) {
  const Value& v = a.positional[0];
  return v.is_float() ? Value(-v.as_float()) : int_unary(UnaryOp::minus, v);
}

Value absolute_number(Interpreter& interp, Args& a) {
  const Value& v = a.positional[0];
  if (v.is_float()) return std::fabs(v.as_float());
  return int_sign(v) < 0 ? negated_number(interp, a) : same_number(interp, a);
}

Value rounded_number(Interpreter& interp, Args& a) {
  const Value& v = a.positional[0];
  const bool whole = a.positional.size() < 2 || a.positional[1].is_none();
  if (!v.is_float()) {
    return whole ? same_number(interp, a) : round_int(v, interp.to_index(a.positional[1]));
  }
  if (whole) return int_from_double(std::nearbyint(v.as_float()));
  return round_float(v.as_float(), interp.to_index(a.positional[1]));
}

Value divmod_of(Interpreter& interp, Args& a) {
  const Value &x = a.positional[0], &y = a.positional[1];
  const bool whole = is_integral(x) && is_integral(y);
  if (!whole && is_number(y) && to_double(y) == 0) {
    throw Error("ZeroDivisionError", "float divmod()");
  }
  const Value quotient = number_operator(interp, BinaryOp::floordiv, x, y);
  if (quotient.tag() == Value::Tag::not_implemented) return quotient;
  return tuple({quotient, number_operator(interp, BinaryOp::mod, x, y)});
}

/// What int and float do alike.
void add_number_methods(ClassObject& cls) {
  using enum BinaryOp;
  add_operators<number_operator, add, sub, mul, div, floordiv, mod, pow>(cls);
  if (cls.name() == "int") add_operators<number_operator, lshift, rshift, and_, or_, xor_>(cls);
  add_comparisons<number_compared>(cls);
  add_methods(cls, {{"__neg__", 0, 0, negated_number},
                    {"__pos__", 0, 0, same_number},
                    {"conjugate", 0, 0, same_number},
                    {"__abs__", 0, 0, absolute_number},
                    {"__round__", 0, 1, rounded_number},
                    {"__divmod__", 1, 1, divmod_of},
                    {"__hash__", 0, 0, [](Interpreter&, Args& a) -> Value {
                       return static_cast<int64_t>(number_hash(a.positional[0]));
                     }}});
}

// ----------------------------------------------------------------------- int

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
}

[[noreturn]] void bad_literal(int base, const std::string& shown) {
  throw ValueError("invalid literal for int() with base " +
                   std::to_string(base) + ": " + shown);
}

Value int_from_text(const std::string& text, int base) {
  const std::string shown = str_repr(text);
  std::string s = ascii_digits(strip_whitespace(text));
  const int asked = base;
  bool negative = false;
  if (!s.empty() && (s[0] == '+' || s[0] == '-')) {
    negative = s[0] == '-';
    s.erase(0, 1);
  }
  if (s.size() > 1 && s[0] == '0') {
    const char mark = static_cast<char>(s[1] | 0x20);
    const int marked = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
    if (marked && (base == 0 || base == marked)) {
      base = marked;
      s.erase(0, s.size() > 2 && s[2] == '_' ? 3 : 2);
    }
  }
  if (base == 0) {
    base = 10;
    if (s.size() > 1 && s[0] == '0' &&
        s.find_first_not_of("0_") != std::string::npos) {
      bad_literal(asked, shown);
    }
  }
  if (s.empty()) bad_literal(asked, shown);
  for (size_t i = 0; i < s.size(); ++i) {
    const bool joint =
        s[i] == '_' && i > 0 && i + 1 < s.size() && s[i - 1] != '_';
    if (!joint && (s[i] == '_' || digit_value(s[i]) >= base)) {
      bad_literal(asked, shown);
    }
  }
  return int_from_decimal((negative ? "-" : "") + s, base);
}

Value int_of(Interpreter& interp, const Value& v) {
  if (is_integral(v)) return int_unary(UnaryOp::plus, v);
  if (v.is_float()) return int_from_double(v.as_float());
  if (const auto* s = v.get<StrObject>()) return int_from_text(s->text(), 10);
  ClassObject* cls = interp.type_of(v);
  for (const Special s : {Special::int_, Special::index}) {
    const Value method = cls->special(s);
    if (!method.defined()) continue;
    Value result = interp.call(method, {v});
    if (!is_integral(result)) {
      throw TypeError("__int__ returned non-int (type " +
                      interp.type_name(result) + ")");
    }
    return int_unary(UnaryOp::plus, result);
  }
  const Value trunc = cls->lookup(Symbol("__trunc__"));
  if (trunc.defined()) return interp.call(trunc, {v});
  throw TypeError(
      "int() argument must be a string, a bytes-like object or a real number, "
      "not '" +
      interp.type_name(v) + "'");
}

void only_itself(const Value& cls, std::string_view name) {
  if (ClassObject* own = own_class(cls, name)) {
    throw Refusal("instances of '" + own->name() + "', a class derived from " +
                    std::string(name) + ", cannot be made here")
        .with_help("give the class an attribute that holds the number");
  }
}

Value int_new(Interpreter& interp, Args& a) {
  only_itself(a.positional[0], "int");
  const size_t given = a.positional.size() - 1;
  Value base = keyword_values(a, "int", {"base"})[0];
  if (given + a.keywords.size() > 2) {
    throw TypeError("int() takes at most 2 arguments (" +
                    std::to_string(given + a.keywords.size()) + " given)");
  }
  if (given == 2) base = a.positional[2];
  if (given == 0) {
    if (base.defined()) throw TypeError("int() missing string argument");
    return int64_t{0};
  }
  const Value& v = a.positional[1];
  if (!base.defined()) return int_of(interp, v);
  const int64_t b = interp.to_index(base);
  if ((b != 0 && b < 2) || b > 36) {
    throw ValueError("int() base must be >= 2 and <= 36, or 0");
  }
  const auto* s = v.get<StrObject>();
  if (!s) throw TypeError("int() can't convert non-string with explicit base");
  return int_from_text(s->text(), static_cast<int>(b));
}

Value int_repr(Interpreter&, Args& a) {
  const Value& v = a.positional[0];
  if (v.is_bool()) return str(v.as_bool() ? "True" : "False");
  return str(int_to_text(v));
}

Value int_power(Interpreter&, Args& a) {
  if (!is_integral(a.positional[1])) return Value::not_implemented();
  if (a.positional.size() > 2 && !a.positional[2].is_none()) {
    return int_pow_mod(a.positional[0], a.positional[1], a.positional[2]);
  }
  return int_binary(BinaryOp::pow, a.positional[0], a.positional[1]);
}

Value int_bit_length(Interpreter&, Args& a) {
  const mpz_class v = to_big(a.positional[0]);
  return sgn(v) == 0 ? int64_t{0}
                     : static_cast<int64_t>(mpz_sizeinbase(v.get_mpz_t(), 2));
}

void add_int(Interpreter& interp) {
  ClassObject& cls = builtin_type(interp, "int", ObjectKind::big_int);
  add_new(cls, int_new);
  add_number_methods(cls);
  add_methods(
      cls, {
               {"__pow__", 1, 2, int_power},
               {"__invert__", 0, 0,
                [](Interpreter&, Args& a) {
                  return int_unary(UnaryOp::invert, a.positional[0]);
                }},
               {"__index__", 0, 0, same_number},
               {"__repr__", 0, 0, int_repr},
               {"bit_length", 0, 0, int_bit_length},
           });
  const auto same = [](Interpreter&, const Value& v) {
    return int_unary(UnaryOp::plus, v);
  };
  cls.property("real", same);
  cls.property("imag", [](Interpreter&, const Value&) { return Value(0); });
  cls.missing = refused("int.", " as_integer_ratio bit_count denominator from_bytes numerator to_bytes ");
  cls.invalidate();

  ClassObject& boolean =
      builtin_type(interp, "bool", ObjectKind::big_int, &cls);
  add_new(boolean, [](Interpreter& i, Args& a) -> Value {
    check_no_keywords("bool", a);
    check_count("bool", a.positional.size() - 1, 0, 1);
    return a.positional.size() > 1 && i.truth(a.positional[1]);
  });
}

// --------------------------------------------------------------------- float

Value float_new(Interpreter& interp, Args& a) {
  only_itself(a.positional[0], "float");
  check_no_keywords("float", a);
  check_count("float", a.positional.size() - 1, 0, 1);
  if (a.positional.size() == 1) return 0.0;
  const Value& v = a.positional[1];
  if (const auto* s = v.get<StrObject>()) {
    double result;
    if (parse_float(s->text(), result)) return result;
    throw ValueError("could not convert string to float: " +
                     str_repr(s->text()));
  }
  if (const std::optional<double> x = real_number(interp, v)) return *x;
  throw TypeError("float() argument must be a string or a real number, not '" +
                  interp.type_name(v) + "'");
}

void add_float(Interpreter& interp) {
  ClassObject& cls = builtin_type(interp, "float", ObjectKind::big_int);
  add_new(cls, float_new);
  add_number_methods(cls);
  add_methods(
      cls,
      {
          {"__repr__", 0, 0,
           [](Interpreter&, Args& a) {
             return str(float_repr(a.positional[0].as_float()));
           }},
          {"is_integer", 0, 0,
           [](Interpreter&, Args& a) -> Value {
             const double v = a.positional[0].as_float();
             return std::isfinite(v) && v == std::floor(v);
           }},
      });
  cls.missing = refused("float.", " as_integer_ratio fromhex hex ");
  cls.property("real", [](Interpreter&, const Value& v) { return v; });
  cls.property("imag", [](Interpreter&, const Value&) { return Value(0.0); });
  cls.invalidate();
}

}  // namespace

void add_number_types(Interpreter& interp) {
  add_int(interp);
  add_float(interp);
}

}  // namespace mha::lang
