#include "torch/nn/nn.h"

#include <cassert>
#include <cstring>
#include <memory>

#include "library/left_out.h"
#include "library/library.h"
#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/print.h"
#include "tensor/core/views.h"
#include "torch/nn/functional.h"
#include "torch/nn/support.h"

namespace mha::torch {

using lang::ClassObject;
using lang::Interpreter;
using lang::ModuleObject;
using lang::Ref;
using lang::Symbol;
using lang::Value;

namespace {

auto class_tables() { return std::array{module_classes(), state_classes()}; }

/// The names of a module that lib/library defines, but for those of its own use.
void add_public_names(std::string_view module, std::vector<Value>& names) {
  for (const library::Definition& d : library::definitions(module)) {
    if (!d.name.starts_with('_')) names.push_back(lang::str(std::string(d.name)));
  }
}

Value class_names() {
  std::vector<Value> names = {lang::str("Parameter"), lang::str("Module")};
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

const ClassRow* find_row(std::string_view name) {
  for (const auto rows : class_tables()) {
    for (const ClassRow& row : rows) {
      if (name == row.name) return &row;
    }
  }
  return nullptr;
}

const Method* find_method(std::span<const Method> rows, std::string_view name) {
  for (const Method& m : rows) {
    if (name == m.name) return &m;
  }
  return nullptr;
}

Value parameter_new(Nn& nn, const Value& cls, const Value& data,
                    const Value& requires_grad) {
  Tensor t;
  if (!given(data)) {
    t = empty({0});
  } else if (const Tensor* given_tensor = as_tensor(data)) {
    t = detach(*given_tensor);
  } else {
    throw Error("AttributeError", "'" + class_name(data) +
                                      "' object has no attribute 'detach'");
  }
  if (requires_grad.defined() && !requires_grad.is_bool()) {
    throw TypeError(
        "_make_subclass(): argument 'require_grad' (position 3) must be bool, "
        "not " + type_text(requires_grad));
  }
  const bool wants = !requires_grad.defined() || requires_grad.as_bool();
  if (wants && !is_floating(t.dtype())) {
    throw RuntimeError("Only Tensors of floating point and complex dtype can require gradients");
  }
  if (wants) t.set_requires_grad(true);
  auto* c = cls.get<ClassObject>();
  return lang::make<lang::TensorObject>(t, c ? c : nn.parameter());
}

Value parameter_repr(Nn&, Arguments a) {
  const Tensor* t = as_tensor(a[0]);
  assert(t);
  return lang::str("Parameter containing:\n" + repr(*t));
}

Value parameter_copy(Nn& nn, Arguments a) {
  const Tensor* t = as_tensor(a[0]);
  const bool wants = t->requires_grad();
  Tensor copy = clone(detach(*t));
  if (wants) copy.set_requires_grad(true);
  return lang::make<lang::TensorObject>(copy, nn.interp.type_of(a[0]));
}

constexpr Method kParameterMethods[] = {
    {"__new__", "cls, data=None, requires_grad=True",
     [](Nn& nn, Arguments a) { return parameter_new(nn, a[0], a[1], a[2]); }},
    {"__init__", "self, data=None, requires_grad=True",
     [](Nn&, Arguments) { return Value::none(); }},
    {"__repr__", "self", parameter_repr},
    {"__deepcopy__", "self, memo=None", parameter_copy},
};

void refuse_if_left_out(const char* shown, const char* module, Symbol name) {
  const std::string* advice = library::left_out(module, name.str());
  if (advice) refuse(shown + name.str(), *advice);
}

/// Fills a module object when one of its names is first used.
void lazily(ModuleObject& module, std::function<Value(Symbol)> find) {
  module.missing = std::move(find);
}

}  // namespace

Nn::Nn(Interpreter& i) : interp(i) {
  types(interp).parameter = make_parameter_class();
}

ClassObject* Nn::make_parameter_class() {
  Ref<ClassObject> cls = interp.make_class(
      "Parameter", "torch.nn.parameter", {Ref<ClassObject>(types(interp).tensor)});
  cls->set_instance_kind(lang::ObjectKind::tensor);
  add_methods(*this, *cls, {kParameterMethods});
  return cls.get();
}

ClassObject* Nn::find_class(std::string_view name) {
  if (const auto it = made_.find(name); it != made_.end()) return it->second;
  if (name == "Parameter") return parameter();
  if (const ClassRow* row = find_row(name)) return make_class(*row);
  const library::Definition* written = library::find_definition("torch.nn.modules", name);
  if (!written) return nullptr;
  const Value cls = function(library::module_name(*written->file), name);
  return made_.emplace(name, cls.get<ClassObject>()).first->second;
}

ClassObject* Nn::make_class(const ClassRow& row) {
  std::vector<Ref<ClassObject>> bases;
  if (*row.base) {
    ClassObject* base = find_class(row.base);
    bases.push_back(base ? base : interp.builtin_class(row.base));
  }
  Ref<ClassObject> cls = interp.make_class(row.name, row.module, bases);
  made_.emplace(row.name, cls.get());
  if (std::strcmp(row.name, "Module") == 0) {
    module_ = cls.get();
    add_methods(*this, *cls, {module_methods(), module_walk_methods(),
                              module_state_methods()});
  } else {
    add_methods(*this, *cls, {row.methods});
  }
  return cls.get();
}

bool Nn::is_module(const Value& v) const {
  return module_ && v.get<lang::InstanceObject>() &&
         v.object()->cls()->is_subclass_of(module_);
}

bool Nn::is_parameter(const Value& v) const {
  return v.get<lang::TensorObject>() &&
         v.object()->cls()->is_subclass_of(parameter());
}

Value Nn::function(std::string_view module, std::string_view name) {
  return interp.get_attr(interp.import(std::string(module)), name);
}

Value make_native(Nn& nn, const Method& m, const std::string& shown_name) {
  Nn* state = &nn;
  Ref<lang::NativeFunction> f;
  if (const RawFn raw = m.raw) {
    f = lang::make<lang::NativeFunction>(
        shown_name, [state, raw](Interpreter&, lang::Args& args) {
          return raw(*state, args);
        });
  } else {
    const MethodFn run = m.run;
    f = lang::make<lang::NativeFunction>(
        shown_name,
        [state, run](Interpreter&, lang::Args& args) {
          return run(*state, args.positional);
        },
        m.signature);
  }
  f->shown_as_python = true;
  return f;
}

void add_methods(Nn& nn, ClassObject& cls,
                 std::initializer_list<std::span<const Method>> tables) {
  std::vector<std::span<const Method>> rows(tables);
  Nn* state = &nn;
  const std::string shown = cls.name() + ".";
  cls.missing = [state, rows, shown](Symbol name) -> Value {
    if (name.str() == "__all__") {
      std::vector<Value> names;
      for (const auto table : rows) {
        for (const Method& m : table) names.push_back(lang::str(m.name));
      }
      return lang::list(std::move(names));
    }
    for (const auto table : rows) {
      const Method* m = find_method(table, name.str());
      if (!m) continue;
      Value f = make_native(*state, *m, shown + m->name);
      f.get<lang::NativeFunction>()->is_method = true;
      f.get<lang::NativeFunction>()->attribute = m->attribute;
      if (m->kind == Method::Kind::method) return f;
      return lang::make<lang::Descriptor>(lang::Descriptor::Type::property, f);
    }
    return Value();
  };
  cls.invalidate();
}

void add_nn(Interpreter& interp) {
  auto nn = std::make_shared<Nn>(interp);
  nn->find_class("Module");

  const auto find_class = [nn](Symbol name) -> Value {
    if (ClassObject* cls = nn->find_class(name.str())) return class_value(cls);
    refuse_if_left_out("nn.", "torch.nn", name);
    return Value();
  };
  interp.add_module("torch.nn", [find_class](Interpreter& i, ModuleObject& m) {
    lazily(m, [find_class, &i](Symbol name) -> Value {
      for (const char* sub : {"functional", "init", "modules", "parameter",
                              "utils"}) {
        if (name.str() == sub) return i.import("torch.nn." + name.str());
      }
      if (name.str() == "__all__") return class_names();
      return find_class(name);
    });
  });
  for (const char* name :
       {"torch.nn.modules", "torch.nn.parameter", "torch.nn.modules.module"}) {
    interp.add_module(name, [find_class, name](Interpreter& i, ModuleObject& m) {
      lazily(m, [find_class, name, &i](Symbol wanted) {
        const std::string below = std::string(name) + "." + wanted.str();
        const bool is_module = library::find_module(below) || below == "torch.nn.modules.module";
        return is_module ? i.import(below) : find_class(wanted);
      });
    });
  }
  add_functional_core(interp);
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
