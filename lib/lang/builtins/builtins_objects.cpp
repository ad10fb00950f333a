// Built-in functions of objects: what they are, their attributes, their text,
// walking them; and the names that are refused.

#include <algorithm>

#include "lang/builtins/builtin_support.h"
#include "lang/runtime/generator.h"
#include "lang/runtime/names.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

Value print(Interpreter& interp, Args& a) {
  const auto given = keyword_values(a, "print", {"sep", "end", "file", "flush"});
  const auto option = [&](const Value& v, const char* name, const char* usual) -> std::string {
    if (!v.defined() || v.is_none()) return usual;
    if (const auto* s = v.get<StrObject>()) return s->text();
    throw TypeError(std::string(name) + " must be None or a string, not " + interp.type_name(v));
  };
  const std::string separator = option(given[0], "sep", " "), end = option(given[1], "end", "\n");
  const Value& file = given[2];
  std::string text;
  for (size_t i = 0; i < a.positional.size(); ++i) {
    if (i) text += separator;
    text += interp.str(a.positional[i]);
  }
  text += end;
  if (!file.defined() || file.is_none()) {
    interp.print(text);
  } else {
    interp.call_method(file, "write", {str(std::move(text))});
  }
  return Value::none();
}

// ------------------------------------------------------------------- classes

// A class written in C++ may say itself what is an instance of it, as torch's
// tensor types do; any other's metaclass may. Undefined if neither does.
Value own_check(Interpreter& interp, const Value& spec) {
  static const Symbol check("__instancecheck__");
  auto& cls = *spec.get<ClassObject>();
  const Value* own = cls.from_program ? nullptr : cls.attributes().find(check);
  return own ? *own : interp.type_of(spec)->lookup(check);
}

// What isinstance and issubclass take: a class, a union, a tuple of them. The
// instance is undefined where a class is asked for.
bool matches(Interpreter& interp, const Value& spec, const ClassObject* cls,
             const char* function, const Value& instance) {
  if (auto* wanted = spec.get<ClassObject>()) {
    const Value check = instance.defined() ? own_check(interp, spec) : Value();
    if (check.defined()) return interp.truth(interp.call(check, {spec, instance}));
    return cls->is_subclass_of(wanted);
  }
  if (const auto* options = spec.get<TupleObject>()) {
    return std::any_of(
        options->items.begin(), options->items.end(),
        [&](const Value& v) {
          return matches(interp, v, cls, function, instance);
        });
  }
  const bool is_union = interp.type_name(spec) == "UnionType" ||
                        interp.type_name(spec) == "_UnionGenericAlias";
  if (is_union) {
    const Value members = interp.get_attr(spec, "__args__");
    for (const Value& v : interp.to_vector(members)) {
      if (v.is_none() ? cls == interp.type_of(v)
                      : matches(interp, v, cls, function, instance)) {
        return true;
      }
    }
    return false;
  }
  if (interp.type_name(spec) == "GenericAlias") {
    throw TypeError(std::string(function) +
                    "() argument 2 cannot be a parameterized generic");
  }
  throw TypeError(std::string(function) + "() arg 2 must be a " +
                  (std::string_view(function) == "isinstance"
                       ? "type, a tuple of types, or a union"
                       : "class, a tuple of classes, or a union"));
}

Value is_instance(Interpreter& interp, Args& a) {
  // A class may answer for itself, as torch's tensor types do.
  const Value& spec = a.positional[1];
  if (spec.is_object() && !spec.get<ClassObject>() &&
      !spec.get<TupleObject>()) {
    const Value check =
        interp.type_of(spec)->lookup(Symbol("__instancecheck__"));
    if (check.defined())
      return interp.truth(interp.call(check, {spec, a.positional[0]}));
  }
  return matches(interp, spec, interp.type_of(a.positional[0]), "isinstance",
                 a.positional[0]);
}

Value is_subclass(Interpreter& interp, Args& a) {
  const auto* cls = a.positional[0].get<ClassObject>();
  if (!cls) throw TypeError("issubclass() arg 1 must be a class");
  return matches(interp, a.positional[1], cls, "issubclass", Value());
}

Value callable(Interpreter& interp, Args& a) {
  return interp.is_callable(a.positional[0]);
}

// ---------------------------------------------------------------- attributes

Symbol attribute_name(Interpreter& interp, const Value& v) {
  if (const auto* s = v.get<StrObject>()) return Symbol(s->text());
  throw TypeError("attribute name must be string, not '" + interp.type_name(v) + "'");
}

Value get_attribute(Interpreter& interp, Args& a) {
  const Symbol name = attribute_name(interp, a.positional[1]);
  if (a.positional.size() < 3) return interp.get_attr(a.positional[0], name);
  const Value found = interp.find_attr(a.positional[0], name);
  return found.defined() ? found : a.positional[2];
}

Value has_attribute(Interpreter& interp, Args& a) {
  return interp.find_attr(a.positional[0], attribute_name(interp, a.positional[1])).defined();
}

