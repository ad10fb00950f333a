// dict.

#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

Value dict_new(Interpreter&, Args& a) {
  return make<DictObject>(own_class(a.positional[0], "dict"));
}

Value dict_update_with(Interpreter& interp, Args& a, const char* name) {
  check_count(name, a.positional.size() - 1, 0, 1);
  if (a.positional.size() > 1) dict_update(interp, self<DictObject>(a), a.positional[1]);
  for (const KeywordArg& k : a.keywords)
    self<DictObject>(a).set(str(k.name.str()), k.value);
  return Value::none();
}

Value dict_getitem(Interpreter& interp, Args& a) {
  const Value& key = a.positional[1];
  if (const Value* found = self<DictObject>(a).find(key)) return *found;
  ClassObject* cls = interp.type_of(a.positional[0]);
  if (cls != interp.builtin_class("dict")) {
    const Value missing = cls->lookup(Symbol("__missing__"));
    if (missing.defined()) return interp.call(missing, {a.positional[0], key});
  }
  throw make_error(interp, "KeyError", {key});
}

Value dict_get(Interpreter&, Args& a) {
  if (const Value* found = self<DictObject>(a).find(a.positional[1])) return *found;
  return a.positional.size() > 2 ? a.positional[2] : Value::none();
}

Value setdefault(Interpreter&, Args& a) {
  if (const Value* found = self<DictObject>(a).find(a.positional[1])) return *found;
  const Value v = a.positional.size() > 2 ? a.positional[2] : Value::none();
  self<DictObject>(a).set(a.positional[1], v);
  return v;
}

Value dict_pop(Interpreter& interp, Args& a) {
  if (const Value* found = self<DictObject>(a).find(a.positional[1])) {
    Value taken = *found;
    self<DictObject>(a).erase(a.positional[1]);
    return taken;
  }
  if (a.positional.size() > 2) return a.positional[2];
  throw make_error(interp, "KeyError", {a.positional[1]});
}

Value dict_popitem(Interpreter& interp, Args& a) {
  Value key, value, last_key, last_value;
  for (size_t at = 0; self<DictObject>(a).next(at, key, value);) {
    last_key = key;
    last_value = value;
  }
  if (!last_key.defined()) {
    throw make_error(interp, "KeyError",
                     {str("popitem(): dictionary is empty")});
  }
  self<DictObject>(a).erase(last_key);
  return tuple({last_key, last_value});
}

Value dict_delitem(Interpreter& interp, Args& a) {
  if (!self<DictObject>(a).erase(a.positional[1])) {
    throw make_error(interp, "KeyError", {a.positional[1]});
  }
  return Value::none();
}

Value dict_clear(Interpreter&, Args& a) {
  std::vector<Value> keys;
  Value key, value;
  for (size_t at = 0; self<DictObject>(a).next(at, key, value);) keys.push_back(key);
  for (const Value& k : keys) self<DictObject>(a).erase(k);
  return Value::none();
}

Ref<DictObject> dict_copy_of(const DictObject& dict,
                       ClassObject* cls = nullptr) {
  const auto fresh = make<DictObject>(cls);
  Value key, value;
  for (size_t at = 0; dict.next(at, key, value);)
    fresh->set(key, value);
  return fresh;
}

Value merged(Interpreter& interp, Args& a) {
  const auto* other = a.positional[1].get<DictObject>();
  if (!other) return Value::not_implemented();
  const auto fresh = dict_copy_of(self<DictObject>(a), self<DictObject>(a).own_cls());
  dict_update(interp, *fresh, a.positional[1]);
  return fresh;
}

template <bool Equal>
Value dict_compare(Interpreter& interp, Args& a) {
  auto* other = a.positional[1].get<DictObject>();
  if (!other) return Value::not_implemented();
  bool same = other->size() == self<DictObject>(a).size();
  Value key, value;
  for (size_t at = 0; same && self<DictObject>(a).next(at, key, value);) {
    const Value* found = other->find(key);
    const Value theirs = found ? *found : Value();
    same = found && (value.is(theirs) || interp.equal(value, theirs));
  }
  return same == Equal;
}

Value dict_repr(Interpreter& interp, Args& a) {
  const ReprGuard guard(a.positional[0].object());
  if (guard.repeated()) return str("{...}");
  std::string out = "{";
  Value key, value;
  for (size_t at = 0; self<DictObject>(a).next(at, key, value);) {
    if (out.size() > 1) out += ", ";
    out += interp.repr(key) + ": ";
    out += interp.repr(value);
    interp.tick();
  }
  out += '}';
  return str(std::move(out));
}

