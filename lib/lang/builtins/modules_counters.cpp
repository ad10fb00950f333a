// collections: Counter and deque.

#include <algorithm>

#include "lang/builtins/builtin_support.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

// ------------------------------------------------------------------- Counter

DictObject& self(const Args& a) { return *a.positional[0].get<DictObject>(); }

Value count_of(DictObject& dict, const Value& key) {
  const Value* found = dict.find(key);
  return found ? *found : Value(int64_t{0});
}

// Adds (or takes away) the counts of a mapping, or one for each element.
void tally(Interpreter& interp, DictObject& counts, const Value& from,
           BinaryOp op) {
  const auto change = [&](const Value& key, const Value& by) {
    counts.set(key, interp.binary(op, count_of(counts, key), by));
    interp.tick();
  };
  if (const auto* other = from.get<DictObject>()) {
    Value key, value;
    for (size_t at = 0; other->next(at, key, value);) change(key, value);
    return;
  }
  const Ref<IteratorObject> walk = interp.iterate(from);
  for (Value v; walk->next(v);) change(v, int64_t{1});
}

template <BinaryOp Op>
Value change_counts(Interpreter& interp, Args& a) {
  check_count("Counter.update", a.positional.size() - 1, 0, 1);
  if (a.positional.size() > 1 && !a.positional[1].is_none()) {
    tally(interp, self(a), a.positional[1], Op);
  }
  for (const KeywordArg& k : a.keywords) {
    const Value key = str(k.name.str());
    self(a).set(key, interp.binary(Op, count_of(self(a), key), k.value));
  }
  return Value::none();
}

struct Entry {
  Value key, count;
};

std::vector<Entry> most_common(Interpreter& interp, const DictObject& counts) {
  std::vector<Value> rows;
  Value key, count;
  for (size_t at = 0; counts.next(at, key, count);)
    rows.push_back(tuple({count, key}));
  const Value by_count = make<NativeFunction>("key", [](Interpreter&, Args& a) {
    return a.positional[0].get<TupleObject>()->items[0];
  });
  sort_values(interp, rows, by_count, /*reverse=*/true);
  std::vector<Entry> out;
  for (const Value& r : rows) {
    const auto& items = r.get<TupleObject>()->items;
    out.push_back({items[1], items[0]});
  }
  return out;
}

Value most_common_list(Interpreter& interp, Args& a) {
  std::vector<Value> out;
  const Value& n = a.positional[1];
  const int64_t most =
      !n.defined() || n.is_none() ? INT64_MAX : interp.to_index(n);
  for (const Entry& e : most_common(interp, self(a))) {
    if (static_cast<int64_t>(out.size()) >= most) break;
    out.push_back(tuple({e.key, e.count}));
  }
  return list(std::move(out));
}

Value counter_repr(Interpreter& interp, Args& a) {
  const std::string name = interp.type_name(a.positional[0]);
  if (self(a).size() == 0) return str(name + "()");
  std::string out;
  for (const Entry& e : most_common(interp, self(a))) {
    out += (out.empty() ? "" : ", ") + interp.repr(e.key) + ": " +
           interp.repr(e.count);
  }
  return str(name + "({" + out + "})");
}

Value elements(Interpreter& interp, Args& a) {
  std::vector<Value> all;
  Value key, count;
  for (size_t at = 0; self(a).next(at, key, count);) {
    const int64_t n = interp.to_index(count);
    if (n > 0) ask_items(n);
    for (int64_t i = 0; i < n; ++i) all.push_back(key);
  }
  return interp.iter(list(std::move(all)));
}

Value total(Interpreter& interp, Args& a) {
  Value sum = int64_t{0}, key, count;
  for (size_t at = 0; self(a).next(at, key, count);) {
    sum = interp.binary(BinaryOp::add, sum, count);
  }
  return sum;
}

