// What a value is and what it becomes: type, truth, length, hash, text, items.

#include <fmt/format.h>

#include "base/memory.h"
#include "lang/runtime/builtins.h"
#include "lang/runtime/format.h"
#include "lang/runtime/world.h"
#include "lang/values/hash_table.h"
#include "lang/values/number.h"

namespace mha::lang {

ClassObject* Interpreter::type_of(const Value& v) {
  if (!v.is_object())
    return impl_->class_of_tag[static_cast<size_t>(v.tag())];
  Object* object = v.object();
  if (ClassObject* cls = object->own_cls()) return cls;
  // A method of C++ shows itself as a built-in function.
  if (object->kind() == ObjectKind::bound_method) {
    const auto* native =
        static_cast<BoundMethod*>(object)->function.get<NativeFunction>();
    if (native && !native->shown_as_python)
      return impl_->class_of_kind[static_cast<size_t>(
          ObjectKind::native_function)];
  }
  return impl_->class_of_kind[static_cast<size_t>(object->kind())];
}

bool Interpreter::is_instance(const Value& v, const ClassObject* cls) {
  return type_of(v)->is_subclass_of(cls);
}

std::string Interpreter::type_name(const Value& v) {
  // What is C in Python is named with its module.
  const ClassObject* cls = type_of(v);
  const bool is_c = cls->instance_kind() == ObjectKind::native &&
                    cls->module_name.starts_with("numpy");
  return is_c ? cls->module_name + "." + cls->name() : cls->name();
}

bool Interpreter::is_callable(const Value& v) {
  if (!v.is_object()) return false;
  switch (v.object()->kind()) {
    case ObjectKind::function:
    case ObjectKind::native_function:
    case ObjectKind::bound_method:
    case ObjectKind::class_:
      return true;
    default:
      return type_of(v)->special(Special::call).defined();
  }
}

bool Interpreter::truth(const Value& v) {
  switch (v.tag()) {
    case Value::Tag::undefined:
    case Value::Tag::none: return false;
    case Value::Tag::boolean:
    case Value::Tag::integer: return v.as_int() != 0;
    case Value::Tag::floating: return v.as_float() != 0;
    case Value::Tag::object: break;
    default: return true;
  }
  if (!v.object()->own_cls()) {
    if (auto* s = v.get<StrObject>()) return !s->text().empty();
    if (auto* l = v.get<ListObject>()) return !l->items.empty();
    if (auto* t = v.get<TupleObject>()) return !t->items.empty();
    if (auto* d = v.get<DictObject>()) return d->size() != 0;
    if (v.get<BigIntObject>()) return true;
  }
  ClassObject* cls = type_of(v);
  if (const Value method = cls->special(Special::bool_); method.defined()) {
    const Value result = call(method, {v});
    if (!result.is_bool())
      throw TypeError(fmt::format("__bool__ should return bool, returned {}",
                                  type_name(result)));
    return result.as_bool();
  }
  if (cls->special(Special::len).defined()) return length(v) != 0;
  return true;
}

int64_t Interpreter::length(const Value& v) {
  if (v.is_object() && !v.object()->own_cls()) {
    if (auto* l = v.get<ListObject>())
      return static_cast<int64_t>(l->items.size());
    if (auto* t = v.get<TupleObject>())
      return static_cast<int64_t>(t->items.size());
    if (auto* s = v.get<StrObject>()) return s->length();
    if (auto* d = v.get<DictObject>()) return static_cast<int64_t>(d->size());
  }
  const Value method = type_of(v)->special(Special::len);
  if (!method.defined())
    throw TypeError(
        fmt::format("object of type '{}' has no len()", type_name(v)));
  const Value result = call(method, {v});
  const int64_t n = to_index(result);
  if (n < 0) throw ValueError("__len__() should return >= 0");
  return n;
}

int64_t Interpreter::to_index(const Value& v) {
  if (v.is_int() || v.is_bool()) return v.as_int();
  if (v.get<BigIntObject>())
    throw Error("OverflowError", "Python int too large to convert to C ssize_t");
  const Value method = type_of(v)->special(Special::index);
  if (!method.defined())
    throw TypeError(fmt::format(
        "'{}' object cannot be interpreted as an integer", type_name(v)));
  const Value result = call(method, {v});
  if (!is_integral(result))
    throw TypeError(fmt::format("__index__ returned non-int (type {})",
                                type_name(result)));
  if (result.is_object())
    throw Error("OverflowError", "Python int too large to convert to C ssize_t");
  return result.as_int();
}

uint64_t Interpreter::hash(const Value& v) {
  if (!v.is_object()) return hash_key(v);
  if (auto* s = v.get<StrObject>(); s && !s->own_cls()) return hash_key(v);
  ClassObject* cls = type_of(v);
  // A class that defines equality and no hash has none.
  const Value& method = cls->special(Special::hash);
  const bool refused = method.is_none();
  if (!refused && method.defined()) {
    const Value result = call(Value(method), {v});
    if (!is_integral(result))
      throw TypeError("__hash__ method should return an integer");
    return result.is_object() ? number_hash(result)
                              : static_cast<uint64_t>(result.as_int());
  }
  if (auto* t = v.get<TupleObject>()) {
    // CPython's: xxHash over the items' hashes.
    const DepthGuard guard(*impl_);
    uint64_t acc = 2870177450012600261u;
    for (const Value& item : t->items) {
      tick();
      acc += hash_key(item) * 14029467366897019727u;
      acc = (acc << 31) | (acc >> 33);
      acc *= 11400714785074694791u;
    }
    return acc + (t->items.size() ^ (2870177450012600261u ^ 3527539u));
  }
  if (v.get<BigIntObject>()) return number_hash(v);
  if (refused || v.get<ListObject>() || v.get<DictObject>())
    throw TypeError(fmt::format("unhashable type: '{}'", cls->name()));
  return reinterpret_cast<uintptr_t>(v.object()) >> 4;
}

// ----------------------------------------------------------------------- text

namespace {

constexpr const char* kNoText = "__str__ returned non-string (type {})";

/// What a special method gave, which must be text.
std::string text_from(Interpreter& interp, const Value& given, const char* complaint) {
  if (auto* s = given.get<StrObject>()) return s->text();
  throw TypeError(fmt::format(fmt::runtime(complaint), interp.type_name(given)));
}

}  // namespace

std::string Interpreter::repr(const Value& v) {
  switch (v.tag()) {
    case Value::Tag::undefined: return "<undefined>";
    case Value::Tag::none: return "None";
    case Value::Tag::ellipsis: return "Ellipsis";
    case Value::Tag::not_implemented: return "NotImplemented";
    case Value::Tag::boolean: return v.as_bool() ? "True" : "False";
    case Value::Tag::integer: return std::to_string(v.as_int());
    case Value::Tag::floating: return float_repr(v.as_float());
    case Value::Tag::object: break;
  }
  if (auto* s = v.get<StrObject>(); s && !s->own_cls())
    return str_repr(s->text());
  const DepthGuard guard(*impl_, " while getting the repr of an object");
  const ShowingWatch watch(*impl_);
  ClassObject* cls = type_of(v);
  if (const Value method = cls->special(Special::repr); method.defined()) {
    return text_from(*this, call(method, {v}), "__repr__ returned non-string (type {})");
  }
  const std::string where = cls->module_name.empty() ||
                                    cls->module_name == "builtins"
                                ? ""
                                : cls->module_name + ".";
  return fmt::format("<{}{} object at {:#x}>", where, cls->qualname,
                     reinterpret_cast<uintptr_t>(v.object()));
}

std::string Interpreter::str(const Value& v) {
  if (!v.is_object()) return repr(v);
  if (auto* s = v.get<StrObject>(); s && !s->own_cls()) return s->text();
  const Value method = type_of(v)->special(Special::str);
  if (!method.defined()) {
    if (auto* s = v.get<StrObject>()) return s->text();
    const Value shown = type_of(v)->special(Special::repr);
    if (!shown.get<FunctionObject>()) return repr(v);
    const DepthGuard guard(*impl_, " while getting the repr of an object");
    const ShowingWatch watch(*impl_);
    return text_from(*this, call(shown, {v}), kNoText);
  }
  const DepthGuard guard(*impl_, " while getting the str of an object");
  const ShowingWatch watch(*impl_);
  return text_from(*this, call(method, {v}), kNoText);
}

std::string Interpreter::format(const Value& v, const std::string& spec) {
  if (v.is_object()) {
    if (auto* s = v.get<StrObject>(); s && !s->own_cls())
      return spec.empty() ? s->text() : format_str(s->text(), spec);
    const Value method = type_of(v)->special(Special::format);
    if (method.defined()) {
      return text_from(*this, call(method, {v, lang::str(spec)}),
                       "__format__ must return a str, not {}");
    }
    if (v.get<BigIntObject>()) return format_int(v, spec);
    if (v.get<StrObject>()) return format_str(str(v), spec);
  }
  if (spec.empty()) return str(v);
  if (v.is_int() || v.is_bool()) return format_int(v, spec);
  if (v.is_float()) return format_float(v.as_float(), spec);
  throw TypeError(fmt::format(
      "unsupported format string passed to {}.__format__", type_name(v)));
}

// ---------------------------------------------------------------------- items

namespace {

bool is_stop(Interpreter& interp, const PyError& e) {
  return interp.is_instance(e.exception, interp.builtin_class("StopIteration"));
}

}  // namespace

Value Interpreter::iter(const Value& v) {
  if (v.get<IteratorObject>() && !v.object()->own_cls()) return v;
  ClassObject* cls = type_of(v);
  const Value method = cls->special(Special::iter);
  if (method.defined() && !method.is_none()) {
    Value it = call(method, {v});
    if (!it.get<IteratorObject>() &&
        !type_of(it)->special(Special::next).defined())
      throw TypeError(fmt::format("iter() returned non-iterator of type '{}'",
                                  type_name(it)));
    return it;
  }
  if (v.get<IteratorObject>()) return v;
  if (method.is_none() || !cls->special(Special::getitem).defined())
    throw TypeError(
        fmt::format("'{}' object is not iterable", type_name(v)));
  // The old way: v[0], v[1], ... until IndexError.
  return make<IteratorObject>(
      "iterator", [this, v, i = int64_t{0}](Value& item) mutable {
        try {
          item = get_item(v, Value(i++));
          return true;
        } catch (const PyError& e) {
          if (is_instance(e.exception, builtin_class("IndexError")) ||
              is_stop(*this, e))
            return false;
          throw;
        } catch (const IndexError&) {
          return false;
        }
      });
}

bool Interpreter::next(const Value& iterator, Value& item) {
  if (auto* it = iterator.get<IteratorObject>()) return it->next(item);
  const Value method = type_of(iterator)->special(Special::next);
  if (!method.defined())
    throw TypeError(
        fmt::format("'{}' object is not an iterator", type_name(iterator)));
  try {
    item = call(method, {iterator});
    return true;
  } catch (const PyError& e) {
    if (is_stop(*this, e)) return false;
    throw;
  }
}

Ref<IteratorObject> Interpreter::iterate(const Value& v) {
  const Value it = iter(v);
  if (auto* own = it.get<IteratorObject>()) return own;
  return make<IteratorObject>(
      "iterator", [this, it](Value& item) { return next(it, item); });
}

std::vector<Value> Interpreter::to_vector(const Value& iterable) {
  const std::vector<Value>* there = nullptr;
  if (auto* l = iterable.get<ListObject>(); l && !l->own_cls()) there = &l->items;
  if (auto* t = iterable.get<TupleObject>(); t && !t->own_cls()) there = &t->items;
  if (there) {
    ask_memory(static_cast<int64_t>(there->size()), sizeof(Value));
    return *there;
  }
  std::vector<Value> items;
  const auto walk = iterate(iterable);
  Value v;
  while (walk->next(v)) {
    ask_memory(sizeof(Value));
    items.push_back(std::move(v));
    tick();
  }
  return items;
}

std::optional<double> real_number(Interpreter& interp, const Value& v) {
  if (is_number(v)) return to_double(v);
  ClassObject* cls = interp.type_of(v);
  if (const Value method = cls->special(Special::float_); method.defined()) {
    const Value result = interp.call(method, {v});
    if (result.is_float()) return result.as_float();
    throw TypeError(cls->name() + ".__float__ returned non-float (type " +
                    interp.type_name(result) + ")");
  }
  const Value index = cls->special(Special::index);
  if (!index.defined()) return {};
  return to_double(interp.call(index, {v}));
}

}  // namespace mha::lang
