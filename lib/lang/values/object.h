#pragma once

// The kinds of objects that a Value may refer to. Every object has a class;
// what can be done with it is looked up there (class_object.h), the same way
// for an int, a list, a tensor and a learner's own class.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "lang/values/symbol.h"
#include "lang/values/value.h"
#include "tensor/core/tensor.h"

namespace mha::lang {

class Interpreter;

/// A number that this process has not given out before; not 0.
uint64_t next_version();

/// Names with values in the order they were first set: an instance's
/// attributes, a module's or a class body's names.
class Attributes {
 public:
  Attributes();
  ~Attributes();
  const Value* find(Symbol name) const {
    const size_t i = position(name);
    return i == kNone ? nullptr : &items_[i].second;
  }
  Value* find(Symbol name) {
    const size_t i = position(name);
    return i == kNone ? nullptr : &items_[i].second;
  }
  /// The same with a guess of the position, which is mended if it was wrong:
  /// the same place of a program mostly finds a name at the same position.
  Value* find(Symbol name, uint32_t& hint) {
    if (Value* const v = find_at(hint, name)) return v;
    const size_t i = position(name);
    if (i == kNone) return nullptr;
    hint = static_cast<uint32_t>(i);
    return &items_[i].second;
  }
  /// Null if the name is not at this position.
  Value* find_at(size_t position, Symbol name) {
    // Counted in bytes: size() would divide by an item's.
    const auto bytes = reinterpret_cast<const char*>(std::to_address(items_.end())) -
                       reinterpret_cast<const char*>(items_.data());
    return position * sizeof(items_[0]) < static_cast<size_t>(bytes) &&
                   items_[position].first == name
               ? &items_[position].second
               : nullptr;
  }
  void set(Symbol name, Value value);
  bool erase(Symbol name);
  size_t size() const { return items_.size(); }
  /// Differs after each change of the names (not of their values), and from that of all
  /// other Attributes.
  uint64_t names_version() const { return version_ ? version_ : take_version(); }
  /// In order; pair::first is the name.
  const std::vector<std::pair<Symbol, Value>>& items() const { return items_; }
  void clear();

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);
  size_t position(Symbol name) const;
  uint64_t take_version() const;
  mutable uint64_t version_ = 0;  // 0: to be taken when it is asked for
  std::vector<std::pair<Symbol, Value>> items_;
  std::unique_ptr<struct AttributeIndex> index_;  // from nine names on
};

/// An object that may hold itself by a detour. Its interpreter knows of it.
class Tracked : public Object {
 public:
  Tracked(ObjectKind kind, ClassObject* cls);
  ~Tracked() override;

 private:
  friend class Heap;
  Tracked();  // the head of a Heap's list
  Tracked* previous_ = nullptr;
  Tracked* next_ = nullptr;
};

/// The tracked objects made while it was the current one of its thread.
class Heap {
 public:
  Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap();
  /// Clears every object it knows, until none is left that others hold.
  void clear();
  /// Makes `heap` the current one, and tells which one was.
  static Heap* exchange_current(Heap* heap);

 private:
  friend class Tracked;
  Tracked* head() const { return head_.get(); }
  std::unique_ptr<Tracked> head_;
};

/// A counted reference to an object of known kind.
template <typename T>
class Ref {
 public:
  Ref() = default;
  Ref(T* p) : p_(p) { if (p_) retain(p_); }
  Ref(const Ref& o) : Ref(o.p_) {}
  Ref(Ref&& o) noexcept : p_(std::exchange(o.p_, nullptr)) {}
  Ref& operator=(Ref o) noexcept { std::swap(p_, o.p_); return *this; }
  ~Ref() { if (p_) release(p_); }
  T* operator->() const { return p_; }
  T& operator*() const { return *p_; }
  T* get() const { return p_; }
  explicit operator bool() const { return p_ != nullptr; }
  operator Value() const { return Value(static_cast<Object*>(p_)); }

 private:
  T* p_ = nullptr;
};
template <typename T, typename... A>
Ref<T> make(A&&... args) { return Ref<T>(new T(std::forward<A>(args)...)); }

/// Text in UTF-8. Python counts characters: length() and indexing do, too.
class StrObject : public Object {
 public:
  static constexpr ObjectKind kKind = ObjectKind::str;
  explicit StrObject(std::string text, ClassObject* cls = nullptr)
      : Object(kKind, cls), text_(std::move(text)) {}
  const std::string& text() const { return text_; }
  int64_t length() const;
  bool is_ascii() const { return length() == static_cast<int64_t>(text_.size()); }
  /// Of the text; worked out once.
  uint64_t hash() const;

 private:
  std::string text_;
  mutable int64_t length_ = -1;
  mutable uint64_t hash_ = 0;  // 0: not known yet
};

