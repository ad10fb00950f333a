// Built-in functions of values: numbers, characters, order, sums.

#include "base/text.h"
#include "lang/builtins/builtin_support.h"
#include "lang/runtime/format.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

Value sum(Interpreter& interp, Args& a) {
  Value total = a.positional[1].defined() ? a.positional[1] : Value(int64_t{0});
  if (total.get<StrObject>()) {
    throw TypeError("sum() can't sum strings [use ''.join(seq) instead]");
  }
  const Ref<IteratorObject> walk = interp.iterate(a.positional[0]);
  for (Value v; walk->next(v); interp.tick()) {
    total = interp.binary(BinaryOp::add, total, v);
  }
  return total;
}

template <CompareOp Op>
Value extreme(Interpreter& interp, Args& a) {
  static const std::string name = Op == CompareOp::lt ? "min" : "max";
  const auto given = keyword_values(a, name, {"key", "default"});
  const Value &key = given[0], &fallback = given[1];
  if (a.positional.empty()) {
    throw TypeError(name + " expected at least 1 argument, got 0");
  }
  const bool several = a.positional.size() > 1;
  if (several && fallback.defined()) {
    throw TypeError("Cannot specify a default for " + name +
                    "() with multiple positional arguments");
  }
  Value best, best_key;
  const auto consider = [&](const Value& v) {
    Value k = key.defined() && !key.is_none() ? interp.call(key, {v}) : v;
    if (best.defined() && !interp.truth(interp.compare(Op, k, best_key))) return;
    best = v;
    best_key = std::move(k);
  };
  if (several) {
    for (const Value& v : a.positional) consider(v);
  } else {
    const Ref<IteratorObject> walk = interp.iterate(a.positional[0]);
    for (Value v; walk->next(v); interp.tick()) consider(v);
  }
  if (best.defined()) return best;
  if (fallback.defined()) return fallback;
  throw ValueError(name + "() arg is an empty sequence");
}

Value abs_value(Interpreter& interp, Args& a) {
  const Value& v = a.positional[0];
  if (v.is_float()) return std::abs(v.as_float());
  if (v.is_int() && v.as_int() != INT64_MIN) return std::abs(v.as_int());
  const Value method = interp.type_of(v)->special(Special::abs);
  if (method.defined()) return interp.call(method, {v});
  throw TypeError("bad operand type for abs(): '" +
                  interp.type_name(v) + "'");
}

Value round_value(Interpreter& interp, Args& a) {
  const Value& v = a.positional[0];
  const Value method = interp.type_of(v)->special(Special::round);
  if (!method.defined()) {
    throw TypeError("type " + interp.type_name(v) +
                    " doesn't define __round__ method");
  }
  const Value& digits = a.positional[1];
  if (!digits.defined() || digits.is_none()) return interp.call(method, {v});
  return interp.call(method, {v, digits});
}

Value sorted(Interpreter& interp, Args& a) {
  if (a.positional.size() != 1) {
    throw TypeError("sorted expected 1 argument, got " +
                    std::to_string(a.positional.size()));
  }
  const auto [key, reverse] = keyword_values(a, "sort", {"key", "reverse"});
  std::vector<Value> items = interp.to_vector(a.positional[0]);
  sort_values(interp, items, key, reverse.defined() && interp.truth(reverse));
  return list(std::move(items));
}

template <bool Wanted>
Value any_or_all(Interpreter& interp, Args& a) {
  const Ref<IteratorObject> walk = interp.iterate(a.positional[0]);
  for (Value v; walk->next(v); interp.tick()) {
    if (interp.truth(v) == Wanted) return Wanted;
  }
  return !Wanted;
}

