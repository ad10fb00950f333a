// What annotations are made of: list[int], int | None, Optional[int]. Nothing is
// checked; they can be subscripted and show themselves as Python's.

#include <algorithm>

#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

struct TypeForm {
  std::string text;         // of its repr, without the arguments
  Value origin;             // list for list[int]; undefined if there is none
  std::vector<Value> args;  // empty: not subscripted
};

TypeForm& form_of(const Value& v) {
  return *v.get<NativeObject>()->payload<TypeForm>();
}

Value make_form(Interpreter& interp, const char* cls, TypeForm form) {
  return make<NativeObject>(interp.builtin_class(cls),
                            std::make_shared<TypeForm>(std::move(form)));
}

std::string shown(Interpreter& interp, const Value& v) {
  if (const auto* cls = v.get<ClassObject>()) {
    if (cls->module_name == "typing") return "typing." + cls->name();
    return cls->module_name == "builtins"
               ? cls->qualname
               : cls->module_name + "." + cls->qualname;
  }
  if (v.tag() == Value::Tag::ellipsis) return "...";
  if (const auto* items = v.get<ListObject>()) {
    std::string out;
    for (const Value& x : items->items)
      out += (out.empty() ? "" : ", ") + shown(interp, x);
    return "[" + out + "]";
  }
  return interp.repr(v);
}

std::string joined(Interpreter& interp, const std::vector<Value>& items,
                   const char* separator) {
  std::string out;
  for (const Value& v : items)
    out += (out.empty() ? "" : separator) + shown(interp, v);
  return out;
}

std::vector<Value> subscripts(Interpreter& interp, const Value& index) {
  const auto* several = index.get<TupleObject>();
  std::vector<Value> all = several ? several->items : std::vector<Value>{index};
  for (Value& v : all) {
    if (v.is_none()) v = Value(interp.type_of(v));
  }
  return all;
}

// The members of a union, unions among them taken apart, each once.
void add_members(Interpreter& interp, std::vector<Value>& out, const Value& v) {
  const auto* native = v.get<NativeObject>();
  const std::string cls = native ? interp.type_name(v) : "";
  if (cls == "UnionType" || cls == "_UnionGenericAlias") {
    for (const Value& member : form_of(v).args) add_members(interp, out, member);
    return;
  }
  const Value held = v.is_none() ? Value(interp.type_of(v)) : v;
  const bool known = std::any_of(out.begin(), out.end(), [&](const Value& x) {
    return x.is(held) || interp.equal(x, held);
  });
  if (!known) out.push_back(held);
}

Value special_getitem(Interpreter& interp, Args& a) {
  const TypeForm& form = form_of(a.positional[0]);
  std::vector<Value> args = subscripts(interp, a.positional[1]);
  if (form.text == "typing.Optional" || form.text == "typing.Union") {
    if (form.text == "typing.Optional") {
      if (args.size() != 1) {
        throw TypeError("typing.Optional requires a single type. Got " +
                        interp.repr(a.positional[1]) + ".");
      }
      args.push_back(Value(interp.type_of(Value::none())));
    }
    std::vector<Value> members;
    for (const Value& v : args) add_members(interp, members, v);
    if (members.size() == 1) return members[0];
    return make_form(interp, "_UnionGenericAlias",
                     {"typing.Union", Value(), members});
  }
  if (!form.args.empty()) {
    throw TypeError(interp.repr(a.positional[0]) + " is not a generic class");
  }
  return make_form(interp, "_GenericAlias",
                   {form.text, form.origin, std::move(args)});
}

Value form_repr(Interpreter& interp, Args& a) {
  const TypeForm& form = form_of(a.positional[0]);
  if (form.args.empty()) return str(form.text);
  std::vector<Value> args = form.args;
  std::string text = form.text;
  if (text == "typing.Union") {
    const auto none =
        std::find_if(args.begin(), args.end(), [](const Value& v) {
          const auto* cls = v.get<ClassObject>();
          return cls && cls->name() == "NoneType";
        });
    if (none != args.end() && args.size() == 2) {
      args.erase(none);
      text = "typing.Optional";
    }
  }
  return str(text + "[" + joined(interp, args, ", ") + "]");
}

