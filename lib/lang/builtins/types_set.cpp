// set and frozenset.

#include <algorithm>

#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

std::vector<Value> set_items(const SetObject& set) {
  std::vector<Value> all;
  all.reserve(set.size());
  Value v;
  for (size_t at = 0; set.next(at, v);) all.push_back(v);
  return all;
}

// A new one of the same type as the left operand, or of the built-in one.
Ref<SetObject> like(Interpreter& interp, const SetObject& set) {
  ClassObject* cls = set.own_cls();
  ClassObject* frozen = interp.builtin_class("frozenset");
  const bool is_frozen = cls && cls->is_subclass_of(frozen);
  return make<SetObject>(is_frozen ? frozen : nullptr);
}

Ref<SetObject> set_copy_of(Interpreter& interp, const SetObject& set) {
  const Ref<SetObject> fresh = like(interp, set);
  for (const Value& v : set_items(set)) fresh->add(v);
  return fresh;
}

// Any iterable as a set that can be asked.
Ref<SetObject> readable(Interpreter& interp, const Value& v) {
  if (auto* set = v.get<SetObject>()) return set;
  const auto fresh = make<SetObject>();
  const Ref<IteratorObject> walk = interp.iterate(v);
  for (Value x; walk->next(x); interp.tick()) fresh->add(x);
  return fresh;
}

Ref<SetObject> combined(Interpreter& interp, BinaryOp op, const SetObject& a,
                        const SetObject& b) {
  if (op == BinaryOp::or_) {
    const Ref<SetObject> all = set_copy_of(interp, a);
    for (const Value& v : set_items(b)) all->add(v);
    return all;
  }
  const Ref<SetObject> out = like(interp, a);
  for (const Value& v : set_items(a)) {
    interp.tick();
    if (b.contains(v) == (op == BinaryOp::and_)) out->add(v);
  }
  if (op == BinaryOp::xor_) {
    for (const Value& v : set_items(b)) {
      if (!a.contains(v)) out->add(v);
    }
  }
  return out;
}

void set_replace(SetObject& set, const SetObject& by) {
  const std::vector<Value> fresh = set_items(by);
  for (const Value& v : set_items(set)) set.erase(v);
  for (const Value& v : fresh) set.add(v);
}

Value set_operator(Interpreter& interp, BinaryOp op, const Value& a, const Value& b) {
  if (!a.get<SetObject>() || !b.get<SetObject>()) return Value::not_implemented();
  return combined(interp, op, *a.get<SetObject>(), *b.get<SetObject>());
}

template <BinaryOp Op>
Value set_in_place(Interpreter& interp, Args& a) {
  const auto* other = a.positional[1].get<SetObject>();
  if (!other) return Value::not_implemented();
  set_replace(self<SetObject>(a), *combined(interp, Op, self<SetObject>(a), *other));
  return a.positional[0];
}

// union(), intersection(), ...: of any number of iterables.
template <BinaryOp Op>
Value method(Interpreter& interp, Args& a) {
  Ref<SetObject> result = set_copy_of(interp, self<SetObject>(a));
  for (size_t i = 1; i < a.positional.size(); ++i) {
    result = combined(interp, Op, *result, *readable(interp, a.positional[i]));
  }
  return result;
}

template <BinaryOp Op>
Value set_update(Interpreter& interp, Args& a) {
  for (size_t i = 1; i < a.positional.size(); ++i) {
    const auto other = readable(interp, a.positional[i]);
    if (Op == BinaryOp::or_) {
      for (const Value& v : set_items(*other)) self<SetObject>(a).add(v);
    } else {
      set_replace(self<SetObject>(a), *combined(interp, Op, self<SetObject>(a), *other));
    }
  }
  return Value::none();
}

bool subset(const SetObject& a, const SetObject& b) {
  if (a.size() > b.size()) return false;
  const std::vector<Value> all = set_items(a);
  return std::all_of(all.begin(), all.end(),
                     [&](const Value& v) { return b.contains(v); });
}

bool ordered(CompareOp op, const SetObject& a, const SetObject& b) {
  switch (op) {
    case CompareOp::eq:
      return a.size() == b.size() && subset(a, b);
    case CompareOp::ne:
      return a.size() != b.size() || !subset(a, b);
    case CompareOp::lt:
      return a.size() < b.size() && subset(a, b);
    case CompareOp::le:
      return subset(a, b);
    case CompareOp::gt:
      return a.size() > b.size() && subset(b, a);
    default:
      return subset(b, a);
  }
}

Value set_compared(Interpreter&, CompareOp op, const Value& a, const Value& b) {
  if (!a.get<SetObject>() || !b.get<SetObject>()) return Value::not_implemented();
  return ordered(op, *a.get<SetObject>(), *b.get<SetObject>());
}

Value set_repr(Interpreter& interp, Args& a) {
  const std::string name = interp.type_name(a.positional[0]);
  const ReprGuard guard(a.positional[0].object());
  if (guard.repeated()) return str(name + "(...)");
  if (self<SetObject>(a).size() == 0) return str(name + "()");
  std::string out;
  for (const Value& v : set_items(self<SetObject>(a))) {
    out += (out.empty() ? "" : ", ") + interp.repr(v);
  }
  return str(name == "set" ? "{" + out + "}" : name + "({" + out + "})");
}

Value set_iter(Interpreter& interp, Args& a) {
  return make_iterator(
      interp, "set_iterator",
      [set = Ref<SetObject>(a.positional[0].get<SetObject>()),
       size = self<SetObject>(a).size(), at = size_t{0}](Value& out) mutable {
        if (set->size() != size) {
          throw RuntimeError("Set changed size during iteration");
        }
        return set->next(at, out);
      });
}

