#include "lang/runtime/names.h"

#include "lang/runtime/world.h"

namespace mha::lang {

namespace {

void take(const Attributes* own, std::set<std::string>& names) {
  if (!own) return;
  for (const auto& item : own->items()) names.insert(item.first.str());
}

/// What fills itself as it is used lists what it can be asked for as __all__.
void take_missing(Interpreter& interp, const std::function<Value(Symbol)>& missing, std::set<std::string>& names) {
  if (!missing) return;
  try {
    const Value all = missing(Symbol("__all__"));
    if (!all.defined()) return;
    for (const Value& name : interp.to_vector(all)) names.insert(interp.str(name));
  } catch (const Error&) {
    // It refuses names that it does not have.
  }
}

}  // namespace

std::set<std::string> names_of(Interpreter& interp, const Value& v) {
  std::set<std::string> names;
  const Value method = interp.type_of(v)->lookup(Symbol("__dir__"));
  if (method.defined()) {
    for (const Value& name : interp.to_vector(interp.call(method, {v}))) names.insert(interp.str(name));
    return names;
  }
  if (v.is_object()) take(v.object()->attributes_if_any(), names);
  if (const auto* module = v.get<ModuleObject>()) {
    take_missing(interp, module->missing, names);
    return names;
  }
  const ClassObject* cls = v.get<ClassObject>();
  for (const ClassObject* c : (cls ? cls : interp.type_of(v))->mro()) {
    take(c->attributes_if_any(), names);
    take_missing(interp, c->missing, names);
  }
  return names;
}

std::set<std::string> names_in_main(Interpreter& interp) {
  std::set<std::string> names;
  take(interp.main().attributes_if_any(), names);
  return names;
}

std::set<std::string> builtin_names(Interpreter& interp) {
  std::set<std::string> names;
  take(interp.impl().builtins->attributes_if_any(), names);
  return names;
}

}  // namespace mha::lang
