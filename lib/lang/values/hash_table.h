#pragma once

// What dict and set stand on. Keys are equal in Python's sense; an Interpreter
// must be current for keys that are neither numbers nor text.

#include <cstdint>
#include <string_view>
#include <vector>

#include "lang/values/value.h"

namespace mha::lang {

uint64_t text_hash(std::string_view text);

/// Python's hash of a key; equal keys hash alike. Throws TypeError
/// "unhashable type: 'list'".
uint64_t hash_key(const Value& key);

/// Keys with values in the order of insertion.
class HashTable {
 public:
  struct Entry {
    uint64_t hash;
    Value key;  // undefined: erased
    Value value;
  };

  Value* find(const Value& key, uint64_t hash);
  Value* find_text(std::string_view text);
  /// The same as find() for a number or a plain str, but null where a program's __eq__
  /// would have to be asked.
  Value* find_plain(const Value& key, uint64_t hash);
  void set(const Value& key, uint64_t hash, Value value);
  bool erase(const Value& key, uint64_t hash);
  size_t size() const { return used_; }
  bool next(size_t& position, Value& key, Value& value) const;
  void clear();

 private:
  template <typename Same, typename Ask>
  int64_t position(uint64_t hash, Same same, Ask ask) const;
  int64_t position(const Value& key, uint64_t hash) const;
  Value* value_in(int64_t slot);  // null for none
  void rebuild(size_t slots);

  std::vector<Entry> entries_;
  std::vector<int32_t> slots_;  // a power of two of them; -1 free, -2 erased
  size_t used_ = 0;
};

/// Keys in the order in which CPython 3.11 keeps them, which a program sees
/// when it prints a set of numbers: same table sizes, same probing.
class SetTable {
 public:
  bool add(const Value& key, uint64_t hash);
  bool contains(const Value& key, uint64_t hash) const;
  bool erase(const Value& key, uint64_t hash);
  size_t size() const { return used_; }
  bool next(size_t& position, Value& key) const;
  void clear();

 private:
  struct Entry {
    uint64_t hash = 0;
    Value key;
    bool erased = false;
  };
  int64_t position(const Value& key, uint64_t hash, bool& found) const;
  void resize(size_t least);

  std::vector<Entry> table_;
  size_t fill_ = 0;  // used and erased ones
  size_t used_ = 0;
};

}  // namespace mha::lang
