// The operators: numbers at once, everything else by the special methods of
// the operands' classes, the reflected ones included.

#include <fmt/format.h>

#include <array>

#include "lang/values/fast_operators.h"
#include "lang/runtime/builtins.h"
#include "lang/runtime/world.h"
#include "lang/values/hash_table.h"
#include "lang/values/number.h"

namespace mha::lang {

namespace {

// The first of each operator's three, in the order of enum BinaryOp.
constexpr std::array kBinary = std::to_array<Special>(
    {Special::add, Special::sub, Special::mul, Special::div, Special::floordiv, Special::mod,
     Special::pow, Special::matmul, Special::lshift, Special::rshift, Special::and_, Special::or_,
     Special::xor_});

constexpr const char* kSigns[] = {"==", "!=", "<", "<=", ">", ">="};

/// What b is asked for a < b.
constexpr CompareOp mirrored(CompareOp op) {
  constexpr CompareOp kMirrored[] = {CompareOp::eq, CompareOp::ne, CompareOp::gt,
                                     CompareOp::ge, CompareOp::lt, CompareOp::le};
  return kMirrored[static_cast<size_t>(op)];
}

bool declined(const Value& v) {
  return v.tag() == Value::Tag::not_implemented;
}

bool is_sequence(const Value& v) {
  return v.get<ListObject>() || v.get<TupleObject>() || v.get<StrObject>();
}

Value call_special(Interpreter& interp, const Value& method, const Value& self,
                   const Value& other) {
  const Value held = method;  // the call may change the class
  Value args[2] = {self, other};
  // What C++ does with two operands is called at once.
  if (const auto* native = held.get<NativeFunction>();
      native && native->counted.fn && native->counted.least == 2 && interp.impl().frame &&
      current_interpreter() == &interp) {
    Args both{args, {}};
    return native->counted.fn(interp, both);
  }
  return interp.call(held, std::span<Value>(args));
}

/// The special methods of both operands, or NotImplemented.
Value try_binary(Interpreter& interp, BinaryOp op, const Value& a, const Value& b) {
  ClassObject* left = interp.type_of(a);
  ClassObject* right = interp.type_of(b);
  const Value own = left->special(special_of(op));
  if (left == right) {
    if (own.defined()) return call_special(interp, own, a, b);
    return Value::not_implemented();
  }
  const Special swapped = special_of(op, Form::reflected);
  const Value reflected = right->special(swapped);
  // A subclass knows better than its base what the two of them make.
  bool first = reflected.defined() && right->is_subclass_of(left) &&
               !reflected.is(left->special(swapped));
  // + and * of a sequence come after what the other knows of numbers.
  if (is_sequence(a) && !left->from_program &&
      (op == BinaryOp::add || op == BinaryOp::mul))
    first = reflected.defined();
  if (first) {
    Value result = call_special(interp, reflected, b, a);
    if (!declined(result)) return result;
  }
  if (own.defined()) {
    Value result = call_special(interp, own, a, b);
    if (!declined(result)) return result;
  }
  if (reflected.defined() && !first) return call_special(interp, reflected, b, a);
  return Value::not_implemented();
}

[[noreturn]] void unsupported(Interpreter& interp, BinaryOp op, const Value& a,
                              const Value& b, bool in_place) {
  const std::string left = interp.type_name(a), right = interp.type_name(b);
  if (op == BinaryOp::add && is_sequence(a))
    throw TypeError(fmt::format("can only concatenate {} (not \"{}\") to {}",
                                left, right, left));
  if (op == BinaryOp::mul && (is_sequence(a) || is_sequence(b)))
    throw TypeError(
        fmt::format("can't multiply sequence by non-int of type '{}'",
                    is_sequence(a) ? right : left));
  const char* more = in_place ? "=" : op == BinaryOp::pow ? " or pow()" : "";
  throw TypeError(fmt::format("unsupported operand type(s) for {}{}: '{}' and '{}'", sign_of(op),
                              more, left, right));
}

}  // namespace

Special special_of(BinaryOp op, Form form) {
  return static_cast<Special>(static_cast<int>(kBinary[static_cast<size_t>(op)]) + static_cast<int>(form));
}

Special special_of(CompareOp op) {
  return static_cast<Special>(static_cast<int>(Special::eq) + static_cast<int>(op));
}

Value Interpreter::binary(BinaryOp op, const Value& a, const Value& b) {
  Value result;
  if (fast_binary(op, a, b, result)) return result;
  // Numbers as such; instances of a program's subclasses of int have methods.
  const auto plain = [](const Value& v) {
    return is_number(v) && (!v.is_object() || !v.object()->own_cls());
  };
  if (op != BinaryOp::matmul && plain(a) && plain(b)) {
    if (!a.is_float() && !b.is_float()) return int_binary(op, a, b);
    if (op <= BinaryOp::pow)
      return float_binary(op, to_double(a), to_double(b));
    unsupported(*this, op, a, b, false);
  }
  result = try_binary(*this, op, a, b);
  if (declined(result)) unsupported(*this, op, a, b, false);
  return result;
}

Value Interpreter::in_place(BinaryOp op, const Value& a, const Value& b) {
  Value result;
  if (fast_binary(op, a, b, result)) return result;
  const bool numbers = is_number(a) && is_number(b);
  if (a.is_object()) {
    const Value& method = type_of(a)->special(special_of(op, Form::in_place));
    if (method.defined()) {
      result = call_special(*this, method, a, b);
      if (!declined(result)) return result;
    }
  }
  if (a.is_object() || !numbers) {
    result = try_binary(*this, op, a, b);
    if (!declined(result)) return result;
  }
  const bool bits = (a.is_float() || b.is_float()) && op > BinaryOp::pow;
  if (!numbers || bits || op == BinaryOp::matmul) unsupported(*this, op, a, b, true);
  return binary(op, a, b);
}

Value Interpreter::unary(UnaryOp op, const Value& v) {
  if (op == UnaryOp::not_) return Value(!truth(v));
  if (v.is_float() && op != UnaryOp::invert)
    return op == UnaryOp::minus ? Value(-v.as_float()) : v;
  if (is_integral(v) && (!v.is_object() || !v.object()->own_cls()))
    return int_unary(op, v);
  const Special which = op == UnaryOp::plus    ? Special::pos
                        : op == UnaryOp::minus ? Special::neg
                                               : Special::invert;
  const Value method = type_of(v)->special(which);
  if (method.defined()) return call(method, {v});
  throw TypeError(fmt::format("bad operand type for unary {}: '{}'",
                              op == UnaryOp::plus    ? "+"
                              : op == UnaryOp::minus ? "-"
                                                     : "~",
                              type_name(v)));
}

Value Interpreter::compare(CompareOp op, const Value& a, const Value& b) {
  switch (op) {
    case CompareOp::is: return Value(a.is(b));
    case CompareOp::is_not: return Value(!a.is(b));
    case CompareOp::in: return Value(contains(b, a));
    case CompareOp::not_in: return Value(!contains(b, a));
    default: break;
  }
  bool fast = false;
  if (fast_compare(op, a, b, fast)) return Value(fast);
  if (is_number(a) && is_number(b)) return Value(number_compare(op, a, b));
  if (auto* s = a.get<StrObject>(); s && !s->own_cls())
    if (auto* t = b.get<StrObject>(); t && !t->own_cls())
      return Value(fast_ordered<const std::string&>(op, s->text(), t->text()));
  const DepthGuard guard(*impl_, " in comparison");
  ClassObject* left = type_of(a);
  ClassObject* right = type_of(b);
  const Value own = left->special(special_of(op));
  const Value reflected = right->special(special_of(mirrored(op)));
  const auto ask = [&](const Value& method, const Value& self,
                       const Value& other) {
    return method.defined() && !method.is_none()
               ? call_special(*this, method, self, other)
               : Value::not_implemented();
  };
  const bool first = left != right && reflected.defined() &&
                     right->is_subclass_of(left);
  Value result = first ? ask(reflected, b, a) : ask(own, a, b);
  if (declined(result)) result = first ? ask(own, a, b) : ask(reflected, b, a);
  if (!declined(result)) return result;
  if (op == CompareOp::eq) return Value(a.is(b));
  // What a class says of equality holds for inequality, too.
  if (op == CompareOp::ne) return Value(!truth(compare(CompareOp::eq, a, b)));
  throw TypeError(
      fmt::format("'{}' not supported between instances of '{}' and '{}'",
                  kSigns[static_cast<size_t>(op)], type_name(a), type_name(b)));
}

bool Interpreter::equal(const Value& a, const Value& b) {
  bool fast = false;
  if (fast_compare(CompareOp::eq, a, b, fast)) return fast;
  if (!a.is_object() && !b.is_object())
    return is_number(a) && is_number(b) ? number_compare(CompareOp::eq, a, b)
                                        : a.is(b);
  return truth(compare(CompareOp::eq, a, b));
}

bool Interpreter::contains(const Value& container, const Value& item) {
  if (container.is_object() && !container.object()->own_cls() && !item.is_object()) {
    if (auto* set = container.get<SetObject>()) return set->contains(item);
    if (auto* dict = container.get<DictObject>()) return dict->find(item) != nullptr;
  }
  const Value method = type_of(container)->special(Special::contains);
  if (method.is_none())
    throw TypeError(fmt::format("'{}' object is not a container",
                                type_name(container)));
  if (method.defined())
    return truth(call_special(*this, method, container, item));
  ClassObject* cls = type_of(container);
  if (container.tag() != Value::Tag::object ||
      (!cls->special(Special::iter).defined() &&
       !cls->special(Special::getitem).defined() &&
       !container.get<IteratorObject>()))
    throw TypeError(fmt::format("argument of type '{}' is not iterable",
                                type_name(container)));
  const auto walk = iterate(container);
  Value v;
  while (walk->next(v)) {
    if (v.is(item) || equal(v, item)) return true;
    tick();
  }
  return false;
}

}  // namespace mha::lang