class TupleObject : public Object {  // torch.Size and named results too
 public:
  static constexpr ObjectKind kKind = ObjectKind::tuple;
  explicit TupleObject(std::vector<Value> v, ClassObject* cls = nullptr)
      : Object(kKind, cls), items(std::move(v)) {}
  std::vector<Value> items;
  void clear() override;
};

class ListObject : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::list;
  explicit ListObject(std::vector<Value> v = {}, ClassObject* cls = nullptr)
      : Tracked(kKind, cls), items(std::move(v)) {}
  std::vector<Value> items;
  void clear() override;
};

/// Insertion-ordered, keyed by hash and equality in Python's sense. A dict made
/// by view_of() is an object's __dict__: it reads and writes the attributes.
class DictObject : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::dict;
  explicit DictObject(ClassObject* cls = nullptr);
  ~DictObject() override;
  static Ref<DictObject> view_of(Object* object);
  Value* find(const Value& key);  // throws TypeError: unhashable type
  Value* find(std::string_view key);
  /// Of a number or a str that is no instance of a subclass; null also where a program's
  /// __eq__ would have to be asked, or this is a view.
  Value* find_plain(const Value& key);
  void set(const Value& key, Value value);
  void set(std::string_view key, Value value);
  bool erase(const Value& key);
  size_t size() const;
  /// Walks the entries in order; `position` starts at 0. False at the end.
  bool next(size_t& position, Value& key, Value& value) const;
  void clear() override;

 private:
  std::unique_ptr<class HashTable> table_;
  Ref<Object> viewed_;
};

/// Walked in the order in which CPython's sets of numbers are.
class SetObject : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::set;
  explicit SetObject(ClassObject* cls = nullptr);
  ~SetObject() override;
  bool add(const Value& item);
  bool contains(const Value& item) const;
  bool erase(const Value& item);
  size_t size() const;
  bool next(size_t& position, Value& item) const;
  void clear() override;

 private:
  std::unique_ptr<class SetTable> table_;
};

class SliceObject : public Object {
 public:
  static constexpr ObjectKind kKind = ObjectKind::slice;
  SliceObject(Value first, Value last, Value by)
      : Object(kKind, nullptr), start(std::move(first)), stop(std::move(last)), step(std::move(by)) {}
  Value start, stop, step;
};

class RangeObject : public Object {
 public:
  static constexpr ObjectKind kKind = ObjectKind::range;
  RangeObject(int64_t first, int64_t last, int64_t by)
      : Object(kKind, nullptr), start(first), stop(last), step(by) {}
  int64_t start, stop, step;
  /// 2**63 - 1 if there are more.
  int64_t length() const;
  int64_t item(int64_t i) const;
};

/// Whatever gives values one after the other: iter() of a container, a
/// generator expression, zip, map, enumerate, a module's parameters().
class IteratorObject : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::iterator;
  /// `next` fills its argument, or returns false at the end.
  IteratorObject(std::string type_name, std::function<bool(Value&)> next);
  /// Its class is `cls`, not the one named after it.
  IteratorObject(ClassObject* cls, std::function<bool(Value&)> next);
  bool next(Value& out);
  void clear() override;

 private:
  std::function<bool(Value&)> next_;
};

class ModuleObject : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::module;
  explicit ModuleObject(std::string name) : Tracked(kKind, nullptr), name_(std::move(name)) {}
  const std::string& name() const { return name_; }
  /// Called for a name that is not among the attributes, so that a module can
  /// fill itself when it is first used; may return an undefined Value.
  std::function<Value(Symbol)> missing;
  void clear() override;

 private:
  std::string name_;
};

/// An instance of a class without storage of its own: the attributes are all.
/// Exceptions are instances too; their arguments are the attribute `args`.
class InstanceObject : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::instance;
  explicit InstanceObject(ClassObject* cls) : Tracked(kKind, cls) {}
};

class TensorObject : public Tracked {  // nn.Parameter is a class of these
 public:
  static constexpr ObjectKind kKind = ObjectKind::tensor;
  explicit TensorObject(Tensor t, ClassObject* cls = nullptr)
      : Tracked(kKind, cls), tensor(std::move(t)) {}
  Tensor tensor;
  Value grad;  // the object that .grad was last time
  void clear() override;
};

/// Anything else that C++ code wants to hand to a program: a dtype, a device,
/// a Generator. T is found again with native<T>().
class NativeObject : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::native;
  NativeObject(ClassObject* cls, std::shared_ptr<void> payload)
      : Tracked(kKind, cls), payload_(std::move(payload)) {}
  template <typename T>
  T* payload() const { return static_cast<T*>(payload_.get()); }
  void clear() override;

 private:
  std::shared_ptr<void> payload_;
};

template <typename T>
T* Value::get() const {
  return tag_ == Tag::object && object_->kind() == T::kKind
             ? static_cast<T*>(object_) : nullptr;
}

// Short ways to make the common ones.
Value str(std::string text);
Value tuple(std::vector<Value> items);
Value list(std::vector<Value> items);
Value tensor(Tensor t);

}  // namespace mha::lang
