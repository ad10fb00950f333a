// copy: copy and deepcopy.

#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

// What is made anew, by the address of the original; both are kept alive.
struct Memo {
  Ref<DictObject> made;

  Value* find(const Value& v) const {
    return made->find(
        Value(static_cast<int64_t>(reinterpret_cast<uintptr_t>(v.object()))));
  }
  void set(const Value& v, const Value& copy) const {
    made->set(
        Value(static_cast<int64_t>(reinterpret_cast<uintptr_t>(v.object()))),
        copy);
  }
};

Value deep(Interpreter& interp, const Value& v, const Memo& memo);

void copy_attributes(Interpreter& interp, const Value& from, const Value& to,
                     const Memo* memo) {
  const Attributes* own = from.object()->attributes_if_any();
  if (!own) return;
  const auto items = own->items();
  for (const auto& [name, value] : items) {
    to.object()->attributes().set(name,
                                  memo ? deep(interp, value, *memo) : value);
  }
}

// A copy of a container or an instance, shallow without a memo.
Value copied(Interpreter& interp, const Value& v, const Memo* memo) {
  const auto item = [&](const Value& x) {
    return memo ? deep(interp, x, *memo) : x;
  };
  const auto remember = [&](const Value& fresh) {
    if (memo) memo->set(v, fresh);
    copy_attributes(interp, v, fresh, memo);
  };
  ClassObject* cls = v.object()->own_cls();
  if (const auto* items = v.get<ListObject>()) {
    const auto fresh = make<ListObject>(std::vector<Value>(), cls);
    remember(fresh);
    ask_items(static_cast<int64_t>(items->items.size()));
    for (size_t i = 0; i < items->items.size(); ++i) {
      const Value x = items->items[i];
      fresh->items.push_back(item(x));
    }
    return fresh;
  }
  if (const auto* items = v.get<TupleObject>()) {
    std::vector<Value> fresh;
    bool same = true;
    for (const Value& x : items->items) {
      fresh.push_back(item(x));
      same = same && fresh.back().is(x);
    }
    return same ? v : Value(make<TupleObject>(std::move(fresh), cls));
  }
  if (const auto* dict = v.get<DictObject>()) {
    const auto fresh = make<DictObject>(cls);
    remember(fresh);
    Value key, value;
    for (size_t at = 0; dict->next(at, key, value);)
      fresh->set(item(key), item(value));
    return fresh;
  }
  if (const auto* set = v.get<SetObject>()) {
    const auto fresh = make<SetObject>(cls);
    Value x;
    for (size_t at = 0; set->next(at, x);) fresh->add(item(x));
    remember(fresh);
    return fresh;
  }
  if (v.get<InstanceObject>()) {
    const auto fresh = make<InstanceObject>(cls);
    remember(fresh);
    return fresh;
  }
  return v;  // numbers, text, functions, classes: never copied
}

Value deep(Interpreter& interp, const Value& v, const Memo& memo) {
  if (!v.is_object() || v.get<ClassObject>()) return v;
  interp.tick();
  if (const Value* known = memo.find(v)) return *known;
  const Value method = interp.type_of(v)->lookup(Symbol("__deepcopy__"));
  const Value fresh = method.defined() ? interp.call(method, {v, memo.made})
                                       : copied(interp, v, &memo);
  if (!fresh.is(v)) memo.set(v, fresh);
  return fresh;
}

Value shallow_copy(Interpreter& interp, Args& a) {
  const Value& v = a.positional[0];
  if (!v.is_object() || v.get<ClassObject>()) return v;
  const Value method = interp.type_of(v)->lookup(Symbol("__copy__"));
  return method.defined() ? interp.call(method, {v})
                          : copied(interp, v, nullptr);
}

Value deep_copy(Interpreter& interp, Args& a) {
  Ref<DictObject> made;
  if (a.positional[1].defined()) made = a.positional[1].get<DictObject>();
  if (!made) made = make<DictObject>();
  return deep(interp, a.positional[0], {made});
}

}  // namespace

void add_copy_module(Interpreter& interp) {
  interp.add_module("copy", [](Interpreter&, ModuleObject& m) {
    add_function(m, "copy", "x", shallow_copy);
    add_function(m, "deepcopy", "x, memo=None", deep_copy);
  });
}

}  // namespace mha::lang
