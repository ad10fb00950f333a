// def and class statements.

#include <alloca.h>
#include <fmt/format.h>

#include "lang/runtime/evaluator.h"

namespace mha::lang {

template <typename Statement, typename Make>
void Evaluator::exec_decorated(Frame& f, const Statement& s, Make make) {
  std::vector<Value> decorators;
  for (const ExprPtr& d : s.decorators) decorators.push_back(eval(f, *d));
  Value made = make();
  for (size_t i = decorators.size(); i-- > 0;)
    made = guarded(f, s.decorators[i]->span,
                   [&] { return interp_.call(decorators[i], {made}); });
  LookupCache cache;
  assign_name(f, s.target, cache, std::move(made));
}

void Evaluator::exec_function(Frame& f, const FunctionDef& s) {
  exec_decorated(f, s, [&] { return make_function(f, s.code); });
}

void Evaluator::exec_class(Frame& f, const ClassDef& s) {
  exec_decorated(f, s, [&] { return make_class(f, s); });
}

namespace {

std::vector<Ref<ClassObject>> base_classes(Interpreter& interp,
                                           const std::string& name,
                                           const std::vector<Value>& values) {
  std::vector<Ref<ClassObject>> bases;
  static const Symbol entries("__mro_entries__");
  for (const Value& v : values) {
    if (auto* cls = v.get<ClassObject>()) {
      static constexpr const char* kFinal[] = {
          "bool", "NoneType", "function", "range", "slice", "ellipsis",
          "NotImplementedType", "builtin_function_or_method"};
      for (const char* final : kFinal)
        if (cls == interp.builtin_class(final))
          throw TypeError(
              fmt::format("type '{}' is not an acceptable base type", final));
      bases.emplace_back(cls);
      continue;
    }
    // List[int] stands for list; a name that is left out refuses to be a base.
    if (const Value method = interp.find_attr(v, entries); method.defined()) {
      const std::vector<Ref<ClassObject>> more = base_classes(interp, name, interp.to_vector(interp.call(method, {tuple(values)})));
      bases.insert(bases.end(), more.begin(), more.end());
      continue;
    }
    throw TypeError(fmt::format("{}: a '{}' object is no base class", name, interp.type_name(v)));
  }
  return bases;
}

}  // namespace

Value Interpreter::Impl::make_program_class(const std::string& name,
                                            std::string qualname,
                                            std::string module,
                                            const std::vector<Value>& bases,
                                            const Attributes& names,
                                            std::span<KeywordArg> keywords) {
  std::vector<Ref<ClassObject>> parents = base_classes(interp, name, bases);
  if (parents.empty()) parents.emplace_back(object_class);
  auto cls = make<ClassObject>(name, std::move(module), std::move(parents));
  cls->from_program = true;
  cls->qualname = std::move(qualname);
  static const Symbol new_name("__new__"), eq_name("__eq__"),
      hash_name("__hash__"), subclass_hook("__init_subclass__"),
      set_name("__set_name__"), class_item("__class_getitem__");
  for (const auto& [key, value] : names.items()) {
    Value stored = value;
    // C++ functions as such do not take self, as in CPython.
    if (auto* native = value.get<NativeFunction>();
        native && !native->is_method)
      stored = make<Descriptor>(Descriptor::Type::static_method, value);
    if (key == new_name && value.get<FunctionObject>())
      stored = make<Descriptor>(Descriptor::Type::static_method, value);
    if ((key == subclass_hook || key == class_item) &&
        value.get<FunctionObject>())
      stored = make<Descriptor>(Descriptor::Type::class_method, value);
    cls->attributes().set(key, std::move(stored));
  }
  // Who is equal by value and says nothing of a hash has none.
  if (names.find(eq_name) && !names.find(hash_name))
    cls->attributes().set(hash_name, Value::none());
  cls->invalidate();
  for (const auto& [key, value] : names.items()) {
    if (!value.get<InstanceObject>()) continue;
    if (const Value hook = interp.type_of(value)->lookup(set_name);
        hook.defined())
      interp.call(hook, {value, Value(cls), lang::str(key.str())});
  }
  const Value hook = cls->lookup_after(cls.get(), subclass_hook);
  if (auto* d = hook.get<Descriptor>()) {
    Value self(cls);
    interp.call(d->function, std::span<Value>(&self, 1), keywords);
  } else if (!keywords.empty()) {
    throw TypeError(
        fmt::format("{}.__init_subclass__() takes no keyword arguments", name));
  }
  return cls;
}

Value Evaluator::make_class(Frame& f, const ClassDef& s) {
  const std::vector<Value> bases = eval_items(f, s.bases);
  std::vector<KeywordArg> keywords;
  Value metaclass;
  static const Symbol metaclass_name("metaclass");
  for (const Keyword& k : s.keywords) {
    Value v = eval(f, *k.value);
    if (!k.name) continue;
    if (*k.name == metaclass_name)
      metaclass = std::move(v);
    else
      keywords.push_back({*k.name, std::move(v)});
  }
  const std::string& name = s.target.name.str();
  std::string qualname = name;
  if (f.names)
    qualname = *f.qualname + "." + name;
  else if (f.callee)
    qualname = *f.qualname + ".<locals>." + name;

  Attributes names;
  std::vector<Ref<FunctionObject>> made;
  const size_t local_count = s.scope.locals.size();
  const size_t cell_count = s.scope.cells.size();
  const StackArray<Value> locals(alloca(local_count * sizeof(Value)),
                                 local_count);
  const StackArray<Ref<CellObject>> cells(
      alloca(cell_count * sizeof(Ref<CellObject>)), cell_count);
  fill_cells(f, s.scope, cells.data());
  Frame body = f;
  body.locals = locals.data();
  body.cells = cells.data();
  body.names = &names;
  body.scope = &s.scope;
  body.function = &name;
  body.made = &made;
  body.qualname = &qualname;
  body.is_comprehension = false;
  body.result = Value();
  static const Symbol module_name("__module__"), name_name("__name__"),
      qualname_name("__qualname__"), doc_name("__doc__"),
      class_cell("__class__");
  const Value* module = f.globals->attributes().find(name_name);
  auto* module_text = module ? module->get<StrObject>() : nullptr;
  names.set(module_name, module ? *module : str("builtins"));
  names.set(qualname_name, str(qualname));
  if (!s.docstring.empty()) names.set(doc_name, str(s.docstring));
  {
    const FrameScope scope(impl_, body);
    exec_block(body, s.body);
  }
  names.erase(qualname_name);
  for (const Value& base : bases)
    if (auto* parent = base.get<ClassObject>();
        parent && parent->own_cls() && !metaclass.defined())
      metaclass = Value(parent->own_cls());
  auto* meta = metaclass.get<ClassObject>();
  const Value cls = guarded(f, s.target.span, [&]() -> Value {
    if (meta && meta->from_program) {
      auto body_names = make<DictObject>();
      for (const auto& [key, value] : names.items())
        body_names->set(key.str(), value);
      Value args[3] = {str(name), tuple(bases), body_names};
      return instantiate(meta, args, 3, keywords);
    }
    return impl_.make_program_class(
        name, qualname, module_text ? module_text->text() : "builtins", bases,
        names, keywords);
  });
  auto* class_object = cls.get<ClassObject>();
  if (!class_object) return cls;
  class_object->qualname = qualname;
  for (const auto& function : made) function->defined_in = class_object;
  for (size_t i = 0; i < s.scope.own_cells; ++i)
    if (s.scope.cells[i] == class_cell) cells[i]->value = cls;
  return cls;
}

}  // namespace mha::lang
