// class Module: what it is made of, calling it, and its attributes. The walks
// over parameters and children are in module_walk.cpp, state_dict() in
// module_state.cpp.

#include "lang/runtime/builtins.h"
#include "torch/nn/support.h"

namespace mha::torch {

using lang::Args;
using lang::Attributes;
using lang::DictObject;
using lang::Symbol;
using lang::Value;

const Names& names() {
  static const Names all;
  return all;
}

void init_module(Nn&, const Value& self) {
  const Names& n = names();
  Attributes& own = self.object()->attributes();
  own.set(n.training, true);
  for (Symbol which : {n.parameters, n.buffers}) {
    own.set(which, lang::make<DictObject>());
  }
  own.set(n.non_persistent, lang::make<lang::SetObject>());
  for (Symbol which :
       {n.backward_hooks, n.forward_hooks, n.forward_pre_hooks, n.modules}) {
    own.set(which, lang::make<DictObject>());
  }
}

DictObject* members_if_any(const Value& self, Symbol which) {
  if (!self.is_object()) return nullptr;
  const Attributes* own = self.object()->attributes_if_any();
  const Value* v = own ? own->find(which) : nullptr;
  return v ? v->get<DictObject>() : nullptr;
}

DictObject& members(Nn&, const Value& self, Symbol which) {
  if (DictObject* found = members_if_any(self, which)) return *found;
  throw Error("AttributeError", "'" + class_name(self) +
                                    "' object has no attribute '" +
                                    which.str() + "'");
}

namespace {

/// Where a module keeps a parameter, buffer or child of that name.
const Value* find_member(const Value& self, const std::string& name) {
  for (Symbol which : {names().parameters, names().modules, names().buffers}) {
    DictObject* dict = members_if_any(self, which);
    if (!dict) continue;
    if (Value* v = dict->find(name)) return v;
  }
  return nullptr;
}

/// hasattr(), without an exception on the way for the usual "no".
bool has_attribute(Nn& nn, const Value& self, const std::string& name) {
  const Symbol symbol(name);
  const Attributes* own = self.object()->attributes_if_any();
  if (own && own->find(symbol)) return true;
  const lang::ClassObject* cls = self.object()->cls();
  if (cls->lookup(symbol).defined() || find_member(self, name)) return true;
  const Value ours = nn.module()->lookup(Symbol("__getattr__"));
  if (cls->lookup(Symbol("__getattr__")).is(ours)) return false;
  return nn.interp.find_attr(self, symbol).defined();
}

/// Forgets what else may go by that name before a new kind of member takes it.
void remove_from_others(const Value& self, const std::string& name,
                        Symbol keep) {
  const Names& n = names();
  self.object()->attributes().erase(Symbol(name));
  for (Symbol which : {n.parameters, n.buffers, n.modules}) {
    if (which == keep) continue;
    if (DictObject* d = members_if_any(self, which)) d->erase(lang::str(name));
  }
  if (Value* set = self.object()->attributes().find(n.non_persistent)) {
    if (auto* s = set->get<lang::SetObject>()) s->erase(lang::str(name));
  }
}

std::string checked_name(Nn& nn, const Value& name, const char* what) {
  const auto* text = name.get<lang::StrObject>();
  if (!text) {
    throw TypeError(std::string(what) + " name should be a string. Got " +
                    typename_of(nn, name));
  }
  return text->text();
}

void check_plain_name(const std::string& name, const char* what) {
  if (name.find('.') != std::string::npos) {
    throw Error("KeyError", std::string(what) + " name can't contain \".\"");
  }
  if (name.empty()) {
    throw Error("KeyError",
                std::string(what) + " name can't be empty string \"\"");
  }
}

void check_free(Nn& nn, const Value& self, const std::string& name,
                DictObject& own) {
  if (!own.find(name) && has_attribute(nn, self, name)) {
    throw Error("KeyError", "attribute '" + name + "' already exists");
  }
}

Value module_init(Nn& nn, Arguments a) {
  if (!nn.is_module(a[0])) {
    throw TypeError("Module.__init__() needs a Module, not " +
                    class_name(a[0]));
  }
  init_module(nn, a[0]);
  return Value::none();
}

[[noreturn]] void missing_forward(const Value& self) {
  throw Error("NotImplementedError",
              "Module [" + class_name(self) +
                  "] is missing the required \"forward\" function");
}

Value module_forward(Nn&, Args& a) { missing_forward(a.positional[0]); }

Value call_with_hooks(Nn& nn, Args& args, DictObject& before,
                      DictObject& after, DictObject& backward) {
  const Value self = args.positional[0];
  std::vector<Value> input(args.positional.begin() + 1, args.positional.end());
  size_t at = 0;
  Value key, hook;
  while (before.next(at, key, hook)) {
    const Value changed = nn.interp.call(hook, {self, lang::tuple(input)});
    if (changed.is_none()) continue;
    const auto* several = changed.get<lang::TupleObject>();
    input = several ? several->items : std::vector<Value>{changed};
  }
  Value gradients;
  if (backward.size()) {
    gradients = nn.interp.call(nn.function("torch.utils.hooks", "BackwardHook"), {self, Value(static_cast<lang::Object*>(&backward))});
    input = nn.interp.to_vector(nn.interp.call(nn.interp.get_attr(gradients, "setup_input_hook"), {lang::tuple(input)}));
  }
  const Value forward = nn.interp.get_attr(self, names().forward);
  const Value given = lang::tuple(input);
  Value result = nn.interp.call(forward, input, args.keywords);
  at = 0;
  while (after.next(at, key, hook)) {
    const Value changed = nn.interp.call(hook, {self, given, result});
    if (!changed.is_none()) result = changed;
  }
  return gradients.defined() ? nn.interp.call(nn.interp.get_attr(gradients, "setup_output_hook"), {result}) : result;
}

Value module_call(Nn& nn, Args& args) {
  const Names& n = names();
  const Value& self = args.positional[0];
  const Attributes* own = self.object()->attributes_if_any();
  DictObject& backward = members(nn, self, n.backward_hooks);
  DictObject& after = members(nn, self, n.forward_hooks);
  DictObject& before = members(nn, self, n.forward_pre_hooks);
  if (before.size() || after.size() || backward.size()) {
    return call_with_hooks(nn, args, before, after, backward);
  }
  // The usual case: forward() of the class, without a bound method on the way.
  if (!own->find(n.forward)) {
    const Value forward = self.object()->cls()->lookup(n.forward);
    if (forward.get<lang::FunctionObject>() ||
        forward.get<lang::NativeFunction>()) {
      return nn.interp.call(forward, args.positional, args.keywords);
    }
  }
  const Value forward = nn.interp.get_attr(self, n.forward);
  return nn.interp.call(forward, args.positional.subspan(1), args.keywords);
}

Value module_getattr(Nn&, Arguments a) {
  const auto* name = a[1].get<lang::StrObject>();
  if (!name) throw TypeError("attribute name must be string");
  if (const Value* found = find_member(a[0], name->text())) return *found;
  throw Error("AttributeError", "'" + class_name(a[0]) +
                                    "' object has no attribute '" +
                                    name->text() + "'");
}

void register_parameter(Nn& nn, const Value& self, const Value& name,
                        const Value& parameter) {
  DictObject* own = members_if_any(self, names().parameters);
  if (!own) {
    throw Error("AttributeError",
                "cannot assign parameter before Module.__init__() call");
  }
  const std::string text = checked_name(nn, name, "parameter");
  check_plain_name(text, "parameter");
  check_free(nn, self, text, *own);
  if (given(parameter)) {
    if (!nn.is_parameter(parameter)) {
      throw TypeError("cannot assign '" + typename_of(nn, parameter) +
                      "' object to parameter '" + text +
                      "' (torch.nn.Parameter or None required)");
    }
    if (as_tensor(parameter)->grad_fn()) {
      throw ValueError("Cannot assign non-leaf Tensor to parameter '" + text +
                       "'. Model parameters must be created explicitly. To "
                       "express '" + text +
                       "' as a function of another Tensor, compute the value "
                       "in the forward() method.");
    }
  }
  own->set(text, or_none(parameter));
}

[[noreturn]] void cannot_assign(Nn& nn, const Value& value, const char* as,
                                const std::string& name, const char* expected) {
  throw TypeError("cannot assign '" + typename_of(nn, value) + "' as " + as +
                  " '" + name + "' (" + expected + " or None expected)");
}

Value module_setattr(Nn& nn, Arguments a) {
  const Names& n = names();
  const Value& self = a[0];
  const Value& value = a[2];
  const auto* text = a[1].get<lang::StrObject>();
  if (!text) throw TypeError("attribute name must be string");
  const std::string& name = text->text();
  if (nn.is_parameter(value)) {
    if (!members_if_any(self, n.parameters)) {
      throw Error("AttributeError",
                  "cannot assign parameters before Module.__init__() call");
    }
    remove_from_others(self, name, n.parameters);
    register_parameter(nn, self, a[1], value);
    return Value::none();
  }
  if (DictObject* own = members_if_any(self, n.parameters);
      own && own->find(name)) {
    if (!value.is_none()) {
      cannot_assign(nn, value, "parameter", name, "torch.nn.Parameter");
    }
    register_parameter(nn, self, a[1], value);
    return Value::none();
  }
  DictObject* children = members_if_any(self, n.modules);
  if (nn.is_module(value)) {
    if (!children) {
      throw Error("AttributeError",
                  "cannot assign module before Module.__init__() call");
    }
    remove_from_others(self, name, n.modules);
    children->set(name, value);
    return Value::none();
  }
  if (children && children->find(name)) {
    if (!value.is_none()) {
      cannot_assign(nn, value, "child module", name, "torch.nn.Module");
    }
    children->set(name, value);
    return Value::none();
  }
  if (DictObject* own = members_if_any(self, n.buffers);
      own && own->find(name)) {
    if (!value.is_none() && !as_tensor(value)) {
      cannot_assign(nn, value, "buffer", name, "torch.Tensor");
    }
    own->set(name, value);
    return Value::none();
  }
  nn.interp.generic_set_attr(self, Symbol(name), value);
  return Value::none();
}

Value module_delattr(Nn& nn, Arguments a) {
  const auto* text = a[1].get<lang::StrObject>();
  if (!text) throw TypeError("attribute name must be string");
  const Names& n = names();
  for (Symbol which : {n.parameters, n.buffers, n.modules}) {
    DictObject* dict = members_if_any(a[0], which);
    if (!dict || !dict->find(text->text())) continue;
    dict->erase(a[1]);
    if (which == n.buffers) {
      if (auto* set = field(nn, a[0], "_non_persistent_buffers_set")
                          .get<lang::SetObject>()) {
        set->erase(a[1]);
      }
    }
    return Value::none();
  }
  if (!a[0].object()->attributes().erase(Symbol(text->text()))) {
    throw Error("AttributeError", "'" + class_name(a[0]) +
                                      "' object has no attribute '" +
                                      text->text() + "'");
  }
  return Value::none();
}

Value module_register_buffer(Nn& nn, Arguments a) {
  const Names& n = names();
  DictObject* own = members_if_any(a[0], n.buffers);
  if (!own) {
    throw Error("AttributeError",
                "cannot assign buffer before Module.__init__() call");
  }
  const std::string name = checked_name(nn, a[1], "buffer");
  check_plain_name(name, "buffer");
  check_free(nn, a[0], name, *own);
  if (!a[2].is_none() && !as_tensor(a[2])) {
    throw TypeError("cannot assign '" + typename_of(nn, a[2]) +
                    "' object to buffer '" + name +
                    "' (torch Tensor or None required)");
  }
  own->set(name, a[2]);
  auto* set = field(nn, a[0], "_non_persistent_buffers_set")
                  .get<lang::SetObject>();
  if (set && flag_or(nn, a[3], true)) set->erase(a[1]);
  if (set && !flag_or(nn, a[3], true)) set->add(a[1]);
  return Value::none();
}

Value module_register_parameter(Nn& nn, Arguments a) {
  register_parameter(nn, a[0], a[1], a[2]);
  return Value::none();
}

Value module_add_module(Nn& nn, Arguments a) {
  add_module(nn, a[0], a[1], a[2]);
  return Value::none();
}

/// A handle as register_forward_hook() returns it: remove() takes it off.
Value register_hook(Nn& nn, const Value& self, Symbol which,
                    const Value& hook) {
  DictObject& hooks = members(nn, self, which);
  int64_t id = 0;
  size_t at = 0;
  Value key, value;
  while (hooks.next(at, key, value)) id = key.as_int() + 1;
  hooks.set(Value(id), hook);
  lang::ClassObject* cls = nn.find_class("RemovableHandle");
  auto handle = lang::make<lang::InstanceObject>(cls);
  handle->attributes().set(Symbol("id"), Value(id));
  handle->attributes().set(Symbol("hooks"),
                           Value(static_cast<lang::Object*>(&hooks)));
  return handle;
}

Value handle_remove(Nn&, Arguments a) {
  Attributes& own = a[0].object()->attributes();
  const Value* hooks = own.find(Symbol("hooks"));
  if (hooks) hooks->get<DictObject>()->erase(*own.find(Symbol("id")));
  return Value::none();
}

Value refuse_hook(Nn&, Arguments) {
  refuse("register_backward_hook(), which sees the gradients of the last operation alone,",
         "register_full_backward_hook() sees those of the module");
}

constexpr Method kHandleMethods[] = {{"remove", "self", handle_remove}};

constexpr Method kModuleMethods[] = {
    {"__init__", "self", module_init},
    {"__call__", nullptr, nullptr, module_call},
    {"forward", nullptr, nullptr, module_forward},
    {"__getattr__", "self, name", module_getattr, nullptr, Method::Kind::method, find_member},
    {"__setattr__", "self, name, value", module_setattr},
    {"__delattr__", "self, name", module_delattr},
    {"register_buffer", "self, name, tensor, persistent=True",
     module_register_buffer},
    {"register_parameter", "self, name, param", module_register_parameter},
    {"add_module", "self, name, module", module_add_module},
    {"register_module", "self, name, module", module_add_module},
    {"register_forward_hook", "self, hook",
     [](Nn& nn, Arguments a) {
       return register_hook(nn, a[0], names().forward_hooks, a[1]);
     }},
    {"register_forward_pre_hook", "self, hook",
     [](Nn& nn, Arguments a) {
       return register_hook(nn, a[0], names().forward_pre_hooks, a[1]);
     }},
    {"register_full_backward_hook", "self, hook",
     [](Nn& nn, Arguments a) {
       return register_hook(nn, a[0], names().backward_hooks, a[1]);
     }},
    {"register_backward_hook", "self, hook", refuse_hook},
};

constexpr ClassRow kModuleClasses[] = {
    {"Module", "torch.nn.modules.module", "", {}},
    {"RemovableHandle", "torch.utils.hooks", "", kHandleMethods},
};

}  // namespace

std::span<const Method> module_methods() { return kModuleMethods; }
std::span<const ClassRow> module_classes() { return kModuleClasses; }

Value get_field(Nn& nn, const Value& self, Symbol name) {
  return nn.interp.get_attr(self, name);
}

void set_field(const Value& self, const char* name, Value value) {
  self.object()->attributes().set(Symbol(name), std::move(value));
}

Value field(Nn& nn, const Value& self, const char* name) {
  return nn.interp.get_attr(self, Symbol(name));
}

void add_module(Nn& nn, const Value& self, const Value& name,
                const Value& module) {
  if (!module.is_none() && !nn.is_module(module)) {
    throw TypeError(typename_of(nn, module) + " is not a Module subclass");
  }
  const std::string text = checked_name(nn, name, "module");
  DictObject& own = members(nn, self, names().modules);
  check_free(nn, self, text, own);
  if (text.find('.') != std::string::npos) {
    throw Error("KeyError", "module name can't contain \".\", got: " + text);
  }
  if (text.empty()) {
    throw Error("KeyError", "module name can't be empty string \"\"");
  }
  own.set(text, module);
}

}  // namespace mha::torch
