// v[index], read, written and deleted.

#include <fmt/format.h>

#include "lang/world.h"

namespace mha::lang {

namespace {

/// The element of a plain list or tuple that a small int names, or null.
Value* element(const Value& v, const Value& index) {
  if (!index.is_int() || !v.is_object() || v.object()->own_cls())
    return nullptr;
  std::vector<Value>* items = nullptr;
  if (auto* l = v.get<ListObject>()) items = &l->items;
  if (auto* t = v.get<TupleObject>()) items = &t->items;
  if (!items) return nullptr;
  const auto size = static_cast<int64_t>(items->size());
  const int64_t i = index.as_int() < 0 ? index.as_int() + size : index.as_int();
  return i >= 0 && i < size ? &(*items)[static_cast<size_t>(i)] : nullptr;
}

}  // namespace

Value Interpreter::get_item(const Value& v, const Value& index) {
  if (const Value* item = element(v, index)) return *item;
  const Value method = type_of(v)->special(Special::getitem);
  if (method.defined()) return call(method, {v, index});
  if (auto* cls = v.get<ClassObject>()) {
    static const Symbol class_item("__class_getitem__");
    if (const Value hook = find_attr(v, class_item); hook.defined())
      return call(hook, {index});
    throw TypeError(
        fmt::format("type '{}' is not subscriptable", cls->name()));
  }
  throw TypeError(
      fmt::format("'{}' object is not subscriptable", type_name(v)));
}

void Interpreter::set_item(const Value& v, const Value& index,
                           const Value& value) {
  if (v.get<ListObject>())
    if (Value* item = element(v, index)) {
      *item = value;
      return;
    }
  const Value method = type_of(v)->special(Special::setitem);
  if (!method.defined())
    throw TypeError(fmt::format(
        "'{}' object does not support item assignment", type_name(v)));
  call(method, {v, index, value});
}

void Interpreter::del_item(const Value& v, const Value& index) {
  const Value method = type_of(v)->special(Special::delitem);
  if (!method.defined())
    throw TypeError(fmt::format("'{}' object doesn't support item deletion",
                                type_name(v)));
  call(method, {v, index});
}

}  // namespace mha::lang
