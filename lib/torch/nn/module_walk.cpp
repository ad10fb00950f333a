// Module: parameters, buffers and children, what is done to all of them, and
// how a module prints.

#include <algorithm>
#include <set>

#include "base/memory.h"
#include "base/text.h"
#include "lang/runtime/builtins.h"
#include "lang/runtime/generator.h"
#include "tensor/core/factory.h"
#include "tensor/core/node.h"
#include "torch/nn/support.h"

namespace mha::torch {

using lang::DictObject;
using lang::Symbol;
using lang::Value;

namespace {

std::string dotted_key(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

void collect(Nn& nn, const Value& self, const std::string& prefix, bool once,
             std::set<lang::Object*>& seen, std::vector<NamedValue>& out) {
  if (once && !seen.insert(self.object()).second) return;
  const lang::Nesting nesting(nn.interp);
  ask_memory(static_cast<int64_t>(prefix.size()));
  out.push_back({prefix, self});
  for (const NamedValue& child : entries(members(nn, self, names().modules))) {
    collect(nn, child.value, dotted_key(prefix, child.name), once, seen, out);
  }
}

/// Parameters or buffers of the module and all below it, each tensor once.
std::vector<NamedValue> named_members(Nn& nn, const Value& self, Symbol which,
                                      const std::string& prefix, bool recurse,
                                      bool once = true) {
  const std::vector<NamedValue> modules =
      recurse ? named_modules(nn, self, prefix, once)
              : std::vector<NamedValue>{{prefix, self}};
  std::set<const void*> seen;
  std::vector<NamedValue> out;
  for (const NamedValue& m : modules) {
    for (NamedValue& v : entries(members(nn, m.value, which))) {
      const Tensor* t = as_tensor(v.value);
      const void* id = t ? t->id() : v.value.object();
      if (once && !seen.insert(id).second) continue;
      out.push_back({dotted_key(m.name, v.name), std::move(v.value)});
    }
  }
  return out;
}

std::vector<NamedValue> children(Nn& nn, const Value& self) {
  std::set<lang::Object*> seen;
  std::vector<NamedValue> out;
  for (NamedValue& c : entries(members(nn, self, names().modules))) {
    if (seen.insert(c.value.object()).second) out.push_back(std::move(c));
  }
  return out;
}

/// A generator over what `find` gives when the first value is asked for.
Value generator(Nn& nn, const std::string& name,
                std::function<std::vector<NamedValue>()> find, bool with_names) {
  struct State {
    std::function<std::vector<NamedValue>()> find;
    std::vector<NamedValue> found;
    size_t at = 0;
  };
  auto state = std::make_shared<State>(State{std::move(find), {}, 0});
  return lang::native_generator(
      nn.interp, (with_names ? "Module.named_" : "Module.") + name, [state, with_names](Value& out) {
        if (state->find) {
          state->found = state->find();
          state->find = nullptr;
        }
        if (state->at == state->found.size()) return false;
        const NamedValue& next = state->found[state->at++];
        out = with_names ? lang::tuple({lang::str(next.name), next.value})
                         : next.value;
        return true;
      });
}

Value members_of(Nn& nn, Arguments a, Symbol which, bool with_names) {
  // named_*(self, prefix, recurse, remove_duplicate) or *(self, recurse).
  const Value self = a[0];
  const std::string prefix = with_names ? text_arg(a[1], "") : "";
  const bool recurse = flag_or(nn, a[with_names ? 2 : 1], true);
  const bool once = !with_names || flag_or(nn, a[3], true);
  Nn* state = &nn;
  return generator(
      nn, which.str().substr(1),
      [=] { return named_members(*state, self, which, prefix, recurse, once); },
      with_names);
}

Value children_of(Nn& nn, Arguments a, bool with_names) {
  const Value self = a[0];
  Nn* state = &nn;
  return generator(nn, "children", [=] { return children(*state, self); }, with_names);
}

Value modules_of(Nn& nn, Arguments a, bool with_names) {
  const Value self = a[0];
  const std::string prefix = with_names ? text_arg(a[2], "") : "";
  const bool once = !with_names || flag_or(nn, a[3], true);
  Nn* state = &nn;
  return generator(
      nn, "modules", [=] { return named_modules(*state, self, prefix, once); }, with_names);
}

// ------------------------------------------------------- done to all of them

Value module_train(Nn& nn, Arguments a) {
  const Value mode = or_else(a[1], true);
  if (!mode.is_bool()) {
    throw ValueError("training mode is expected to be boolean");
  }
  set_field(a[0], "training", mode);
  const lang::Nesting nesting(nn.interp);
  for (const NamedValue& c : children(nn, a[0])) {
    nn.interp.call_method(c.value, "train", {mode});
  }
  return a[0];
}

Value module_eval(Nn& nn, Arguments a) {
  return nn.interp.call_method(a[0], "train", {Value(false)});
}

Value module_requires_grad(Nn& nn, Arguments a) {
  const bool on = flag_or(nn, a[1], true);
  for (const NamedValue& p :
       named_members(nn, a[0], names().parameters, "", true)) {
    Tensor t = *as_tensor(p.value);
    t.set_requires_grad(on);
  }
  return a[0];
}

Value module_zero_grad(Nn& nn, Arguments a) {
  const bool forget = flag_or(nn, a[1], true);
  for (const NamedValue& p :
       named_members(nn, a[0], names().parameters, "", true)) {
    GradSlot* slot = as_tensor(p.value)->grad_slot();
    if (!slot || !slot->grad.defined()) continue;
    slot->grad = forget ? Tensor() : zeros(slot->grad.shape(), slot->grad.dtype());
  }
  return Value::none();
}

Value module_apply(Nn& nn, Arguments a) {
  const lang::Nesting nesting(nn.interp);
  for (const NamedValue& c : children(nn, a[0])) {
    nn.interp.call_method(c.value, "apply", {a[1]});
  }
  nn.interp.call(a[1], {a[0]});
  return a[0];
}

/// Replaces the data of parameters and buffers by convert(tensor).
template <typename Convert>
void convert_all(Nn& nn, const Value& self, Convert convert) {
  std::set<const void*> done;
  for (const NamedValue& m : named_modules(nn, self)) {
    for (const NamedValue& p :
         entries(members(nn, m.value, names().parameters))) {
      Tensor t = *as_tensor(p.value);
      if (!done.insert(t.id()).second) continue;
      const Value made = convert(field(nn, p.value, "data"));
      t.set_data(*as_tensor(made));
    }
    DictObject& buffers = members(nn, m.value, names().buffers);
    for (const NamedValue& b : entries(buffers)) {
      buffers.set(b.name, convert(b.value));
    }
  }
}

bool is_float(const Value& v) { return is_floating(as_tensor(v)->dtype()); }

Value module_to(Nn& nn, lang::Args& args) {
  const Value self = args.positional[0];
  std::optional<DType> dtype;
  Value device;
  const auto read = [&](const Value& v) {
    if (v.is_none()) return;
    if (const Tensor* t = as_tensor(v)) {
      dtype = t->dtype();
    } else if (const auto d = as_dtype(v)) {
      dtype = d;
    } else if (!v.is_bool()) {
      device = v;
    }
  };
  for (const Value& v : args.positional.subspan(1)) read(v);
  for (const auto& k : args.keywords) read(k.value);
  if (dtype && !is_floating(*dtype)) {
    throw TypeError(
        "nn.Module.to only accepts floating point or complex dtypes, but got "
        "desired dtype=" + std::string(torch_name(*dtype)));
  }
  if (device.defined()) check_device(nn.interp, device);
  if (!dtype) return self;
  const Value target = to_value(nn.interp, *dtype);
  convert_all(nn, self, [&](const Value& v) {
    return is_float(v) ? nn.interp.call_method(v, "to", {target}) : v;
  });
  return self;
}

template <DType dtype>
Value module_float(Nn& nn, Arguments a) {
  const Value target = to_value(nn.interp, dtype);
  convert_all(nn, a[0], [&](const Value& v) {
    return is_float(v) ? nn.interp.call_method(v, "to", {target}) : v;
  });
  return a[0];
}

Value module_type(Nn& nn, Arguments a) {
  convert_all(nn, a[0], [&](const Value& v) {
    return nn.interp.call_method(v, "type", {a[1]});
  });
  return a[0];
}

Value module_cuda(Nn& nn, Arguments a) {
  convert_all(nn, a[0],
              [&](const Value& v) { return nn.interp.call_method(v, "cuda"); });
  return a[0];
}

// ----------------------------------------------------------------- by its path

/// Walks "layers.0.attn" down; each step must be a module.
Value submodule(Nn& nn, const Value& self, std::string_view path) {
  Value at = self;
  while (!path.empty()) {
    const std::string item(path.substr(0, path.find('.')));
    path = item.size() < path.size() ? path.substr(item.size() + 1) : "";
    const Value next = nn.interp.find_attr(at, Symbol(item));
    if (!next.defined()) {
      throw Error("AttributeError",
                  class_name(at) + " has no attribute `" + item + "`");
    }
    if (!nn.is_module(next)) {
      throw Error("AttributeError", "`" + item + "` is not an nn.Module");
    }
    at = next;
  }
  return at;
}

Value member_by_path(Nn& nn, Arguments a, bool parameter) {
  const std::string path = text_arg(a[1], "");
  const size_t dot = path.rfind('.');
  const std::string name =
      dot == std::string::npos ? path : path.substr(dot + 1);
  const Value owner = submodule(
      nn, a[0], dot == std::string::npos ? "" : path.substr(0, dot));
  const Value found = nn.interp.find_attr(owner, Symbol(name));
  if (!found.defined()) {
    throw Error("AttributeError",
                class_name(owner) + " has no attribute `" + name + "`");
  }
  if (parameter && !nn.is_parameter(found)) {
    throw Error("AttributeError", "`" + name + "` is not an nn.Parameter");
  }
  if (!parameter && !members(nn, owner, names().buffers).find(name)) {
    throw Error("AttributeError", "`" + name + "` is not a buffer");
  }
  return found;
}

// ---------------------------------------------------------------------- as text

std::string indented(const std::string& text) {
  std::string out;
  for (char c : text) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out;
}

Value module_repr(Nn& nn, Arguments a) {
  const Value extra_value = nn.interp.call_method(a[0], "extra_repr");
  const std::string extra = text_arg(extra_value, "");
  const DictObject& own = members(nn, a[0], names().modules);
  std::vector<std::string> lines;
  if (!extra.empty()) lines = split_lines(extra);
  const bool one_line = own.size() == 0 && lines.size() == 1;
  size_t at = 0;
  Value key, child;
  while (own.next(at, key, child)) {
    lines.push_back("(" + nn.interp.str(key) +
                    "): " + indented(nn.interp.repr(child)));
  }
  const std::string name =
      nn.interp.str(nn.interp.call_method(a[0], "_get_name"));
  if (lines.empty()) return lang::str(name + "()");
  if (one_line) return lang::str(name + "(" + lines[0] + ")");
  return lang::str(name + "(\n  " + join(lines, "\n  ") + "\n)");
}

Value module_dir(Nn& nn, Arguments a) {
  std::set<std::string> all;
  const auto add = [&all](const std::string& name) {
    if (!name.empty() && (name[0] < '0' || name[0] > '9')) all.insert(name);
  };
  for (const lang::ClassObject* cls : a[0].object()->cls()->mro()) {
    if (const auto* own = cls->attributes_if_any()) {
      for (const auto& item : own->items()) add(item.first.str());
    }
  }
  for (const auto table :
       {module_methods(), module_walk_methods(), module_state_methods()}) {
    for (const Method& m : table) add(m.name);
  }
  for (const auto& item : a[0].object()->attributes().items()) {
    add(item.first.str());
  }
  for (Symbol which : {names().parameters, names().modules, names().buffers}) {
    if (const DictObject* dict = members_if_any(a[0], which)) {
      for (const NamedValue& v : entries(*dict)) add(v.name);
    }
  }
  std::vector<Value> out;
  for (const std::string& name : all) out.push_back(lang::str(name));
  (void)nn;
  return lang::list(std::move(out));
}

constexpr Method kWalkMethods[] = {
    {"parameters", "self, recurse=True",
     [](Nn& nn, Arguments a) {
       return members_of(nn, a, names().parameters, /*with_names=*/false);
     }},
    {"named_parameters", "self, prefix='', recurse=True, remove_duplicate=True",
     [](Nn& nn, Arguments a) {
       return members_of(nn, a, names().parameters, /*with_names=*/true);
     }},
    {"buffers", "self, recurse=True",
     [](Nn& nn, Arguments a) {
       return members_of(nn, a, names().buffers, /*with_names=*/false);
     }},
    {"named_buffers", "self, prefix='', recurse=True, remove_duplicate=True",
     [](Nn& nn, Arguments a) {
       return members_of(nn, a, names().buffers, /*with_names=*/true);
     }},
    {"children", "self",
     [](Nn& nn, Arguments a) { return children_of(nn, a, false); }},
    {"named_children", "self",
     [](Nn& nn, Arguments a) { return children_of(nn, a, true); }},
    {"modules", "self",
     [](Nn& nn, Arguments a) { return modules_of(nn, a, false); }},
    {"named_modules", "self, memo=None, prefix='', remove_duplicate=True",
     [](Nn& nn, Arguments a) { return modules_of(nn, a, true); }},
    {"train", "self, mode=True", module_train},
    {"eval", "self", module_eval},
    {"requires_grad_", "self, requires_grad=True", module_requires_grad},
    {"zero_grad", "self, set_to_none=True", module_zero_grad},
    {"apply", "self, fn", module_apply},
    {"to", nullptr, nullptr, module_to},
    {"float", "self", module_float<DType::float32>},
    {"double", "self", module_float<DType::float64>},
    {"half", "self", module_float<DType::float16>},
    {"bfloat16", "self", module_float<DType::bfloat16>},
    {"type", "self, dst_type", module_type},
    {"cpu", "self", [](Nn&, Arguments a) { return a[0]; }},
    {"cuda", "self, device=None", module_cuda},
    {"share_memory", "self",
     [](Nn&, Arguments) -> Value {
       refuse("share_memory()", "programs run in one process here; leave it out");
     }},
    {"get_submodule", "self, target",
     [](Nn& nn, Arguments a) {
       return submodule(nn, a[0], text_arg(a[1], ""));
     }},
    {"get_parameter", "self, target",
     [](Nn& nn, Arguments a) { return member_by_path(nn, a, true); }},
    {"get_buffer", "self, target",
     [](Nn& nn, Arguments a) { return member_by_path(nn, a, false); }},
    {"extra_repr", "self", [](Nn&, Arguments) { return lang::str(""); }},
    {"_get_name", "self",
     [](Nn&, Arguments a) { return lang::str(class_name(a[0])); }},
    {"__repr__", "self", module_repr},
    {"__dir__", "self", module_dir},
};

}  // namespace

std::vector<NamedValue> named_modules(Nn& nn, const Value& self,
                                      const std::string& prefix,
                                      bool remove_duplicate) {
  std::set<lang::Object*> seen;
  std::vector<NamedValue> out;
  collect(nn, self, prefix, remove_duplicate, seen, out);
  return out;
}

std::span<const Method> module_walk_methods() { return kWalkMethods; }

}  // namespace mha::torch
