// itertools.

#include <algorithm>
#include <deque>

#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

using Next = std::function<bool(Value&)>;
using Row = std::vector<Value>;

Value iterator(Interpreter& interp, const char* name, Next next) {
  return make_iterator(interp, name, std::move(next));
}

Value chained(Interpreter& interp, Ref<IteratorObject> sources) {
  return iterator(
      interp, "chain",
      [&interp, sources, now = Ref<IteratorObject>()](Value& out) mutable {
        for (;;) {
          if (now && now->next(out)) return true;
          Value source;
          if (!sources->next(source)) return false;
          now = interp.iterate(source);
          interp.tick();
        }
      });
}

Value chain(Interpreter& interp, Args& a) {
  return chained(
      interp, interp.iterate(list({a.positional.begin(), a.positional.end()})));
}

Value product(Interpreter& interp, Args& a) {
  int64_t repeat = 1;
  for (const KeywordArg& k : a.keywords) {
    if (k.name.str() != "repeat") {
      throw TypeError("'" + k.name.str() +
                      "' is an invalid keyword argument for product()");
    }
    repeat = interp.to_index(k.value);
  }
  if (repeat < 0) throw ValueError("repeat argument cannot be negative");
  std::vector<Row> pools;
  for (const Value& v : a.positional) pools.push_back(interp.to_vector(v));
  const size_t once = pools.size();
  for (int64_t i = 1; i < repeat; ++i) {
    interp.tick();
    for (size_t k = 0; k < once; ++k) pools.push_back(pools[k]);
    ask_items(static_cast<int64_t>(once));
  }
  if (repeat == 0) pools.clear();
  return iterator(interp, "product",
                  [pools = std::move(pools), at = std::vector<size_t>(),
                   started = false](Value& out) mutable {
                    if (!started) {
                      started = true;
                      at.assign(pools.size(), 0);
                      for (const Row& p : pools)
                        if (p.empty()) return false;
                    } else {
                      size_t i = pools.size();
                      while (i > 0 && ++at[i - 1] == pools[i - 1].size())
                        at[--i] = 0;
                      if (i == 0) return false;
                    }
                    Row row;
                    for (size_t k = 0; k < pools.size(); ++k)
                      row.push_back(pools[k][at[k]]);
                    out = tuple(std::move(row));
                    return true;
                  });
}

Value count(Interpreter& interp, Args& a) {
  const Value start =
      a.positional[0].defined() ? a.positional[0] : Value(int64_t{0});
  const Value step =
      a.positional[1].defined() ? a.positional[1] : Value(int64_t{1});
  return iterator(interp, "count",
                  [&interp, now = start, step](Value& out) mutable {
                    out = now;
                    now = interp.binary(BinaryOp::add, now, step);
                    return true;
                  });
}

Value repeat(Interpreter& interp, Args& a) {
  const bool bounded = a.positional[1].defined() && !a.positional[1].is_none();
  const int64_t times = bounded ? interp.to_index(a.positional[1]) : -1;
  return iterator(
      interp, "repeat",
      [v = a.positional[0], bounded, left = times](Value& out) mutable {
        if (bounded && left-- <= 0) return false;
        out = v;
        return true;
      });
}

Value cycle(Interpreter& interp, Args& a) {
  return iterator(interp, "cycle",
                  [it = interp.iterate(a.positional[0]), saved = Row(),
                   at = size_t{0}, first = true](Value& out) mutable {
                    if (first) {
                      if (it->next(out)) {
                        saved.push_back(out);
                        return true;
                      }
                      first = false;
                    }
                    if (saved.empty()) return false;
                    out = saved[at++ % saved.size()];
                    return true;
                  });
}

