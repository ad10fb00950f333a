#pragma once

#include "lang/object.h"

namespace mha::lang {

/// Item i of a list or tuple that is no instance of a subclass, where it lies; counted
/// from the end if i is negative. Null if there is none, or v is anything else.
inline Value* plain_item(const Value& v, int64_t i) {
  if (!v.is_object() || v.object()->own_cls()) return nullptr;
  std::vector<Value>* items = nullptr;
  if (auto* l = v.get<ListObject>()) items = &l->items;
  if (auto* t = v.get<TupleObject>()) items = &t->items;
  if (!items) return nullptr;
  const auto size = static_cast<int64_t>(items->size());
  if (i < 0) i += size;
  return i >= 0 && i < size ? &(*items)[static_cast<size_t>(i)] : nullptr;
}

}  // namespace mha::lang
