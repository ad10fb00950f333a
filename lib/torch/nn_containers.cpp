// Sequential, ModuleList and ModuleDict: modules that hold others in
// `_modules`, under the names "0", "1", ... or the program's own.

#include "lang/builtins.h"
#include "torch/nn_support.h"

namespace mha::torch {

using lang::DictObject;
using lang::Value;

namespace {

struct Entry {
  Value key, value;
};

std::vector<Entry> all(Nn& nn, const Value& self) {
  std::vector<Entry> out;
  const DictObject& own = members(nn, self, names().modules);
  size_t at = 0;
  Entry e;
  while (own.next(at, e.key, e.value)) out.push_back(e);
  return out;
}

int64_t count(Nn& nn, const Value& self) {
  return static_cast<int64_t>(members(nn, self, names().modules).size());
}

/// Puts modules under "0", "1", ... in place of all that was there.
void renumber(Nn& nn, const Value& self, const std::vector<Entry>& kept) {
  members(nn, self, names().modules).clear();
  DictObject& own = members(nn, self, names().modules);
  int64_t i = 0;
  for (const Entry& e : kept) own.set(std::to_string(i++), e.value);
}

void append(Nn& nn, const Value& self, const Value& module) {
  add_module(nn, self, lang::str(std::to_string(count(nn, self))), module);
}

int64_t position(Nn& nn, const Value& self, const Value& index) {
  const int64_t n = count(nn, self);
  const int64_t i = nn.interp.to_index(index);
  if (i < -n || i >= n) {
    throw IndexError("index " + std::to_string(i) + " is out of range");
  }
  return i < 0 ? i + n : i;
}

std::vector<Entry> sliced(Nn& nn, const Value& self,
                          const lang::SliceObject& slice) {
  const std::vector<Entry> from = all(nn, self);
  const auto b =
      lang::slice_bounds(nn.interp, slice, static_cast<int64_t>(from.size()));
  std::vector<Entry> out;
  for (int64_t k = 0; k < b.count; ++k) {
    out.push_back(from[static_cast<size_t>(b.start + k * b.step)]);
  }
  return out;
}

Value list_of_modules(const std::vector<Entry>& from) {
  std::vector<Value> out;
  for (const Entry& e : from) out.push_back(e.value);
  return lang::list(std::move(out));
}

Value ordered_dict(Nn& nn, const std::vector<Entry>& from) {
  const Value dict = nn.interp.call(nn.function("collections", "OrderedDict"));
  for (const Entry& e : from) nn.interp.set_item(dict, e.key, e.value);
  return dict;
}

Value own_class(const Value& self) {
  return class_value(self.object()->cls());
}

// --------------------------------------------------------- what both lists do

Value list_len(Nn& nn, Arguments a) { return Value(count(nn, a[0])); }

Value list_iter(Nn& nn, Arguments a) {
  const Value modules = list_of_modules(all(nn, a[0]));
  return nn.interp.iterate(modules);
}

Value list_setitem(Nn& nn, Arguments a) {
  const int64_t i = position(nn, a[0], a[1]);
  nn.interp.set_attr(a[0], lang::Symbol(std::to_string(i)), a[2]);
  return Value::none();
}

Value list_delitem(Nn& nn, Arguments a) {
  std::vector<Entry> from = all(nn, a[0]);
  std::vector<bool> gone(from.size());
  if (const auto* slice = a[1].get<lang::SliceObject>()) {
    const auto b = lang::slice_bounds(nn.interp, *slice,
                                      static_cast<int64_t>(from.size()));
    for (int64_t k = 0; k < b.count; ++k) {
      gone[static_cast<size_t>(b.start + k * b.step)] = true;
    }
  } else {
    gone[static_cast<size_t>(position(nn, a[0], a[1]))] = true;
  }
  std::vector<Entry> kept;
  for (size_t i = 0; i < from.size(); ++i) {
    if (!gone[i]) kept.push_back(from[i]);
  }
  renumber(nn, a[0], kept);
  return Value::none();
}

Value list_append(Nn& nn, Arguments a) {
  append(nn, a[0], a[1]);
  return a[0];
}

Value list_pop(Nn& nn, Arguments a) {
  const Value key = or_else(a[1], Value(-1));
  const Value taken = nn.interp.get_item(a[0], key);
  Value both[] = {a[0], key};
  list_delitem(nn, both);
  return taken;
}

void insert_at(Nn& nn, const Value& self, int64_t at, const Value& module) {
  std::vector<Entry> from = all(nn, self);
  const auto n = static_cast<int64_t>(from.size());
  at = at < 0 ? std::max<int64_t>(0, at + n) : std::min(at, n);
  from.insert(from.begin() + at, Entry{Value(), module});
  renumber(nn, self, from);
}

// ------------------------------------------------------------------ Sequential

Value sequential_init(Nn& nn, Arguments a) {
  init_module(nn, a[0]);
  const auto& given_modules = a[1].get<lang::TupleObject>()->items;
  if (given_modules.size() == 1 &&
      class_name(given_modules[0]) == "OrderedDict") {
    const auto* dict = given_modules[0].get<DictObject>();
    size_t at = 0;
    Value key, value;
    while (dict && dict->next(at, key, value)) {
      add_module(nn, a[0], key, value);
    }
    return Value::none();
  }
  for (const Value& m : given_modules) append(nn, a[0], m);
  return Value::none();
}

Value sequential_forward(Nn& nn, Arguments a) {
  Value x = a[1];
  for (const Entry& e : all(nn, a[0])) x = nn.interp.call(e.value, {x});
  return x;
}

Value sequential_getitem(Nn& nn, Arguments a) {
  if (const auto* slice = a[1].get<lang::SliceObject>()) {
    return nn.interp.call(own_class(a[0]),
                          {ordered_dict(nn, sliced(nn, a[0], *slice))});
  }
  return all(nn, a[0])[static_cast<size_t>(position(nn, a[0], a[1]))].value;
}

Value sequential_insert(Nn& nn, Arguments a) {
  if (!nn.is_module(a[2])) {
    throw Error("AssertionError",
                "module should be of type: "
                "<class 'torch.nn.modules.module.Module'>");
  }
  const int64_t n = count(nn, a[0]);
  const int64_t at = nn.interp.to_index(a[1]);
  if (at < -n || at > n) {
    throw IndexError("Index out of range: " + std::to_string(at));
  }
  insert_at(nn, a[0], at, a[2]);
  return a[0];
}

Value sequential_extend(Nn& nn, Arguments a) {
  for (const Value& m : nn.interp.to_vector(a[1])) append(nn, a[0], m);
  return a[0];
}

void check_sequential(Nn& nn, const Value& other) {
  if (nn.interp.is_instance(other, nn.find_class("Sequential"))) return;
  throw ValueError(
      "add operator supports only objects of Sequential class, but " +
      nn.interp.repr(class_value(nn.interp.type_of(other))) + " is given.");
}

Value sequential_add(Nn& nn, Arguments a) {
  check_sequential(nn, a[1]);
  const Value sum = nn.interp.call(
      class_value(nn.find_class("Sequential")));
  for (const Value& part : {a[0], a[1]}) {
    for (const Entry& e : all(nn, part)) append(nn, sum, e.value);
  }
  return sum;
}

Value sequential_iadd(Nn& nn, Arguments a) {
  check_sequential(nn, a[1]);
  for (const Entry& e : all(nn, a[1])) append(nn, a[0], e.value);
  return a[0];
}

Value sequential_mul(Nn& nn, Arguments a) {
  const int64_t times = nn.interp.to_index(a[1]);
  if (times <= 0) {
    throw ValueError("Non-positive multiplication factor " +
                     std::to_string(times) + " for " +
                     nn.interp.repr(own_class(a[0])));
  }
  const Value out = nn.interp.call(
      class_value(nn.find_class("Sequential")));
  for (int64_t k = 0; k < times; ++k) {
    for (const Entry& e : all(nn, a[0])) append(nn, out, e.value);
  }
  return out;
}

constexpr Method kSequential[] = {
    {"__init__", "self, *args", sequential_init},
    {"forward", "self, input", sequential_forward},
    {"__getitem__", "self, idx", sequential_getitem},
    {"__setitem__", "self, idx, module", list_setitem},
    {"__delitem__", "self, idx", list_delitem},
    {"__len__", "self", list_len},
    {"__iter__", "self", list_iter},
    {"append", "self, module", list_append},
    {"insert", "self, index, module", sequential_insert},
    {"extend", "self, sequential", sequential_extend},
    {"pop", "self, key", list_pop},
    {"__add__", "self, other", sequential_add},
    {"__iadd__", "self, other", sequential_iadd},
    {"__mul__", "self, other", sequential_mul},
    {"__rmul__", "self, other", sequential_mul},
};

// ------------------------------------------------------------------ ModuleList

void extend(Nn& nn, const Value& self, const Value& modules) {
  const bool iterable =
      nn.interp.find_attr(modules, lang::Symbol("__iter__")).defined();
  if (!iterable) {
    throw TypeError(
        "ModuleList.extend should be called with an iterable, but got " +
        nn.interp.type_name(modules));
  }
  for (const Value& m : nn.interp.to_vector(modules)) append(nn, self, m);
}

Value module_list_init(Nn& nn, Arguments a) {
  init_module(nn, a[0]);
  if (given(a[1])) extend(nn, a[0], a[1]);
  return Value::none();
}

Value module_list_getitem(Nn& nn, Arguments a) {
  if (const auto* slice = a[1].get<lang::SliceObject>()) {
    return nn.interp.call(own_class(a[0]),
                          {list_of_modules(sliced(nn, a[0], *slice))});
  }
  return all(nn, a[0])[static_cast<size_t>(position(nn, a[0], a[1]))].value;
}

Value module_list_extend(Nn& nn, Arguments a) {
  extend(nn, a[0], a[1]);
  return a[0];
}

Value module_list_add(Nn& nn, Arguments a) {
  const Value sum = nn.interp.call(
      class_value(nn.find_class("ModuleList")));
  extend(nn, sum, a[0]);
  extend(nn, sum, a[1]);
  return sum;
}

constexpr Method kModuleList[] = {
    {"__init__", "self, modules=None", module_list_init},
    {"__getitem__", "self, idx", module_list_getitem},
    {"__setitem__", "self, idx, module", list_setitem},
    {"__delitem__", "self, idx", list_delitem},
    {"__len__", "self", list_len},
    {"__iter__", "self", list_iter},
    {"append", "self, module", list_append},
    {"insert", "self, index, module",
     [](Nn& nn, Arguments a) {
       insert_at(nn, a[0], nn.interp.to_index(a[1]), a[2]);
       return Value::none();
     }},
    {"extend", "self, modules", module_list_extend},
    {"pop", "self, key", list_pop},
    {"__iadd__", "self, modules", module_list_extend},
    {"__add__", "self, other", module_list_add},
};

// ------------------------------------------------------------------ ModuleDict

Value dict_of(Nn& nn, const Value& self) {
  return Value(static_cast<lang::Object*>(&members(nn, self, names().modules)));
}

Value dict_update(Nn& nn, Arguments a) {
  const Value& from = a[1];
  if (const auto* dict = from.get<DictObject>()) {
    size_t at = 0;
    Value key, value;
    while (dict->next(at, key, value)) add_module(nn, a[0], key, value);
    return Value::none();
  }
  if (nn.is_module(from)) {
    for (const Entry& e : all(nn, from)) add_module(nn, a[0], e.key, e.value);
    return Value::none();
  }
  if (!nn.interp.find_attr(from, lang::Symbol("__iter__")).defined()) {
    throw TypeError(
        "ModuleDict.update should be called with an iterable of key/value "
        "pairs, but got " + nn.interp.type_name(from));
  }
  int64_t number = 0;
  for (const Value& pair : nn.interp.to_vector(from)) {
    const std::vector<Value> two = nn.interp.to_vector(pair);
    if (two.size() != 2) {
      throw ValueError("ModuleDict update sequence element #" +
                       std::to_string(number) + " has length " +
                       std::to_string(two.size()) + "; 2 is required");
    }
    add_module(nn, a[0], two[0], two[1]);
    ++number;
  }
  return Value::none();
}

Value dict_init(Nn& nn, Arguments a) {
  init_module(nn, a[0]);
  return given(a[1]) ? dict_update(nn, a) : Value::none();
}

Value dict_getitem(Nn& nn, Arguments a) {
  return nn.interp.get_item(dict_of(nn, a[0]), a[1]);
}

Value dict_pop(Nn& nn, Arguments a) {
  return nn.interp.call_method(dict_of(nn, a[0]), "pop", {a[1]});
}

constexpr Method kModuleDict[] = {
    {"__init__", "self, modules=None", dict_init},
    {"__getitem__", "self, key", dict_getitem},
    {"__setitem__", "self, key, module",
     [](Nn& nn, Arguments a) {
       add_module(nn, a[0], a[1], a[2]);
       return Value::none();
     }},
    {"__delitem__", "self, key", dict_pop},
    {"__len__", "self", list_len},
    {"__iter__", "self",
     [](Nn& nn, Arguments a) -> Value {
       return nn.interp.iterate(dict_of(nn, a[0]));
     }},
    {"__contains__", "self, key",
     [](Nn& nn, Arguments a) {
       return Value(members(nn, a[0], names().modules).find(a[1]) != nullptr);
     }},
    {"clear", "self",
     [](Nn& nn, Arguments a) {
       members(nn, a[0], names().modules).clear();
       return Value::none();
     }},
    {"pop", "self, key", dict_pop},
    {"keys", "self",
     [](Nn& nn, Arguments a) {
       return nn.interp.call_method(dict_of(nn, a[0]), "keys");
     }},
    {"items", "self",
     [](Nn& nn, Arguments a) {
       return nn.interp.call_method(dict_of(nn, a[0]), "items");
     }},
    {"values", "self",
     [](Nn& nn, Arguments a) {
       return nn.interp.call_method(dict_of(nn, a[0]), "values");
     }},
    {"update", "self, modules", dict_update},
};

constexpr const char* kModule = "torch.nn.modules.container";
constexpr ClassRow kClasses[] = {
    {"Sequential", kModule, "Module", kSequential},
    {"ModuleList", kModule, "Module", kModuleList},
    {"ModuleDict", kModule, "Module", kModuleDict},
};

}  // namespace

std::span<const ClassRow> container_classes() { return kClasses; }

}  // namespace mha::torch
