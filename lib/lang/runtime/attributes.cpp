// Attribute access: descriptors, instances, classes, modules and super().

#include <fmt/format.h>

#include "base/text.h"
#include "lang/runtime/attribute_lookup.h"
#include "lang/runtime/world.h"
#include "library/left_out.h"

namespace mha::lang {

namespace {

const Symbol& get_name() {
  static const Symbol name("__get__");
  return name;
}
const Symbol& set_name() {
  static const Symbol name("__set__");
  return name;
}

bool is_function(const Value& v) {
  if (!v.is_object()) return false;
  const ObjectKind kind = v.object()->kind();
  return kind == ObjectKind::function || kind == ObjectKind::native_function;
}

/// Whether an instance of a program's class acts as a descriptor.
Value own_descriptor(const Value& v, Symbol which) {
  if (!v.is_object() || v.object()->kind() != ObjectKind::instance)
    return Value();
  ClassObject* cls = v.object()->own_cls();
  return cls ? cls->lookup(which) : Value();
}

/// What a value found on a class becomes when it is read through `v`.
Found bind(Interpreter& interp, const Value& v, ClassObject* cls,
           const Value& found, Value& value) {
  if (is_function(found)) {
    value = found;
    return Found::method;
  }
  if (auto* d = found.get<Descriptor>()) {
    switch (d->type) {
      case Descriptor::Type::property:
        if (d->function.is_none())
          throw Error("AttributeError",
                      fmt::format("property of '{}' object has no getter",
                                  cls->name()));
        value = interp.call(d->function, {v});
        return Found::plain;
      case Descriptor::Type::static_method:
        value = d->function;
        return Found::plain;
      case Descriptor::Type::class_method:
        value = make<BoundMethod>(Value(cls), d->function);
        return Found::plain;
    }
  }
  if (const Value get = own_descriptor(found, get_name()); get.defined()) {
    value = interp.call(get, {found, v, Value(cls)});
    return Found::plain;
  }
  value = found;
  return Found::plain;
}

/// An attribute of a class, read from the class itself.
Value bind_to_class(Interpreter& interp, ClassObject* cls, const Value& found) {
  if (auto* d = found.get<Descriptor>()) {
    if (d->type == Descriptor::Type::static_method) return d->function;
    if (d->type == Descriptor::Type::class_method)
      return make<BoundMethod>(Value(cls), d->function);
  }
  if (const Value get = own_descriptor(found, get_name()); get.defined())
    return interp.call(get, {found, Value::none(), Value(cls)});
  return found;
}

Found look_up_on_class(Interpreter& interp, const Value& v, ClassObject* cls,
                       Symbol name, Value& value) {
  ClassObject* meta = interp.type_of(v);
  const Value on_meta = meta->find(name);
  auto* d = on_meta.get<Descriptor>();
  if (d && d->type == Descriptor::Type::property)
    return bind(interp, v, meta, on_meta, value);
  const Value found = cls->find(name);
  if (found.defined()) {
    value = bind_to_class(interp, cls, found);
    return Found::plain;
  }
  if (on_meta.defined()) return bind(interp, v, meta, on_meta, value);
  return Found::none;
}

Found look_up_on_module(Interpreter& interp, const Value& v,
                        ModuleObject* module, Symbol name, LookupCache& cache,
                        Value& value) {
  if (const Value* own = module->attributes().find(name, cache.hint)) {
    value = *own;
    return Found::plain;
  }
  if (module->missing) {
    value = module->missing(name);
    if (value.defined()) {
      module->attributes().set(name, value);
      return Found::plain;
    }
  }
  ClassObject* cls = interp.type_of(v);
  const Value found = cls->find(name);
  if (!found.defined()) return Found::none;
  return bind(interp, v, cls, found, value);
}

Found look_up_on_super(Interpreter& interp, SuperObject* super, Symbol name,
                       Value& value) {
  if (!super->self.defined()) return Found::none;  // super(C), unbound
  const Value found =
      super->self_class->lookup_after(super->after.get(), name);
  if (!found.defined()) return Found::none;
  static const Symbol new_name("__new__");
  if (name == new_name) {  // static by its nature
    auto* d = found.get<Descriptor>();
    value = d ? d->function : found;
    return Found::plain;
  }
  // super() in a class method looks at the class as such.
  if (super->self.get<ClassObject>() == super->self_class.get()) {
    value = bind_to_class(interp, super->self_class.get(), found);
    return Found::plain;
  }
  const Found how =
      bind(interp, super->self, super->self_class.get(), found, value);
  if (how != Found::method) return how;
  value = make<BoundMethod>(super->self, value);
  return Found::plain;
}

}  // namespace

Found look_up(Interpreter& interp, const Value& v, Symbol name,
              LookupCache& cache, Value& value) {
  Object* object = v.is_object() ? v.object() : nullptr;
  if (object) {
    switch (object->kind()) {
      case ObjectKind::module:
        return look_up_on_module(interp, v, static_cast<ModuleObject*>(object),
                                 name, cache, value);
      case ObjectKind::class_:
        return look_up_on_class(interp, v, static_cast<ClassObject*>(object),
                                name, value);
      case ObjectKind::super:
        if (const Found how = look_up_on_super(
                interp, static_cast<SuperObject*>(object), name, value);
            how != Found::none)
          return how;
        break;
      default: break;
    }
  }
  ClassObject* cls = interp.type_of(v);
  const Value& found = class_attribute(*cls, name, cache);
  auto* d = found.get<Descriptor>();
  if (d && d->type == Descriptor::Type::property)
    return bind(interp, v, cls, Value(found), value);
  if (Attributes* own = object ? object->attributes_if_any() : nullptr) {
    if (const Value* mine = own->find(name, cache.hint)) {
      if (own_descriptor(found, set_name()).defined())
        return bind(interp, v, cls, Value(found), value);
      value = *mine;
      return Found::plain;
    }
  }
  if (!found.defined()) return Found::none;
  if (is_function(found)) {
    value = found;
    return Found::method;
  }
  return bind(interp, v, cls, Value(found), value);
}

Value* own_attribute(Interpreter& interp, const Value& v, Symbol name, LookupCache& cache) {
  if (auto* module = v.get<ModuleObject>(); module && !module->own_cls())
    return module->attributes().find(name, cache.hint);
  if (!v.get<InstanceObject>()) return nullptr;
  ClassObject* cls = interp.type_of(v);
  Attributes* own = v.object()->attributes_if_any();
  if (!own || cls->special(Special::getattribute).defined() ||
      class_attribute(*cls, name, cache).defined())
    return nullptr;
  return own->find(name, cache.hint);
}

void throw_no_attribute(Interpreter& interp, const Value& v, Symbol name) {
  std::vector<std::string> names;
  const auto add = [&](const Attributes* own) {
    if (!own) return;
    for (const auto& [symbol, value] : own->items())
      if (symbol.str().substr(0, 2) != "__") names.push_back(symbol.str());
  };
  if (v.is_object()) add(v.object()->attributes_if_any());
  ClassObject* cls = v.get<ClassObject>();
  for (const ClassObject* c : (cls ? cls : interp.type_of(v))->mro()) {
    add(c->attributes_if_any());
    const std::string of = c->module_name + "." + c->name();
    if (const std::string* advice = library::left_out(of, name.str())) {
      Refusal refusal(of + "." + name.str() + " is not part of this tutor");
      refusal.with_help(*advice);
      throw refusal;
    }
  }
  std::string text;
  if (auto* module = v.get<ModuleObject>())
    text = fmt::format("module '{}' has no attribute '{}'", module->name(),
                       name.str());
  else if (cls)
    text = fmt::format("type object '{}' has no attribute '{}'", cls->name(),
                       name.str());
  else
    text = fmt::format("'{}' object has no attribute '{}'",
                       interp.type_name(v), name.str());
  Error error("AttributeError", text);
  throw error.with_help(did_you_mean(name.str(), names));
}

Found look_up_all(Interpreter& interp, const Value& v, Symbol name,
                  LookupCache& cache, Value& value) {
  if (auto* module = v.get<ModuleObject>(); module && !module->own_cls()) {
    return look_up_on_module(interp, v, module, name, cache, value);
  }
  ClassObject* cls = interp.type_of(v);
  if (!v.is_object() || (!cls->special(Special::getattribute).defined() &&
                         !cls->special(Special::getattr).defined()))
    return look_up(interp, v, name, cache, value);
  const Symbol asked = name;
  if (const Value method = cls->special(Special::getattribute);
      method.defined()) {
    try {
      value = interp.call(method, {v, str(asked.str())});
      return Found::plain;
    } catch (const PyError& e) {
      if (!interp.is_instance(e.exception,
                              interp.builtin_class("AttributeError")) ||
          !cls->special(Special::getattr).defined())
        throw;
    }
  } else {
    const Found how = look_up(interp, v, name, cache, value);
    if (how != Found::none) return how;
  }
  const Value method = cls->special(Special::getattr);
  if (const auto* native = method.get<NativeFunction>(); native && native->attribute) {
    if (const Value* found = native->attribute(v, asked.str())) {
      value = *found;
      return Found::plain;
    }
  }
  value = interp.call(method, {v, str(asked.str())});
  return Found::plain;
}

namespace {

/// What was found, bound to its object if it is a method; undefined if nothing was.
Value taken(const Value& v, Found how, Value found) {
  if (how == Found::none) return Value();
  return how == Found::method ? Value(make<BoundMethod>(v, std::move(found))) : found;
}

}  // namespace

Value Interpreter::get_attr(const Value& v, Symbol name) {
  LookupCache cache;
  Value value;
  const Found how = look_up_all(*this, v, name, cache, value);
  if (how == Found::none) throw_no_attribute(*this, v, name);
  return taken(v, how, std::move(value));
}

Value Interpreter::get_attr(const Value& v, std::string_view name) {
  return get_attr(v, Symbol(name));
}

Value Interpreter::find_attr(const Value& v, Symbol name) {
  LookupCache cache;
  Value value;
  try {
    const Found how = look_up_all(*this, v, name, cache, value);
    return taken(v, how, std::move(value));
  } catch (const PyError& e) {
    if (!is_instance(e.exception, builtin_class("AttributeError"))) throw;
  } catch (const Error& e) {
    if (e.kind() != "AttributeError") throw;
  }
  return Value();
}

Value Interpreter::generic_get_attr(const Value& v, Symbol name) {
  LookupCache cache;
  Value value;
  const Found how = look_up(*this, v, name, cache, value);
  if (how == Found::none) throw_no_attribute(*this, v, name);
  return taken(v, how, std::move(value));
}

// --------------------------------------------------------------------- writing

namespace {

/// Objects of these kinds have no attributes of their own unless their class
/// is a program's.
bool takes_attributes(const Value& v) {
  if (!v.is_object()) return false;
  switch (v.object()->kind()) {
    case ObjectKind::instance: {
      const ClassObject* cls = v.object()->own_cls();
      return cls && !cls->bases().empty();  // not of a bare object()
    }
    case ObjectKind::function:
    case ObjectKind::class_:
    case ObjectKind::module:
    case ObjectKind::tensor:
    case ObjectKind::native:
      return true;
    default: break;
  }
  const ClassObject* cls = v.object()->own_cls();
  return cls && cls->from_program;
}

}  // namespace

void Interpreter::set_attr(const Value& v, Symbol name, const Value& value) {
  if (v.is_object()) {
    const Value& method = type_of(v)->special(Special::setattr);
    if (method.defined()) {
      call(Value(method), {v, lang::str(name.str()), value});
      return;
    }
  }
  generic_set_attr(v, name, value);
}

void Interpreter::generic_set_attr(const Value& v, Symbol name,
                                   const Value& value) {
  ClassObject* cls = type_of(v);
  const Value& found = cls->find(name);
  if (auto* d = found.get<Descriptor>();
      d && d->type == Descriptor::Type::property) {
    if (!d->setter.defined() || d->setter.is_none())
      throw Error("AttributeError",
                  d->computed
                      ? fmt::format("attribute '{}' of '{}' objects is not "
                                    "writable", name.str(), cls->name())
                      : fmt::format("property '{}' of '{}' object has no setter",
                                    name.str(), cls->name()));
    const Value setter = d->setter;
    call(setter, {v, value});
    return;
  }
  if (const Value set = own_descriptor(found, set_name()); set.defined()) {
    call(set, {Value(found), v, value});
    return;
  }
  if (auto* own = v.get<ClassObject>()) {
    if (!own->from_program && own->module_name == "builtins")
      throw TypeError(
          fmt::format("cannot set '{}' attribute of immutable type '{}'",
                      name.str(), own->name()));
    own->attributes().set(name, value);
    own->invalidate();
    return;
  }
  if (!takes_attributes(v)) {
    if (!found.defined()) throw_no_attribute(*this, v, name);
    throw Error("AttributeError",
                fmt::format("'{}' object attribute '{}' is read-only",
                            type_name(v), name.str()));
  }
  v.object()->attributes().set(name, value);
}

void Interpreter::del_attr(const Value& v, Symbol name) {
  const Value method = type_of(v)->special(Special::delattr);
  if (v.is_object() && method.defined())
    call(method, {v, lang::str(name.str())});
  else
    generic_del_attr(v, name);
}

void Interpreter::generic_del_attr(const Value& v, Symbol name) {
  const Value found = type_of(v)->find(name);
  if (auto* d = found.get<Descriptor>();
      d && d->type == Descriptor::Type::property) {
    if (!d->deleter.defined() || d->deleter.is_none())
      throw Error("AttributeError",
                  fmt::format("property '{}' of '{}' object has no deleter",
                              name.str(), type_name(v)));
    call(Value(d->deleter), {v});
    return;
  }
  if (!v.is_object() || !v.object()->attributes_if_any() ||
      !v.object()->attributes().erase(name))
    throw_no_attribute(*this, v, name);
  if (auto* cls = v.get<ClassObject>()) cls->invalidate();
}

}  // namespace mha::lang
