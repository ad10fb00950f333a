#include "lang/values/hash_table.h"

#include <algorithm>
#include <string_view>

#include "base/memory.h"
#include "lang/values/number.h"
#include "lang/values/object.h"
#include "lang/values/running.h"

namespace mha::lang {

uint64_t text_hash(std::string_view text) { return std::hash<std::string_view>()(text); }

uint64_t hash_key(const Value& key) {
  switch (key.tag()) {
    case Value::Tag::boolean:
    case Value::Tag::integer:
      return int_hash(key.as_int());
    case Value::Tag::floating:
      return number_hash(key);
    case Value::Tag::object:
      if (auto* s = key.get<StrObject>(); s && !s->own_cls())
        return s->hash();
      return running_hash(key);
    default:
      return 0x9e3779b9u * (static_cast<uint64_t>(key.tag()) + 1);
  }
}

namespace {

// Whether keys are equal, if that can be told without running a program's __eq__.
enum class Equality : uint8_t { no, yes, ask };

Equality told(bool equal) { return equal ? Equality::yes : Equality::no; }

Equality plainly_equal(const Value& a, const Value& b) {
  if (a.is(b)) return Equality::yes;
  if (a.is_int() && b.is_int()) return Equality::no;
  if (!a.is_object() && !b.is_object())
    return told(is_number(a) && is_number(b) && number_compare(CompareOp::eq, a, b));
  if (auto* s = a.get<StrObject>())
    if (auto* t = b.get<StrObject>(); t && !s->own_cls() && !t->own_cls())
      return told(s->text() == t->text());
  return Equality::ask;
}

}  // namespace

// ----------------------------------------------------------------- HashTable

template <typename Same, typename Ask>
int64_t HashTable::position(uint64_t hash, Same same, Ask ask) const {
  // What is asked may change this table: then all is looked at anew.
  for (bool changed = true; changed && !slots_.empty();) {
    changed = false;
    const size_t mask = slots_.size() - 1;
    uint64_t perturb = hash;
    for (size_t i = hash & mask; !changed; i = (i * 5 + 1 + perturb) & mask) {
      const int32_t slot = slots_[i];
      if (slot == -1) return -1;
      if (slot >= 0 && entries_[static_cast<size_t>(slot)].hash == hash) {
        const Equality equality = same(entries_[static_cast<size_t>(slot)].key);
        if (equality == Equality::yes) return static_cast<int64_t>(i);
        if (equality == Equality::ask) {
          const Value candidate = entries_[static_cast<size_t>(slot)].key;
          const bool equal = ask(candidate);
          changed = slots_.size() != mask + 1 || slots_[i] != slot ||
                    !entries_[static_cast<size_t>(slot)].key.is(candidate);
          if (equal && !changed) return static_cast<int64_t>(i);
        }
      }
      perturb >>= 5;
    }
  }
  return -1;
}

int64_t HashTable::position(const Value& key, uint64_t hash) const {
  return position(
      hash, [&](const Value& k) { return plainly_equal(k, key); },
      [&](const Value& k) { return running_equal(k, key); });
}

Value* HashTable::value_in(int64_t slot) {
  const int32_t entry = slot < 0 ? -1 : slots_[static_cast<size_t>(slot)];
  return entry < 0 ? nullptr : &entries_[static_cast<size_t>(entry)].value;
}

Value* HashTable::find(const Value& key, uint64_t hash) {
  return value_in(position(key, hash));
}

Value* HashTable::find_text(std::string_view text) {
  const auto same = [&](const Value& k) {
    auto* s = k.get<StrObject>();
    return told(s && s->text() == text);
  };
  return value_in(position(text_hash(text), same, [](const Value&) { return false; }));
}

Value* HashTable::find_plain(const Value& key, uint64_t hash) {
  bool asked = false;
  const int64_t i = position(
      hash, [&](const Value& k) { return plainly_equal(k, key); },
      [&](const Value&) { return asked = true; });
  return asked ? nullptr : value_in(i);
}

void HashTable::rebuild(size_t slots) {
  std::vector<Entry> kept;
  kept.reserve(slots / 2);
  for (Entry& e : entries_)
    if (e.key.defined()) kept.push_back(std::move(e));
  entries_ = std::move(kept);
  slots_.assign(slots, -1);
  const size_t mask = slots - 1;
  for (size_t n = 0; n < entries_.size(); ++n) {
    uint64_t perturb = entries_[n].hash;
    size_t i = perturb & mask;
    while (slots_[i] != -1) {
      perturb >>= 5;
      i = (i * 5 + 1 + perturb) & mask;
    }
    slots_[i] = static_cast<int32_t>(n);
  }
}

void HashTable::set(const Value& key, uint64_t hash, Value value) {
  if (Value* old = find(key, hash)) {
    *old = std::move(value);
    return;
  }
  if ((entries_.size() + 1) * 3 > slots_.size() * 2) {
    size_t slots = 8;
    while (slots < (used_ + 1) * 3) slots *= 2;
    ask_memory(static_cast<int64_t>(slots), 30);  // before anything is moved
    rebuild(slots);
  }
  const size_t mask = slots_.size() - 1;
  uint64_t perturb = hash;
  size_t i = hash & mask;
  while (slots_[i] >= 0) {
    perturb >>= 5;
    i = (i * 5 + 1 + perturb) & mask;
  }
  slots_[i] = static_cast<int32_t>(entries_.size());
  entries_.push_back({hash, key, std::move(value)});
  ++used_;
}

bool HashTable::erase(const Value& key, uint64_t hash) {
  const int64_t i = position(key, hash);
  if (i < 0) return false;
  int32_t& slot = slots_[static_cast<size_t>(i)];
  if (slot < 0) return false;
  Entry& e = entries_[static_cast<size_t>(slot)];
  slot = -2;
  --used_;
  const Value old_key = std::move(e.key), old_value = std::move(e.value);
  e.key = Value();
  if (used_ == 0) {
    entries_.clear();
    slots_.clear();
  }
  return true;
}

bool HashTable::next(size_t& position, Value& key, Value& value) const {
  while (position < entries_.size() && !entries_[position].key.defined())
    ++position;
  if (position >= entries_.size()) return false;
  key = entries_[position].key;
  value = entries_[position].value;
  ++position;
  return true;
}

void HashTable::clear() {
  const auto entries = std::move(entries_);
  entries_.clear();
  slots_.clear();
  used_ = 0;
}

// ------------------------------------------------------------------ SetTable

namespace {
constexpr size_t kLinearProbes = 9;
}

// The place of the key, or of the first free entry on its way.
int64_t SetTable::position(const Value& key, uint64_t hash,
                           bool& found) const {
  found = false;
  // What is asked may change this table: then all is looked at anew.
  for (bool changed = true; changed && !table_.empty();) {
    changed = false;
    const size_t mask = table_.size() - 1;
    uint64_t perturb = hash;
    for (size_t i = hash & mask; !changed; i = (i * 5 + 1 + perturb) & mask) {
      const size_t last = i + kLinearProbes <= mask ? i + kLinearProbes : i;
      for (size_t k = i; k <= last && !changed; ++k) {
        const Entry& e = table_[k];
        if (!e.key.defined() && !e.erased) return static_cast<int64_t>(k);
        if (!e.key.defined() || e.hash != hash) continue;
        Equality equality = plainly_equal(e.key, key);
        if (equality == Equality::ask) {
          const Value candidate = e.key;
          equality = told(running_equal(candidate, key));
          changed = table_.size() != mask + 1 || !table_[k].key.is(candidate);
        }
        found = equality == Equality::yes && !changed;
        if (found) return static_cast<int64_t>(k);
      }
      perturb >>= 5;
    }
  }
  return -1;
}

void SetTable::resize(size_t least) {
  size_t size = 8;
  while (size <= least) size *= 2;
  ask_memory(static_cast<int64_t>(size), sizeof(Entry));
  std::vector<Entry> old(size);
  old.swap(table_);
  fill_ = used_;
  const size_t mask = size - 1;
  for (Entry& e : old) {
    if (!e.key.defined()) continue;
    uint64_t perturb = e.hash;
    size_t i = perturb & mask;
    for (;;) {
      const size_t last = i + kLinearProbes <= mask ? i + kLinearProbes : i;
      size_t k = i;
      while (k <= last && table_[k].key.defined()) ++k;
      if (k <= last) {
        table_[k] = std::move(e);
        break;
      }
      perturb >>= 5;
      i = (i * 5 + 1 + perturb) & mask;
    }
  }
}

bool SetTable::add(const Value& key, uint64_t hash) {
  bool found = false;
  int64_t i = -1;
  while (i < 0) {  // looking may run what empties the table
    if (table_.empty()) table_.resize(8);
    i = position(key, hash, found);
  }
  if (found) return false;
  Entry& e = table_[static_cast<size_t>(i)];
  e.hash = hash;
  e.key = key;
  ++fill_;
  ++used_;
  if (fill_ * 5 >= (table_.size() - 1) * 3)
    resize(used_ > 50000 ? used_ * 2 : used_ * 4);
  return true;
}

bool SetTable::contains(const Value& key, uint64_t hash) const {
  bool found = false;
  position(key, hash, found);
  return found;
}

bool SetTable::erase(const Value& key, uint64_t hash) {
  bool found = false;
  const int64_t i = position(key, hash, found);
  if (!found) return false;
  Entry& e = table_[static_cast<size_t>(i)];
  const Value old = std::move(e.key);
  e.key = Value();
  e.erased = true;
  --used_;
  return true;
}

bool SetTable::next(size_t& position, Value& key) const {
  while (position < table_.size() && !table_[position].key.defined())
    ++position;
  if (position >= table_.size()) return false;
  key = table_[position++].key;
  return true;
}

void SetTable::clear() {
  const auto table = std::move(table_);
  table_.clear();
  fill_ = used_ = 0;
}

}  // namespace mha::lang