Value hash(Interpreter& interp, Args& a) {
  uint64_t h = 0x9E3779B97F4A7C15ULL * (self<SetObject>(a).size() + 1);
  for (const Value& v : set_items(self<SetObject>(a))) {
    const uint64_t x = interp.hash(v);
    h ^= (x ^ (x << 16) ^ 89869747ULL) * 3644798167ULL;
  }
  return static_cast<int64_t>(h);
}

Value set_remove(Interpreter& interp, Args& a) {
  if (self<SetObject>(a).erase(a.positional[1])) return Value::none();
  throw make_error(interp, "KeyError", {a.positional[1]});
}

Value set_pop(Interpreter& interp, Args& a) {
  Value v;
  size_t at = 0;
  if (!self<SetObject>(a).next(at, v)) {
    throw make_error(interp, "KeyError", {str("pop from an empty set")});
  }
  self<SetObject>(a).erase(v);
  return v;
}

void add_common_set_methods(ClassObject& cls) {
  add_operators<set_operator, BinaryOp::and_, BinaryOp::or_, BinaryOp::sub, BinaryOp::xor_>(cls);
  add_comparisons<set_compared>(cls);
  add_methods(
      cls,
      {
          {"__len__", 0, 0,
           [](Interpreter&, Args& a) -> Value {
             return static_cast<int64_t>(self<SetObject>(a).size());
           }},
          {"__contains__", 1, 1,
           [](Interpreter&, Args& a) -> Value {
             return self<SetObject>(a).contains(a.positional[1]);
           }},
          {"__iter__", 0, 0, set_iter},
          {"__repr__", 0, 0, set_repr},
          {"union", 0, kAnyNumber, method<BinaryOp::or_>},
          {"intersection", 0, kAnyNumber, method<BinaryOp::and_>},
          {"difference", 0, kAnyNumber, method<BinaryOp::sub>},
          {"symmetric_difference", 1, 1, method<BinaryOp::xor_>},
          {"issubset", 1, 1,
           [](Interpreter& i, Args& a) -> Value {
             return subset(self<SetObject>(a), *readable(i, a.positional[1]));
           }},
          {"issuperset", 1, 1,
           [](Interpreter& i, Args& a) -> Value {
             return subset(*readable(i, a.positional[1]), self<SetObject>(a));
           }},
          {"isdisjoint", 1, 1,
           [](Interpreter& i, Args& a) -> Value {
             return combined(i, BinaryOp::and_, self<SetObject>(a),
                             *readable(i, a.positional[1]))
                        ->size() == 0;
           }},
          {"copy", 0, 0,
           [](Interpreter& i, Args& a) -> Value { return set_copy_of(i, self<SetObject>(a)); }},
      });
}

}  // namespace

void add_set_types(Interpreter& interp) {
  ClassObject& set = builtin_type(interp, "set", ObjectKind::set);
  add_common_set_methods(set);
  add_new(set, [](Interpreter&, Args& a) -> Value {
    return make<SetObject>(own_class(a.positional[0], "set"));
  });
  set.method("__init__", [](Interpreter& i, Args& a) -> Value {
    check_no_keywords("set", a);
    check_count("set", a.positional.size() - 1, 0, 1);
    for (const Value& v : set_items(self<SetObject>(a))) self<SetObject>(a).erase(v);
    return set_update<BinaryOp::or_>(i, a);
  });
  add_methods(
      set, {
               {"add", 1, 1,
                [](Interpreter&, Args& a) {
                  self<SetObject>(a).add(a.positional[1]);
                  return Value::none();
                }},
               {"remove", 1, 1, set_remove},
               {"discard", 1, 1,
                [](Interpreter&, Args& a) {
                  self<SetObject>(a).erase(a.positional[1]);
                  return Value::none();
                }},
               {"pop", 0, 0, set_pop},
               {"clear", 0, 0,
                [](Interpreter&, Args& a) {
                  for (const Value& v : set_items(self<SetObject>(a))) self<SetObject>(a).erase(v);
                  return Value::none();
                }},
               {"update", 0, kAnyNumber, set_update<BinaryOp::or_>},
               {"intersection_update", 0, kAnyNumber, set_update<BinaryOp::and_>},
               {"difference_update", 0, kAnyNumber, set_update<BinaryOp::sub>},
               {"symmetric_difference_update", 1, 1, set_update<BinaryOp::xor_>},
               {"__iand__", 1, 1, set_in_place<BinaryOp::and_>},
               {"__ior__", 1, 1, set_in_place<BinaryOp::or_>},
               {"__isub__", 1, 1, set_in_place<BinaryOp::sub>},
               {"__ixor__", 1, 1, set_in_place<BinaryOp::xor_>},
           });
  set.attributes().set(Symbol("__hash__"), Value::none());
  set.invalidate();

  ClassObject& frozen = builtin_type(interp, "frozenset", ObjectKind::set);
  add_common_set_methods(frozen);
  add_new(frozen, [](Interpreter& i, Args& a) -> Value {
    check_no_keywords("frozenset", a);
    check_count("frozenset", a.positional.size() - 1, 0, 1);
    const auto made = make<SetObject>(a.positional[0].get<ClassObject>());
    if (a.positional.size() > 1) {
      for (const Value& v : i.to_vector(a.positional[1])) made->add(v);
    }
    return made;
  });
  add_methods(frozen, {{"__hash__", 0, 0, hash}});
  frozen.invalidate();
}

}  // namespace mha::lang