Value set_attribute(Interpreter& interp, Args& a) {
  interp.set_attr(a.positional[0], attribute_name(interp, a.positional[1]), a.positional[2]);
  return Value::none();
}

Value delete_attribute(Interpreter& interp, Args& a) {
  interp.del_attr(a.positional[0], attribute_name(interp, a.positional[1]));
  return Value::none();
}

Value vars(Interpreter& interp, Args& a) {
  if (a.positional.empty()) return DictObject::view_of(&interp.main());
  const Value found = interp.find_attr(a.positional[0], Symbol("__dict__"));
  if (found.defined()) return found;
  throw TypeError("vars() argument must have __dict__ attribute");
}

Value dir(Interpreter& interp, Args& a) {
  std::vector<Value> out;
  for (const std::string& n : a.positional.empty() ? names_in_main(interp) : names_of(interp, a.positional[0])) {
    out.push_back(str(n));
  }
  return list(std::move(out));
}

// ------------------------------------------------------------------- walking

Value next(Interpreter& interp, Args& a) {
  const Value& it = a.positional[0];
  if (!it.get<IteratorObject>()) {
    const Value method = interp.type_of(it)->special(Special::next);
    if (!method.defined()) {
      throw TypeError("'" + interp.type_name(it) +
                      "' object is not an iterator");
    }
    if (a.positional.size() < 2) return interp.call(method, {it});
  }
  Value out;
  if (interp.next(it, out)) return out;
  if (a.positional.size() > 1) return a.positional[1];
  throw stop_of(interp, it);
}

Value identity(Interpreter&, Args& a) {
  const Value& v = a.positional[0];
  if (v.is_object())
    return static_cast<int64_t>(reinterpret_cast<uintptr_t>(v.object()));
  return static_cast<int64_t>(
      0x7f0000000000 + 32 * static_cast<int64_t>(v.tag()) +
      (number_hash(v.is_none() ? Value(0) : v) & 0xffffffff) * 32);
}

// ------------------------------------------------------------------- refused

struct RefusedFunction {
  const char* name;
  const char* why;
  const char* instead;
};

constexpr RefusedFunction kRefused[] = {
    {"input", "programs here have no keyboard",
     "put the value into the program, for example n = 4"},
    {"ascii", "texts are shown as they are", "repr() shows a value"},
    {"breakpoint", "there is no debugger here",
     "print() the values, or run the file with trace"},
    {"bytes", "bytes are not part of the language here", "use str"},
    {"bytearray", "bytes are not part of the language here", "use str or list"},
    {"memoryview", "bytes are not part of the language here", "use list"},
    {"complex", "complex numbers are not part of the language here",
     "keep the real and the imaginary part in two variables"},
};

}  // namespace

void add_builtin_functions(Interpreter& interp) {
  ModuleObject& builtins = *interp.import("builtins").get<ModuleObject>();
  add_value_functions(builtins);
  add_functions(builtins,
                {
                    {"len", 1, 1,
                     [](Interpreter& i, Args& a) -> Value {
                       return i.length(a.positional[0]);
                     }},
                    {"repr", 1, 1,
                     [](Interpreter& i, Args& a) {
                       return str(i.repr(a.positional[0]));
                     }},
                    {"hash", 1, 1,
                     [](Interpreter& i, Args& a) -> Value {
                       return static_cast<int64_t>(i.hash(a.positional[0]));
                     }},
                    {"id", 1, 1, identity},
                    {"callable", 1, 1, callable},
                    {"isinstance", 2, 2, is_instance},
                    {"issubclass", 2, 2, is_subclass},
                    {"getattr", 2, 3, get_attribute},
                    {"hasattr", 2, 2, has_attribute},
                    {"setattr", 3, 3, set_attribute},
                    {"delattr", 2, 2, delete_attribute},
                    {"vars", 0, 1, vars},
                    {"__import__", 1, 1,
                     [](Interpreter& i, Args& a) {
                       const std::string name = i.str(a.positional[0]);
                       i.import(name);
                       return i.import(name.substr(0, name.find('.')));
                     }},
                    {"dir", 0, 1, dir},
                    {"iter", 1, 2,
                     [](Interpreter& i, Args& a) {
                       if (a.positional.size() > 1) {
                         throw Refusal("iter() of a function and a value is not part of this tutor");
                       }
                       return i.iter(a.positional[0]);
                     }},
                    {"next", 1, 2, next},
                });
  builtins.attributes().set(Symbol("print"),
                            make<NativeFunction>("print", print));
  builtins.attributes().set(
      Symbol("open"), make<NativeFunction>("open", [](Interpreter& i, Args& a) {
        return i.call(i.get_attr(i.import("io"), "open"), a.positional, a.keywords);
      }));
  for (const RefusedFunction& r : kRefused) {
    builtins.attributes().set(
        Symbol(r.name),
        make<NativeFunction>(r.name, [&r](Interpreter&, Args&) -> Value {
          throw Refusal(std::string(r.name) + "() is not available: " + r.why)
              .with_help(r.instead);
        }));
  }
}

}  // namespace mha::lang
