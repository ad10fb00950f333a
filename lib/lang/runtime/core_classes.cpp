// object, type, and the classes of functions, methods, modules and properties.

#include <fmt/format.h>

#include "lang/runtime/evaluator.h"
#include "lang/runtime/world.h"

namespace mha::lang {

namespace {

/// A name that a program may have given in place of the built-in one.
Value own_or(const Value& self, const char* name, Value otherwise) {
  const Attributes* own = self.object()->attributes_if_any();
  const Value* v = own ? own->find(Symbol(name)) : nullptr;
  // The class of classes is one of its own instances: what computes the name
  // is not the name.
  return v && !v->get<Descriptor>() ? *v : otherwise;
}

using Getter = std::function<Value(const Value&)>;

/// An attribute that is computed until a program sets it.
void settable(ClassObject& cls, const char* name, Getter get) {
  cls.property(
      name,
      [name, get = std::move(get)](Interpreter&, const Value& self) {
        return own_or(self, name, get(self));
      },
      [name](Interpreter&, const Value& self, const Value& v) {
        self.object()->attributes().set(Symbol(name), v);
      });
}

void readable(ClassObject& cls, const char* name, Getter get) {
  cls.property(name, [get = std::move(get)](Interpreter&, const Value& self) {
    return get(self);
  });
}

/// A hash of which object it is.
uintptr_t address_bits(const Value& v) {
  return v.is_object() ? reinterpret_cast<uintptr_t>(v.object()) >> 4 : 0;
}

std::string hex_address(const Value& v) {
  return fmt::format("{:#x}", reinterpret_cast<uintptr_t>(v.object()));
}

Value text_or_none(const std::string& text) {
  return text.empty() ? Value::none() : str(text);
}

const std::string& name_argument(const Value& v) {
  auto* text = v.get<StrObject>();
  if (!text) throw TypeError("attribute name must be string");
  return text->text();
}

// --------------------------------------------------------------------- object

void add_object(ClassObject& object) {
  object.property(
      "__class__",
      [](Interpreter& i, const Value& v) { return Value(i.type_of(v)); },
      [](Interpreter& i, const Value& v, const Value& cls) {
        auto* c = cls.get<ClassObject>();
        const ClassObject* now = i.type_of(v);
        // A program's own subclass may drop to a kind of tensor.
        const bool fits = c && v.is_object() &&
                          (c->from_program || (c->instance_kind() == ObjectKind::tensor &&
                                               now->from_program && now->is_subclass_of(c)));
        if (!fits) throw TypeError("__class__ assignment only supported for mutable types");
        v.object()->set_cls(c);
      });
  object.property("__dict__", [](Interpreter& i, const Value& v) -> Value {
    const ClassObject* cls = i.type_of(v);
    const bool has = v.is_object() &&
                     (v.object()->attributes_if_any() || cls->from_program ||
                      v.get<InstanceObject>() || v.get<ModuleObject>() ||
                      v.get<FunctionObject>());
    if (!has)
      throw Error("AttributeError",
                  fmt::format("'{}' object has no attribute '__dict__'",
                              cls->name()));
    return DictObject::view_of(v.object());
  });
  object.property("__doc__", [](Interpreter&, const Value&) {
    return Value::none();
  });
  object.property("__module__", [](Interpreter& i, const Value& v) {
    return str(i.type_of(v)->module_name);
  });
}

void add_object_making(ClassObject& object) {
  const auto set = [&](const char* name, Descriptor::Type type, NativeFn fn) {
    object.attributes().set(
        Symbol(name),
        make<Descriptor>(type, Value(make<NativeFunction>(name, std::move(fn)))));
  };
  set("__new__", Descriptor::Type::static_method, [](Interpreter& i, Args& a) {
    auto* cls = a.positional.empty() ? nullptr : a.positional[0].get<ClassObject>();
    if (!cls) throw TypeError("object.__new__(X): X is not a type object");
    return i.impl().make_instance(cls);
  });
  set("__init_subclass__", Descriptor::Type::class_method, [](Interpreter&, Args& a) {
    if (!a.keywords.empty())
      throw TypeError(fmt::format("{}.__init_subclass__() takes no keyword arguments",
                                  a.positional[0].get<ClassObject>()->name()));
    return Value::none();
  });
}

// What every object can do; super() finds it here.
void add_object_methods(ClassObject& object) {
  object.method("__init__", [](Interpreter&, Args& a) {
    if (a.positional.size() > 1 || !a.keywords.empty())
      throw TypeError(
          "object.__init__() takes exactly one argument (the instance to initialize)");
    return Value::none();
  });
  object.method("__repr__", "self, /", [](Interpreter& i, Args& a) {
    const Value& v = a.positional[0];
    if (!v.is_object()) return str(i.repr(v));
    const ClassObject* cls = i.type_of(v);
    return str(fmt::format("<{}.{} object at {}>", cls->module_name, cls->qualname, hex_address(v)));
  });
  object.method("__str__", "self, /",
                [](Interpreter& i, Args& a) { return str(i.repr(a.positional[0])); });
  object.method("__eq__", "self, other, /", [](Interpreter&, Args& a) {
    return a.positional[0].is(a.positional[1]) ? Value(true) : Value::not_implemented();
  });
  object.method("__hash__", "self, /", [](Interpreter&, Args& a) {
    return Value(static_cast<int64_t>(address_bits(a.positional[0])));
  });
  object.method("__getattribute__", "self, name, /", [](Interpreter& i, Args& a) {
    return i.generic_get_attr(a.positional[0], Symbol(name_argument(a.positional[1])));
  });
  object.method("__setattr__", "self, name, value, /", [](Interpreter& i, Args& a) {
    i.generic_set_attr(a.positional[0], Symbol(name_argument(a.positional[1])), a.positional[2]);
    return Value::none();
  });
  object.method("__delattr__", "self, name, /", [](Interpreter& i, Args& a) {
    i.generic_del_attr(a.positional[0], Symbol(name_argument(a.positional[1])));
    return Value::none();
  });
}

// ----------------------------------------------------------------------- type

std::vector<Value> values_of(const auto& classes) {
  std::vector<Value> items;
  for (const auto& cls : classes) items.push_back(Value(Ref<ClassObject>(cls)));
  return items;
}

Value nothing(Interpreter&, Args&) { return Value::none(); }

// type(name, bases, names); type(x) is seen to by the call itself.
Value new_class(Interpreter& i, Args& a) {
  if (a.positional.size() != 4) throw TypeError("type() takes 1 or 3 arguments");
  auto* name = a.positional[1].get<StrObject>();
  auto* bases = a.positional[2].get<TupleObject>();
  auto* names = a.positional[3].get<DictObject>();
  if (!name || !bases || !names) throw TypeError("type() takes a str, a tuple and a dict");
  Attributes body;
  Value key, value;
  for (size_t at = 0; names->next(at, key, value);) body.set(Symbol(name_argument(key)), value);
  const Value* module = body.find(Symbol("__module__"));
  auto* module_text = module ? module->get<StrObject>() : nullptr;
  Value made = i.impl().make_program_class(name->text(), name->text(),
                                           module_text ? module_text->text() : "__main__",
                                           bases->items, body, {});
  auto* meta = a.positional[0].get<ClassObject>();
  if (meta && meta->from_program) made.object()->set_cls(meta);
  return made;
}

void add_type(ClassObject& type) {
  const auto self = [](const Value& v) { return v.get<ClassObject>(); };
  settable(type, "__name__", [self](const Value& v) { return str(self(v)->name()); });
  settable(type, "__qualname__",
           [self](const Value& v) { return str(self(v)->qualname); });
  settable(type, "__module__",
           [self](const Value& v) { return str(self(v)->module_name); });
  settable(type, "__doc__", [](const Value&) { return Value::none(); });
  readable(type, "__dict__",
           [](const Value& v) { return DictObject::view_of(v.object()); });
  readable(type, "__bases__", [self](const Value& v) {
    return tuple(values_of(self(v)->bases()));
  });
  readable(type, "__mro__", [self](const Value& v) {
    return tuple(values_of(self(v)->mro()));
  });
  type.method("mro", "self, /", [self](Interpreter&, Args& a) {
    return list(values_of(self(a.positional[0])->mro()));
  });
  type.method("__repr__", "self, /", [self](Interpreter&, Args& a) {
    const ClassObject* cls = self(a.positional[0]);
    const std::string& module = cls->module_name;
    return str(fmt::format("<class '{}{}'>", module == "builtins" ? "" : module + ".", cls->qualname));
  });
  type.method("__new__", new_class);
  type.method("__call__", [self](Interpreter& i, Args& a) {
    return Evaluator(i).instantiate(self(a.positional[0]), a.positional.data() + 1,
                                    a.positional.size() - 1, a.keywords);
  });
  type.method("__init__", nothing);
}

// ------------------------------------------------------------------ functions

Value call_it(Interpreter& i, Args& a) {
  return i.call(a.positional[0], a.positional.subspan(1), a.keywords);
}

void add_functions(Interpreter::Impl& impl) {
  ClassObject* function = impl.add_class("function");
  const auto self = [](const Value& v) { return v.get<FunctionObject>(); };
  settable(*function, "__name__",
           [self](const Value& v) { return str(self(v)->code->name.str()); });
  settable(*function, "__qualname__",
           [self](const Value& v) { return str(self(v)->qualname); });
  settable(*function, "__doc__",
           [self](const Value& v) { return text_or_none(self(v)->code->docstring); });
  settable(*function, "__module__", [self](const Value& v) {
    const Value* name = self(v)->globals
                            ? self(v)->globals->attributes().find(Symbol("__name__"))
                            : nullptr;
    return name ? *name : Value::none();
  });
  settable(*function, "__defaults__", [self](const Value& v) {
    return self(v)->defaults.empty() ? Value::none() : tuple(self(v)->defaults);
  });
  function->method("__call__", call_it);
  function->method("__repr__", "self, /", [](Interpreter& i, Args& a) {
    return str(fmt::format("<function {} at {}>",
                           i.str(i.get_attr(a.positional[0], "__qualname__")),
                           hex_address(a.positional[0])));
  });
}

// Methods of one object are equal if they are the same function.
void add_comparison(ClassObject& cls) {
  cls.method("__eq__", "self, other, /", [](Interpreter&, Args& a) -> Value {
    const auto* x = a.positional[0].get<BoundMethod>();
    const auto* y = a.positional[1].get<BoundMethod>();
    if (!x || !y) return Value::not_implemented();
    return x->self.is(y->self) && x->function.is(y->function);
  });
  cls.method("__hash__", "self, /", [](Interpreter&, Args& a) {
    const auto* m = a.positional[0].get<BoundMethod>();
    return Value(static_cast<int64_t>(
        m ? address_bits(m->self) ^ (address_bits(m->function) << 1) : address_bits(a.positional[0])));
  });
}

void add_native_functions(Interpreter::Impl& impl) {
  ClassObject* native = impl.add_class("builtin_function_or_method");
  const auto native_of = [](const Value& v) {
    auto* bound = v.get<BoundMethod>();
    return (bound ? bound->function : v).get<NativeFunction>();
  };
  settable(*native, "__qualname__",
           [native_of](const Value& v) { return str(native_of(v)->name()); });
  settable(*native, "__name__", [native_of](const Value& v) {
    const NativeFunction* f = native_of(v);
    const size_t dot = f->shown_as_python ? f->name().rfind('.') : std::string::npos;
    return str(dot == std::string::npos ? f->name() : f->name().substr(dot + 1));
  });
  readable(*native, "__self__", [](const Value& v) {
    auto* bound = v.get<BoundMethod>();
    return bound ? bound->self : Value::none();
  });
  settable(*native, "__doc__", [](const Value&) { return Value::none(); });
  settable(*native, "__module__", [](const Value&) { return Value::none(); });
  native->method("__call__", call_it);
  native->method("__repr__", "self, /", [](Interpreter& i, Args& a) {
    const Value& v = a.positional[0];
    if (auto* bound = v.get<BoundMethod>())
      return str(fmt::format(
          "<built-in method {} of {} object at {}>",
          bound->function.get<NativeFunction>()->name(),
          i.type_name(bound->self), hex_address(bound->self)));
    const auto* f = v.get<NativeFunction>();
    if (f->shown_as_python)
      return str(fmt::format("<function {} at {}>", f->name(), hex_address(v)));
    if (!f->is_method || !f->self_class)
      return str(fmt::format("<built-in function {}>", f->name()));
    return str(fmt::format("<method '{}' of '{}' objects>", f->name(), f->self_class->name()));
  });

  add_comparison(*native);
}

void add_methods(Interpreter::Impl& impl) {
  ClassObject* method = impl.add_class("method");
  readable(*method, "__self__",
           [](const Value& v) { return v.get<BoundMethod>()->self; });
  readable(*method, "__func__",
           [](const Value& v) { return v.get<BoundMethod>()->function; });
  for (const char* name : {"__doc__", "__module__"})
    method->property(name, [symbol = Symbol(name)](Interpreter& i, const Value& v) {
      return i.get_attr(v.get<BoundMethod>()->function, symbol);
    });
  method->method("__getattr__", "self, name, /", [](Interpreter& i, Args& a) {
    const Symbol name(name_argument(a.positional[1]));
    Value v = i.find_attr(a.positional[0].get<BoundMethod>()->function, name);
    if (!v.defined()) throw_no_attribute(i, a.positional[0], name);
    return v;
  });
  method->method("__call__", call_it);
  add_comparison(*method);
  method->method("__repr__", "self, /", [](Interpreter& i, Args& a) {
    const auto* m = a.positional[0].get<BoundMethod>();
    const std::string name = i.str(i.get_attr(m->function, "__qualname__"));
    return str(fmt::format("<bound method {} of {}>", name, i.repr(m->self)));
  });

  ClassObject* module = impl.add_class("module");
  module->method("__repr__", "self, /", [](Interpreter&, Args& a) {
    return str(fmt::format("<module '{}' (built-in)>",
                           a.positional[0].get<ModuleObject>()->name()));
  });
  module->property("__doc__", [](Interpreter&, const Value&) {
    return Value::none();
  });
}

// ---------------------------------------------------------- property and kin

void add_descriptors(Interpreter::Impl& impl) {
  ClassObject* property = impl.add_class("property");
  const auto self = [](const Value& v) { return v.get<Descriptor>(); };
  const auto part = [](const Value& v) { return v.defined() ? v : Value::none(); };
  property->method(
      "__new__", "cls, fget=None, fset=None, fdel=None, doc=None",
      [part](Interpreter&, Args& a) -> Value {
        auto made = make<Descriptor>(Descriptor::Type::property,
                                     part(a.positional[1]));
        made->setter = part(a.positional[2]);
        made->deleter = part(a.positional[3]);
        return made;
      });
  property->method("__init__", nothing);
  const auto changing = [&](const char* name, Value Descriptor::*part_of) {
    property->method(name, "self, function, /", [self, part_of](Interpreter&, Args& a) -> Value {
      const Descriptor* old = self(a.positional[0]);
      auto made = make<Descriptor>(Descriptor::Type::property, old->function);
      made->setter = old->setter;
      made->deleter = old->deleter;
      made.get()->*part_of = a.positional[1];
      return made;
    });
  };
  changing("getter", &Descriptor::function);
  changing("setter", &Descriptor::setter);
  changing("deleter", &Descriptor::deleter);
  readable(*property, "fget", [self](const Value& v) {
    return self(v)->computed ? Value::none() : self(v)->function;
  });

  const auto wrapper = [&](const char* name, Descriptor::Type type) {
    ClassObject* cls = impl.add_class(name);
    cls->method("__new__", "cls, function, /",
                [type](Interpreter&, Args& a) -> Value {
                  auto made = make<Descriptor>(type, a.positional[1]);
                  made->set_cls(a.positional[0].get<ClassObject>());
                  return made;
                });
    cls->method("__init__", nothing);
    for (const char* attribute : {"__func__", "__wrapped__"})
      readable(*cls, attribute, [self](const Value& v) { return self(v)->function; });
  };
  wrapper("staticmethod", Descriptor::Type::static_method);
  wrapper("classmethod", Descriptor::Type::class_method);
}

/// The frame whose function calls super(): comprehensions stand between.
const Frame* calling_frame(const Interpreter::Impl& impl) {
  const Frame* frame = impl.frame;
  while (frame && frame->is_comprehension) frame = frame->back;
  return frame;
}

Value new_super(Interpreter& interp, Args& a) {
  const Interpreter::Impl& impl = interp.impl();
  ClassObject* after = nullptr;
  Value self;
  if (a.positional.size() == 1) {
    const Frame* frame = calling_frame(impl);
    const FunctionCode* code =
        frame && frame->callee && !frame->names ? frame->callee->code.get()
                                                : nullptr;
    if (!code || code->positional.empty()) throw RuntimeError("super(): no arguments");
    after = frame->callee->defined_in.get();
    if (!after) throw RuntimeError("super(): __class__ cell not found");
    self = frame->locals[0];
    for (const auto& [local, cell] : code->scope.parameter_cells)
      if (local == 0) self = frame->cells[cell]->value;
    if (!self.defined()) throw RuntimeError("super(): arg[0] deleted");
  } else {
    after = a.positional[1].get<ClassObject>();
    if (!after)
      throw TypeError(fmt::format("super() argument 1 must be a type, not {}",
                                  interp.type_name(a.positional[1])));
    // One argument alone: a super object that is bound to nothing.
    if (a.positional.size() < 3) return make<SuperObject>(after, self, after);
    self = a.positional[2];
  }
  Ref<ClassObject> of(interp.type_of(self));
  if (auto* cls = self.get<ClassObject>(); cls && cls->is_subclass_of(after))
    of = cls;
  else if (!of->is_subclass_of(after))
    throw TypeError("super(type, obj): obj must be an instance or subtype of type");
  return make<SuperObject>(after, self, of);
}

}  // namespace

ClassObject* Interpreter::Impl::add_class(std::string name,
                                          std::vector<ClassObject*> bases) {
  std::vector<Ref<ClassObject>> parents(bases.begin(), bases.end());
  if (parents.empty() && object_class) parents.emplace_back(object_class);
  auto cls = make<ClassObject>(name, "builtins", std::move(parents));
  classes.emplace(std::move(name), cls);
  return cls.get();
}

void Interpreter::Impl::add_core_classes() {
  object_class = add_class("object");
  type_class = add_class("type");
  type_class->set_instance_kind(ObjectKind::class_);
  add_object(*object_class);
  add_object_making(*object_class);
  add_object_methods(*object_class);
  add_type(*type_class);

  using Tag = Value::Tag;
  const auto tag = [this](Tag t) -> ClassObject*& {
    return class_of_tag[static_cast<size_t>(t)];
  };
  const auto kind = [this](ObjectKind k) -> ClassObject*& {
    return class_of_kind[static_cast<size_t>(k)];
  };
  const auto of_kind = [&](const char* name, ObjectKind k) {
    ClassObject* cls = classes.count(name) ? classes.at(name).get() : add_class(name);
    cls->set_instance_kind(k);
    return kind(k) = cls;
  };
  tag(Tag::integer) = of_kind("int", ObjectKind::big_int);
  tag(Tag::boolean) = add_class("bool", {tag(Tag::integer)});
  tag(Tag::floating) = add_class("float");
  tag(Tag::none) = add_class("NoneType");
  tag(Tag::ellipsis) = add_class("ellipsis");
  tag(Tag::not_implemented) = add_class("NotImplementedType");
  tag(Tag::undefined) = object_class;
  add_functions(*this);
  add_native_functions(*this);
  add_methods(*this);
  add_descriptors(*this);
  static constexpr std::pair<const char*, ObjectKind> kKinds[] = {
      {"str", ObjectKind::str}, {"tuple", ObjectKind::tuple}, {"list", ObjectKind::list},
      {"dict", ObjectKind::dict}, {"set", ObjectKind::set}, {"slice", ObjectKind::slice},
      {"range", ObjectKind::range}, {"iterator", ObjectKind::iterator},
      {"function", ObjectKind::function},
      {"builtin_function_or_method", ObjectKind::native_function},
      {"method", ObjectKind::bound_method}, {"module", ObjectKind::module},
      {"property", ObjectKind::descriptor}, {"cell", ObjectKind::cell},};
  for (const auto& [name, of] : kKinds) of_kind(name, of);
  of_kind("super", ObjectKind::super)->method("__new__", new_super);
  of_kind("Tensor", ObjectKind::tensor);
  kind(ObjectKind::class_) = type_class;
  kind(ObjectKind::instance) = object_class;
  kind(ObjectKind::native) = object_class;

  classes.at("super")->method("__repr__", [](Interpreter&, Args& a) {
    const auto& super = static_cast<SuperObject&>(*a.positional[0].object());
    const std::string after = "<class '" + super.after->name() + "'>";
    return lang::str("<super: " + after + ", " +
               (super.self.defined()
                    ? "<" + super.self_class->name() + " object>"
                    : "NULL") +
               ">");
  });
  classes.at("super")->method("__init__", nothing);
}

}  // namespace mha::lang