// isinstance(x, List), isinstance(x, Callable): by the class that the name
// stands for, or by what the object can do.
Value instance_check(Interpreter& interp, Args& a) {
  const TypeForm& form = form_of(a.positional[0]);
  const Value& v = a.positional[1];
  if (!form.args.empty()) {
    if (form.text == "typing.Union") {
      for (const Value& member : form.args) {
        const auto* cls = member.get<ClassObject>();
        if (cls && interp.is_instance(v, cls)) return true;
      }
      return false;
    }
    throw TypeError(
        "Subscripted generics cannot be used with class and instance checks");
  }
  if (const auto* cls = form.origin.get<ClassObject>())
    return interp.is_instance(v, cls);
  const auto has = [&](Special s) {
    return interp.type_of(v)->special(s).defined();
  };
  const std::string name = form.text.substr(form.text.find('.') + 1);
  if (name == "Callable") return interp.is_callable(v);
  if (name == "Iterable") return has(Special::iter);
  if (name == "Generator")
    return interp.type_of(v) == interp.builtin_class("generator");
  if (name == "Iterator") return v.get<IteratorObject>() || has(Special::next);
  if (name == "Mapping") return v.get<DictObject>() != nullptr;
  if (name == "Sequence") {
    return v.get<ListObject>() || v.get<TupleObject>() || v.get<StrObject>() ||
           v.get<RangeObject>();
  }
  throw TypeError(form.text + " cannot be used with isinstance()");
}

Value form_equal(Interpreter& interp, Args& a) {
  if (interp.type_of(a.positional[0]) != interp.type_of(a.positional[1])) {
    return Value::not_implemented();
  }
  const TypeForm &x = form_of(a.positional[0]), &y = form_of(a.positional[1]);
  return x.text == y.text && x.args.size() == y.args.size() &&
         std::equal(x.args.begin(), x.args.end(), y.args.begin(),
                    [&](const Value& p, const Value& q) {
                      return interp.equal(p, q);
                    });
}

Value form_hash(Interpreter& interp, Args& a) {
  return static_cast<int64_t>(interp.hash(str(form_of(a.positional[0]).text)));
}

bool is_annotation(Interpreter& interp, const Value& v) {
  if (v.is_none() || v.get<ClassObject>()) return true;
  const std::string cls = interp.type_name(v);
  return cls == "GenericAlias" || cls == "UnionType" ||
         cls == "_GenericAlias" || cls == "_UnionGenericAlias" ||
         cls == "_SpecialForm" || cls == "TypeVar";
}

/// The union of two annotations: `int | None`.
Value type_union(Interpreter& interp, const std::vector<Value>& members) {
  std::vector<Value> all;
  bool typing = false;
  for (const Value& v : members) {
    if (!is_annotation(interp, v)) return Value::not_implemented();
    const std::string cls = interp.type_name(v);
    typing = typing || cls.starts_with('_') || cls == "TypeVar";
    add_members(interp, all, v);
  }
  if (all.size() == 1) return all[0];
  return typing ? make_form(interp, "_UnionGenericAlias",
                            {"typing.Union", Value(), all})
                : make_form(interp, "UnionType", {"", Value(), all});
}

Value form_or(Interpreter& interp, Args& a) {
  return type_union(interp, {a.positional[0], a.positional[1]});
}

Value form_call(Interpreter& interp, Args& a) {
  const TypeForm& form = form_of(a.positional[0]);
  if (form.text.starts_with("typing.") && form.origin.get<ClassObject>()) {
    throw TypeError("Type " + form.text.substr(7) +
                    " cannot be instantiated; use " +
                    form.origin.get<ClassObject>()->name() + "() instead");
  }
  if (!form.origin.defined()) {
    throw TypeError("Cannot instantiate " + interp.repr(a.positional[0]));
  }
  return interp.call(form.origin, a.positional.subspan(1), a.keywords);
}

