// DictObject and SetObject: Python's containers on the tables of hash_table.h.

#include "lang/values/hash_table.h"
#include "lang/values/object.h"

namespace mha::lang {

namespace {

/// The attribute that a key of a __dict__ names.
const std::string& attribute_name(const Value& key) {
  auto* text = key.get<StrObject>();
  if (!text) throw TypeError("attribute name must be string");
  return text->text();
}

}  // namespace

DictObject::DictObject(ClassObject* cls)
    : Tracked(kKind, cls), table_(std::make_unique<HashTable>()) {}
DictObject::~DictObject() = default;

Ref<DictObject> DictObject::view_of(Object* object) {
  auto view = make<DictObject>();
  view->viewed_ = Ref<Object>(object);
  return view;
}

Value* DictObject::find(const Value& key) {
  if (viewed_) {
    auto* text = key.get<StrObject>();
    if (!text) return nullptr;
    return viewed_->attributes().find(Symbol(text->text()));
  }
  const uint64_t hash = hash_key(key);
  return table_->size() == 0 ? nullptr : table_->find(key, hash);
}

Value* DictObject::find(std::string_view key) {
  if (viewed_) return viewed_->attributes().find(Symbol(key));
  return table_->find_text(key);
}

Value* DictObject::find_plain(const Value& key) {
  if (viewed_ || table_->size() == 0) return nullptr;
  return table_->find_plain(key, hash_key(key));
}

void DictObject::set(const Value& key, Value value) {
  if (viewed_)
    viewed_->attributes().set(Symbol(attribute_name(key)), std::move(value));
  else
    table_->set(key, hash_key(key), std::move(value));
}

void DictObject::set(std::string_view key, Value value) {
  if (Value* old = find(key))
    *old = std::move(value);
  else
    set(str(std::string(key)), std::move(value));
}

bool DictObject::erase(const Value& key) {
  if (viewed_)
    return key.get<StrObject>() &&
           viewed_->attributes().erase(Symbol(attribute_name(key)));
  return table_->erase(key, hash_key(key));
}

size_t DictObject::size() const {
  return viewed_ ? viewed_->attributes().size() : table_->size();
}

bool DictObject::next(size_t& position, Value& key, Value& value) const {
  if (!viewed_) return table_->next(position, key, value);
  const auto& items = viewed_->attributes().items();
  if (position >= items.size()) return false;
  key = lang::str(items[position].first.str());
  value = items[position].second;
  ++position;
  return true;
}

void DictObject::clear() {
  Tracked::clear();
  if (viewed_)
    viewed_->attributes().clear();
  else
    table_->clear();
}

SetObject::SetObject(ClassObject* cls)
    : Tracked(kKind, cls), table_(std::make_unique<SetTable>()) {}
SetObject::~SetObject() = default;

bool SetObject::add(const Value& item) {
  return table_->add(item, hash_key(item));
}
bool SetObject::contains(const Value& item) const {
  return table_->contains(item, hash_key(item));
}
bool SetObject::erase(const Value& item) {
  return table_->erase(item, hash_key(item));
}
size_t SetObject::size() const { return table_->size(); }
bool SetObject::next(size_t& position, Value& item) const {
  return table_->next(position, item);
}
void SetObject::clear() {
  Tracked::clear();
  table_->clear();
}

}  // namespace mha::lang
