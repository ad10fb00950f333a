// operator: Python's operators as functions, named for their methods.

#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

/// "add" of "__add__"; "and_" of "__and__", which is a keyword.
std::string operator_name(Special method) {
  std::string name = special_name(method).str();
  name = name.substr(2, name.size() - 4);
  return name == "and" || name == "or" ? name + "_" : name;
}

template <typename Op, typename Run>
void add_operator_functions(ModuleObject& m, std::initializer_list<Op> ops, Run run) {
  for (const Op op : ops) {
    add_function(m, operator_name(special_of(op)), "a, b, /", [op, run](Interpreter& i, Args& a) {
      return (i.*run)(op, a.positional[0], a.positional[1]);
    });
  }
}

// itemgetter, attrgetter: a function of one object, giving one or a tuple.
using Get = Value (*)(Interpreter&, const Value&, const Value&);
NativeFn operator_getter(const char* name, Get get) {
  return [name, get](Interpreter&, Args& given) -> Value {
    const std::vector<Value> keys = given.positional[0].get<TupleObject>()->items;
    if (keys.empty()) throw TypeError(std::string(name) + " expected 1 argument, got 0");
    return make<NativeFunction>(name, [keys, get](Interpreter& i, Args& a) {
      if (keys.size() == 1) return get(i, a.positional[0], keys[0]);
      std::vector<Value> out;
      for (const Value& k : keys) out.push_back(get(i, a.positional[0], k));
      return tuple(std::move(out));
    }, "obj");
  };
}

Value dotted(Interpreter& i, const Value& v, const Value& path) {
  Value at = v;
  std::string rest = text_argument(i, path, "attribute name");
  for (size_t dot; (dot = rest.find('.')) != std::string::npos; rest.erase(0, dot + 1)) {
    at = i.get_attr(at, rest.substr(0, dot));
  }
  return i.get_attr(at, rest);
}

/// methodcaller("transpose", 0, 1)(x) is x.transpose(0, 1).
Value method_caller(Interpreter&, Args& given) {
  const Value name = given.positional[0], keywords = given.positional[2];
  const std::vector<Value> args = given.positional[1].get<TupleObject>()->items;
  return make<NativeFunction>("methodcaller", [name, args, keywords](Interpreter& i, Args& a) {
    const Value method = i.get_attr(a.positional[0], text_argument(i, name, "method name"));
    std::vector<KeywordArg> named;
    size_t at = 0;
    for (Value key, value; keywords.get<DictObject>()->next(at, key, value);) named.push_back({Symbol(key.get<StrObject>()->text()), value});
    std::vector<Value> positional = args;
    return i.call(method, positional, named);
  }, "obj");
}

void fill_operator(Interpreter&, ModuleObject& m) {
  using enum BinaryOp;
  add_operator_functions(m, {add, sub, mul, div, floordiv, mod, pow, matmul, lshift, rshift, and_, or_, xor_},
          &Interpreter::binary);
  using enum CompareOp;
  add_operator_functions(m, {eq, ne, lt, le, gt, ge}, &Interpreter::compare);
  add_function(m, "neg", "a, /", [](Interpreter& i, Args& a) {
    return i.unary(UnaryOp::minus, a.positional[0]);
  });
  add_function(m, "not_", "a, /", [](Interpreter& i, Args& a) -> Value {
    return !i.truth(a.positional[0]);
  });
  add_function(m, "index", "a, /", [](Interpreter& i, Args& a) -> Value {
    return i.to_index(a.positional[0]);
  });
  add_function(m, "contains", "a, b, /", [](Interpreter& i, Args& a) -> Value {
    return i.contains(a.positional[0], a.positional[1]);
  });
  add_function(m, "getitem", "a, b, /", [](Interpreter& i, Args& a) {
    return i.get_item(a.positional[0], a.positional[1]);
  });
  add_function(m, "itemgetter", "*items", operator_getter("itemgetter", [](Interpreter& i, const Value& v, const Value& k) {
    return i.get_item(v, k);
  }));
  add_function(m, "attrgetter", "*attrs", operator_getter("attrgetter", dotted));
  add_function(m, "methodcaller", "name, /, *args, **kwargs", method_caller);
  m.missing = refused("operator.", " abs concat countOf delitem iadd iand ifloordiv imod imul indexOf "
                      "invert ior ipow is_ is_not isub itruediv length_hint pos setitem truth ");
}

}  // namespace

void add_operator_module(Interpreter& interp) { interp.add_module("operator", fill_operator); }

}  // namespace mha::lang
