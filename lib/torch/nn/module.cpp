// The core of class Module: what it is made of, calling it, and its attributes. The rest of
// it is written in the language, in lib/library/torch/nn/modules/module.py.

#include "library/left_out.h"
#include "torch/nn/support.h"

namespace mha::torch {

namespace {

struct AttributeError : Error {
  explicit AttributeError(std::string m) : Error("AttributeError", std::move(m)) {}
};
struct KeyError : Error {
  explicit KeyError(std::string m) : Error("KeyError", std::move(m)) {}
};

struct Names {
  Symbol training{"training"}, parameters{"_parameters"}, buffers{"_buffers"}, modules{"_modules"},
      non_persistent{"_non_persistent_buffers_set"}, backward_hooks{"_backward_hooks"},
      forward_hooks{"_forward_hooks"}, forward_pre_hooks{"_forward_pre_hooks"}, forward{"forward"};
};
const Names& names() {
  static const Names all;
  return all;
}

/// An attribute that is a dict or a set; null before __init__.
template <typename T>
T* own_if_any(const Value& self, Symbol which) {
  if (!self.is_object()) return nullptr;
  const Attributes* own = self.object()->attributes_if_any();
  const Value* v = own ? own->find(which) : nullptr;
  return v ? v->get<T>() : nullptr;
}

DictObject* members_if_any(const Value& self, Symbol which) {
  return own_if_any<DictObject>(self, which);
}

[[noreturn]] void no_attribute(const Value& self, const std::string& name) {
  if (const std::string* advice = library::left_out("torch.nn.Module", name)) refuse("nn.Module." + name, *advice);
  throw_error<AttributeError>("'{}' object has no attribute '{}'", class_name(self), name);
}

DictObject& members(const Value& self, Symbol which) {
  if (DictObject* found = members_if_any(self, which)) return *found;
  no_attribute(self, which.str());
}

/// The same for what is assigned there.
DictObject& members_for(const Value& self, Symbol which, const char* what) {
  DictObject* const found = members_if_any(self, which);
  throw_if<AttributeError>(!found, "cannot assign {} before Module.__init__() call", what);
  return *found;
}

/// Where a module keeps a parameter, buffer or child of that name.
const Value* find_member(const Value& self, const std::string& name) {
  for (Symbol which : {names().parameters, names().modules, names().buffers}) {
    DictObject* dict = members_if_any(self, which);
    if (!dict) continue;
    if (Value* v = dict->find(name)) return v;
  }
  return nullptr;
}

bool is_module(Interpreter& interp, const Value& v) {
  return v.get<lang::InstanceObject>() && v.object()->cls()->is_subclass_of(module_core(interp));
}
bool is_parameter(Interpreter& interp, const Value& v) {
  return v.get<lang::TensorObject>() && v.object()->cls()->is_subclass_of(types(interp).parameter);
}

/// hasattr(), without an exception on the way for the usual "no".
bool has_attribute(Interpreter& interp, const Value& self, const std::string& name) {
  const Symbol symbol(name);
  const Attributes* own = self.object()->attributes_if_any();
  if (own && own->find(symbol)) return true;
  const ClassObject* cls = self.object()->cls();
  if (cls->lookup(symbol).defined() || find_member(self, name)) return true;
  const Value ours = module_core(interp)->lookup(Symbol("__getattr__"));
  if (cls->lookup(Symbol("__getattr__")).is(ours)) return false;
  return interp.find_attr(self, symbol).defined();
}

/// Forgets what else may go by that name before a new kind of member takes it.
void remove_from_others(const Value& self, const std::string& name, Symbol keep) {
  const Names& n = names();
  self.object()->attributes().erase(Symbol(name));
  for (Symbol which : {n.parameters, n.buffers, n.modules}) {
    if (which == keep) continue;
    if (DictObject* d = members_if_any(self, which)) d->erase(lang::str(name));
  }
  if (auto* set = own_if_any<lang::SetObject>(self, n.non_persistent)) set->erase(lang::str(name));
}

/// The name of a new member of `own`, after PyTorch's checks; `dot` ends the words about a dot.
std::string checked_name(Interpreter& interp, const Value& self, const Value& name,
                         const char* what, DictObject& own) {
  const auto* text = name.get<lang::StrObject>();
  if (!text)
    throw_error<TypeError>("{} name should be a string. Got {}", what, typename_of(interp, name));
  const std::string& checked = text->text();
  const bool is_module = &own == members_if_any(self, names().modules);
  throw_if<KeyError>(checked.find('.') != std::string::npos, "{} name can't contain \".\"{}{}",
                     what, is_module ? ", got: " : "", is_module ? checked : "");
  throw_if<KeyError>(checked.empty(), "{} name can't be empty string \"\"", what);
  if (!own.find(checked) && has_attribute(interp, self, checked)) {
    throw_error<KeyError>("attribute '{}' already exists", checked);
  }
  return checked;
}

Value module_init(Interpreter& interp, Args& args) {
  const Arguments a = args.positional;
  if (!is_module(interp, a[0])) {
    throw_error<TypeError>("Module.__init__() needs a Module, not {}", class_name(a[0]));
  }
  const Names& n = names();
  Attributes& own = a[0].object()->attributes();
  own.set(n.training, true);
  own.set(n.parameters, lang::make<DictObject>());
  own.set(n.buffers, lang::make<DictObject>());
  own.set(n.non_persistent, lang::make<lang::SetObject>());
  for (Symbol which : {n.backward_hooks, n.forward_hooks, n.forward_pre_hooks, n.modules}) {
    own.set(which, lang::make<DictObject>());
  }
  return Value::none();
}

Value module_forward(Interpreter&, Args& a) {
  throw Error("NotImplementedError", "Module [" + class_name(a.positional[0]) +
                                         "] is missing the required \"forward\" function");
}

Value call_with_hooks(Interpreter& interp, Args& args, DictObject& before, DictObject& after) {
  const Value self = args.positional[0];
  std::vector<Value> input(args.positional.begin() + 1, args.positional.end());
  size_t at = 0;
  Value key, hook;
  while (before.next(at, key, hook)) {
    const Value changed = interp.call(hook, {self, lang::tuple(input)});
    if (changed.is_none()) continue;
    const auto* several = changed.get<lang::TupleObject>();
    input = several ? several->items : std::vector<Value>{changed};
  }
  const Value forward = interp.get_attr(self, names().forward);
  const Value given = lang::tuple(input);
  Value result = interp.call(forward, input, args.keywords);
  at = 0;
  while (after.next(at, key, hook)) {
    const Value changed = interp.call(hook, {self, given, result});
    if (!changed.is_none()) result = changed;
  }
  return result;
}

Value module_call(Interpreter& interp, Args& args) {
  const Names& n = names();
  const Value& self = args.positional[0];
  const Attributes* own = self.object()->attributes_if_any();
  members(self, n.backward_hooks);  // PyTorch asks for these first, and so names them where there are none
  DictObject& after = members(self, n.forward_hooks);
  DictObject& before = members(self, n.forward_pre_hooks);
  if (before.size() || after.size()) return call_with_hooks(interp, args, before, after);
  // The usual case: forward() of the class, without a bound method on the way.
  if (!own->find(n.forward)) {
    const Value forward = self.object()->cls()->lookup(n.forward);
    if (forward.get<FunctionObject>() || forward.get<NativeFunction>()) {
      return interp.call(forward, args.positional, args.keywords);
    }
  }
  const Value forward = interp.get_attr(self, n.forward);
  return interp.call(forward, args.positional.subspan(1), args.keywords);
}

const std::string& attribute_name(const Value& name) {
  const auto* text = name.get<lang::StrObject>();
  if (!text) throw TypeError("attribute name must be string");
  return text->text();
}

Value module_getattr(Interpreter&, Args& args) {
  const Arguments a = args.positional;
  const std::string& name = attribute_name(a[1]);
  if (const Value* found = find_member(a[0], name)) return *found;
  no_attribute(a[0], name);
}

// self, name, param
Value register_parameter(Interpreter& interp, Args& args) {
  const Arguments a = args.positional;
  DictObject& own = members_for(a[0], names().parameters, "parameter");
  const std::string name = checked_name(interp, a[0], a[1], "parameter", own);
  if (!a[2].is_none()) {
    if (!is_parameter(interp, a[2])) {
      throw_error<TypeError>(
          "cannot assign '{}' object to parameter '{}' (torch.nn.Parameter or None required)",
          typename_of(interp, a[2]), name);
    }
    throw_if<ValueError>(as_tensor(a[2])->grad_fn() != nullptr,
                         "Cannot assign non-leaf Tensor to parameter '{}'. Model parameters must "
                         "be created explicitly. To express '{}' as a function of another Tensor, "
                         "compute the value in the forward() method.",
                         name, name);
  }
  own.set(name, a[2]);
  return Value::none();
}

/// self.NAME = value, where a member of that kind has the name; false if none has.
bool assign_member(Interpreter& interp, const Value& self, const std::string& name,
                   const Value& value, Symbol kind, bool fits, const char* as,
                   const char* expected) {
  DictObject* own = members_if_any(self, kind);
  if (!own || !own->find(name)) return false;
  if (!value.is_none() && !fits) {
    throw_error<TypeError>("cannot assign '{}' as {} '{}' ({} or None expected)",
                           typename_of(interp, value), as, name, expected);
  }
  own->set(name, value);
  return true;
}

// self, name, value
Value module_setattr(Interpreter& interp, Args& args) {
  const Arguments a = args.positional;
  const Names& n = names();
  const Value& self = a[0];
  const Value& value = a[2];
  const std::string& name = attribute_name(a[1]);
  if (is_parameter(interp, value)) {
    members_for(self, n.parameters, "parameters");
    remove_from_others(self, name, n.parameters);
    return register_parameter(interp, args);
  }
  if (assign_member(interp, self, name, value, n.parameters, false, "parameter",
                    "torch.nn.Parameter")) {
    return Value::none();
  }
  if (is_module(interp, value)) {
    DictObject& children = members_for(self, n.modules, "module");
    remove_from_others(self, name, n.modules);
    children.set(name, value);
    return Value::none();
  }
  if (!assign_member(interp, self, name, value, n.modules, false, "child module",
                     "torch.nn.Module") &&
      !assign_member(interp, self, name, value, n.buffers, as_tensor(value), "buffer",
                     "torch.Tensor")) {
    interp.generic_set_attr(self, Symbol(name), value);
  }
  return Value::none();
}

Value module_delattr(Interpreter&, Args& args) {
  const Arguments a = args.positional;
  const std::string& name = attribute_name(a[1]);
  const Names& n = names();
  for (Symbol which : {n.parameters, n.buffers, n.modules}) {
    DictObject* dict = members_if_any(a[0], which);
    if (!dict || !dict->find(name)) continue;
    dict->erase(a[1]);
    auto* set = own_if_any<lang::SetObject>(a[0], n.non_persistent);
    if (which == n.buffers && set) set->erase(a[1]);
    return Value::none();
  }
  if (!a[0].object()->attributes().erase(Symbol(name))) no_attribute(a[0], name);
  return Value::none();
}

// self, name, tensor, persistent
Value register_buffer(Interpreter& interp, Args& args) {
  const Arguments a = args.positional;
  DictObject& own = members_for(a[0], names().buffers, "buffer");
  const std::string name = checked_name(interp, a[0], a[1], "buffer", own);
  if (!a[2].is_none() && !as_tensor(a[2])) {
    throw_error<TypeError>(
        "cannot assign '{}' object to buffer '{}' (torch Tensor or None required)",
        typename_of(interp, a[2]), name);
  }
  own.set(name, a[2]);
  auto* set = own_if_any<lang::SetObject>(a[0], names().non_persistent);
  const bool persistent = !a[3].defined() || interp.truth(a[3]);
  if (set && persistent) set->erase(a[1]);
  if (set && !persistent) set->add(a[1]);
  return Value::none();
}

// self, name, module
Value add_module(Interpreter& interp, Args& args) {
  const Arguments a = args.positional;
  if (!a[2].is_none() && !is_module(interp, a[2])) {
    throw_error<TypeError>("{} is not a Module subclass", typename_of(interp, a[2]));
  }
  DictObject& own = members(a[0], names().modules);
  own.set(checked_name(interp, a[0], a[1], "module", own), a[2]);
  return Value::none();
}

constexpr CoreMethod kModuleMethods[] = {
    {"__init__", "self", module_init},
    {"__call__", nullptr, module_call},
    {"forward", nullptr, module_forward},
    {"__getattr__", "self, name", module_getattr},
    {"__setattr__", "self, name, value", module_setattr},
    {"__delattr__", "self, name", module_delattr},
    {"register_buffer", "self, name, tensor, persistent=True", register_buffer},
    {"register_parameter", "self, name, param", register_parameter},
    {"add_module", "self, name, module", add_module},
    {"register_module", "self, name, module", add_module},
};

}  // namespace

ClassObject* module_core(Interpreter& interp) {
  ClassObject*& cls = types(interp).others["nn.Module"];
  if (cls) return cls;
  cls = interp.make_class("Module", "torch.nn.modules.module").get();
  add_core_methods(*cls, kModuleMethods);
  cls->attributes().find(Symbol("__getattr__"))->get<NativeFunction>()->attribute = find_member;
  return cls;
}

}  // namespace mha::torch
