// collections: OrderedDict, defaultdict, namedtuple. Counter and deque are in
// modules_counters.cpp.

#include <algorithm>
#include <set>

#include "lang/builtins/builtin_support.h"
#include "lang/runtime/format.h"
#include "lang/values/argument_errors.h"
#include "lang/values/unicode.h"

namespace mha::lang {
namespace {

DictObject& dict_of(const Args& a) {
  return *a.positional[0].get<DictObject>();
}

std::vector<Value> pairs(const DictObject& dict) {
  std::vector<Value> all;
  Value key, value;
  for (size_t at = 0; dict.next(at, key, value);)
    all.push_back(tuple({key, value}));
  return all;
}

// --------------------------------------------------------------- OrderedDict

Value move_to_end(Interpreter& interp, Args& a) {
  DictObject& dict = dict_of(a);
  const Value key = a.positional[1];
  const Value* found = dict.find(key);
  if (!found) throw make_error(interp, "KeyError", {key});
  const Value value = *found;
  const bool last = !a.positional[2].defined() || interp.truth(a.positional[2]);
  dict.erase(key);
  const std::vector<Value> rest = last ? std::vector<Value>() : pairs(dict);
  for (const Value& p : rest) dict.erase(p.get<TupleObject>()->items[0]);
  dict.set(key, value);
  for (const Value& p : rest) {
    dict.set(p.get<TupleObject>()->items[0], p.get<TupleObject>()->items[1]);
  }
  return Value::none();
}

Value ordered_popitem(Interpreter& interp, Args& a) {
  const std::vector<Value> all = pairs(dict_of(a));
  if (all.empty())
    throw make_error(interp, "KeyError", {str("dictionary is empty")});
  const bool last = !a.positional[1].defined() || interp.truth(a.positional[1]);
  const Value taken = last ? all.back() : all.front();
  dict_of(a).erase(taken.get<TupleObject>()->items[0]);
  return taken;
}

/// The views of an OrderedDict are those of a dict under names of their own.
template <ViewPart Part>
Value ordered_view(Interpreter& interp, Args& a) {
  constexpr const char* kNames[] = {"odict_keys", "odict_values",
                                    "odict_items"};
  const Value view = dict_view(interp, a.positional[0].get<DictObject>(), Part);
  view.object()->set_cls(
      interp.builtin_class(kNames[static_cast<size_t>(Part)]));
  return view;
}

void add_ordered_dict(Interpreter& interp, ModuleObject& m) {
  for (const char* name : {"dict_keys", "dict_values", "dict_items"}) {
    interp.make_class(std::string("o") + name, "builtins",
                      {interp.builtin_class(name)});
  }
  const Ref<ClassObject> cls = interp.make_class(
      "OrderedDict", "collections", {interp.builtin_class("dict")});
  cls->method("move_to_end", "self, key, last=True", move_to_end);
  cls->method("popitem", "self, last=True", ordered_popitem);
  add_methods(*cls, {
                        {"keys", 0, 0, ordered_view<ViewPart::keys>},
                        {"values", 0, 0, ordered_view<ViewPart::values>},
                        {"items", 0, 0, ordered_view<ViewPart::items>},
                        {"__repr__", 0, 0,
                         [](Interpreter& i, Args& a) {
                           const std::string name =
                               i.type_name(a.positional[0]);
                           if (dict_of(a).size() == 0) return str(name + "()");
                           return str(name + "(" +
                                      i.repr(list(pairs(dict_of(a)))) + ")");
                         }},
                    });
  cls->invalidate();
  m.attributes().set(Symbol("OrderedDict"), cls);
}

// --------------------------------------------------------------- defaultdict

void add_default_dict(Interpreter& interp, ModuleObject& m) {
  ClassObject* dict = interp.builtin_class("dict");
  const Ref<ClassObject> cls =
      interp.make_class("defaultdict", "collections", {dict});
  const Symbol factory("default_factory");
  cls->method("__init__", [factory, dict](Interpreter& i, Args& a) {
    Value f = a.positional.size() > 1 ? a.positional[1] : Value::none();
    if (!f.is_none() && !i.is_callable(f)) {
      throw TypeError("first argument must be callable or None");
    }
    a.positional[0].object()->attributes().set(factory, f);
    std::vector<Value> rest{a.positional[0]};
    for (size_t k = 2; k < a.positional.size(); ++k)
      rest.push_back(a.positional[k]);
    return i.call(dict->lookup(Symbol("__init__")), rest, a.keywords);
  });
  cls->method("__missing__", "self, key", [factory](Interpreter& i, Args& a) {
    const Value* f = a.positional[0].object()->attributes().find(factory);
    if (!f || f->is_none()) throw make_error(i, "KeyError", {a.positional[1]});
    const Value made = i.call(Value(*f), {});
    dict_of(a).set(a.positional[1], made);
    return made;
  });
  cls->method("__repr__", "self", [factory](Interpreter& i, Args& a) {
    const Value* f = a.positional[0].object()->attributes().find(factory);
    const auto plain = make<DictObject>();
    dict_update(i, *plain, a.positional[0]);
    return str("defaultdict(" + i.repr(f ? *f : Value::none()) + ", " +
               i.repr(plain) + ")");
  });
  cls->invalidate();
  m.attributes().set(Symbol("defaultdict"), cls);
}

// ---------------------------------------------------------------- namedtuple

std::vector<std::string> field_names(Interpreter& interp, const Value& v) {
  std::vector<std::string> names;
  if (const auto* text = v.get<StrObject>()) {
    std::string word;
    for (const char c : text->text() + " ") {
      if (c != ' ' && c != ',' && c != '\n' && c != '\t') {
        word += c;
      } else if (!word.empty()) {
        names.push_back(std::move(word));
        word.clear();
      }
    }
  } else {
    for (const Value& name : interp.to_vector(v))
      names.push_back(interp.str(name));
  }
  std::set<std::string> seen;
  for (const std::string& n : names) {
    if (!is_identifier(n)) {
      throw ValueError(
          "Type names and field names must be valid identifiers: " +
          str_repr(n));
    }
    if (n[0] == '_') {
      throw ValueError("Field names cannot start with an underscore: " +
                       str_repr(n));
    }
    if (!seen.insert(n).second) {
      throw ValueError("Encountered duplicate field name: " + str_repr(n));
    }
  }
  return names;
}

TupleObject& row(const Args& a) { return *a.positional[0].get<TupleObject>(); }

Value named_tuple(Interpreter& interp, Args& a) {
  const std::string name = interp.str(a.positional[0]);
  const std::vector<std::string> fields = field_names(interp, a.positional[1]);
  std::vector<Value> defaults;
  if (a.positional[3].defined() && !a.positional[3].is_none()) {
    defaults = interp.to_vector(a.positional[3]);
  }
  if (defaults.size() > fields.size()) {
    throw TypeError("Got more default values than field names");
  }
  const size_t required = fields.size() - defaults.size();
  const Ref<ClassObject> cls =
      interp.make_class(name, "__main__", {interp.builtin_class("tuple")});
  std::string signature = "_cls";
  for (size_t i = 0; i < fields.size(); ++i) {
    signature += ", " + fields[i] + (i < required ? "" : "=None");
  }
  const auto make_new = make<NativeFunction>(
      name + ".__new__",
      [defaults, required](Interpreter&, Args& args) -> Value {
        std::vector<Value> items(args.positional.begin() + 1,
                                 args.positional.end());
        for (size_t i = 0; i < items.size(); ++i) {
          if (!items[i].defined()) items[i] = defaults[i - required];
        }
        return make<TupleObject>(std::move(items),
                                 args.positional[0].get<ClassObject>());
      },
      signature);
  cls->attributes().set(
      Symbol("__new__"),
      make<Descriptor>(Descriptor::Type::static_method, make_new));
  std::vector<Value> shown;
  for (size_t i = 0; i < fields.size(); ++i) {
    shown.push_back(str(fields[i]));
    cls->property(
        fields[i],
        [i](Interpreter&, const Value& v) {
          return v.get<TupleObject>()->items[i];
        },
        [](Interpreter&, const Value&, const Value&) {
          throw Error("AttributeError", "can't set attribute");
        });
  }
  cls->attributes().set(Symbol("_fields"), tuple(shown));
  cls->method("__repr__", "self", [fields](Interpreter& in, Args& args) {
    std::string out;
    for (size_t i = 0; i < fields.size(); ++i) {
      out += (i ? ", " : "") + fields[i] + "=" + in.repr(row(args).items[i]);
    }
    return str(in.type_name(args.positional[0]) + "(" + out + ")");
  });
  cls->method("_asdict", "self", [fields](Interpreter&, Args& args) -> Value {
    const auto dict = make<DictObject>();
    for (size_t i = 0; i < fields.size(); ++i)
      dict->set(fields[i], row(args).items[i]);
    return dict;
  });
  cls->method("_replace", [fields](Interpreter&, Args& args) -> Value {
    std::vector<Value> items = row(args).items;
    for (const KeywordArg& k : args.keywords) {
      const auto at = std::find(fields.begin(), fields.end(), k.name.str());
      if (at == fields.end()) {
        throw ValueError("Got unexpected field names: [" +
                         str_repr(k.name.str()) + "]");
      }
      items[static_cast<size_t>(at - fields.begin())] = k.value;
    }
    return make<TupleObject>(std::move(items),
                             args.positional[0].object()->own_cls());
  });
  const auto make_from = make<NativeFunction>(
      "_make",
      [fields](Interpreter& in, Args& args) -> Value {
        std::vector<Value> items = in.to_vector(args.positional[1]);
        if (items.size() != fields.size()) {
          throw TypeError("Expected " + std::to_string(fields.size()) +
                          " arguments, got " + std::to_string(items.size()));
        }
        return make<TupleObject>(std::move(items),
                                 args.positional[0].get<ClassObject>());
      },
      "cls, iterable");
  cls->attributes().set(
      Symbol("_make"),
      make<Descriptor>(Descriptor::Type::class_method, make_from));
  cls->invalidate();
  return cls;
}

}  // namespace

void add_collections_module(Interpreter& interp) {
  interp.add_module("collections", [](Interpreter& i, ModuleObject& m) {
    add_ordered_dict(i, m);
    add_default_dict(i, m);
    add_function(
        m, "namedtuple",
        "typename, field_names, rename=False, defaults=None, module=None",
        named_tuple);
    add_counter_and_deque(i, m);
  });
}

}  // namespace mha::lang