// + - | & keep the positive counts only.
template <BinaryOp Op>
Value counter_operator(Interpreter& interp, Args& a) {
  auto* other = a.positional[1].get<DictObject>();
  if (!other) return Value::not_implemented();
  const auto result = make<DictObject>(self(a).own_cls());
  const auto put = [&](const Value& key) {
    if (result->find(key)) return;
    const Value x = count_of(self(a), key), y = count_of(*other, key);
    Value v;
    if (Op == BinaryOp::or_ || Op == BinaryOp::and_) {
      const bool less = interp.truth(interp.compare(CompareOp::lt, x, y));
      v = (Op == BinaryOp::or_) == less ? y : x;
    } else {
      v = interp.binary(Op, x, y);
    }
    if (interp.truth(interp.compare(CompareOp::gt, v, int64_t{0})))
      result->set(key, v);
  };
  Value key, value;
  for (size_t at = 0; self(a).next(at, key, value);) put(key);
  for (size_t at = 0; other->next(at, key, value);) put(key);
  return result;
}

void add_counter(Interpreter& interp, ModuleObject& m) {
  const Ref<ClassObject> cls = interp.make_class(
      "Counter", "collections", {interp.builtin_class("dict")});
  cls->method("__init__", change_counts<BinaryOp::add>);
  cls->method("update", change_counts<BinaryOp::add>);
  cls->method("subtract", change_counts<BinaryOp::sub>);
  cls->method("most_common", "self, n=None", most_common_list);
  add_methods(*cls,
              {
                  {"__missing__", 1, 1,
                   [](Interpreter&, Args&) -> Value { return int64_t{0}; }},
                  {"__repr__", 0, 0, counter_repr},
                  {"elements", 0, 0, elements},
                  {"total", 0, 0, total},
                  {"__add__", 1, 1, counter_operator<BinaryOp::add>},
                  {"__sub__", 1, 1, counter_operator<BinaryOp::sub>},
                  {"__or__", 1, 1, counter_operator<BinaryOp::or_>},
                  {"__and__", 1, 1, counter_operator<BinaryOp::and_>},
                  {"copy", 0, 0,
                   [](Interpreter& i, Args& a) -> Value {
                     const auto fresh = make<DictObject>(self(a).own_cls());
                     dict_update(i, *fresh, a.positional[0]);
                     return fresh;
                   }},
              });
  cls->invalidate();
  m.attributes().set(Symbol("Counter"), cls);
}

// --------------------------------------------------------------------- deque

std::vector<Value>& items(const Args& a) {
  return a.positional[0].get<ListObject>()->items;
}

int64_t max_length(const Value& deque) {
  static const Symbol name("maxlen");
  const Attributes* own = deque.object()->attributes_if_any();
  const Value* v = own ? own->find(name) : nullptr;
  return v && v->is_int() ? v->as_int() : INT64_MAX;
}

void push(Args& a, const Value& v, bool left) {
  std::vector<Value>& own = items(a);
  ask_items(1);
  own.insert(left ? own.begin() : own.end(), v);
  if (static_cast<int64_t>(own.size()) > max_length(a.positional[0])) {
    own.erase(left ? own.end() - 1 : own.begin());
  }
}

template <bool Left>
Value push_one(Interpreter&, Args& a) {
  push(a, a.positional[1], Left);
  return Value::none();
}

template <bool Left>
Value push_all(Interpreter& interp, Args& a) {
  for (const Value& v : interp.to_vector(a.positional[1]))
    push(a, v, Left);
  return Value::none();
}

template <bool Left>
Value pop(Interpreter&, Args& a) {
  std::vector<Value>& own = items(a);
  if (own.empty()) throw IndexError("pop from an empty deque");
  const Value taken = Left ? own.front() : own.back();
  own.erase(Left ? own.begin() : own.end() - 1);
  return taken;
}

Value rotate(Interpreter& interp, Args& a) {
  std::vector<Value>& own = items(a);
  const int64_t by =
      a.positional.size() > 1 ? interp.to_index(a.positional[1]) : 1;
  if (own.empty()) return Value::none();
  const int64_t n = static_cast<int64_t>(own.size());
  const int64_t left = ((-by % n) + n) % n;
  std::rotate(own.begin(), own.begin() + left, own.end());
  return Value::none();
}

