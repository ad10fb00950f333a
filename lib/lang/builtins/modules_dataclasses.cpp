// dataclasses: dataclass, field and what works on them.

#include "lang/builtins/builtin_support.h"
#include "lang/runtime/format.h"

namespace mha::lang {
namespace {

struct Field {
  std::string name;
  Value default_value, factory;  // undefined where there is none
  bool init = true, repr = true, compare = true, keyword_only = false;
};

using Fields = std::vector<Field>;

const Symbol& fields_name() {
  static const Symbol name("__dataclass_fields__");
  return name;
}

Field* as_field(const Value& v) {
  const auto* native = v.get<NativeObject>();
  if (!native || !native->own_cls() || native->own_cls()->name() != "Field")
    return nullptr;
  return native->payload<Field>();
}

Value field_value(Interpreter& interp, Field f) {
  const Ref<ClassObject> cls = interp.builtin_class("Field");
  return make<NativeObject>(cls.get(), std::make_shared<Field>(std::move(f)));
}

bool flag(Interpreter& interp, const Value& v, bool if_missing) {
  return v.defined() ? interp.truth(v) : if_missing;
}

Value field(Interpreter& interp, Args& a) {
  const auto& p = a.positional;
  Field f;
  f.default_value = p[0];
  f.factory = p[1];
  if (f.default_value.defined() && f.factory.defined()) {
    throw ValueError("cannot specify both default and default_factory");
  }
  f.init = flag(interp, p[2], true);
  f.repr = flag(interp, p[3], true);
  f.compare = flag(interp, p[5], true);
  f.keyword_only = flag(interp, p[7], false);
  return field_value(interp, std::move(f));
}

// The fields of a class or an instance, in order.
Fields fields_of(Interpreter& interp, const Value& v) {
  const ClassObject* cls =
      v.get<ClassObject>() ? v.get<ClassObject>() : interp.type_of(v);
  const Value found = cls->lookup(fields_name());
  Fields out;
  const auto* dict = found.get<DictObject>();
  if (!dict)
    throw TypeError("must be called with a dataclass type or instance");
  Value key, value;
  for (size_t at = 0; dict->next(at, key, value);)
    out.push_back(*as_field(value));
  return out;
}

Fields collect(Interpreter& interp, ClassObject& cls, bool keyword_only) {
  Fields fields;
  const auto put = [&](Field f) {
    for (Field& old : fields) {
      if (old.name == f.name) {
        old = std::move(f);
        return;
      }
    }
    fields.push_back(std::move(f));
  };
  const auto& mro = cls.mro();
  for (size_t i = mro.size(); i-- > 1;) {
    const Attributes* own = mro[i]->attributes_if_any();
    if (own && own->find(fields_name())) {
      for (Field& f : fields_of(interp, Value(mro[i]))) put(std::move(f));
    }
  }
  const Value* annotations = cls.attributes().find(Symbol("__annotations__"));
  const auto* dict = annotations ? annotations->get<DictObject>() : nullptr;
  Value key, annotation;
  for (size_t at = 0; dict && dict->next(at, key, annotation);) {
    const std::string shown = interp.repr(annotation);
    if (shown.find("ClassVar") != std::string::npos) continue;
    Field f;
    const std::string name = interp.str(key);
    f.keyword_only = keyword_only;
    if (const Value* given = cls.attributes().find(Symbol(name))) {
      if (const Field* asked = as_field(*given)) {
        f = *asked;
        f.keyword_only = f.keyword_only || keyword_only;
        if (f.default_value.defined()) {
          cls.attributes().set(Symbol(name), f.default_value);
        } else {
          cls.attributes().erase(Symbol(name));
        }
      } else {
        f.default_value = *given;
      }
      if (f.default_value.get<ListObject>() ||
          f.default_value.get<DictObject>() ||
          f.default_value.get<SetObject>()) {
        throw ValueError("mutable default " +
                         interp.repr(Value(interp.type_of(f.default_value))) +
                         " for field " + name +
                         " is not allowed: use default_factory");
      }
    }
    f.name = name;
    put(std::move(f));
  }
  return fields;
}

Value init_function(const ClassObject& cls, const Fields& fields) {
  std::string signature = "self", tail;
  bool defaulted = false;
  for (const Field& f : fields) {
    if (!f.init) continue;
    const bool optional = f.default_value.defined() || f.factory.defined();
    if (f.keyword_only) {
      tail += ", " + f.name + (optional ? "=None" : "");
      continue;
    }
    if (defaulted && !optional) {
      throw TypeError("non-default argument " + str_repr(f.name) +
                      " follows default argument");
    }
    defaulted = defaulted || optional;
    signature += ", " + f.name + (optional ? "=None" : "");
  }
  if (!tail.empty()) signature += ", *" + tail;
  const auto function = make<NativeFunction>(
      cls.qualname + ".__init__",
      [fields](Interpreter& interp, Args& a) {
        const Value& self = a.positional[0];
        size_t slot = 1;
        std::vector<const Value*> given(fields.size(), nullptr);
        for (const bool keywords : {false, true}) {
          for (size_t i = 0; i < fields.size(); ++i) {
            if (fields[i].init && fields[i].keyword_only == keywords) {
              given[i] = &a.positional[slot++];
            }
          }
        }
        for (size_t i = 0; i < fields.size(); ++i) {
          const Field& f = fields[i];
          Value v = given[i] && given[i]->defined() ? *given[i]
                    : f.factory.defined()           ? interp.call(f.factory, {})
                                                    : f.default_value;
          if (v.defined()) interp.generic_set_attr(self, Symbol(f.name), v);
        }
        const Value after = interp.find_attr(self, Symbol("__post_init__"));
        if (after.defined()) interp.call(after, {});
        return Value::none();
      },
      signature);
  function->is_method = true;
  return function;
}

std::vector<Value> compared(Interpreter& interp, const Fields& fields,
                            const Value& v) {
  std::vector<Value> out;
  for (const Field& f : fields) {
    if (f.compare) out.push_back(interp.get_attr(v, Symbol(f.name)));
  }
  return out;
}

void add_comparison(ClassObject& cls, const char* name, CompareOp op,
                    const Fields& fields) {
  cls.method(name, "self, other", [fields, op](Interpreter& interp, Args& a) {
    if (interp.type_of(a.positional[0]) != interp.type_of(a.positional[1])) {
      return Value::not_implemented();
    }
    return compare_sequences(interp, op,
                             compared(interp, fields, a.positional[0]),
                             compared(interp, fields, a.positional[1]));
  });
}

void freeze(Interpreter& interp, ClassObject& cls) {
  const Ref<ClassObject> error = interp.builtin_class("FrozenInstanceError");
  const auto refuse = [error](const char* verb) {
    return [error, verb](Interpreter& i, Args& a) -> Value {
      throw PyError(
          i.call(Value(error), {str(std::string("cannot ") + verb + " field " +
                                    i.repr(a.positional[1]))}));
    };
  };
  cls.method("__setattr__", "self, name, value", refuse("assign to"));
  cls.method("__delattr__", "self, name", refuse("delete"));
}

struct Options {
  bool init = true, repr = true, eq = true, order = false, unsafe_hash = false,
       frozen = false, keyword_only = false;
};

Value process(Interpreter& interp, const Value& v, const Options& o) {
  auto* given = v.get<ClassObject>();
  if (!given) throw TypeError("dataclass() should decorate a class");
  ClassObject& cls = *given;
  const Fields fields = collect(interp, cls, o.keyword_only);
  const auto own = [&](const char* name) {
    return cls.attributes().find(Symbol(name)) != nullptr;
  };
  const auto table = make<DictObject>();
  std::vector<Value> names;
  for (const Field& f : fields) {
    table->set(f.name, field_value(interp, f));
    if (f.init && !f.keyword_only) names.push_back(str(f.name));
  }
  cls.attributes().set(fields_name(), table);
  cls.attributes().set(Symbol("__match_args__"), tuple(std::move(names)));
  if (o.init)
    cls.attributes().set(Symbol("__init__"), init_function(cls, fields));
  if (o.repr && !own("__repr__")) {
    cls.method("__repr__", "self", [fields](Interpreter& i, Args& a) {
      const ReprGuard guard(a.positional[0].object());
      if (guard.repeated()) return str("...");
      std::string out;
      for (const Field& f : fields) {
        if (!f.repr) continue;
        out += (out.empty() ? "" : ", ") + f.name + "=" +
               i.repr(i.get_attr(a.positional[0], Symbol(f.name)));
      }
      return str(i.type_of(a.positional[0])->qualname + "(" + out + ")");
    });
  }
  if (o.eq && !own("__eq__"))
    add_comparison(cls, "__eq__", CompareOp::eq, fields);
  if (o.order) {
    if (!o.eq) throw ValueError("eq must be true if order is true");
    add_comparison(cls, "__lt__", CompareOp::lt, fields);
    add_comparison(cls, "__le__", CompareOp::le, fields);
    add_comparison(cls, "__gt__", CompareOp::gt, fields);
    add_comparison(cls, "__ge__", CompareOp::ge, fields);
  }
  if (o.frozen) freeze(interp, cls);
  if (o.unsafe_hash || (o.eq && o.frozen)) {
    cls.method("__hash__", "self", [fields](Interpreter& i, Args& a) -> Value {
      return static_cast<int64_t>(
          i.hash(tuple(compared(i, fields, a.positional[0]))));
    });
  } else if (o.eq && !own("__hash__")) {
    cls.attributes().set(Symbol("__hash__"), Value::none());
  }
  cls.invalidate();
  return v;
}

Value dataclass(Interpreter& interp, Args& a) {
  const auto& p = a.positional;
  Options o;
  o.init = flag(interp, p[1], true);
  o.repr = flag(interp, p[2], true);
  o.eq = flag(interp, p[3], true);
  o.order = flag(interp, p[4], false);
  o.unsafe_hash = flag(interp, p[5], false);
  o.frozen = flag(interp, p[6], false);
  o.keyword_only = flag(interp, p[8], false);
  if (p[0].defined() && !p[0].is_none()) return process(interp, p[0], o);
  return make<NativeFunction>(
      "wrap",
      [o](Interpreter& i, Args& b) { return process(i, b.positional[0], o); },
      "cls");
}

Value plain(Interpreter& interp, const Value& v, bool as_tuple) {
  if (const auto* items = v.get<ListObject>()) {
    std::vector<Value> out;
    for (const Value& x : items->items)
      out.push_back(plain(interp, x, as_tuple));
    return list(std::move(out));
  }
  if (const auto* items = v.get<TupleObject>(); items && !items->own_cls()) {
    std::vector<Value> out;
    for (const Value& x : items->items)
      out.push_back(plain(interp, x, as_tuple));
    return tuple(std::move(out));
  }
  if (const auto* dict = v.get<DictObject>()) {
    const auto out = make<DictObject>();
    Value key, value;
    for (size_t at = 0; dict->next(at, key, value);)
      out->set(key, plain(interp, value, as_tuple));
    return out;
  }
  if (v.get<ClassObject>() ||
      !interp.type_of(v)->lookup(fields_name()).defined())
    return v;
  const auto dict = make<DictObject>();
  std::vector<Value> row;
  for (const Field& f : fields_of(interp, v)) {
    const Value x = plain(interp, interp.get_attr(v, Symbol(f.name)), as_tuple);
    if (as_tuple)
      row.push_back(x);
    else
      dict->set(f.name, x);
  }
  return as_tuple ? tuple(std::move(row)) : Value(dict);
}

template <bool AsTuple>
Value convert(Interpreter& interp, Args& a) {
  const Value& v = a.positional[0];
  if (v.get<ClassObject>() ||
      !interp.type_of(v)->lookup(fields_name()).defined()) {
    throw TypeError(std::string(AsTuple ? "astuple" : "asdict") +
                    "() should be called on dataclass instances");
  }
  return plain(interp, v, AsTuple);
}

Value replace(Interpreter& interp, Args& a) {
  check_count("replace", a.positional.size(), 1, 1);
  std::vector<KeywordArg> all(a.keywords.begin(), a.keywords.end());
  for (const Field& f : fields_of(interp, a.positional[0])) {
    if (f.init && !a.keyword(f.name)) {
      all.push_back(
          {Symbol(f.name), interp.get_attr(a.positional[0], Symbol(f.name))});
    }
  }
  return interp.call(Value(interp.type_of(a.positional[0])), {}, all);
}

void fill(Interpreter& interp, ModuleObject& m) {
  const Ref<ClassObject> cls = interp.make_class("Field", "builtins");
  cls->module_name = "dataclasses";
  cls->set_instance_kind(ObjectKind::native);
  const auto part = [&](const char* name, auto get) {
    cls->property(name, [get](Interpreter&, const Value& v) {
      return get(*as_field(v));
    });
  };
  part("name", [](const Field& f) { return str(f.name); });
  part("default", [](const Field& f) {
    return f.default_value.defined() ? f.default_value : Value::none();
  });
  part("init", [](const Field& f) { return Value(f.init); });
  cls->invalidate();
  const Ref<ClassObject> error =
      interp.make_class("FrozenInstanceError", "builtins",
                        {interp.builtin_class("AttributeError")});
  error->module_name = "dataclasses";
  m.attributes().set(Symbol("Field"), cls);
  m.attributes().set(Symbol("FrozenInstanceError"), error);
  add_function(
      m, "dataclass",
      "cls=None, /, *, init=True, repr=True, eq=True, order=False, "
      "unsafe_hash=False, frozen=False, match_args=True, kw_only=False, "
      "slots=False, weakref_slot=False",
      dataclass);
  add_function(
      m, "field",
      "*, default=None, default_factory=None, init=True, repr=True, hash=None, "
      "compare=True, metadata=None, kw_only=False",
      field);
  add_function(m, "fields", "class_or_instance", [](Interpreter& i, Args& a) {
    std::vector<Value> out;
    for (Field& f : fields_of(i, a.positional[0]))
      out.push_back(field_value(i, std::move(f)));
    return tuple(std::move(out));
  });
  add_function(m, "is_dataclass", "obj", [](Interpreter& i, Args& a) -> Value {
    const auto* c = a.positional[0].get<ClassObject>();
    return (c ? c : i.type_of(a.positional[0]))
        ->lookup(fields_name())
        .defined();
  });
  add_function(m, "asdict", "obj", convert<false>);
  add_function(m, "astuple", "obj", convert<true>);
  m.attributes().set(Symbol("replace"),
                     make<NativeFunction>("replace", replace));
}

}  // namespace

void add_dataclasses_module(Interpreter& interp) {
  interp.add_module("dataclasses", fill);
}

}  // namespace mha::lang
