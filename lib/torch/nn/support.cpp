#include "torch/nn/support.h"

#include "tensor/core/factory.h"
#include "torch/binding/table.h"

namespace mha::torch {

using lang::Value;

std::vector<NamedValue> entries(const lang::DictObject& dict) {
  std::vector<NamedValue> all;
  size_t at = 0;
  Value key, value;
  while (dict.next(at, key, value)) {
    if (value.is_none()) continue;
    const auto* text = key.get<lang::StrObject>();
    all.push_back({text ? text->text() : std::string(), value});
  }
  return all;
}

std::string class_name(const Value& v) {
  if (v.is_object()) return v.object()->cls()->name();
  return type_text(v);
}

std::string typename_of(Nn& nn, const Value& v) {
  if (const Tensor* t = as_tensor(v)) {
    return std::string(tensor_type_name(t->dtype()));
  }
  const auto* cls = v.get<lang::ClassObject>();
  const bool is_class = cls != nullptr;
  if (!cls) cls = nn.interp.type_of(v);
  const std::string& module = cls->module_name;
  const std::string name = is_class ? cls->qualname : cls->name();
  return module.empty() || module == "builtins" ? name : module + "." + name;
}

bool flag_or(Nn& nn, const Value& v, bool otherwise) {
  return v.defined() ? nn.interp.truth(v) : otherwise;
}

std::string text_arg(const Value& v, const char* otherwise) {
  const auto* text = v.get<lang::StrObject>();
  return text ? text->text() : std::string(otherwise);
}

void refuse(const std::string& what, const std::string& advice) {
  Refusal error(what + " is not supported here");
  throw error.with_help(advice);
}

}  // namespace mha::torch