Value divmod(Interpreter& interp, Args& a) {
  const Value &x = a.positional[0], &y = a.positional[1];
  Value result = Value::not_implemented();
  const Value own = interp.type_of(x)->lookup(Symbol("__divmod__"));
  if (own.defined()) result = interp.call(own, {x, y});
  if (result.tag() != Value::Tag::not_implemented) return result;
  const Value reflected = interp.type_of(y)->lookup(Symbol("__rdivmod__"));
  if (reflected.defined()) return interp.call(reflected, {y, x});
  throw TypeError("unsupported operand type(s) for divmod(): '" +
                  interp.type_name(x) + "' and '" + interp.type_name(y) + "'");
}

Value builtin_pow(Interpreter& interp, Args& a) {
  const Value &base = a.positional[0], &exponent = a.positional[1];
  const Value& modulus = a.positional[2];
  if (!modulus.defined() || modulus.is_none()) {
    return interp.binary(BinaryOp::pow, base, exponent);
  }
  if (is_integral(base) && is_integral(exponent) && is_integral(modulus)) {
    return int_pow_mod(base, exponent, modulus);
  }
  if (is_number(base) && is_number(exponent) && is_number(modulus)) {
    throw TypeError(
        "pow() 3rd argument not allowed unless all arguments are integers");
  }
  throw TypeError("unsupported operand type(s) for ** or pow(): '" +
                  interp.type_name(base) + "', '" + interp.type_name(exponent) +
                  "', '" + interp.type_name(modulus) + "'");
}

Value chr(Interpreter& interp, Args& a) {
  const int64_t code = interp.to_index(a.positional[0]);
  if (code < 0 || code > 0x10FFFF) {
    throw ValueError("chr() arg not in range(0x110000)");
  }
  std::string out;
  append_utf8(out, static_cast<char32_t>(code));
  return str(std::move(out));
}

Value ord(Interpreter& interp, Args& a) {
  const auto* s = a.positional[0].get<StrObject>();
  if (!s) {
    throw TypeError("ord() expected string of length 1, but " +
                    interp.type_name(a.positional[0]) + " found");
  }
  if (s->length() != 1) {
    throw TypeError("ord() expected a character, but string of length " +
                    std::to_string(s->length()) + " found");
  }
  size_t pos = 0;
  return static_cast<int64_t>(next_codepoint(s->text(), pos));
}

template <int Base>
Value digits(Interpreter& interp, Args& a) {
  Value v = a.positional[0];
  if (!is_integral(v)) v = interp.to_index(v);
  std::string text = int_to_text(v, Base);
  const char* prefix = Base == 2 ? "0b" : Base == 8 ? "0o" : "0x";
  text.insert(text[0] == '-' ? 1 : 0, prefix);
  return str(std::move(text));
}

Value format_value(Interpreter& interp, Args& a) {
  std::string spec;
  if (a.positional.size() > 1) {
    spec = text_argument(interp, a.positional[1], "format() argument 2");
  }
  return str(interp.format(a.positional[0], spec));
}

}  // namespace

void add_value_functions(ModuleObject& builtins) {
  add_functions(builtins, {
                              {"abs", 1, 1, abs_value},
                              {"all", 1, 1, any_or_all<false>},
                              {"any", 1, 1, any_or_all<true>},
                              {"divmod", 2, 2, divmod},
                              {"chr", 1, 1, chr},
                              {"ord", 1, 1, ord},
                              {"bin", 1, 1, digits<2>},
                              {"oct", 1, 1, digits<8>},
                              {"hex", 1, 1, digits<16>},
                              {"format", 1, 2, format_value},
                          });
  add_function(builtins, "sum", "iterable, /, start=0", sum);
  add_function(builtins, "round", "number, ndigits=None", round_value);
  add_function(builtins, "pow", "base, exp, mod=None", builtin_pow);
  const auto as_written = [&](const char* name, PlainFn fn) {
    builtins.attributes().set(Symbol(name), make<NativeFunction>(name, fn));
  };
  as_written("sorted", sorted);
  as_written("min", extreme<CompareOp::lt>);
  as_written("max", extreme<CompareOp::gt>);
}

}  // namespace mha::lang
