// list and tuple: how they are made and what both can do. The methods that
// change a list are in types_list.cpp.

#include <algorithm>

#include "lang/builtins/builtin_support.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

template <typename T>
std::vector<Value>& items(const Args& a) {
  return a.positional[0].get<T>()->items;
}

template <typename T>
constexpr const char* kName = "list";
template <>
constexpr const char* kName<TupleObject> = "tuple";

Value list_new(Interpreter&, Args& a) {
  return make<ListObject>(std::vector<Value>(),
                          own_class(a.positional[0], "list"));
}

Value list_init(Interpreter& interp, Args& a) {
  check_no_keywords("list", a);
  check_count("list", a.positional.size() - 1, 0, 1);
  std::vector<Value> fresh;
  if (a.positional.size() > 1) {
    fresh = interp.to_vector(a.positional[1]);
  }
  items<ListObject>(a).swap(fresh);
  return Value::none();
}

Value tuple_new(Interpreter& interp, Args& a) {
  ClassObject* own = own_class(a.positional[0], "tuple");
  if (!own) check_no_keywords("tuple", a);
  check_count("tuple", a.positional.size() - 1, 0, 1);
  if (a.positional.size() == 1)
    return make<TupleObject>(std::vector<Value>(), own);
  const Value& from = a.positional[1];
  if (!own && from.get<TupleObject>() && !from.object()->own_cls()) return from;
  std::vector<Value> fresh = interp.to_vector(from);
  return make<TupleObject>(std::move(fresh), own);
}

template <typename T>
Value sequence_getitem(Interpreter& interp, Args& a) {
  const Value& index = a.positional[1];
  if (const auto* slice = index.get<SliceObject>()) {
    const SliceBounds b =
        slice_bounds(interp, *slice, static_cast<int64_t>(items<T>(a).size()));
    ask_items(b.count);
    const std::vector<Value>& all = items<T>(a);
    std::vector<Value> chosen;
    chosen.reserve(static_cast<size_t>(b.count));
    for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) {
      chosen.push_back(all[static_cast<size_t>(at)]);
    }
    return make<T>(std::move(chosen));
  }
  const auto size = static_cast<int64_t>(items<T>(a).size());
  return items<T>(a)[item_place(interp, index, size, kName<T>)];
}

template <typename T>
Value add(Interpreter&, Args& a) {
  const auto* other = a.positional[1].get<T>();
  if (!other) return Value::not_implemented();
  const size_t size = items<T>(a).size() + other->items.size();
  ask_items(static_cast<int64_t>(size));
  std::vector<Value> both;
  both.reserve(size);
  both.insert(both.end(), items<T>(a).begin(), items<T>(a).end());
  both.insert(both.end(), other->items.begin(), other->items.end());
  return make<T>(std::move(both));
}

template <typename T>
Value multiply(Interpreter& interp, Args& a) {
  const Value& times = a.positional[1];
  if (!is_index(interp, times)) return Value::not_implemented();
  const std::vector<Value>& one = items<T>(a);
  const int64_t count = repeat_count(
      interp, times, static_cast<int64_t>(one.size()), sizeof(Value));
  std::vector<Value> all;
  if (!one.empty()) {
    all.reserve(one.size() * static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i) {
      all.insert(all.end(), one.begin(), one.end());
      interp.tick();
    }
  }
  return make<T>(std::move(all));
}

template <typename T>
Value sequence_contains(Interpreter& interp, Args& a) {
  for (size_t i = 0; i < items<T>(a).size(); ++i) {
    const Value v = items<T>(a)[i];
    if (v.is(a.positional[1]) || interp.equal(v, a.positional[1])) return true;
    interp.tick();
  }
  return false;
}

template <typename T>
Value sequence_count(Interpreter& interp, Args& a) {
  int64_t found = 0;
  for (size_t i = 0; i < items<T>(a).size(); ++i) {
    const Value v = items<T>(a)[i];
    found += v.is(a.positional[1]) || interp.equal(v, a.positional[1]);
    interp.tick();
  }
  return found;
}

