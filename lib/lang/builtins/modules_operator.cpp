// operator.

#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

template <BinaryOp Op>
Value operator_binary(Interpreter& i, Args& a) {
  return i.binary(Op, a.positional[0], a.positional[1]);
}
template <BinaryOp Op>
Value operator_in_place(Interpreter& i, Args& a) {
  return i.in_place(Op, a.positional[0], a.positional[1]);
}
template <CompareOp Op>
Value operator_compare(Interpreter& i, Args& a) {
  return i.compare(Op, a.positional[0], a.positional[1]);
}
template <UnaryOp Op>
Value operator_unary(Interpreter& i, Args& a) {
  return i.unary(Op, a.positional[0]);
}

// itemgetter, attrgetter: a function of one object, giving one or a tuple.
Value getter(const char* name, std::vector<Value> keys,
             Value (*get)(Interpreter&, const Value&, const Value&)) {
  return make<NativeFunction>(
      name,
      [keys = std::move(keys), get](Interpreter& i, Args& a) {
        if (keys.size() == 1) return get(i, a.positional[0], keys[0]);
        std::vector<Value> out;
        for (const Value& k : keys) out.push_back(get(i, a.positional[0], k));
        return tuple(std::move(out));
      },
      "obj");
}

Value dotted(Interpreter& i, const Value& v, const Value& path) {
  Value at = v;
  std::string rest = text_argument(i, path, "attribute name");
  for (size_t dot; (dot = rest.find('.')) != std::string::npos;
       rest.erase(0, dot + 1)) {
    at = i.get_attr(at, rest.substr(0, dot));
  }
  return i.get_attr(at, rest);
}

Value method_caller(Interpreter&, Args& a) {
  if (a.positional.empty()) {
    throw TypeError("methodcaller needs at least one argument, the method name");
  }
  const Value name = a.positional[0];
  std::vector<Value> args(a.positional.begin() + 1, a.positional.end());
  std::vector<KeywordArg> keywords(a.keywords.begin(), a.keywords.end());
  return make<NativeFunction>(
      "methodcaller",
      [name, args, keywords](Interpreter& i, Args& b) {
        std::vector<Value> own_args = args;
        std::vector<KeywordArg> own_keywords = keywords;
        return i.call(i.get_attr(b.positional[0], i.str(name)), own_args,
                      own_keywords);
      },
      "obj");
}

void fill_operator(Interpreter&, ModuleObject& m) {
  add_functions(
      m, {
             {"add", 2, 2, operator_binary<BinaryOp::add>},
             {"sub", 2, 2, operator_binary<BinaryOp::sub>},
             {"mul", 2, 2, operator_binary<BinaryOp::mul>},
             {"truediv", 2, 2, operator_binary<BinaryOp::div>},
             {"floordiv", 2, 2, operator_binary<BinaryOp::floordiv>},
             {"mod", 2, 2, operator_binary<BinaryOp::mod>},
             {"pow", 2, 2, operator_binary<BinaryOp::pow>},
             {"matmul", 2, 2, operator_binary<BinaryOp::matmul>},
             {"and_", 2, 2, operator_binary<BinaryOp::and_>},
             {"or_", 2, 2, operator_binary<BinaryOp::or_>},
             {"xor", 2, 2, operator_binary<BinaryOp::xor_>},
             {"lshift", 2, 2, operator_binary<BinaryOp::lshift>},
             {"rshift", 2, 2, operator_binary<BinaryOp::rshift>},
             {"concat", 2, 2, operator_binary<BinaryOp::add>},
             {"iadd", 2, 2, operator_in_place<BinaryOp::add>},
             {"isub", 2, 2, operator_in_place<BinaryOp::sub>},
             {"imul", 2, 2, operator_in_place<BinaryOp::mul>},
             {"itruediv", 2, 2, operator_in_place<BinaryOp::div>},
             {"eq", 2, 2, operator_compare<CompareOp::eq>},
             {"ne", 2, 2, operator_compare<CompareOp::ne>},
             {"lt", 2, 2, operator_compare<CompareOp::lt>},
             {"le", 2, 2, operator_compare<CompareOp::le>},
             {"gt", 2, 2, operator_compare<CompareOp::gt>},
             {"ge", 2, 2, operator_compare<CompareOp::ge>},
             {"is_", 2, 2, operator_compare<CompareOp::is>},
             {"is_not", 2, 2, operator_compare<CompareOp::is_not>},
             {"neg", 1, 1, operator_unary<UnaryOp::minus>},
             {"pos", 1, 1, operator_unary<UnaryOp::plus>},
             {"invert", 1, 1, operator_unary<UnaryOp::invert>},
             {"not_", 1, 1, operator_unary<UnaryOp::not_>},
             {"truth", 1, 1,
              [](Interpreter& i, Args& a) -> Value {
                return i.truth(a.positional[0]);
              }},
             {"index", 1, 1,
              [](Interpreter& i, Args& a) -> Value {
                return i.to_index(a.positional[0]);
              }},
             {"contains", 2, 2,
              [](Interpreter& i, Args& a) -> Value {
                return i.contains(a.positional[0], a.positional[1]);
              }},
             {"getitem", 2, 2,
              [](Interpreter& i, Args& a) {
                return i.get_item(a.positional[0], a.positional[1]);
              }},
             {"setitem", 3, 3,
              [](Interpreter& i, Args& a) {
                i.set_item(a.positional[0], a.positional[1], a.positional[2]);
                return Value::none();
              }},
             {"delitem", 2, 2,
              [](Interpreter& i, Args& a) {
                i.del_item(a.positional[0], a.positional[1]);
                return Value::none();
              }},
             {"itemgetter", 1, kAnyNumber,
              [](Interpreter&, Args& a) {
                return getter("itemgetter",
                              {a.positional.begin(), a.positional.end()},
                              [](Interpreter& i, const Value& v,
                                 const Value& k) { return i.get_item(v, k); });
              }},
             {"attrgetter", 1, kAnyNumber,
              [](Interpreter&, Args& a) {
                return getter("attrgetter",
                              {a.positional.begin(), a.positional.end()},
                              dotted);
              }},
         });
  m.attributes().set(Symbol("methodcaller"),
                     make<NativeFunction>("methodcaller", method_caller));
  const Value absolute =
      plain_function("operator.abs", 1, 1, [](Interpreter& i, Args& a) {
        return i.call(i.type_of(a.positional[0])->special(Special::abs),
                      {a.positional[0]});
      });
  m.attributes().set(Symbol("abs"), absolute);
}

}  // namespace

void add_operator_module(Interpreter& interp) {
  interp.add_module("operator", fill_operator);
}

}  // namespace mha::lang