Value zip_longest(Interpreter& interp, Args& a) {
  const Value* given = a.keyword("fillvalue");
  const Value fill = given ? *given : Value::none();
  std::vector<Ref<IteratorObject>> all;
  for (const Value& v : a.positional) all.push_back(interp.iterate(v));
  return iterator(interp, "zip_longest", [all, fill](Value& out) mutable {
    Row row(all.size(), fill);
    bool any = false;
    for (size_t i = 0; i < all.size(); ++i) {
      Value v;
      if (all[i] && all[i]->next(v)) {
        row[i] = std::move(v);
        any = true;
      } else {
        all[i] = nullptr;
      }
    }
    out = tuple(std::move(row));
    return any;
  });
}

Value islice(Interpreter& interp, Args& a) {
  const auto bound = [&](size_t i, int64_t missing) {
    if (i >= a.positional.size() || a.positional[i].is_none()) return missing;
    const bool stop_only = a.positional.size() == 2;
    if (!a.positional[i].is_int() || a.positional[i].as_int() < 0) {
      throw ValueError(
          i == 3 ? "Step for islice() must be a positive integer or None."
          : stop_only || i == 2
              ? "Stop argument for islice() must be None or an integer: 0 "
                "<= x <= sys.maxsize."
              : "Indices for islice() must be None or an integer: 0 <= x "
                "<= sys.maxsize.");
    }
    return a.positional[i].as_int();
  };
  const bool short_form = a.positional.size() == 2;
  const int64_t start = short_form ? 0 : bound(1, 0);
  const int64_t stop = bound(short_form ? 1 : 2, INT64_MAX);
  const int64_t step = bound(3, 1);
  if (step == 0)
    throw ValueError("Step for islice() must be a positive integer or None.");
  return iterator(
      interp, "islice",
      [&interp, it = interp.iterate(a.positional[0]), at = int64_t{0},
       wanted = start, stop, step](Value& out) mutable {
        if (wanted >= stop) {
          // What lies between is used up, as in CPython.
          for (; at < stop && at < wanted; ++at) {
            if (!it->next(out)) break;
          }
          return false;
        }
        for (; at <= wanted; ++at) {
          interp.tick();
          if (!it->next(out)) return false;
        }
        wanted = wanted > INT64_MAX - step ? INT64_MAX : wanted + step;
        return true;
      });
}

Value accumulate(Interpreter& interp, Args& a) {
  const bool has_start =
      a.positional[2].defined() && !a.positional[2].is_none();
  const Value f = a.positional[1].defined() ? a.positional[1] : Value::none();
  return iterator(interp, "accumulate",
                  [&interp, it = interp.iterate(a.positional[0]), f,
                   total = has_start ? a.positional[2] : Value(),
                   pending = has_start](Value& out) mutable {
                    if (!pending) {
                      Value v;
                      if (!it->next(v)) return false;
                      if (!total.defined())
                        total = v;
                      else
                        total = f.is_none()
                                    ? interp.binary(BinaryOp::add, total, v)
                                    : interp.call(f, {total, v});
                    }
                    pending = false;
                    out = total;
                    return true;
                  });
}

int64_t size_argument(Interpreter& interp, const Value& v, int64_t missing) {
  if (!v.defined() || v.is_none()) return missing;
  const int64_t r = interp.to_index(v);
  if (r < 0) throw ValueError("r must be non-negative");
  return r;
}

// Rows of chosen positions: `advance` moves to the next choice.
Value chosen(Interpreter& interp, const char* name, Row pool,
             std::vector<size_t> at, size_t r, bool possible,
             std::function<bool(std::vector<size_t>&, size_t)> advance) {
  return iterator(interp, name,
                  [pool = std::move(pool), at = std::move(at), r, possible,
                   advance, started = false](Value& out) mutable {
                    if (!possible) return false;
                    if (started && !advance(at, r)) return false;
                    started = true;
                    Row row;
                    for (size_t i = 0; i < r; ++i) row.push_back(pool[at[i]]);
                    out = tuple(std::move(row));
                    return true;
                  });
}

std::vector<size_t> numbers(size_t n) {
  std::vector<size_t> all(n);
  for (size_t i = 0; i < n; ++i) all[i] = i;
  return all;
}

