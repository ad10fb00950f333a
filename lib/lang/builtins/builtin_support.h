#pragma once

// What the files of built-in types, functions and modules share: tables of
// methods, Python's words for a wrong number of arguments, small readers of
// arguments.

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

#include "lang/runtime/builtins.h"

namespace mha::lang {

inline constexpr int kAnyNumber = 1000;

/// A method that takes only positional arguments: between `least` and `most`
/// of them beside the object itself.
struct MethodRow {
  const char* name;
  int least, most;
  PlainFn fn;
};

/// The built-in class of that name, made if need be, with a built-in name.
ClassObject& builtin_type(Interpreter& interp, const std::string& name,
                          ObjectKind kind, ClassObject* base = nullptr);
/// Adds methods that count their arguments.
void add_methods(ClassObject& cls, std::initializer_list<MethodRow> rows);
/// Adds the methods of these operators, __add__ and __radd__ for one; Compute(interp, op,
/// left, right) does the work, or gives NotImplemented.
template <auto Compute, BinaryOp... Ops>
void add_operators(ClassObject& cls) {
  const auto add = [&cls]<BinaryOp Op>() {
    add_methods(cls, {{special_name(special_of(Op)).str().c_str(), 1, 1,
                       [](Interpreter& i, Args& a) { return Compute(i, Op, a.positional[0], a.positional[1]); }},
                      {special_name(special_of(Op, Form::reflected)).str().c_str(), 1, 1,
                       [](Interpreter& i, Args& a) { return Compute(i, Op, a.positional[1], a.positional[0]); }}});
  };
  (add.template operator()<Ops>(), ...);
}
/// The same of the six comparisons.
template <auto Compute>
void add_comparisons(ClassObject& cls) {
  const auto add = [&cls]<CompareOp Op>() {
    add_methods(cls, {{special_name(special_of(Op)).str().c_str(), 1, 1,
                       [](Interpreter& i, Args& a) { return Compute(i, Op, a.positional[0], a.positional[1]); }}});
  };
  [&]<size_t... I>(std::index_sequence<I...>) {
    (add.template operator()<static_cast<CompareOp>(I)>(), ...);
  }(std::make_index_sequence<6>());
}
/// Adds __new__, which receives the class first.
void add_new(ClassObject& cls, PlainFn fn);

/// Sets functions of a module, or built-in ones, with the same counting.
void add_functions(ModuleObject& module, std::initializer_list<MethodRow> rows);
/// A function whose arguments are bound by a signature in Python's form.
void add_function(ModuleObject& module, std::string_view name,
                  std::string_view signature, NativeFn fn);

/// What a module or class says of a name that it has not: those of Python's that are
/// left out here, each between blanks, are refused by name.
std::function<Value(Symbol)> refused(const char* owner, std::string_view names);

/// Throws "NAME expected at most 2 arguments, got 3" and the like. `given`
/// does not count the object.
void check_count(const std::string& name, size_t given, int least, int most);
/// Throws "NAME() takes no keyword arguments".
void check_no_keywords(const std::string& name, const Args& args);

/// The class itself when it was given; null for the built-in one, whose
/// objects need not say it.
ClassObject* own_class(const Value& cls, std::string_view name);

/// A text argument, or TypeError "FUNCTION argument must be str, not int".
const std::string& text_argument(Interpreter& interp, const Value& v,
                                 const std::string& what);
/// The keyword arguments by their names, undefined where none was given. Throws Python's
/// TypeError for any others.
template <size_t N>
std::array<Value, N> keyword_values(const Args& args, const std::string& function,
                                    const char* const (&names)[N]) {
  std::array<Value, N> values;
  for (const KeywordArg& k : args.keywords) {
    const auto at = std::find(std::begin(names), std::end(names), k.name.str());
    if (at == std::end(names)) {
      throw TypeError("'" + k.name.str() + "' is an invalid keyword argument for " + function +
                      "()");
    }
    values[static_cast<size_t>(at - std::begin(names))] = k.value;
  }
  return values;
}
/// Whether a value can be an index: an int, or something with __index__.
bool is_index(Interpreter& interp, const Value& v);
/// The place that an index means among `size` items. Throws Python's errors for "list",
/// "tuple", ...; `what` is "index" or "assignment index".
size_t item_place(Interpreter& interp, const Value& index, int64_t size, const std::string& owner,
                  const char* what = "index");
/// A position as str.find and list.index take it: moved by the length when
/// negative, and held within 0 and the length.
int64_t clamp_index(Interpreter& interp, const Value& v, int64_t length,
                    int64_t if_missing);

/// The ordering of two sequences, item by item, for == < and the rest.
Value compare_sequences(Interpreter& interp, CompareOp op,
                        const std::vector<Value>& a,
                        const std::vector<Value>& b);

/// The object that a method of a built-in type was called on, and the text of a str.
template <typename T>
T& self(const Args& a) {
  return *a.positional[0].get<T>();
}
inline const std::string& self_text(const Args& a) { return self<StrObject>(a).text(); }

/// Guards against a container that holds itself: true when its repr is being
/// made already.
class ReprGuard {
 public:
  explicit ReprGuard(const Object* object);
  ~ReprGuard();
  ReprGuard(const ReprGuard&) = delete;
  ReprGuard& operator=(const ReprGuard&) = delete;
  bool repeated() const { return repeated_; }

