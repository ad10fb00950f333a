// ParameterList and ParameterDict. They keep their tensors as parameters of
// the same names; anything else stays a plain attribute.

#include "base/text.h"
#include "lang/builtins.h"
#include "torch/nn_support.h"

namespace mha::torch {

using lang::DictObject;
using lang::Symbol;
using lang::Value;

namespace {

/// A tensor that is no parameter yet becomes one.
Value as_parameter(Nn& nn, const Value& v) {
  const Tensor* t = as_tensor(v);
  if (!t || nn.is_parameter(v)) return v;
  return nn.make_parameter(*t, is_floating(t->dtype()));
}

int64_t size_of_list(Nn& nn, const Value& self) {
  return field(nn, self, "_size").as_int();
}

std::string describe(Nn& nn, const std::string& key, const Value& v,
                     const std::string& dtype) {
  const Tensor* t = as_tensor(v);
  if (!t) return "  (" + key + "): Object of type: " + nn.interp.type_name(v);
  std::vector<std::string> sizes;
  for (int64_t n : t->shape()) sizes.push_back(std::to_string(n));
  return "  (" + key + "): " +
         (nn.is_parameter(v) ? "Parameter" : "Tensor") + " containing: [" +
         dtype + " of size " + join(sizes, "x") + "]";
}

// --------------------------------------------------------------- ParameterList

void append(Nn& nn, const Value& self, const Value& v) {
  const int64_t at = size_of_list(nn, self);
  nn.interp.set_attr(self, Symbol(std::to_string(at)), as_parameter(nn, v));
  set_field(self, "_size", Value(at + 1));
}

void extend(Nn& nn, const Value& self, const Value& values) {
  if (!nn.interp.find_attr(values, Symbol("__iter__")).defined()) {
    throw TypeError(
        "ParameterList.extend should be called with an iterable, but got " +
        nn.interp.type_name(values));
  }
  for (const Value& v : nn.interp.to_vector(values)) append(nn, self, v);
}

Value list_init(Nn& nn, Arguments a) {
  init_module(nn, a[0]);
  set_field(a[0], "_size", Value(0));
  if (given(a[1])) extend(nn, a[0], a[1]);
  return Value::none();
}

Value list_values(Nn& nn, const Value& self) {
  std::vector<Value> out;
  for (int64_t i = 0; i < size_of_list(nn, self); ++i) {
    out.push_back(get_field(nn, self, Symbol(std::to_string(i))));
  }
  return lang::list(std::move(out));
}

Symbol key_of(Nn& nn, const Value& self, const Value& index) {
  const int64_t n = size_of_list(nn, self);
  const int64_t i = nn.interp.to_index(index);
  if (i < -n || i >= n) {
    throw IndexError("index " + std::to_string(i) + " is out of range");
  }
  return Symbol(std::to_string(i < 0 ? i + n : i));
}

Value list_getitem(Nn& nn, Arguments a) {
  if (a[1].get<lang::SliceObject>()) {
    const Value part = nn.interp.get_item(list_values(nn, a[0]), a[1]);
    return nn.interp.call(
        class_value(a[0].object()->cls()), {part});
  }
  return get_field(nn, a[0], key_of(nn, a[0], a[1]));
}

Value list_repr(Nn& nn, Arguments a) {
  std::vector<std::string> lines;
  const Value values = list_values(nn, a[0]);
  for (const Value& v : values.get<lang::ListObject>()->items) {
    const Tensor* t = as_tensor(v);
    lines.push_back(describe(nn, std::to_string(lines.size()), v,
                             t ? std::string(torch_name(t->dtype())) : ""));
  }
  return lang::str(join(lines, "\n"));
}

constexpr Method kList[] = {
    {"__init__", "self, values=None", list_init},
    {"__getitem__", "self, idx", list_getitem},
    {"__setitem__", "self, idx, param",
     [](Nn& nn, Arguments a) {
       nn.interp.set_attr(a[0], key_of(nn, a[0], a[1]),
                          as_parameter(nn, a[2]));
       return Value::none();
     }},
    {"__len__", "self",
     [](Nn& nn, Arguments a) { return Value(size_of_list(nn, a[0])); }},
    {"__iter__", "self",
     [](Nn& nn, Arguments a) -> Value {
       return nn.interp.iterate(list_values(nn, a[0]));
     }},
    {"append", "self, value",
     [](Nn& nn, Arguments a) {
       append(nn, a[0], a[1]);
       return a[0];
     }},
    {"extend", "self, values",
     [](Nn& nn, Arguments a) {
       extend(nn, a[0], a[1]);
       return a[0];
     }},
    {"__iadd__", "self, parameters",
     [](Nn& nn, Arguments a) {
       extend(nn, a[0], a[1]);
       return a[0];
     }},
    {"extra_repr", "self", list_repr},
    {"__call__", "self, *args, **kwargs",
     [](Nn&, Arguments) -> Value {
       throw RuntimeError("ParameterList should not be called.");
     }},
};

// --------------------------------------------------------------- ParameterDict

/// The keys in order, as a dict of None.
DictObject& keys(Nn& nn, const Value& self) {
  return members(nn, self, Symbol("_keys"));
}

Symbol checked_key(Nn& nn, const Value& key) {
  if (const auto* text = key.get<lang::StrObject>()) {
    return Symbol(text->text());
  }
  throw TypeError(
      "Index given to ParameterDict cannot be used as a key as it is not a "
      "string (type is '" + nn.interp.type_name(key) +
      "'). Open an issue on github if you need non-string keys.");
}

void dict_set(Nn& nn, const Value& self, const Value& key, const Value& v) {
  const Symbol name = checked_key(nn, key);
  keys(nn, self).set(key, Value::none());
  nn.interp.set_attr(self, name, as_parameter(nn, v));
}

Value dict_update(Nn& nn, Arguments a) {
  if (const auto* dict = a[1].get<DictObject>()) {
    size_t at = 0;
    Value key, value;
    while (dict->next(at, key, value)) dict_set(nn, a[0], key, value);
    return Value::none();
  }
  if (nn.interp.is_instance(a[1], nn.find_class("ParameterDict"))) {
    for (const NamedValue& v :
         entries(members(nn, a[1], names().parameters))) {
      dict_set(nn, a[0], lang::str(v.name), v.value);
    }
    return Value::none();
  }
  for (const Value& pair : nn.interp.to_vector(a[1])) {
    const std::vector<Value> two = nn.interp.to_vector(pair);
    if (two.size() == 2) dict_set(nn, a[0], two[0], two[1]);
  }
  return Value::none();
}

Value dict_init(Nn& nn, Arguments a) {
  init_module(nn, a[0]);
  set_field(a[0], "_keys", lang::make<DictObject>());
  return given(a[1]) ? dict_update(nn, a) : Value::none();
}

Value dict_list(Nn& nn, const Value& self, bool with_keys, bool with_values) {
  std::vector<Value> out;
  size_t at = 0;
  Value key, unused;
  const DictObject& own = keys(nn, self);
  while (own.next(at, key, unused)) {
    const Value v = get_field(nn, self, checked_key(nn, key));
    out.push_back(!with_values ? key
                  : with_keys  ? lang::tuple({key, v})
                               : v);
  }
  return lang::list(std::move(out));
}

Value dict_repr(Nn& nn, Arguments a) {
  std::vector<std::string> lines;
  const Value items = dict_list(nn, a[0], true, true);
  for (const Value& item : items.get<lang::ListObject>()->items) {
    const auto& pair = item.get<lang::TupleObject>()->items;
    lines.push_back(describe(nn, nn.interp.str(pair[0]), pair[1],
                             as_tensor(pair[1]) ? typename_of(nn, pair[1])
                                                : std::string()));
  }
  return lang::str(join(lines, "\n"));
}

constexpr Method kDict[] = {
    {"__init__", "self, parameters=None", dict_init},
    {"__getitem__", "self, key",
     [](Nn& nn, Arguments a) {
       return get_field(nn, a[0], checked_key(nn, a[1]));
     }},
    {"__setitem__", "self, key, value",
     [](Nn& nn, Arguments a) {
       dict_set(nn, a[0], a[1], a[2]);
       return Value::none();
     }},
    {"__delitem__", "self, key",
     [](Nn& nn, Arguments a) {
       keys(nn, a[0]).erase(a[1]);
       return nn.interp.call_method(a[0], "__delattr__", {a[1]});
     }},
    {"__len__", "self",
     [](Nn& nn, Arguments a) {
       return Value(static_cast<int64_t>(keys(nn, a[0]).size()));
     }},
    {"__iter__", "self",
     [](Nn& nn, Arguments a) -> Value {
       return nn.interp.iterate(dict_list(nn, a[0], true, false));
     }},
    {"__contains__", "self, key",
     [](Nn& nn, Arguments a) {
       return Value(keys(nn, a[0]).find(a[1]) != nullptr);
     }},
    {"keys", "self",
     [](Nn& nn, Arguments a) { return dict_list(nn, a[0], true, false); }},
    {"values", "self",
     [](Nn& nn, Arguments a) { return dict_list(nn, a[0], false, true); }},
    {"items", "self",
     [](Nn& nn, Arguments a) { return dict_list(nn, a[0], true, true); }},
    {"update", "self, parameters", dict_update},
    {"extra_repr", "self", dict_repr},
    {"__call__", "self, *args, **kwargs",
     [](Nn&, Arguments) -> Value {
       throw RuntimeError("ParameterDict should not be called.");
     }},
};

constexpr const char* kModule = "torch.nn.modules.container";
constexpr ClassRow kClasses[] = {
    {"ParameterList", kModule, "Module", kList},
    {"ParameterDict", kModule, "Module", kDict},
};

}  // namespace

std::span<const ClassRow> parameter_containers() { return kClasses; }

}  // namespace mha::torch
