// v[index], read, written and deleted.

#include <fmt/format.h>

#include "lang/runtime/world.h"
#include "lang/values/plain_item.h"

namespace mha::lang {

Value Interpreter::get_item(const Value& v, const Value& index) {
  if (index.is_int())
    if (const Value* item = plain_item(v, index.as_int())) return *item;
  if (auto* d = v.get<DictObject>(); d && !d->own_cls())
    if (const Value* found = d->find(index)) return *found;
  const Value method = type_of(v)->special(Special::getitem);
  if (method.defined()) return call(method, {v, index});
  throw TypeError(
      fmt::format("'{}' object is not subscriptable", type_name(v)));
}

void Interpreter::set_item(const Value& v, const Value& index,
                           const Value& value) {
  if (v.get<ListObject>() && index.is_int())
    if (Value* item = plain_item(v, index.as_int())) {
      *item = value;
      return;
    }
  if (auto* d = v.get<DictObject>(); d && !d->own_cls()) {
    d->set(index, value);
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
