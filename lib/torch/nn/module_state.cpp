// Module.state_dict() and load_state_dict().

#include "base/text.h"
#include "lang/runtime/builtins.h"
#include "tensor/core/grad.h"
#include "tensor/core/print.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "torch/nn/support.h"

namespace mha::torch {

using lang::DictObject;
using lang::Value;

namespace {

bool is_persistent(Nn& nn, const Value& self, const std::string& buffer) {
  const Value set = field(nn, self, "_non_persistent_buffers_set");
  const auto* s = set.get<lang::SetObject>();
  return !s || !s->contains(lang::str(buffer));
}

/// What a module itself saves: parameters, then buffers that persist.
std::vector<NamedValue> own_state(Nn& nn, const Value& self) {
  std::vector<NamedValue> out = entries(members(nn, self, names().parameters));
  for (NamedValue& b : entries(members(nn, self, names().buffers))) {
    if (is_persistent(nn, self, b.name)) out.push_back(std::move(b));
  }
  return out;
}

void save(Nn& nn, const Value& self, const Value& destination,
          const std::string& prefix, bool keep_vars) {
  const lang::Nesting nesting(nn.interp);
  for (const NamedValue& v : own_state(nn, self)) {
    const Value kept =
        keep_vars ? v.value : lang::tensor(detach(*as_tensor(v.value)));
    nn.interp.set_item(destination, lang::str(prefix + v.name), kept);
  }
  for (const NamedValue& c : entries(members(nn, self, names().modules))) {
    save(nn, c.value, destination, prefix + c.name + ".", keep_vars);
  }
}

Value module_state_dict(Nn& nn, Arguments a) {
  // self, *args, destination, prefix, keep_vars; the old positional form too.
  const auto& old = a[1].get<lang::TupleObject>()->items;
  Value destination = or_none(a[2]);
  if (!old.empty()) destination = old[0];
  const std::string prefix =
      text_arg(old.size() > 1 ? old[1] : a[3], "");
  const bool keep = flag_or(nn, old.size() > 2 ? old[2] : a[4], false);
  if (destination.is_none()) {
    destination =
        nn.interp.call(nn.function("_native", "OrderedDict"));
  }
  save(nn, a[0], destination, prefix, keep);
  return destination;
}

struct Loading {
  const DictObject& source;
  std::vector<std::string> missing, unexpected, errors;
};

std::string quoted(const std::vector<std::string>& keys) {
  std::string out;
  for (const std::string& k : keys) {
    out += (out.empty() ? "\"" : ", \"") + k + "\"";
  }
  return out;
}

void load_one(Nn& nn, Loading& loading, const std::string& key,
              const Value& input, const Tensor& target) {
  const Tensor* source = as_tensor(input);
  if (!source) {
    loading.errors.push_back(
        "While copying the parameter named \"" + key +
        "\", expected torch.Tensor or Tensor-like object from checkpoint but "
        "received " + nn.interp.repr(class_value(nn.interp.type_of(input))));
    return;
  }
  Tensor from = *source;
  // A scalar of very old PyTorch was saved with one dimension.
  if (target.dim() == 0 && from.dim() == 1) from = select(from, 0, 0);
  if (from.shape() != target.shape()) {
    loading.errors.push_back(
        "size mismatch for " + key + ": copying a param with shape " +
        repr(from.shape()) + " from checkpoint, the shape in current model is " +
        repr(target.shape()) + ".");
    return;
  }
  const GradModeScope unrecorded(false);
  copy_(target, from);
}

void load(Nn& nn, Loading& loading, const Value& self,
          const std::string& prefix, bool strict) {
  const lang::Nesting nesting(nn.interp);
  const std::vector<NamedValue> own = own_state(nn, self);
  const DictObject& children = members(nn, self, names().modules);
  for (const NamedValue& v : own) {
    const std::string key = prefix + v.name;
    const Value* input = const_cast<DictObject&>(loading.source).find(key);
    if (!input) {
      loading.missing.push_back(key);
    } else {
      load_one(nn, loading, key, *input, *as_tensor(v.value));
    }
  }
  for (const NamedValue& v : entries(loading.source)) {
    if (!v.name.starts_with(prefix)) continue;
    std::string name = v.name.substr(prefix.size());
    name = name.substr(0, name.find('.'));
    bool known = const_cast<DictObject&>(children).find(name) != nullptr;
    for (const NamedValue& o : own) known = known || o.name == name;
    if (!known) loading.unexpected.push_back(v.name);
  }
  for (const NamedValue& c : entries(children)) {
    load(nn, loading, c.value, prefix + c.name + ".", strict);
  }
}

Value key_list(const std::vector<std::string>& keys) {
  std::vector<Value> out;
  for (const std::string& k : keys) out.push_back(lang::str(k));
  return lang::list(std::move(out));
}

Value module_load_state_dict(Nn& nn, Arguments a) {
  const auto* source = a[1].get<DictObject>();
  if (!source) {
    throw TypeError("Expected state_dict to be dict-like, got " +
                    nn.interp.repr(class_value(nn.interp.type_of(a[1]))) + ".");
  }
  const bool strict = flag_or(nn, a[2], true);
  Loading loading{*source, {}, {}, {}};
  load(nn, loading, a[0], "", strict);
  std::vector<std::string> errors;
  if (strict && !loading.missing.empty()) {
    errors.push_back("Missing key(s) in state_dict: " +
                     quoted(loading.missing) + ". ");
  }
  if (strict && !loading.unexpected.empty()) {
    errors.push_back("Unexpected key(s) in state_dict: " +
                     quoted(loading.unexpected) + ". ");
  }
  errors.insert(errors.end(), loading.errors.begin(), loading.errors.end());
  if (!errors.empty()) {
    throw RuntimeError("Error(s) in loading state_dict for " +
                       class_name(a[0]) + ":\n\t" + join(errors, "\n\t"));
  }
  return lang::make<lang::TupleObject>(
      std::vector<Value>{key_list(loading.missing),
                         key_list(loading.unexpected)},
      nn.find_class("_IncompatibleKeys"));
}

const std::vector<Value>& items_of(const Value& tuple) {
  return tuple.get<lang::TupleObject>()->items;
}

Value keys_repr(Nn& nn, Arguments a) {
  const auto& items = items_of(a[0]);
  if (nn.interp.length(items[0]) == 0 && nn.interp.length(items[1]) == 0) {
    return lang::str("<All keys matched successfully>");
  }
  return lang::str("_IncompatibleKeys(missing_keys=" +
                   nn.interp.repr(items[0]) +
                   ", unexpected_keys=" + nn.interp.repr(items[1]) + ")");
}

constexpr Method kKeysMethods[] = {
    {"__repr__", "self", keys_repr},
    {"missing_keys", "self",
     [](Nn&, Arguments a) { return items_of(a[0])[0]; }, nullptr,
     Method::Kind::property},
    {"unexpected_keys", "self",
     [](Nn&, Arguments a) { return items_of(a[0])[1]; }, nullptr,
     Method::Kind::property},
};

constexpr ClassRow kStateClasses[] = {
    {"_IncompatibleKeys", "torch.nn.modules.module", "tuple", kKeysMethods},
};

constexpr Method kStateMethods[] = {
    {"state_dict", "self, *args, destination=None, prefix='', keep_vars=False",
     module_state_dict},
    {"load_state_dict", "self, state_dict, strict=True", module_load_state_dict},
};

}  // namespace

std::span<const ClassRow> state_classes() { return kStateClasses; }
std::span<const Method> module_state_methods() { return kStateMethods; }

}  // namespace mha::torch