template <typename T>
Value index(Interpreter& interp, Args& a) {
  const int64_t size = static_cast<int64_t>(items<T>(a).size());
  const auto bound = [&](size_t i, int64_t missing) {
    return clamp_index(interp,
                       i < a.positional.size() ? a.positional[i] : Value(),
                       size, missing);
  };
  const int64_t stop = bound(3, size);
  for (int64_t i = bound(2, 0); i < stop; ++i) {
    if (static_cast<size_t>(i) >= items<T>(a).size()) break;
    const Value v = items<T>(a)[static_cast<size_t>(i)];
    if (v.is(a.positional[1]) || interp.equal(v, a.positional[1])) return i;
    interp.tick();
  }
  if (std::is_same_v<T, TupleObject>) {
    throw ValueError("tuple.index(x): x not in tuple");
  }
  throw ValueError(interp.repr(a.positional[1]) + " is not in list");
}

template <typename T>
Value sequence_iter(Interpreter& interp, Args& a) {
  return make_iterator(
      interp, std::string(kName<T>) + "_iterator",
      [v = a.positional[0], i = size_t{0}](Value& out) mutable {
        const std::vector<Value>& all = v.get<T>()->items;
        if (i >= all.size()) return false;
        out = all[i++];
        return true;
      });
}

Value reversed_list(Interpreter& interp, Args& a) {
  return make_iterator(interp, "list_reverseiterator",
                       [v = a.positional[0],
                        i = items<ListObject>(a).size()](Value& out) mutable {
                         const std::vector<Value>& all =
                             v.get<ListObject>()->items;
                         if (i == 0 || i > all.size()) return false;
                         out = all[--i];
                         return true;
                       });
}

template <typename T>
Value sequence_repr(Interpreter& interp, Args& a) {
  constexpr bool is_list = std::is_same_v<T, ListObject>;
  const ReprGuard guard(a.positional[0].object());
  if (guard.repeated()) return str(is_list ? "[...]" : "(...)");
  std::string out = is_list ? "[" : "(";
  for (size_t i = 0; i < items<T>(a).size(); ++i) {
    if (i) out += ", ";
    out += interp.repr(Value(items<T>(a)[i]));
    interp.tick();
  }
  if (!is_list && items<T>(a).size() == 1) out += ',';
  out += is_list ? ']' : ')';
  return str(std::move(out));
}

template <typename T>
Value sequence_compared(Interpreter& interp, CompareOp op, const Value& a, const Value& b) {
  if (!a.get<T>() || !b.get<T>()) return Value::not_implemented();
  return compare_sequences(interp, op, a.get<T>()->items, b.get<T>()->items);
}

template <typename T>
void add_sequence_methods(ClassObject& cls) {
  add_comparisons<sequence_compared<T>>(cls);
  add_methods(cls, {
                       {"__getitem__", 1, 1, sequence_getitem<T>},
                       {"__len__", 0, 0,
                        [](Interpreter&, Args& a) -> Value {
                          return static_cast<int64_t>(items<T>(a).size());
                        }},
                       {"__iter__", 0, 0, sequence_iter<T>},
                       {"__contains__", 1, 1, sequence_contains<T>},
                       {"__add__", 1, 1, add<T>},
                       {"__mul__", 1, 1, multiply<T>},
                       {"__rmul__", 1, 1, multiply<T>},
                       {"__repr__", 0, 0, sequence_repr<T>},
                       {"count", 1, 1, sequence_count<T>},
                       {"index", 1, 3, index<T>},
                   });
}

}  // namespace

void add_sequence_types(Interpreter& interp) {
  ClassObject& list_class = builtin_type(interp, "list", ObjectKind::list);
  add_sequence_methods<ListObject>(list_class);
  add_new(list_class, list_new);
  list_class.method("__init__", list_init);
  add_methods(list_class, {{"__reversed__", 0, 0, reversed_list}});
  list_class.attributes().set(Symbol("__hash__"), Value::none());
  add_list_methods(interp, list_class);
  list_class.invalidate();

  ClassObject& tuple_class = builtin_type(interp, "tuple", ObjectKind::tuple);
  add_sequence_methods<TupleObject>(tuple_class);
  add_new(tuple_class, tuple_new);
  tuple_class.invalidate();
}

}  // namespace mha::lang
