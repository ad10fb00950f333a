// What changes a list.

#include <algorithm>

#include "lang/builtins/builtin_support.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

std::vector<Value>& list_items(const Args& a) {
  return a.positional[0].get<ListObject>()->items;
}
int64_t list_size(const Args& a) { return static_cast<int64_t>(list_items(a).size()); }

using Offset = std::vector<Value>::difference_type;

// The growth of the vector is what costs memory, so that is what is charged.
void append_value(std::vector<Value>& v, const Value& x) {
  if (v.size() == v.capacity()) {
    ask_items(static_cast<int64_t>(v.size()) + 1);
  }
  v.push_back(x);
}

Value append(Interpreter&, Args& a) {
  append_value(list_items(a), a.positional[1]);
  return Value::none();
}

Value extend(Interpreter& interp, Args& a) {
  std::vector<Value> more = interp.to_vector(a.positional[1]);
  ask_items(static_cast<int64_t>(more.size()));
  std::vector<Value>& own = list_items(a);
  own.insert(own.end(), more.begin(), more.end());
  return Value::none();
}

Value iadd(Interpreter& interp, Args& a) {
  extend(interp, a);
  return a.positional[0];
}

Value imul(Interpreter& interp, Args& a) {
  const Value& times = a.positional[1];
  if (!is_index(interp, times)) return Value::not_implemented();
  const int64_t count = repeat_count(interp, times, list_size(a), sizeof(Value));
  const std::vector<Value> one = list_items(a);
  std::vector<Value>& own = list_items(a);
  if (count == 0) own.clear();
  own.reserve(one.size() * static_cast<size_t>(count));
  for (int64_t i = 1; i < count && !one.empty(); ++i) {
    own.insert(own.end(), one.begin(), one.end());
  }
  return a.positional[0];
}

Value insert(Interpreter& interp, Args& a) {
  int64_t at = interp.to_index(a.positional[1]);
  if (at < 0) at = std::max<int64_t>(at + list_size(a), 0);
  at = std::min(at, list_size(a));
  ask_items(1);
  interp.tick((list_size(a) - at) / 16);  // what is behind it moves
  list_items(a).insert(list_items(a).begin() + static_cast<Offset>(at), a.positional[2]);
  return Value::none();
}

Value taken_out(Interpreter& interp, const Args& a, size_t at) {
  std::vector<Value>& own = list_items(a);
  interp.tick(static_cast<int64_t>(own.size() - at) / 16);  // what is behind it moves
  Value taken = std::move(own[at]);
  own.erase(own.begin() + static_cast<Offset>(at));
  return taken;
}

Value list_pop(Interpreter& interp, Args& a) {
  int64_t at = a.positional.size() > 1 ? interp.to_index(a.positional[1]) : -1;
  if (list_items(a).empty()) throw IndexError("pop from empty list");
  if (at < 0) at += list_size(a);
  if (at < 0 || at >= list_size(a)) throw IndexError("pop index out of range");
  return taken_out(interp, a, static_cast<size_t>(at));
}

Value list_remove(Interpreter& interp, Args& a) {
  for (size_t i = 0; i < list_items(a).size(); ++i) {
    const Value v = list_items(a)[i];
    if (v.is(a.positional[1]) || interp.equal(v, a.positional[1])) {
      if (i < list_items(a).size())
        list_items(a).erase(list_items(a).begin() + static_cast<Offset>(i));
      return Value::none();
    }
    interp.tick();
  }
  throw ValueError("list.remove(x): x not in list");
}

Value reverse(Interpreter& interp, Args& a) {
  interp.tick(list_size(a) / 16);
  std::reverse(list_items(a).begin(), list_items(a).end());
  return Value::none();
}

Value list_clear(Interpreter&, Args& a) {
  std::vector<Value> gone;
  gone.swap(list_items(a));
  return Value::none();
}

Value copy(Interpreter&, Args& a) {
  ask_items(list_size(a));
  return list(list_items(a));
}