 private:
  bool repeated_ = false;
};

/// Asks for the memory that `count` more elements of a container take.
void ask_items(int64_t count);
/// `count` times `size` elements, refused before it is computed if too many.
int64_t repeat_count(Interpreter& interp, const Value& times, int64_t size,
                     int64_t bytes_each);

/// Sorts in place as list.sort does: stable, by key, Python's errors.
void sort_values(Interpreter& interp, std::vector<Value>& items,
                 const Value& key, bool reverse);

// The families of types, one a file.
void add_number_types(Interpreter& interp);
void add_str_type(Interpreter& interp);
void add_str_search(ClassObject& str);
void add_str_predicates(ClassObject& str);
void add_sequence_types(Interpreter& interp);
void add_list_methods(Interpreter& interp, ClassObject& list);
void add_range_types(Interpreter& interp);
void add_dict_type(Interpreter& interp);
void add_dict_views(Interpreter& interp);
void add_set_types(Interpreter& interp);
void add_iterator_types(Interpreter& interp);

/// A live view of a dict: its keys, values or items.
enum class ViewPart : uint8_t { keys, values, items };
Value dict_view(Interpreter& interp, Ref<DictObject> dict, ViewPart part);
/// The dict behind a view; null for other values.
DictObject* viewed_dict(const Value& v, ViewPart* part = nullptr);
/// An iterator over a dict that notices when the dict changes its size.
Value dict_iterator(Interpreter& interp, Ref<DictObject> dict, ViewPart part,
                    bool reverse);
/// What update() and dict() do with a mapping or a list of pairs.
void dict_update(Interpreter& interp, DictObject& dict, const Value& from);

/// The built-in functions of values; the others are in builtins_objects.cpp.
void add_value_functions(ModuleObject& builtins);
/// list[int], int | None: what annotations are made of, as operators of type.
void add_type_expressions(Interpreter& interp);
/// Optional, List, ... of typing; `origin` is the class it stands for, or undefined.
Value special_form(Interpreter& interp, const std::string& name, const Value& origin);
Value type_variable(Interpreter& interp, Args& a);

// The standard modules that are C++; the others are in lib/library.
void add_math_module(Interpreter& interp);
void add_native_module(Interpreter& interp);
void add_regex(ModuleObject& native);  // to _native
void add_operator_module(Interpreter& interp);
void add_system_modules(Interpreter& interp);

}  // namespace mha::lang
