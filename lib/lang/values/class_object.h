#pragma once

// Classes, functions and what is found on them.

#include <bitset>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>

#include "lang/values/object.h"

namespace mha::lang {

struct FunctionCode;  // of syntax/ast.h

struct KeywordArg {
  Symbol name;
  Value value;
};

/// The arguments of one call, as they were written: nothing bound yet.
struct Args {
  std::span<Value> positional;
  std::span<KeywordArg> keywords;
  /// The keyword argument of that name, or null.
  const Value* keyword(std::string_view name) const;
};

using NativeFn = std::function<Value(Interpreter&, Args&)>;
using PlainFn = Value (*)(Interpreter&, Args&);

/// A function written in C++. A method receives its object as the first
/// positional argument, as in Python.
class NativeFunction : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::native_function;
  /// `name` is what errors and repr show; `signature` in Python's form
  /// ("x, dim=None, *, out=None") makes the interpreter bind the arguments:
  /// fn then gets exactly one positional Value a parameter, undefined where
  /// nothing was given, and Python's TypeErrors come of themselves; *args comes
  /// as a tuple, **kwargs as a dict. Without a signature fn gets the Args as written.
  NativeFunction(std::string name, NativeFn fn, std::string_view signature);
  NativeFunction(std::string name, NativeFn fn);
  ~NativeFunction() override;
  const std::string& name() const { return name_; }
  Value call(Interpreter& interp, Args& args) const;
  void clear() override;
  /// What fn calls once it has counted the arguments, self among them, and has seen no
  /// keywords. With so many it is called at once; any others are fn's to refuse.
  struct Counted {
    PlainFn fn = nullptr;
    size_t least = 0, most = 0;
  };
  Counted counted;
  /// Set for the methods of a C++ class: only these take `self` when they are
  /// found on a class that a program defines.
  bool is_method = false;
  /// How many arguments it takes after the first; -1: that is fn's business.
  int exact_arguments = -1;
  /// The first of those must be a str.
  bool takes_text = false;
  /// What the first argument must be an instance of; null: anything. Set for
  /// the methods of a C++ class, which rely on it.
  const ClassObject* self_class = nullptr;
  /// Set for what is Python in PyTorch: it shows itself as a function or bound
  /// method, not as a built-in one. name() is the qualified name then.
  bool shown_as_python = false;
  /// Of a __getattr__: where it finds an attribute, or null, without a call.
  const Value* (*attribute)(const Value& self, const std::string& name) = nullptr;

 private:
  Value call_checked(Interpreter& interp, Args& args) const;
  std::string name_;
  NativeFn fn_;
  // Taken apart at the first call; most functions are never called.
  std::optional<std::string> signature_text_;
  mutable std::unique_ptr<struct NativeSignature> signature_;
};

/// A def or a lambda, with the defaults and cells it was made with.
class FunctionObject : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::function;
  FunctionObject(std::shared_ptr<FunctionCode> code, Ref<ModuleObject> globals);
  ~FunctionObject() override;
  std::shared_ptr<FunctionCode> code;
  Ref<ModuleObject> globals;
  std::string qualname;           // "MultiHeadAttention.forward"
  std::vector<Value> defaults;    // of the last positional parameters
  std::vector<Value> keyword_defaults;  // undefined where there is none
  std::vector<Ref<class CellObject>> cells;
  Ref<ClassObject> defined_in;    // for super() without arguments
  void clear() override;
};

class CellObject : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::cell;
  CellObject() : Tracked(kKind, nullptr) {}
  Value value;
  void clear() override;
};

class BoundMethod : public Object {
 public:
  static constexpr ObjectKind kKind = ObjectKind::bound_method;
  BoundMethod(Value object, Value f)
      : Object(kKind, nullptr), self(std::move(object)), function(std::move(f)) {}
  Value self, function;
  void clear() override;
};

/// property, staticmethod, classmethod, and attributes that C++ computes.
class Descriptor : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::descriptor;
  enum class Type : uint8_t { property, static_method, class_method };
  Descriptor(Type t, Value f) : Tracked(kKind, nullptr), type(t), function(std::move(f)) {}
  Type type;
  Value function;  // the getter, or the wrapped function
  Value setter, deleter;
  /// A property that C++ computes: no `property` for those who look.
  bool computed = false;
  void clear() override;
};

