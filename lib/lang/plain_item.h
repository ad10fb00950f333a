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

/// The value of a number or a str in a dict, neither an instance of a subclass. Nothing
/// of the program runs. Null if there is none, or v is anything else.
inline Value* plain_entry(const Value& v, const Value& key) {
  auto* const dict = v.get<DictObject>();
  if (!dict || dict->own_cls()) return nullptr;
  if (key.is_object() && (!key.get<StrObject>() || key.object()->own_cls())) return nullptr;
  return dict->find_plain(key);
}

}  // namespace mha::lang
