// The live views of a dict, and walking it.

#include <algorithm>

#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

struct DictView {
  Ref<DictObject> dict;
  ViewPart part;
};

constexpr const char* kViewNames[] = {"dict_keys", "dict_values", "dict_items"};

const DictView& view_of(const Args& a) {
  return *a.positional[0].get<NativeObject>()->payload<DictView>();
}

Value entry(ViewPart part, const Value& key, const Value& value) {
  switch (part) {
    case ViewPart::keys:
      return key;
    case ViewPart::values:
      return value;
    default:
      return tuple({key, value});
  }
}

std::vector<Value> entries(const DictView& view) {
  std::vector<Value> all;
  Value key, value;
  for (size_t at = 0; view.dict->next(at, key, value);) {
    all.push_back(entry(view.part, key, value));
  }
  return all;
}

bool holds(Interpreter& interp, const DictView& view, const Value& v) {
  if (view.part == ViewPart::keys) return view.dict->find(v) != nullptr;
  if (view.part == ViewPart::items) {
    const auto* pair = v.get<TupleObject>();
    if (!pair || pair->items.size() != 2) return false;
    const Value* found = view.dict->find(pair->items[0]);
    return found && interp.equal(*found, pair->items[1]);
  }
  const std::vector<Value> all = entries(view);
  return std::any_of(all.begin(), all.end(), [&](const Value& x) {
    return x.is(v) || interp.equal(x, v);
  });
}

Value view_repr(Interpreter& interp, Args& a) {
  const ReprGuard guard(a.positional[0].object());
  if (guard.repeated()) return str("...");
  return str(interp.type_name(a.positional[0]) + "(" +
             interp.repr(list(entries(view_of(a)))) + ")");
}

/// A view, or anything else that can be walked, as a set; a set itself.
Value view_as_set(Interpreter& interp, const Value& v) {
  if (v.get<SetObject>()) return v;
  const auto set = make<SetObject>();
  for (const Value& item : interp.to_vector(v)) set->add(item);
  return set;
}

// & | - ^ with anything that can be walked give a set.
Value view_operator(Interpreter& interp, BinaryOp op, const Value& a, const Value& b) {
  return interp.binary(op, view_as_set(interp, a), view_as_set(interp, b));
}

Value view_compared(Interpreter& interp, CompareOp op, const Value& a, const Value& b) {
  if (!b.get<SetObject>() && !viewed_dict(b)) return Value::not_implemented();
  return interp.compare(op, view_as_set(interp, a), view_as_set(interp, b));
}

}  // namespace

Value dict_view(Interpreter& interp, Ref<DictObject> dict, ViewPart part) {
  return make<NativeObject>(
      interp.builtin_class(kViewNames[static_cast<size_t>(part)]),
      std::make_shared<DictView>(DictView{std::move(dict), part}));
}

DictObject* viewed_dict(const Value& v, ViewPart* part) {
  const auto* native = v.get<NativeObject>();
  if (!native || !native->own_cls()) return nullptr;
  // Those of an OrderedDict are called odict_keys and so on.
  std::string_view shown = native->own_cls()->name();
  if (shown.starts_with('o')) shown.remove_prefix(1);
  for (const char* name : kViewNames) {
    if (shown != name) continue;
    const auto* view = native->payload<DictView>();
    if (part) *part = view->part;
    return view->dict.get();
  }
  return nullptr;
}

Value dict_iterator(Interpreter& interp, Ref<DictObject> dict, ViewPart part,
                    bool reverse) {
  static constexpr const char* kNames[2][3] = {
      {"dict_keyiterator", "dict_valueiterator", "dict_itemiterator"},
      {"dict_reversekeyiterator", "dict_reversevalueiterator",
       "dict_reverseitemiterator"}};
  const char* name = kNames[reverse][static_cast<size_t>(part)];
  const size_t size = dict->size();
  const auto check = [size](const DictObject& d) {
    if (d.size() != size) {
      throw RuntimeError("dictionary changed size during iteration");
    }
  };
  if (reverse) {
    std::vector<Value> all = entries({dict, part});
    return make_iterator(
        interp, name, [dict, check, all = std::move(all)](Value& out) mutable {
          if (all.empty()) return false;
          check(*dict);
          out = std::move(all.back());
          all.pop_back();
          return true;
        });
  }
  return make_iterator(interp, name,
                       [dict, check, part, at = size_t{0}](Value& out) mutable {
                         check(*dict);
                         Value key, value;
                         if (!dict->next(at, key, value)) return false;
                         out = entry(part, key, value);
                         return true;
                       });
}

void add_dict_views(Interpreter& interp) {
  for (const char* name : kViewNames) {
    const Ref<ClassObject> made = interp.make_class(name, "builtins");
    ClassObject& cls = *made;
    cls.set_instance_kind(ObjectKind::native);
    add_methods(
        cls, {
                 {"__len__", 0, 0,
                  [](Interpreter&, Args& a) -> Value {
                    return static_cast<int64_t>(view_of(a).dict->size());
                  }},
                 {"__iter__", 0, 0,
                  [](Interpreter& i, Args& a) {
                    return dict_iterator(i, view_of(a).dict, view_of(a).part, false);
                  }},
                 {"__reversed__", 0, 0,
                  [](Interpreter& i, Args& a) {
                    return dict_iterator(i, view_of(a).dict, view_of(a).part, true);
                  }},
                 {"__contains__", 1, 1,
                  [](Interpreter& i, Args& a) -> Value {
                    return holds(i, view_of(a), a.positional[1]);
                  }},
                 {"__repr__", 0, 0, view_repr},
             });
    if (std::string_view(name) == "dict_values") continue;
    add_operators<view_operator, BinaryOp::and_, BinaryOp::or_, BinaryOp::sub, BinaryOp::xor_>(cls);
    add_comparisons<view_compared>(cls);
    add_methods(cls,
                {
                    {"isdisjoint", 1, 1,
                     [](Interpreter& i, Args& a) -> Value {
                       for (const Value& v : i.to_vector(a.positional[1])) {
                         if (holds(i, view_of(a), v)) return false;
                       }
                       return true;
                     }},
                });
    cls.attributes().set(Symbol("__hash__"), Value::none());
    cls.invalidate();
  }
}

}  // namespace mha::lang