void add_form_class(Interpreter& interp, const char* name, const char* module) {
  // Registered among the built-in ones, so that it is found by its name.
  const Ref<ClassObject> cls = interp.make_class(name, "builtins");
  cls->module_name = module;
  cls->set_instance_kind(ObjectKind::native);
  add_methods(*cls, {
                        {"__repr__", 0, 0, form_repr},
                        {"__eq__", 1, 1, form_equal},
                        {"__hash__", 0, 0, form_hash},
                        {"__or__", 1, 1, form_or},
                        {"__getitem__", 1, 1, special_getitem},
                    });
  // That it can be subscripted does not make it a sequence.
  cls->attributes().set(Symbol("__iter__"), Value::none());
  cls->method("__call__", form_call);
  if (std::string_view(module) == "typing") {
    cls->method("__instancecheck__", "self, instance", instance_check);
  }
  // `class Registry(Dict[str, int])`: a dict is the base.
  cls->method("__mro_entries__", "self, bases", [](Interpreter& i, Args& args) {
    const Value& origin = form_of(args.positional[0]).origin;
    if (!origin.defined()) throw TypeError("Cannot subclass " + i.repr(args.positional[0]));
    return tuple({origin});
  });
  cls->property("__origin__", [](Interpreter&, const Value& v) {
    const Value& origin = form_of(v).origin;
    return origin.defined() ? origin : Value::none();
  });
  cls->property("__args__", [](Interpreter&, const Value& v) {
    return tuple(form_of(v).args);
  });
  cls->invalidate();
}

Value type_getitem(Interpreter& interp, Args& a) {
  auto* cls = a.positional[0].get<ClassObject>();
  const Value own = cls->lookup(Symbol("__class_getitem__"));
  if (own.defined()) {
    if (const auto* d = own.get<Descriptor>()) {
      return interp.call(d->function, {a.positional[0], a.positional[1]});
    }
    return interp.call(own, {a.positional[0], a.positional[1]});
  }
  static constexpr std::string_view kGeneric[] = {
      "list",      "tuple",       "dict",        "set",     "frozenset", "type",
      "enumerate", "defaultdict", "OrderedDict", "Counter", "deque"};
  for (const ClassObject* base : cls->mro()) {
    if (std::find(std::begin(kGeneric), std::end(kGeneric), base->name()) !=
        std::end(kGeneric)) {
      return make_form(interp, "GenericAlias",
                       {shown(interp, a.positional[0]), a.positional[0],
                        subscripts(interp, a.positional[1])});
    }
  }
  throw TypeError("type '" + cls->name() + "' is not subscriptable");
}

}  // namespace

void add_type_expressions(Interpreter& interp) {
  for (const char* name :
       {"_SpecialForm", "_GenericAlias", "_UnionGenericAlias", "TypeVar"}) {
    add_form_class(interp, name, "typing");
  }
  add_form_class(interp, "GenericAlias", "types");
  add_form_class(interp, "UnionType", "types");
  ClassObject& u = *interp.builtin_class("UnionType");
  add_methods(u, {{"__repr__", 0, 0, [](Interpreter& i, Args& a) {
                     std::vector<Value> args = form_of(a.positional[0]).args;
                     for (Value& v : args) {
                       const auto* cls = v.get<ClassObject>();
                       if (cls && cls->name() == "NoneType") v = Value::none();
                     }
                     return str(joined(i, args, " | "));
                   }}});
  u.invalidate();
  ClassObject& type = *interp.builtin_class("type");
  add_methods(type, {
                        {"__or__", 1, 1, form_or},
                        {"__getitem__", 1, 1, type_getitem},
                    });
  type.attributes().set(Symbol("__iter__"), Value::none());
  type.invalidate();
}

Value special_form(Interpreter& interp, const std::string& name, const Value& origin) {
  return make_form(interp, "_SpecialForm", {"typing." + name, origin, {}});
}

Value type_variable(Interpreter& interp, Args& a) {
  if (a.positional.empty())
    throw TypeError("TypeVar.__init__() missing 1 required positional argument: 'name'");
  const std::string& name = text_argument(interp, a.positional[0], "TypeVar() argument 1");
  return make_form(interp, "TypeVar", {"~" + name, Value(), {}});
}

}  // namespace mha::lang
