// range and slice.

#include "lang/builtins/builtin_support.h"
#include "lang/values/number.h"

namespace mha::lang {
namespace {

Value range_new(Interpreter& interp, Args& a) {
  check_no_keywords("range", a);
  const size_t given = a.positional.size() - 1;
  if (given == 0) throw TypeError("range expected at least 1 argument, got 0");
  check_count("range", given, 1, 3);
  const auto number = [&](size_t i) {
    return interp.to_index(a.positional[i]);
  };
  if (given == 1) return make<RangeObject>(0, number(1), 1);
  const int64_t start = number(1), stop = number(2);
  const int64_t step = given == 3 ? number(3) : 1;
  if (step == 0) throw ValueError("range() arg 3 must not be zero");
  return make<RangeObject>(start, stop, step);
}

Value range_getitem(Interpreter& interp, Args& a) {
  const RangeObject& r = self<RangeObject>(a);
  const Value& index = a.positional[1];
  if (const auto* slice = index.get<SliceObject>()) {
    const SliceBounds b = slice_bounds(interp, *slice, r.length());
    return make<RangeObject>(r.item(b.start), r.item(b.stop), r.step * b.step);
  }
  const size_t at = item_place(interp, index, r.length(), "range", "object index");
  return r.item(static_cast<int64_t>(at));
}

bool range_contains(Interpreter& interp, const RangeObject& r, const Value& v) {
  if (v.is_int() || v.is_bool()) {
    const int64_t x = v.as_int();
    const bool within =
        r.step > 0 ? x >= r.start && x < r.stop : x <= r.start && x > r.stop;
    // The distance of two int64 may not fit one.
    const __int128 distance = static_cast<__int128>(x) - r.start;
    return within && distance % r.step == 0;
  }
  if (v.get<BigIntObject>()) return false;
  for (int64_t i = 0; i < r.length(); ++i) {
    interp.tick();
    if (interp.equal(r.item(i), v)) return true;
  }
  return false;
}

Value range_iter(Interpreter& interp, Args& a) {
  const RangeObject& r = self<RangeObject>(a);
  return make_iterator(
      interp, "range_iterator",
      [next = r.start, step = r.step, left = r.length()](Value& out) mutable {
        if (left == 0) return false;
        out = next;
        if (--left) next += step;
        return true;
      });
}

bool same_range(const RangeObject& x, const RangeObject& y) {
  const int64_t n = x.length();
  return n == y.length() &&
         (n == 0 || (x.start == y.start && (n == 1 || x.step == y.step)));
}

Value slice_new(Interpreter&, Args& a) {
  check_no_keywords("slice", a);
  check_count("slice", a.positional.size() - 1, 1, 3);
  const auto& p = a.positional;
  const Value none = Value::none();
  if (p.size() == 2) return make<SliceObject>(none, p[1], none);
  return make<SliceObject>(p[1], p[2], p.size() > 3 ? p[3] : none);
}

std::vector<Value> parts(const Value& v) {
  const auto* s = v.get<SliceObject>();
  return {s->start, s->stop, s->step};
}

}  // namespace

void add_range_types(Interpreter& interp) {
  ClassObject& range = builtin_type(interp, "range", ObjectKind::range);
  add_new(range, range_new);
  add_methods(
      range,
      {
          {"__getitem__", 1, 1, range_getitem},
          {"__len__", 0, 0,
           [](Interpreter&, Args& a) -> Value { return self<RangeObject>(a).length(); }},
          {"__iter__", 0, 0, range_iter},
          {"__contains__", 1, 1,
           [](Interpreter& i, Args& a) -> Value {
             return range_contains(i, self<RangeObject>(a), a.positional[1]);
           }},
          {"__eq__", 1, 1,
           [](Interpreter&, Args& a) -> Value {
             const auto* other = a.positional[1].get<RangeObject>();
             return other ? Value(same_range(self<RangeObject>(a), *other))
                          : Value::not_implemented();
           }},
          {"__hash__", 0, 0,
           [](Interpreter& i, Args& a) -> Value {
             const RangeObject& r = self<RangeObject>(a);
             const int64_t n = r.length();
             return static_cast<int64_t>(
                 i.hash(tuple({n, n ? Value(r.start) : Value::none(),
                               n > 1 ? Value(r.step) : Value::none()})));
           }},
          {"__repr__", 0, 0,
           [](Interpreter&, Args& a) {
             const RangeObject& r = self<RangeObject>(a);
             return str("range(" + std::to_string(r.start) + ", " +
                        std::to_string(r.stop) +
                        (r.step == 1 ? "" : ", " + std::to_string(r.step)) +
                        ")");
           }},
      });
  range.missing = refused("range.", " count index ");
  const auto part = [&](const char* name, int64_t RangeObject::*member) {
    range.property(name, [member](Interpreter&, const Value& v) {
      return Value(v.get<RangeObject>()->*member);
    });
  };
  part("start", &RangeObject::start);
  part("stop", &RangeObject::stop);
  part("step", &RangeObject::step);
  range.invalidate();

  ClassObject& slice = builtin_type(interp, "slice", ObjectKind::slice);
  add_new(slice, slice_new);
  add_methods(
      slice, {
                 {"__repr__", 0, 0,
                  [](Interpreter& i, Args& a) {
                    return str("slice" + i.repr(tuple(parts(a.positional[0]))));
                  }},
                 {"__eq__", 1, 1,
                  [](Interpreter& i, Args& a) -> Value {
                    if (!a.positional[1].get<SliceObject>())
                      return Value::not_implemented();
                    return compare_sequences(i, CompareOp::eq,
                                             parts(a.positional[0]),
                                             parts(a.positional[1]));
                  }},
             });
  slice.attributes().set(Symbol("__hash__"), Value::none());
  slice.missing = refused("slice.", " indices ");
  const auto bound = [&](const char* name, Value SliceObject::*member) {
    slice.property(name, [member](Interpreter&, const Value& v) {
      return v.get<SliceObject>()->*member;
    });
  };
  bound("start", &SliceObject::start);
  bound("stop", &SliceObject::stop);
  bound("step", &SliceObject::step);
  slice.invalidate();
}

}  // namespace mha::lang
