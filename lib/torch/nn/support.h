#pragma once

// What the files of torch.nn share. A module is an ordinary instance whose
// attributes hold `_parameters`, `_buffers` and `_modules`, dicts as in
// PyTorch. Module itself is a row of methods written in C++; all other layers
// derive from it in lib/library/torch/nn/modules/.

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "tensor/core/tensor.h"
#include "torch/binding/convert.h"

namespace mha::torch {

class Nn;

using MethodFn = lang::Value (*)(Nn&, Arguments);
/// The same, as they were written.
using RawFn = lang::Value (*)(Nn&, lang::Args&);

/// A function or method: a Python signature ("self, input, dim=None") or none,
/// and what runs.
struct Method {
  const char* name;
  const char* signature;
  MethodFn run;
  RawFn raw = nullptr;  // instead of `run`, where there is no signature
  enum class Kind : uint8_t { method, property } kind = {};
  /// NativeFunction::attribute.
  const lang::Value* (*attribute)(const lang::Value&, const std::string&) = nullptr;
};

/// A class of torch.nn.
struct ClassRow {
  const char* name;
  const char* module;  // "torch.nn.modules.linear"
  const char* base;    // "Module", or "" for none
  std::span<const Method> methods;
};

std::span<const ClassRow> module_classes();       // module.cpp
std::span<const ClassRow> state_classes();        // module_state.cpp
std::span<const Method> module_methods();         // module.cpp
std::span<const Method> module_walk_methods();    // module_walk.cpp
std::span<const Method> module_state_methods();   // module_state.cpp

/// The classes of torch.nn in one interpreter, made as they are asked for.
class Nn {
 public:
  explicit Nn(lang::Interpreter& interp);
  lang::Interpreter& interp;

  /// A class by its name in torch.nn; null if there is none such.
  lang::ClassObject* find_class(std::string_view name);
  lang::ClassObject* module() const { return module_; }
  lang::ClassObject* parameter() const { return types(interp).parameter; }
  bool is_module(const lang::Value& v) const;
  bool is_parameter(const lang::Value& v) const;
  /// An attribute of torch.nn.functional or another module by its path.
  lang::Value function(std::string_view module, std::string_view name);

 private:
  lang::ClassObject* make_class(const ClassRow& row);
  lang::ClassObject* make_parameter_class();
  std::map<std::string, lang::ClassObject*, std::less<>> made_;
  lang::ClassObject* module_ = nullptr;
};

/// The function object for a Method, bound to one Nn.
lang::Value make_native(Nn& nn, const Method& m, const std::string& shown_name);
/// Lets a class find its methods in these tables when they are first used.
void add_methods(Nn& nn, lang::ClassObject& cls,
                 std::initializer_list<std::span<const Method>> tables);

// ------------------------------------------------ the attributes of a module

struct Names {
  lang::Symbol training{"training"}, parameters{"_parameters"},
      buffers{"_buffers"}, modules{"_modules"},
      non_persistent{"_non_persistent_buffers_set"},
      backward_hooks{"_backward_hooks"}, forward_hooks{"_forward_hooks"},
      forward_pre_hooks{"_forward_pre_hooks"}, forward{"forward"};
};
const Names& names();

/// What Module.__init__ does.
void init_module(Nn& nn, const lang::Value& self);
/// `_parameters`, `_buffers`, `_modules` of a module, or null before __init__.
lang::DictObject* members_if_any(const lang::Value& self, lang::Symbol which);
/// The same; throws AttributeError as Python does where it is missing.
lang::DictObject& members(Nn& nn, const lang::Value& self, lang::Symbol which);
lang::Value get_field(Nn& nn, const lang::Value& self, lang::Symbol name);
void set_field(const lang::Value& self, const char* name, lang::Value value);
/// A plain attribute.
lang::Value field(Nn& nn, const lang::Value& self, const char* name);
void add_module(Nn& nn, const lang::Value& self, const lang::Value& name,
                const lang::Value& module);

struct NamedValue {
  std::string name;
  lang::Value value;
};
/// The entries of a dict whose keys are text, in order; None left out.
std::vector<NamedValue> entries(const lang::DictObject& dict);
/// The module itself and all below it, each once, in PyTorch's order.
std::vector<NamedValue> named_modules(Nn& nn, const lang::Value& self,
                                      const std::string& prefix = "",
                                      bool remove_duplicate = true);
std::string class_name(const lang::Value& v);
/// torch.typename(): "torch.FloatTensor", "int", "torch.nn....Linear".
std::string typename_of(Nn& nn, const lang::Value& v);

// ------------------------------------------------------------ arguments

/// Given, and not None.
inline bool given(const lang::Value& v) { return v.defined() && !v.is_none(); }
inline lang::Value or_none(const lang::Value& v) {
  return v.defined() ? v : lang::Value::none();
}
inline lang::Value or_else(const lang::Value& v, lang::Value otherwise) {
  return v.defined() ? v : otherwise;
}
bool flag_or(Nn& nn, const lang::Value& v, bool otherwise);
std::string text_arg(const lang::Value& v, const char* otherwise);
/// Refuses what PyTorch has and this library has not.
[[noreturn]] void refuse(const std::string& what, const std::string& advice);

}  // namespace mha::torch