/// What super() gives: an object seen from behind one of its classes.
class SuperObject : public Object {
 public:
  static constexpr ObjectKind kKind = ObjectKind::super;
  SuperObject(Ref<ClassObject> after, Value self, Ref<ClassObject> self_class);
  Ref<ClassObject> after;
  Value self;
  Ref<ClassObject> self_class;  // of the object, or the class itself
};

/// The special methods that operators, calls and built-in functions use. A
/// class finds each once and remembers it.
enum class Special : uint8_t {
  new_, init, call, repr, str, format, len, getitem, setitem, delitem, contains,
  iter, next, getattr, getattribute, setattr, delattr, enter, exit, hash, bool_,
  int_, float_, index, round, reversed, neg, pos, invert, abs, add, radd, iadd,
  sub, rsub, isub, mul, rmul, imul, div, rdiv, idiv, floordiv, rfloordiv,
  ifloordiv, mod, rmod, imod, pow, rpow, ipow, matmul, rmatmul, imatmul, and_,
  rand_, iand, or_, ror, ior, xor_, rxor, ixor, lshift, rlshift, ilshift, rshift,
  rrshift, irshift, eq, ne, lt, le, gt, ge, count
};

class ClassObject : public Tracked {
 public:
  static constexpr ObjectKind kKind = ObjectKind::class_;
  /// `module` is what repr shows before the name: "builtins", "__main__", ...
  /// Throws TypeError if the bases allow no method resolution order.
  ClassObject(std::string name, std::string module,
              std::vector<Ref<ClassObject>> bases);

  const std::string& name() const { return name_; }
  std::string module_name;
  std::string qualname;  // repr shows it: <class '__main__.Outer.Inner'>
  const std::vector<ClassObject*>& mro() const { return mro_; }
  const std::vector<Ref<ClassObject>>& bases() const { return bases_; }
  bool is_subclass_of(const ClassObject* other) const;

  /// A name on this class or the first base that has it; undefined if none.
  Value lookup(Symbol name) const { return find(name); }
  /// The same by reference, which holds until the class or a base changes.
  const Value& find(Symbol name) const;
  /// The same after `cls` in this class's resolution order, for super().
  Value lookup_after(const ClassObject* cls, Symbol name) const;
  /// Undefined where the class only inherits what every object has.
  const Value& special(Special s) const {
    const auto i = static_cast<size_t>(s);
    return known_[i] ? specials_[i] : find_special(s);
  }

  /// Which kind of object calling this class makes: list for a class derived
  /// from list, native_function's kind never, and so on.
  ObjectKind instance_kind() const { return instance_kind_; }
  void set_instance_kind(ObjectKind kind) { instance_kind_ = kind; }

  /// Adds a C++ method, or an attribute computed by C++ (with a setter or not).
  ClassObject& method(std::string_view name, std::string_view signature, NativeFn fn);
  ClassObject& method(std::string_view name, NativeFn fn);
  ClassObject& property(std::string_view name, std::function<Value(Interpreter&, const Value&)> get,
                        std::function<void(Interpreter&, const Value&, const Value&)> set = nullptr);
  /// Asked once for a name that is not among attributes(), so that a class can
  /// be filled as it is used; may return an undefined Value.
  std::function<Value(Symbol)> missing;
  /// Must be called after any change of attributes() once instances exist.
  void invalidate();
  /// Differs after each invalidate() and between all classes.
  uint64_t version() const { return version_; }
  /// Whether a class statement of a program made it.
  bool from_program = false;
  void clear() override;
  ~ClassObject() override;

 private:
  std::string name_;
  std::vector<Ref<ClassObject>> bases_;
  std::vector<ClassObject*> mro_;  // itself first; kept alive by bases_
  std::vector<ClassObject*> derived_;
  ObjectKind instance_kind_ = ObjectKind::instance;
  uint64_t version_ = 0;
  const Value& find_special(Special s) const;
  static constexpr size_t kSpecials = static_cast<size_t>(Special::count);
  mutable std::bitset<kSpecials> known_;
  mutable std::unique_ptr<Value[]> specials_;
  /// What lookups have found since the last change of this class or a base.
  mutable std::unordered_map<Symbol, Value> found_;
};

/// "__getitem__": the name under which a special method is found.
Symbol special_name(Special s);

}  // namespace mha::lang