Value permutations(Interpreter& interp, Args& a) {
  Row pool = interp.to_vector(a.positional[0]);
  const size_t n = pool.size();
  const auto r = static_cast<size_t>(
      size_argument(interp, a.positional[1], static_cast<int64_t>(n)));
  return chosen(interp, "permutations", std::move(pool), numbers(n), r, r <= n,
                [](std::vector<size_t>& at, size_t k) {
                  // The next arrangement of the first k: the rest is
                  // descending.
                  std::reverse(at.begin() + static_cast<ptrdiff_t>(k),
                               at.end());
                  return std::next_permutation(at.begin(), at.end());
                });
}

Value combinations(Interpreter& interp, Args& a) {
  Row pool = interp.to_vector(a.positional[0]);
  const size_t n = pool.size();
  const auto r = static_cast<size_t>(size_argument(interp, a.positional[1], 0));
  return chosen(interp, "combinations", std::move(pool),
                numbers(std::min(n, r)), r, r <= n,
                [n](std::vector<size_t>& at, size_t k) {
                  for (size_t i = k; i-- > 0;) {
                    if (at[i] == i + n - k) continue;
                    ++at[i];
                    for (size_t j = i + 1; j < k; ++j) at[j] = at[j - 1] + 1;
                    return true;
                  }
                  return false;
                });
}

Value combinations_with_replacement(Interpreter& interp, Args& a) {
  Row pool = interp.to_vector(a.positional[0]);
  const size_t n = pool.size();
  const auto r = static_cast<size_t>(size_argument(interp, a.positional[1], 0));
  return chosen(interp, "combinations_with_replacement", std::move(pool),
                std::vector<size_t>(r), r, n > 0 || r == 0,
                [n](std::vector<size_t>& at, size_t k) {
                  for (size_t i = k; i-- > 0;) {
                    if (at[i] + 1 == n) continue;
                    const size_t v = at[i] + 1;
                    for (size_t j = i; j < k; ++j) at[j] = v;
                    return true;
                  }
                  return false;
                });
}

Value starmap(Interpreter& interp, Args& a) {
  return iterator(interp, "starmap",
                  [&interp, f = a.positional[0],
                   it = interp.iterate(a.positional[1])](Value& out) {
                    Value row;
                    if (!it->next(row)) return false;
                    Row args = interp.to_vector(row);
                    out = interp.call(f, std::span<Value>(args));
                    return true;
                  });
}

template <bool Take>
Value while_true(Interpreter& interp, Args& a) {
  return iterator(
      interp, Take ? "takewhile" : "dropwhile",
      [&interp, f = a.positional[0], it = interp.iterate(a.positional[1]),
       passed = false](Value& out) mutable {
        while (it->next(out)) {
          interp.tick();
          if (!Take && passed) return true;
          const bool yes = interp.truth(interp.call(f, {out}));
          if (Take) return yes;
          if (!yes) return passed = true;
        }
        return false;
      });
}

Value filterfalse(Interpreter& interp, Args& a) {
  return iterator(
      interp, "filterfalse",
      [&interp, f = a.positional[0],
       it = interp.iterate(a.positional[1])](Value& out) {
        while (it->next(out)) {
          interp.tick();
          if (!interp.truth(f.is_none() ? out : interp.call(f, {out})))
            return true;
        }
        return false;
      });
}

Value compress(Interpreter& interp, Args& a) {
  return iterator(interp, "compress",
                  [&interp, it = interp.iterate(a.positional[0]),
                   picks = interp.iterate(a.positional[1])](Value& out) {
                    Value pick;
                    while (it->next(out) && picks->next(pick)) {
                      interp.tick();
                      if (interp.truth(pick)) return true;
                    }
                    return false;
                  });
}

Value pairwise(Interpreter& interp, Args& a) {
  return iterator(interp, "pairwise",
                  [it = interp.iterate(a.positional[0]),
                   last = Value()](Value& out) mutable {
                    Value v;
                    if (!last.defined() && !it->next(last)) return false;
                    if (!it->next(v)) return false;
                    out = tuple({last, v});
                    last = v;
                    return true;
                  });
}

