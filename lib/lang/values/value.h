#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace mha::lang {

class Attributes;
class ClassObject;

enum class ObjectKind : uint8_t {
  big_int, str, tuple, list, dict, set, slice, range, iterator, function,
  native_function, bound_method, class_, instance, module, descriptor, cell,
  super, tensor, native
};

/// What every object starts with. Objects are counted; those that can take
/// part in a cycle (Tracked, in object.h) are also known to the Heap of their
/// interpreter, which takes them apart at its end.
class Object {
 public:
  /// Keeps its class alive. No class means the built-in one of its kind.
  Object(ObjectKind kind, ClassObject* cls);
  virtual ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// Where an object is made is where a program may be told that it has too many.
  static void* operator new(size_t bytes);
  static void operator delete(void* block);

  ObjectKind kind() const { return kind_; }
  /// The class; for a kind made without one, that of the interpreter at work.
  ClassObject* cls() const { return cls_ ? cls_ : built_in_cls(); }
  /// The class it was made with: null for a plain list, str, tensor and so on.
  ClassObject* own_cls() const { return cls_; }
  void set_cls(ClassObject* cls);
  /// The attributes of this very object (its __dict__); made on first use.
  Attributes& attributes() {
    if (!attributes_) make_attributes();
    return *attributes_;
  }
  const Attributes* attributes_if_any() const { return attributes_.get(); }
  Attributes* attributes_if_any() { return attributes_.get(); }
  /// Drops every reference this object holds, to break cycles.
  virtual void clear();

 private:
  friend void retain(Object*);
  friend void release(Object*);
  ClassObject* built_in_cls() const;
  void make_attributes();
  static void destroy(Object* object);

  uint32_t references_ = 0;
  ObjectKind kind_;
  ClassObject* cls_;
  std::unique_ptr<Attributes> attributes_;
};

inline void retain(Object* object) { ++object->references_; }
inline void release(Object* object) {
  if (--object->references_ == 0) Object::destroy(object);
}

/// What a name can stand for: None, Ellipsis, NotImplemented, a bool, an int
/// that fits 64 bits or a float, held in place; anything else by a counted
/// reference to an Object (object.h). Sixteen bytes; copying is cheap.
class Value {
 public:
  enum class Tag : uint8_t {
    undefined,  // no value at all: an unset local, a missing argument
    none, ellipsis, not_implemented, boolean, integer, floating, object
  };

  Value() : tag_(Tag::undefined), int_(0) {}
  Value(bool v) : tag_(Tag::boolean), int_(v) {}
  Value(int v) : tag_(Tag::integer), int_(v) {}
  Value(int64_t v) : tag_(Tag::integer), int_(v) {}
  Value(double v) : tag_(Tag::floating), float_(v) {}
  /// Takes a share of the object.
  Value(Object* o) : tag_(Tag::object), int_(0) {
    object_ = o;  // of 32 bits in a page: is() compares all 64
    retain(o);
  }
  template <typename T>
    requires(!std::is_same_v<T, Value>)
  Value(T* o) : Value(static_cast<Object*>(o)) {}
  template <typename T>
  Value(const T*) = delete;
  static Value none() { return Value(Tag::none); }
  static Value ellipsis() { return Value(Tag::ellipsis); }
  static Value not_implemented() { return Value(Tag::not_implemented); }

  Value(const Value& o) : tag_(o.tag_), int_(o.int_) {
    if (tag_ == Tag::object) retain(object_);
  }
  Value(Value&& o) noexcept : tag_(o.tag_), int_(o.int_) {
    o.tag_ = Tag::undefined;
  }
  Value& operator=(Value o) noexcept {
    std::swap(tag_, o.tag_);
    // Through the union itself: a reference to int_ would let the compiler
    // believe that object_ keeps what it was.
    const int64_t mine = int_;
    int_ = o.int_;
    o.int_ = mine;
    return *this;
  }
  ~Value() {
    if (tag_ == Tag::object) release(object_);
  }

  Tag tag() const { return tag_; }
  bool defined() const { return tag_ != Tag::undefined; }
  bool is_none() const { return tag_ == Tag::none; }
  bool is_bool() const { return tag_ == Tag::boolean; }
  /// An int held in place. A bool is not one here, though it is in Python.
  bool is_int() const { return tag_ == Tag::integer; }
  bool is_float() const { return tag_ == Tag::floating; }
  bool is_object() const { return tag_ == Tag::object; }

  bool as_bool() const { return int_ != 0; }
  int64_t as_int() const { return int_; }  // of a bool too
  double as_float() const { return float_; }
  Object* object() const { return object_; }

  /// The object as a T (StrObject, ListObject, ...), or null if it is another
  /// kind. Instances of Python subclasses of the kind are found as well.
  template <typename T>
  T* get() const;

  /// Python's `is`.
  bool is(const Value& o) const { return tag_ == o.tag_ && int_ == o.int_; }

 private:
  explicit Value(Tag t) : tag_(t), int_(0) {}
  Tag tag_;
  union {
    int64_t int_;
    double float_;
    Object* object_;
  };
};

}  // namespace mha::lang
