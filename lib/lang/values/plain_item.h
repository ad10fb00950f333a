#pragma once

#include "lang/values/object.h"

namespace mha::lang {

/// The items of a list or tuple that is no instance of a subclass; null for anything else.
inline std::vector<Value>* plain_items(const Value& v) {
  if (!v.is_object() || v.object()->own_cls()) return nullptr;
  if (auto* l = v.get<ListObject>()) return &l->items;
  auto* const t = v.get<TupleObject>();
  return t ? &t->items : nullptr;
}

/// Item i where it lies, counted from the end if i is negative. Null if there is none.
inline Value* item_at(std::vector<Value>& items, int64_t i) {
  const auto size = static_cast<int64_t>(items.size());
  if (i < 0) i += size;
  return i >= 0 && i < size ? &items[static_cast<size_t>(i)] : nullptr;
}

/// The same of the items of v. Null, too, if it has none.
inline Value* plain_item(const Value& v, int64_t i) {
  std::vector<Value>* const items = plain_items(v);
  return items ? item_at(*items, i) : nullptr;
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
