// Iterators: those of containers, and enumerate, zip, map, filter, reversed,
// which are classes of their own.

#include "lang/builtins/builtin_support.h"
#include "lang/runtime/generator.h"

namespace mha::lang {
namespace {

Value make_of(const Args& a, std::function<bool(Value&)> next) {
  return make<IteratorObject>(a.positional[0].get<ClassObject>(),
                              std::move(next));
}

Value enumerate_new(Interpreter& interp, Args& a) {
  auto [from, start] = keyword_values(a, "enumerate", {"iterable", "start"});
  const size_t given = a.positional.size() - 1;
  if (given > 0) from = a.positional[1];
  if (given > 1) start = a.positional[2];
  if (!from.defined()) {
    throw TypeError("enumerate() missing required argument 'iterable'");
  }
  if (given + a.keywords.size() > 2) {
    throw TypeError("enumerate() takes at most 2 arguments (" +
                    std::to_string(given + a.keywords.size()) + " given)");
  }
  if (!start.defined()) start = int64_t{0};
  interp.to_index(start);
  return make_of(
      a, [it = interp.iterate(from), i = std::move(start), &interp](Value& out) mutable {
        Value v;
        if (!it->next(v)) return false;
        out = tuple({i, std::move(v)});
        i = interp.binary(BinaryOp::add, i, int64_t{1});
        return true;
      });
}

// The iterators of all arguments from `first` on.
std::vector<Ref<IteratorObject>> iterators(Interpreter& interp, const Args& a,
                                           size_t first) {
  std::vector<Ref<IteratorObject>> all;
  for (size_t i = first; i < a.positional.size(); ++i) {
    all.push_back(interp.iterate(a.positional[i]));
  }
  return all;
}

Value zip_new(Interpreter& interp, Args& a) {
  const Value wanted = keyword_values(a, "zip", {"strict"})[0];
  const bool strict = wanted.defined() && interp.truth(wanted);
  return make_of(a, [all = iterators(interp, a, 1), strict](Value& out) {
    if (all.empty()) return false;
    std::vector<Value> row(all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i]->next(row[i])) continue;
      if (!strict) return false;
      const auto told = [](size_t n, const char* than, size_t before) {
        throw ValueError("zip() argument " + std::to_string(n) + " is " + than +
                         " than argument" + (before > 1 ? "s 1-" : " ") +
                         std::to_string(before));
      };
      if (i > 0) told(i + 1, "shorter", i);
      Value extra;
      for (size_t k = 1; k < all.size(); ++k) {
        if (all[k]->next(extra)) told(k + 1, "longer", k);
      }
      return false;
    }
    out = tuple(std::move(row));
    return true;
  });
}

Value map_new(Interpreter& interp, Args& a) {
  check_no_keywords("map", a);
  if (a.positional.size() < 3)
    throw TypeError("map() must have at least two arguments.");
  return make_of(a, [&interp, f = a.positional[1],
                     all = iterators(interp, a, 2)](Value& out) {
    std::vector<Value> row(all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      if (!all[i]->next(row[i])) return false;
    }
    out = interp.call(f, std::span<Value>(row));
    return true;
  });
}

Value filter_new(Interpreter& interp, Args& a) {
  check_no_keywords("filter", a);
  check_count("filter", a.positional.size() - 1, 2, 2);
  return make_of(a, [&interp, f = a.positional[1],
                     it = interp.iterate(a.positional[2])](Value& out) {
    while (it->next(out)) {
      interp.tick();
      if (interp.truth(f.is_none() ? out : interp.call(f, {out}))) return true;
    }
    return false;
  });
}

Value reversed_new(Interpreter& interp, Args& a) {
  check_no_keywords("reversed", a);
  if (a.positional.size() != 2) {
    throw TypeError("reversed expected 1 argument, got " +
                    std::to_string(a.positional.size() - 1));
  }
  const Value& v = a.positional[1];
  ClassObject* cls = interp.type_of(v);
  const Value method = cls->special(Special::reversed);
  if (method.defined() && !method.is_none()) return interp.call(method, {v});
  if (!cls->special(Special::getitem).defined() ||
      !cls->special(Special::len).defined() || v.get<DictObject>()) {
    throw TypeError("'" + cls->name() + "' object is not reversible");
  }
  return make_of(a, [&interp, v, left = interp.length(v)](Value& out) mutable {
    if (left == 0) return false;
    out = interp.get_item(v, --left);
    return true;
  });
}

}  // namespace

void add_iterator_types(Interpreter& interp) {
  const Ref<ClassObject> base = interp.make_class("iterator", "builtins");
  base->set_instance_kind(ObjectKind::iterator);
  add_methods(*base,
              {
                  {"__iter__", 0, 0,
                   [](Interpreter&, Args& a) { return a.positional[0]; }},
                  {"__next__", 0, 0,
                   [](Interpreter& i, Args& a) {
                     Value out;
                     if (a.positional[0].get<IteratorObject>()->next(out))
                       return out;
                     throw stop_of(i, a.positional[0]);
                   }},
              });
  base->invalidate();
  add_generator_type(interp);
  const auto add = [&](const char* name, PlainFn fn) {
    ClassObject& cls =
        builtin_type(interp, name, ObjectKind::iterator, base.get());
    add_new(cls, fn);
    cls.invalidate();
  };
  add("enumerate", enumerate_new);
  add("zip", zip_new);
  add("map", map_new);
  add("filter", filter_new);
  add("reversed", reversed_new);
}

void add_builtin_types(Interpreter& interp) {
  add_number_types(interp);
  add_str_type(interp);
  add_sequence_types(interp);
  add_range_types(interp);
  add_dict_type(interp);
  add_set_types(interp);
  add_iterator_types(interp);
  add_type_expressions(interp);
}

}  // namespace mha::lang