// Runs of equal keys. Each group is read before it is handed out.
Value groupby(Interpreter& interp, Args& a) {
  const Value f = a.positional[1].defined() ? a.positional[1] : Value::none();
  return iterator(
      interp, "groupby",
      [&interp, f, it = interp.iterate(a.positional[0]), next_item = Value(),
       next_key = Value()](Value& out) mutable {
        const auto key_of = [&](const Value& v) {
          return f.is_none() ? v : interp.call(f, {v});
        };
        if (!next_item.defined()) {
          if (!it->next(next_item)) return false;
          next_key = key_of(next_item);
        }
        const Value key = next_key;
        Row group{next_item};
        next_item = Value();
        for (Value v; it->next(v);) {
          interp.tick();
          const Value k = key_of(v);
          if (!interp.equal(k, key)) {
            next_item = v;
            next_key = k;
            break;
          }
          group.push_back(v);
        }
        out = tuple({key, interp.iter(list(std::move(group)))});
        return true;
      });
}

Value tee(Interpreter& interp, Args& a) {
  struct Shared {
    Ref<IteratorObject> source;
    std::vector<std::deque<Value>> waiting;
  };
  const int64_t n =
      a.positional.size() > 1 ? interp.to_index(a.positional[1]) : 2;
  if (n < 0) throw ValueError("n must be >= 0");
  ask_items(n * 8);
  const auto shared = std::make_shared<Shared>();
  shared->source = interp.iterate(a.positional[0]);
  shared->waiting.resize(static_cast<size_t>(n));
  Row out;
  for (size_t i = 0; i < static_cast<size_t>(n); ++i) {
    out.push_back(iterator(interp, "_tee", [shared, i](Value& v) {
      if (shared->waiting[i].empty()) {
        Value fresh;
        if (!shared->source->next(fresh)) return false;
        for (auto& queue : shared->waiting) queue.push_back(fresh);
      }
      v = shared->waiting[i].front();
      shared->waiting[i].pop_front();
      return true;
    }));
  }
  return tuple(std::move(out));
}

void fill(Interpreter&, ModuleObject& m) {
  add_functions(m, {
                       {"cycle", 1, 1, cycle},
                       {"islice", 2, 4, islice},
                       {"starmap", 2, 2, starmap},
                       {"takewhile", 2, 2, while_true<true>},
                       {"dropwhile", 2, 2, while_true<false>},
                       {"filterfalse", 2, 2, filterfalse},
                       {"pairwise", 1, 1, pairwise},
                       {"tee", 1, 2, tee},
                       {"chain", 0, kAnyNumber, chain},
                   });
  add_function(m, "count", "start=0, step=1", count);
  add_function(m, "repeat", "object, times=None", repeat);
  add_function(m, "accumulate", "iterable, func=None, *, initial=None",
               accumulate);
  add_function(m, "permutations", "iterable, r=None", permutations);
  add_function(m, "combinations", "iterable, r", combinations);
  add_function(m, "combinations_with_replacement", "iterable, r",
               combinations_with_replacement);
  add_function(m, "compress", "data, selectors", compress);
  add_function(m, "groupby", "iterable, key=None", groupby);
  m.attributes().set(Symbol("product"),
                     make<NativeFunction>("product", product));
  m.attributes().set(Symbol("zip_longest"),
                     make<NativeFunction>("zip_longest", zip_longest));
  const Value from_iterable = make<NativeFunction>(
      "from_iterable",
      [](Interpreter& i, Args& a) {
        return chained(i, i.iterate(a.positional[0]));
      },
      "iterable");
  m.attributes()
      .find(Symbol("chain"))
      ->object()
      ->attributes()
      .set(Symbol("from_iterable"), from_iterable);
}

}  // namespace

void add_itertools_module(Interpreter& interp) {
  interp.add_module("itertools", fill);
}

}  // namespace mha::lang