template <ViewPart Part>
Value view(Interpreter& interp, Args& a) {
  return dict_view(interp, a.positional[0].get<DictObject>(), Part);
}

Value fromkeys(Interpreter& interp, Args& a) {
  const Value v = a.positional.size() > 2 ? a.positional[2] : Value::none();
  const Value made = interp.call(a.positional[0], {});
  for (const Value& key : interp.to_vector(a.positional[1])) {
    interp.set_item(made, key, v);
  }
  return made;
}

}  // namespace

void dict_update(Interpreter& interp, DictObject& dict, const Value& from) {
  if (const auto* other = from.get<DictObject>()) {
    Value key, value;
    for (size_t at = 0; other->next(at, key, value);)
      dict.set(key, value);
    return;
  }
  const Value keys = interp.find_attr(from, Symbol("keys"));
  if (keys.defined()) {
    for (const Value& key : interp.to_vector(interp.call(keys, {}))) {
      dict.set(key, interp.get_item(from, key));
    }
    return;
  }
  const Ref<IteratorObject> pairs = interp.iterate(from);
  Value pair;
  for (size_t i = 0; pairs->next(pair); ++i) {
    std::vector<Value> items;
    try {
      items = interp.to_vector(pair);
    } catch (const TypeError&) {
      throw TypeError("cannot convert dictionary update sequence element #" +
                      std::to_string(i) + " to a sequence");
    }
    if (items.size() != 2) {
      throw ValueError("dictionary update sequence element #" +
                       std::to_string(i) + " has length " +
                       std::to_string(items.size()) + "; 2 is required");
    }
    dict.set(items[0], items[1]);
    interp.tick();
  }
}

void add_dict_type(Interpreter& interp) {
  ClassObject& cls = builtin_type(interp, "dict", ObjectKind::dict);
  add_new(cls, dict_new);
  cls.method("__init__",
             [](Interpreter& i, Args& a) { return dict_update_with(i, a, "dict"); });
  cls.method("update",
             [](Interpreter& i, Args& a) { return dict_update_with(i, a, "update"); });
  add_methods(
      cls,
      {
          {"__getitem__", 1, 1, dict_getitem},
          {"__setitem__", 2, 2,
           [](Interpreter&, Args& a) {
             self<DictObject>(a).set(a.positional[1], a.positional[2]);
             return Value::none();
           }},
          {"__delitem__", 1, 1, dict_delitem},
          {"__contains__", 1, 1,
           [](Interpreter&, Args& a) -> Value {
             return self<DictObject>(a).find(a.positional[1]) != nullptr;
           }},
          {"__len__", 0, 0,
           [](Interpreter&, Args& a) -> Value {
             return static_cast<int64_t>(self<DictObject>(a).size());
           }},
          {"__iter__", 0, 0,
           [](Interpreter& i, Args& a) {
             return dict_iterator(i, a.positional[0].get<DictObject>(),
                                  ViewPart::keys, false);
           }},
          {"__reversed__", 0, 0,
           [](Interpreter& i, Args& a) {
             return dict_iterator(i, a.positional[0].get<DictObject>(),
                                  ViewPart::keys, true);
           }},
          {"__eq__", 1, 1, dict_compare<true>},
          {"__ne__", 1, 1, dict_compare<false>},
          {"__or__", 1, 1, merged},
          {"__ior__", 1, 1,
           [](Interpreter& i, Args& a) {
             dict_update(i, self<DictObject>(a), a.positional[1]);
             return a.positional[0];
           }},
          {"__repr__", 0, 0, dict_repr},
          {"get", 1, 2, dict_get},
          {"setdefault", 1, 2, setdefault},
          {"pop", 1, 2, dict_pop},
          {"popitem", 0, 0, dict_popitem},
          {"clear", 0, 0, dict_clear},
          {"copy", 0, 0,
           [](Interpreter&, Args& a) -> Value { return dict_copy_of(self<DictObject>(a)); }},
          {"keys", 0, 0, view<ViewPart::keys>},
          {"values", 0, 0, view<ViewPart::values>},
          {"items", 0, 0, view<ViewPart::items>},
      });
  cls.attributes().set(
      Symbol("fromkeys"),
      make<Descriptor>(
          Descriptor::Type::class_method,
          make<NativeFunction>("fromkeys", [](Interpreter& i, Args& a) {
            check_count("fromkeys", a.positional.size() - 1, 1, 2);
            return fromkeys(i, a);
          })));
  cls.attributes().set(Symbol("__hash__"), Value::none());
  cls.invalidate();
  add_dict_views(interp);
}

}  // namespace mha::lang
