#include "torch/binding/convert.h"

// torch.return_types.max and its kin: tuples whose fields have names.

namespace mha::torch {

namespace {

ClassObject* make_result_class(Interpreter& interp, const std::string& name,
                               const std::vector<std::string>& fields) {
  const lang::Ref<ClassObject> tuple(interp.builtin_class("tuple"));
  ClassObject* cls = interp.make_class(name, "torch.return_types", {tuple}).get();
  cls->set_instance_kind(lang::ObjectKind::tuple);
  for (size_t i = 0; i < fields.size(); ++i) {
    cls->property(fields[i], [i](Interpreter&, const Value& v) {
      return v.get<lang::TupleObject>()->items[i];
    });
  }
  cls->method("__repr__", [name, fields](Interpreter& in, Args& a) {
    std::string out = "torch.return_types." + name + "(";
    const auto& items = a.positional[0].get<lang::TupleObject>()->items;
    for (size_t i = 0; i < items.size(); ++i) {
      out += (i ? ",\n" : "\n") + fields[i] + "=" + in.repr(items[i]);
    }
    return lang::str(out + ")");
  });
  return cls;
}

}  // namespace

Value named_result(Interpreter& interp, const char* name,
                   std::initializer_list<const char*> fields,
                   std::vector<Value> values) {
  ClassObject*& cls = types(interp).others[std::string("return_types.") + name];
  if (!cls) {
    cls = make_result_class(interp, name,
                            std::vector<std::string>(fields.begin(), fields.end()));
  }
  return lang::make<lang::TupleObject>(std::move(values), cls);
}

}  // namespace mha::torch