Value deque_init(Interpreter& interp, Args& a) {
  items(a).clear();
  const Value& limit = a.positional[2];
  const bool limited = limit.defined() && !limit.is_none();
  if (limited && interp.to_index(limit) < 0)
    throw ValueError("maxlen must be non-negative");
  a.positional[0].object()->attributes().set(
      Symbol("maxlen"),
      limited ? Value(interp.to_index(limit)) : Value::none());
  if (a.positional[1].defined()) {
    for (const Value& v : interp.to_vector(a.positional[1]))
      push(a, v, false);
  }
  return Value::none();
}

Value deque_repr(Interpreter& interp, Args& a) {
  const int64_t most = max_length(a.positional[0]);
  const ReprGuard guard(a.positional[0].object());
  if (guard.repeated()) return str("[...]");
  return str("deque(" + interp.repr(list(items(a))) +
             (most == INT64_MAX ? "" : ", maxlen=" + std::to_string(most)) +
             ")");
}

void add_deque(Interpreter& interp, ModuleObject& m) {
  const Ref<ClassObject> cls = interp.make_class("deque", "collections");
  cls->set_instance_kind(ObjectKind::list);
  const ClassObject* list_class = interp.builtin_class("list");
  for (const char* name :
       {"__len__", "__iter__", "__contains__", "__reversed__", "__eq__",
        "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "count", "index",
        "insert", "remove", "reverse", "clear"}) {
    const Value method = list_class->lookup(Symbol(name));
    cls->method(name, [method](Interpreter& i, Args& a) {
      // The list's own method, on a view of this object as a list.
      const auto as_list = make<ListObject>();
      items(a).swap(as_list->items);
      const Value self_value = a.positional[0];
      std::vector<Value> args(a.positional.begin(), a.positional.end());
      args[0] = as_list;
      if (args.size() > 1 && args[1].get<ListObject>() &&
          i.type_name(args[1]) == "deque") {
        args[1] = args[1].is(self_value)
                      ? Value(as_list)
                      : list(args[1].get<ListObject>()->items);
      }
      const auto restore = [&] {
        self_value.get<ListObject>()->items = as_list->items;
      };
      Value result;
      try {
        result = i.call(method, args);
      } catch (...) {
        restore();
        throw;
      }
      restore();
      return result;
    });
  }
  add_new(*cls, [](Interpreter&, Args& a) -> Value {
    return make<ListObject>(std::vector<Value>(),
                            a.positional[0].get<ClassObject>());
  });
  cls->method("__init__", "self, iterable=(), maxlen=None", deque_init);
  add_methods(
      *cls,
      {
          {"append", 1, 1, push_one<false>},
          {"appendleft", 1, 1, push_one<true>},
          {"extend", 1, 1, push_all<false>},
          {"extendleft", 1, 1, push_all<true>},
          {"pop", 0, 0, pop<false>},
          {"popleft", 0, 0, pop<true>},
          {"rotate", 0, 1, rotate},
          {"__repr__", 0, 0, deque_repr},
          {"__getitem__", 1, 1,
           [](Interpreter& i, Args& a) -> Value {
             const int64_t n = static_cast<int64_t>(items(a).size());
             if (a.positional[1].get<SliceObject>()) {
               throw TypeError("sequence index must be integer, not 'slice'");
             }
             int64_t at = i.to_index(a.positional[1]);
             if (at < 0) at += n;
             if (at < 0 || at >= n)
               throw IndexError("deque index out of range");
             return items(a)[static_cast<size_t>(at)];
           }},
          {"__setitem__", 2, 2,
           [](Interpreter& i, Args& a) -> Value {
             const int64_t n = static_cast<int64_t>(items(a).size());
             int64_t at = i.to_index(a.positional[1]);
             if (at < 0) at += n;
             if (at < 0 || at >= n)
               throw IndexError("deque index out of range");
             items(a)[static_cast<size_t>(at)] = a.positional[2];
             return Value::none();
           }},
      });
  cls->attributes().set(Symbol("__hash__"), Value::none());
  cls->invalidate();
  m.attributes().set(Symbol("deque"), cls);
}

}  // namespace

void add_counter_and_deque(Interpreter& interp, ModuleObject& module) {
  add_counter(interp, module);
  add_deque(interp, module);
}

}  // namespace mha::lang
