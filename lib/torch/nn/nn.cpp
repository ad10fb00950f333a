#include "torch/nn/nn.h"

#include "library/left_out.h"
#include "library/library.h"
#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/print.h"
#include "tensor/core/views.h"
#include "torch/nn/functional.h"
#include "torch/nn/support.h"

namespace mha::torch {

namespace {

/// The names of a module that lib/library defines, but for those of its own use.
void add_public_names(std::string_view module, std::vector<Value>& names) {
  for (const library::Definition& d : library::definitions(module)) {
    if (!d.name.starts_with('_')) names.push_back(lang::str(std::string(d.name)));
  }
}

Value class_names() {
  std::vector<Value> names = {lang::str("Parameter")};
  for (const EmbeddedFile& file : library::files()) {
    const std::string module = library::module_name(file);
    if (module.starts_with("torch.nn.modules.")) add_public_names(module, names);
  }
  return lang::list(std::move(names));
}

Value functional_all() {
  std::vector<Value> names;
  for (const std::string& name : functional_names()) names.push_back(lang::str(name));
  add_public_names("torch.nn.functional", names);
  return lang::list(std::move(names));
}

// cls, data, requires_grad
Value parameter_new(Interpreter&, Args& a) {
  const Value &data = a.positional[1], &requires_grad = a.positional[2];
  Tensor t;
  if (!data.defined() || data.is_none()) {
    t = empty({0});
  } else if (const Tensor* given = as_tensor(data)) {
    t = detach(*given);
  } else {
    throw Error("AttributeError", "'" + class_name(data) + "' object has no attribute 'detach'");
  }
  if (requires_grad.defined() && !requires_grad.is_bool()) {
    throw_error<TypeError>(
        "_make_subclass(): argument 'require_grad' (position 3) must be bool, not {}",
        type_text(requires_grad));
  }
  const bool wants = !requires_grad.defined() || requires_grad.as_bool();
  throw_if(wants && !is_floating(t.dtype()),
           "Only Tensors of floating point and complex dtype can require gradients");
  if (wants) t.set_requires_grad(true);
  return lang::make<lang::TensorObject>(t, a.positional[0].get<ClassObject>());
}

Value parameter_repr(Interpreter&, Args& a) {
  return lang::str("Parameter containing:\n" + repr(*as_tensor(a.positional[0])));
}

Value parameter_copy(Interpreter& interp, Args& a) {
  const Tensor& t = *as_tensor(a.positional[0]);
  Tensor copy = clone(detach(t));
  if (t.requires_grad()) copy.set_requires_grad(true);
  return lang::make<lang::TensorObject>(copy, interp.type_of(a.positional[0]));
}

constexpr CoreMethod kParameterMethods[] = {
    {"__new__", "cls, data=None, requires_grad=True", parameter_new},
    {"__init__", "self, data=None, requires_grad=True",
     [](Interpreter&, Args&) { return Value::none(); }},
    {"__repr__", "self", parameter_repr},
    {"__deepcopy__", "self, memo=None", parameter_copy},
};

ClassObject* make_parameter_class(Interpreter& interp) {
  const auto cls = interp.make_class("Parameter", "torch.nn.parameter",
                                     {Ref<ClassObject>(types(interp).tensor)});
  cls->set_instance_kind(lang::ObjectKind::tensor);
  add_core_methods(*cls, kParameterMethods);
  return cls.get();
}

/// A class by its name in torch.nn; undefined if there is none such.
Value find_class(Interpreter& interp, Symbol name) {
  if (name.str() == "Parameter") return class_value(types(interp).parameter);
  const library::Definition* written = library::find_definition("torch.nn.modules", name.str());
  return written ? interp.get_attr(interp.import(library::module_name(*written->file)), name) : Value();
}

void refuse_if_left_out(const char* shown, const char* module, Symbol name) {
  const std::string* advice = library::left_out(module, name.str());
  if (advice) refuse(shown + name.str(), *advice);
}

/// Fills a module object when one of its names is first used.
void lazily(ModuleObject& module, std::function<Value(Symbol)> find) {
  module.missing = std::move(find);
}

}  // namespace

void add_nn(Interpreter& interp) {
  types(interp).parameter = make_parameter_class(interp);
  const auto find = [&interp](Symbol name) {
    const Value cls = find_class(interp, name);
    if (!cls.defined()) refuse_if_left_out("nn.", "torch.nn", name);
    return cls;
  };
  interp.add_module("torch.nn", [find](Interpreter& i, ModuleObject& m) {
    lazily(m, [find, &i](Symbol name) -> Value {
      for (const char* sub : {"functional", "init", "modules", "parameter",
                              "utils"}) {
        if (name.str() == sub) return i.import("torch.nn." + name.str());
      }
      if (name.str() == "__all__") return class_names();
      return find(name);
    });
  });
  for (const char* name : {"torch.nn.modules", "torch.nn.parameter"}) {
    interp.add_module(name, [find, name](Interpreter& i, ModuleObject& m) {
      lazily(m, [find, name, &i](Symbol wanted) {
        const std::string below = std::string(name) + "." + wanted.str();
        return library::find_module(below) ? i.import(below) : find(wanted);
      });
    });
  }
  add_functional_core(interp, class_value(module_core(interp)));
  interp.add_module("torch.nn.functional", [](Interpreter& i, ModuleObject& m) {
    lazily(m, [&i, &m](Symbol name) -> Value {
      if (name.str() == "__all__") return functional_all();
      if (Value v = find_functional(name.str()); v.defined()) return v;
      if (!name.str().starts_with("__")) i.run_library(m);
      if (const Value* v = m.attributes().find(name)) return *v;
      refuse_if_left_out("F.", "torch.nn.functional", name);
      return Value();
    });
  });
  interp.add_module("torch.nn.init", [](Interpreter& i, ModuleObject& m) {
    i.run_library(m);
    lazily(m, [](Symbol name) -> Value {
      refuse_if_left_out("nn.init.", "torch.nn.init", name);
      return Value();
    });
  });
}

}  // namespace mha::torch
