// _native: what the modules that are written in the language (lib/library) need of C++.

#include "base/front_end.h"
#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

DictObject& dict_of(const Args& a) { return *a.positional[0].get<DictObject>(); }

std::vector<Value> pairs(const DictObject& dict) {
  std::vector<Value> all;
  Value key, value;
  for (size_t at = 0; dict.next(at, key, value);) all.push_back(tuple({key, value}));
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
  for (const Value& p : rest)
    dict.set(p.get<TupleObject>()->items[0], p.get<TupleObject>()->items[1]);
  return Value::none();
}

Value ordered_popitem(Interpreter& interp, Args& a) {
  const std::vector<Value> all = pairs(dict_of(a));
  if (all.empty()) throw make_error(interp, "KeyError", {str("dictionary is empty")});
  const bool last = !a.positional[1].defined() || interp.truth(a.positional[1]);
  const Value taken = last ? all.back() : all.front();
  dict_of(a).erase(taken.get<TupleObject>()->items[0]);
  return taken;
}

/// The views of an OrderedDict are those of a dict under names of their own.
template <ViewPart Part>
Value ordered_view(Interpreter& interp, Args& a) {
  constexpr const char* kNames[] = {"odict_keys", "odict_values", "odict_items"};
  const Value view = dict_view(interp, a.positional[0].get<DictObject>(), Part);
  view.object()->set_cls(interp.builtin_class(kNames[static_cast<size_t>(Part)]));
  return view;
}

Value ordered_repr(Interpreter& i, Args& a) {
  const std::string name = i.type_name(a.positional[0]);
  if (dict_of(a).size() == 0) return str(name + "()");
  return str(name + "(" + i.repr(list(pairs(dict_of(a)))) + ")");
}

void add_ordered_dict(Interpreter& interp, ModuleObject& m) {
  for (const char* name : {"dict_keys", "dict_values", "dict_items"})
    interp.make_class(std::string("o") + name, "builtins", {interp.builtin_class(name)});
  const Ref<ClassObject> cls =
      interp.make_class("OrderedDict", "collections", {interp.builtin_class("dict")});
  cls->method("move_to_end", "self, key, last=True", move_to_end);
  cls->method("popitem", "self, last=True", ordered_popitem);
  add_methods(*cls, {{"keys", 0, 0, ordered_view<ViewPart::keys>},
                     {"values", 0, 0, ordered_view<ViewPart::values>},
                     {"items", 0, 0, ordered_view<ViewPart::items>},
                     {"__repr__", 0, 0, ordered_repr}});
  cls->invalidate();
  m.attributes().set(Symbol("OrderedDict"), cls);
}

// ----------------------------------------------------------------- functions

/// A function whose arguments are bound by a signature that a program has made: `body`
/// gets one for each parameter, `missing` where none was given.
Value function(Interpreter& interp, Args& a) {
  const auto made = make<NativeFunction>(
      interp.str(a.positional[0]),
      [body = a.positional[2], missing = a.positional[3]](Interpreter& i, Args& given) {
        std::vector<Value> all(given.positional.begin(), given.positional.end());
        for (Value& v : all)
          if (!v.defined()) v = missing;
        return i.call(body, std::span<Value>(all));
      },
      interp.str(a.positional[1]));
  made->is_method = true;
  return made;
}

/// The items of another iterator, under a name of its own: "itertools.chain".
Value iterator(Interpreter& interp, Args& a) {
  return make_iterator(interp, interp.str(a.positional[0]),
                       [from = interp.iterate(a.positional[1])](Value& out) {
                         return from->next(out);
                       });
}

void fill_native(Interpreter& interp, ModuleObject& m) {
  add_ordered_dict(interp, m);
  add_regex(m);
  add_function(m, "function", "name, signature, body, missing", function);
  add_function(m, "iterator", "name, source", iterator);
  add_function(m, "import_module", "name", [](Interpreter& i, Args& a) {
    return Value(i.import(i.str(a.positional[0])));
  });
  add_function(m, "read_text", "path", [](Interpreter& i, Args& a) {
    if (!i.read_text) {
      throw Refusal("open() is not available here: " + front_end().run() + " opens files, lessons and `check` do not")
          .with_help("write the numbers as a list or make them with torch.randn");
    }
    return str(i.read_text(i.str(a.positional[0])));
  });
  add_function(m, "special_form", "name, origin=None", [](Interpreter& i, Args& a) {
    return special_form(i, i.str(a.positional[0]), a.positional[1]);
  });
  m.attributes().set(Symbol("type_variable"), make<NativeFunction>("TypeVar", type_variable));
  add_function(m, "warn", "warning", [](Interpreter& i, Args& a) {
    const Value& warning = a.positional[0];
    ClassObject* category = i.type_of(warning);
    const bool is_own = i.builtin_class(category->name()) != category;
    if (!is_own || !i.on_warning || !i.on_warning(category, warning))
      i.warn(category->name(), i.str(warning));
    return Value::none();
  });
}

}  // namespace

void add_native_module(Interpreter& interp) {
  interp.add_module("_native", fill_native);
  interp.add_module("warnings", [](Interpreter& i, ModuleObject& m) {
    i.run_library(m);
    i.on_warning = [&i](ClassObject* category, const Value& warning) {
      const Value deal_with = i.get_attr(i.import("warnings"), "_deal_with");
      return i.truth(i.call(deal_with, {Value(category), warning}));
    };
  });
}

}  // namespace mha::lang
