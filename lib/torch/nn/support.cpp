#include "torch/nn/support.h"

#include "tensor/core/factory.h"
#include "torch/binding/table.h"

namespace mha::torch {

void add_core_methods(ClassObject& cls, std::span<const CoreMethod> rows) {
  for (const CoreMethod& row : rows) {
    const std::string shown = cls.name() + "." + row.name;
    const auto f = row.signature ? lang::make<NativeFunction>(shown, row.run, row.signature)
                                 : lang::make<NativeFunction>(shown, row.run);
    f->shown_as_python = true;
    f->is_method = true;
    cls.attributes().set(Symbol(row.name), f);
  }
  cls.invalidate();
}

std::string class_name(const Value& v) {
  if (v.is_object()) return v.object()->cls()->name();
  return type_text(v);
}

std::string typename_of(Interpreter& interp, const Value& v) {
  if (const Tensor* t = as_tensor(v)) {
    return std::string(tensor_type_name(t->dtype()));
  }
  const auto* cls = v.get<lang::ClassObject>();
  const bool is_class = cls != nullptr;
  if (!cls) cls = interp.type_of(v);
  const std::string& module = cls->module_name;
  const std::string name = is_class ? cls->qualname : cls->name();
  return module.empty() || module == "builtins" ? name : module + "." + name;
}

void refuse(const std::string& what, const std::string& advice) {
  Refusal error(what + " is not supported here");
  throw error.with_help(advice);
}

}  // namespace mha::torch