Value sort(Interpreter& interp, Args& a) {
  if (a.positional.size() != 1) {
    throw TypeError("sort() takes no positional arguments");
  }
  const auto [key, reverse] = keyword_values(a, "sort", {"key", "reverse"});
  // The list is empty while it is being sorted, as in CPython.
  const Value list_value = a.positional[0];
  std::vector<Value> taken;
  taken.swap(list_items(a));
  const auto put_back = [&] { list_value.get<ListObject>()->items.swap(taken); };
  try {
    sort_values(interp, taken, key, reverse.defined() && interp.truth(reverse));
  } catch (...) {
    put_back();
    throw;
  }
  put_back();
  if (!taken.empty()) throw ValueError("list modified during sort");
  return Value::none();
}

Value setitem(Interpreter& interp, Args& a) {
  const auto* slice = a.positional[1].get<SliceObject>();
  if (!slice) {
    const size_t at = item_place(interp, a.positional[1], list_size(a), "list", "assignment index");
    list_items(a)[at] = a.positional[2];
    return Value::none();
  }
  std::vector<Value> fresh;
  try {
    fresh = interp.to_vector(a.positional[2]);
  } catch (const TypeError&) {
    if (interp.type_of(a.positional[2])->special(Special::iter).defined())
      throw;
    throw TypeError(slice->step.is_none()
                        ? "can only assign an iterable"
                        : "must assign iterable to extended slice");
  }
  ask_items(static_cast<int64_t>(fresh.size()));
  interp.tick(list_size(a) / 16);
  const SliceBounds b = slice_bounds(interp, *slice, list_size(a));
  std::vector<Value>& own = list_items(a);
  if (b.step == 1) {
    const auto from = own.begin() + static_cast<Offset>(b.start);
    own.erase(from, from + static_cast<Offset>(b.count));
    own.insert(own.begin() + static_cast<Offset>(b.start), fresh.begin(),
               fresh.end());
    return Value::none();
  }
  if (static_cast<int64_t>(fresh.size()) != b.count) {
    throw ValueError("attempt to assign sequence of size " +
                     std::to_string(fresh.size()) +
                     " to extended slice of size " + std::to_string(b.count));
  }
  for (int64_t i = 0, at = b.start; i < b.count; ++i, at += b.step) {
    own[static_cast<size_t>(at)] = std::move(fresh[static_cast<size_t>(i)]);
  }
  return Value::none();
}

Value list_delitem(Interpreter& interp, Args& a) {
  const auto* slice = a.positional[1].get<SliceObject>();
  if (!slice) {
    const size_t at = item_place(interp, a.positional[1], list_size(a), "list", "assignment index");
    taken_out(interp, a, at);
    return Value::none();
  }
  SliceBounds b = slice_bounds(interp, *slice, list_size(a));
  if (b.count == 0) return Value::none();
  interp.tick(list_size(a) / 16);
  if (b.step < 0) {
    b.start += b.step * (b.count - 1);
    b.step = -b.step;
  }
  std::vector<Value> kept, gone;
  for (int64_t i = 0; i < list_size(a); ++i) {
    const bool goes = i >= b.start && (i - b.start) % b.step == 0 &&
                      (i - b.start) / b.step < b.count;
    (goes ? gone : kept).push_back(list_items(a)[static_cast<size_t>(i)]);
  }
  list_items(a).swap(kept);
  return Value::none();
}

}  // namespace

void add_list_methods(Interpreter&, ClassObject& cls) {
  add_methods(cls, {
                       {"append", 1, 1, append},
                       {"extend", 1, 1, extend},
                       {"insert", 2, 2, insert},
                       {"pop", 0, 1, list_pop},
                       {"remove", 1, 1, list_remove},
                       {"reverse", 0, 0, reverse},
                       {"clear", 0, 0, list_clear},
                       {"copy", 0, 0, copy},
                       {"__iadd__", 1, 1, iadd},
                       {"__imul__", 1, 1, imul},
                       {"__setitem__", 2, 2, setitem},
                       {"__delitem__", 1, 1, list_delitem},
                   });
  cls.method("sort", sort);
}

}  // namespace mha::lang
