// functools and operator.

#include "lang/builtins/builtin_support.h"
#include "lang/runtime/format.h"

namespace mha::lang {
namespace {

// ------------------------------------------------------------------- partial

struct Partial {
  Value function;
  std::vector<Value> args;
  std::vector<KeywordArg> keywords;
};

Partial& partial_of(const Value& v) {
  return *v.get<NativeObject>()->payload<Partial>();
}

Value partial_new(Interpreter& interp, Args& a) {
  if (a.positional.size() < 2) {
    throw TypeError("type 'partial' takes at least one argument");
  }
  if (!interp.is_callable(a.positional[1])) {
    throw TypeError("the first argument must be callable");
  }
  return make<NativeObject>(a.positional[0].get<ClassObject>(),
                            std::make_shared<Partial>(Partial{
                                a.positional[1],
                                {a.positional.begin() + 2, a.positional.end()},
                                {a.keywords.begin(), a.keywords.end()}}));
}

Value partial_call(Interpreter& interp, Args& a) {
  const Partial& p = partial_of(a.positional[0]);
  std::vector<Value> args = p.args;
  args.insert(args.end(), a.positional.begin() + 1, a.positional.end());
  std::vector<KeywordArg> keywords;
  for (const KeywordArg& k : p.keywords) {
    if (!a.keyword(k.name.str())) keywords.push_back(k);
  }
  keywords.insert(keywords.end(), a.keywords.begin(), a.keywords.end());
  return interp.call(p.function, args, keywords);
}

void add_partial(Interpreter& interp, ModuleObject& m) {
  const Ref<ClassObject> cls = interp.make_class("partial", "functools");
  cls->set_instance_kind(ObjectKind::native);
  add_new(*cls, partial_new);
  cls->method("__init__", [](Interpreter&, Args&) { return Value::none(); });
  cls->method("__call__", partial_call);
  cls->property("func", [](Interpreter&, const Value& v) {
    return partial_of(v).function;
  });
  cls->property("args", [](Interpreter&, const Value& v) {
    return tuple(partial_of(v).args);
  });
  cls->property("keywords", [](Interpreter&, const Value& v) -> Value {
    const auto dict = make<DictObject>();
    for (const KeywordArg& k : partial_of(v).keywords)
      dict->set(k.name.str(), k.value);
    return dict;
  });
  cls->method("__repr__", "self", [](Interpreter& i, Args& a) {
    const Partial& p = partial_of(a.positional[0]);
    std::string out = "functools.partial(" + i.repr(p.function);
    for (const Value& v : p.args) out += ", " + i.repr(v);
    for (const KeywordArg& k : p.keywords)
      out += ", " + k.name.str() + "=" + i.repr(k.value);
    return str(out + ")");
  });
  cls->invalidate();
  m.attributes().set(Symbol("partial"), cls);
}

// --------------------------------------------------------- wraps, lru_cache

Value update_wrapper(Interpreter& interp, const Value& wrapper,
                     const Value& wrapped) {
  // A function of C++ refuses new attributes from programs, not from here.
  const auto set = [&](Symbol name, const Value& v) {
    if (wrapper.get<NativeFunction>())
      wrapper.object()->attributes().set(name, v);
    else
      interp.set_attr(wrapper, name, v);
  };
  for (const char* name :
       {"__module__", "__name__", "__qualname__", "__doc__"}) {
    const Value v = interp.find_attr(wrapped, Symbol(name));
    if (v.defined()) set(Symbol(name), v);
  }
  set(Symbol("__wrapped__"), wrapped);
  return wrapper;
}

Value wraps(Interpreter&, Args& a) {
  return make<NativeFunction>(
      "wraps",
      [wrapped = a.positional[0]](Interpreter& i, Args& b) {
        return update_wrapper(i, b.positional[0], wrapped);
      },
      "wrapper");
}

Value make_key(const Args& a, size_t from) {
  std::vector<Value> parts(a.positional.begin() + static_cast<ptrdiff_t>(from),
                           a.positional.end());
  for (const KeywordArg& k : a.keywords) {
    parts.push_back(str(k.name.str()));
    parts.push_back(k.value);
  }
  return tuple(
      {tuple(std::move(parts)), static_cast<int64_t>(a.keywords.size())});
}

struct Cache {
  Value function;
  Ref<DictObject> results = make<DictObject>();
  int64_t hits = 0, misses = 0, most = -1;  // -1: no bound
};

Value cached_call(Interpreter& interp, const std::shared_ptr<Cache>& cache,
                  Args& a) {
  const Value key = make_key(a, 0);
  if (const Value* known = cache->results->find(key)) {
    ++cache->hits;
    const Value result = *known;
    if (cache->most > 0) {  // the latest used goes last
      cache->results->erase(key);
      cache->results->set(key, result);
    }
    return result;
  }
  Value result = interp.call(cache->function, a.positional, a.keywords);
  ++cache->misses;
  if (cache->most == 0) return result;
  cache->results->set(key, result);
  if (cache->most > 0 &&
      static_cast<int64_t>(cache->results->size()) > cache->most) {
    Value oldest, value;
    size_t at = 0;
    if (cache->results->next(at, oldest, value)) cache->results->erase(oldest);
  }
  return result;
}

Value cache_info(Interpreter& interp, const Cache& cache) {
  const Value make_tuple =
      interp.get_attr(interp.import("collections"), "namedtuple");
  const Value info = interp.call(
      make_tuple, {str("CacheInfo"), str("hits misses maxsize currsize")});
  return interp.call(info, {cache.hits, cache.misses,
                            cache.most < 0 ? Value::none() : Value(cache.most),
                            static_cast<int64_t>(cache.results->size())});
}

Value make_cache(Interpreter& interp, const Value& function, int64_t most) {
  const auto cache = std::make_shared<Cache>();
  cache->function = function;
  cache->most = most;
  const auto made = make<NativeFunction>(
      interp.str(interp.get_attr(function, "__name__")),
      [cache](Interpreter& i, Args& a) { return cached_call(i, cache, a); });
  made->is_method = true;  // as an attribute of a class it receives the object
  const auto add = [&](const char* name, NativeFn fn) {
    made->attributes().set(Symbol(name),
                           make<NativeFunction>(name, std::move(fn), ""));
  };
  add("cache_clear", [cache](Interpreter&, Args&) {
    cache->results = make<DictObject>();
    cache->hits = cache->misses = 0;
    return Value::none();
  });
  add("cache_info",
      [cache](Interpreter& i, Args&) { return cache_info(i, *cache); });
  return update_wrapper(interp, made, function);
}

Value lru_cache(Interpreter& interp, Args& a) {
  const Value& most = a.positional[0];
  if (most.defined() && interp.is_callable(most))
    return make_cache(interp, most, 128);
  const int64_t bound = !most.defined() ? 128
                        : most.is_none()
                            ? -1
                            : std::max<int64_t>(interp.to_index(most), 0);
  return make<NativeFunction>(
      "decorating_function",
      [bound](Interpreter& i, Args& b) {
        return make_cache(i, b.positional[0], bound);
      },
      "user_function");
}

void add_caches(ModuleObject& m) {
  add_function(m, "lru_cache", "maxsize=128, typed=False", lru_cache);
  add_function(m, "cache", "user_function", [](Interpreter& i, Args& a) {
    return make_cache(i, a.positional[0], -1);
  });
}

Value cached_property(Interpreter& interp, Args& a) {
  const Value function = a.positional[0];
  const Symbol slot("_cached_" +
                    interp.str(interp.get_attr(function, "__name__")));
  const Value getter = make<NativeFunction>(
      "cached_property",
      [function, slot](Interpreter& i, Args& b) {
        Attributes& own = b.positional[0].object()->attributes();
        if (const Value* known = own.find(slot)) return *known;
        const Value v = i.call(function, {b.positional[0]});
        b.positional[0].object()->attributes().set(slot, v);
        return v;
      },
      "self");
  return make<Descriptor>(Descriptor::Type::property, getter);
}

Value reduce(Interpreter& interp, Args& a) {
  check_count("functools.reduce", a.positional.size(), 2, 3);
  const Ref<IteratorObject> walk = interp.iterate(a.positional[1]);
  Value total;
  if (a.positional.size() > 2)
    total = a.positional[2];
  else if (!walk->next(total)) {
    throw TypeError("reduce() of empty iterable with no initial value");
  }
  for (Value v; walk->next(v); interp.tick())
    total = interp.call(a.positional[0], {total, v});
  return total;
}

Value cmp_to_key(Interpreter& interp, Args& a) {
  const Ref<ClassObject> cls = interp.make_class("K", "functools");
  cls->method("__init__", "self, obj", [](Interpreter& i, Args& b) {
    i.generic_set_attr(b.positional[0], Symbol("obj"), b.positional[1]);
    return Value::none();
  });
  const auto add = [&](const char* name, CompareOp op) {
    cls->method(name, "self, other",
                [op, f = a.positional[0]](Interpreter& i, Args& b) {
                  const Value x = i.get_attr(b.positional[0], "obj"),
                              y = i.get_attr(b.positional[1], "obj");
                  return i.compare(op, i.call(f, {x, y}), int64_t{0});
                });
  };
  add("__lt__", CompareOp::lt);
  add("__gt__", CompareOp::gt);
  add("__eq__", CompareOp::eq);
  add("__le__", CompareOp::le);
  add("__ge__", CompareOp::ge);
  cls->invalidate();
  return cls;
}

// From one ordering method of a class, the other three.
Value total_ordering(Interpreter&, Args& a) {
  auto* cls = a.positional[0].get<ClassObject>();
  if (!cls) throw TypeError("total_ordering() should decorate a class");
  const auto own = [&](Special s) { return cls->special(s).defined(); };
  const bool lt = own(Special::lt), gt = own(Special::gt),
             le = own(Special::le), ge = own(Special::ge);
  if (!lt && !gt && !le && !ge) {
    throw ValueError("must define at least one ordering operation: < > <= >=");
  }
  // Less than, in terms of what there is.
  const auto less = [lt, gt, le](Interpreter& i, const Value& x,
                                 const Value& y) {
    if (lt) return i.truth(i.call_method(x, "__lt__", {y}));
    if (gt) return i.truth(i.call_method(y, "__gt__", {x}));
    if (le) return i.truth(i.call_method(x, "__le__", {y})) && !i.equal(x, y);
    return !i.truth(i.call_method(x, "__ge__", {y}));
  };
  const auto add = [&](const char* name, auto answer) {
    if (cls->attributes().find(Symbol(name))) return;
    cls->method(name, "self, other",
                [less, answer](Interpreter& i, Args& b) -> Value {
                  const Value x = b.positional[0], y = b.positional[1];
                  return answer(i, less, x, y);
                });
  };
  add("__lt__", [](auto& i, auto& f, auto& x, auto& y) { return f(i, x, y); });
  add("__gt__", [](auto& i, auto& f, auto& x, auto& y) {
    return !f(i, x, y) && !i.equal(x, y);
  });
  add("__le__", [](auto& i, auto& f, auto& x, auto& y) {
    return f(i, x, y) || i.equal(x, y);
  });
  add("__ge__", [](auto& i, auto& f, auto& x, auto& y) { return !f(i, x, y); });
  cls->invalidate();
  return a.positional[0];
}

void fill_functools(Interpreter& interp, ModuleObject& m) {
  add_partial(interp, m);
  add_caches(m);
  add_function(m, "wraps", "wrapped, assigned=None, updated=None", wraps);
  add_function(m, "update_wrapper", "wrapper, wrapped",
               [](Interpreter& i, Args& a) {
                 return update_wrapper(i, a.positional[0], a.positional[1]);
               });
  add_function(m, "cached_property", "func", cached_property);
  add_function(m, "cmp_to_key", "mycmp", cmp_to_key);
  add_function(m, "total_ordering", "cls", total_ordering);
  m.attributes().set(Symbol("reduce"), make<NativeFunction>("reduce", reduce));
}

// ------------------------------------------------------------------ operator

template <BinaryOp Op>
Value binary(Interpreter& i, Args& a) {
  return i.binary(Op, a.positional[0], a.positional[1]);
}
template <BinaryOp Op>
Value in_place(Interpreter& i, Args& a) {
  return i.in_place(Op, a.positional[0], a.positional[1]);
}
template <CompareOp Op>
Value compare(Interpreter& i, Args& a) {
  return i.compare(Op, a.positional[0], a.positional[1]);
}
template <UnaryOp Op>
Value unary(Interpreter& i, Args& a) {
  return i.unary(Op, a.positional[0]);
}

// itemgetter, attrgetter: a function of one object, giving one or a tuple.
Value getter(const char* name, std::vector<Value> keys,
             Value (*get)(Interpreter&, const Value&, const Value&)) {
  return make<NativeFunction>(
      name,
      [keys = std::move(keys), get](Interpreter& i, Args& a) {
        if (keys.size() == 1) return get(i, a.positional[0], keys[0]);
        std::vector<Value> out;
        for (const Value& k : keys) out.push_back(get(i, a.positional[0], k));
        return tuple(std::move(out));
      },
      "obj");
}

Value dotted(Interpreter& i, const Value& v, const Value& path) {
  Value at = v;
  std::string rest = text_argument(i, path, "attribute name");
  for (size_t dot; (dot = rest.find('.')) != std::string::npos;
       rest.erase(0, dot + 1)) {
    at = i.get_attr(at, rest.substr(0, dot));
  }
  return i.get_attr(at, rest);
}

Value method_caller(Interpreter&, Args& a) {
  if (a.positional.empty()) {
    throw TypeError("methodcaller needs at least one argument, the method name");
  }
  const Value name = a.positional[0];
  std::vector<Value> args(a.positional.begin() + 1, a.positional.end());
  std::vector<KeywordArg> keywords(a.keywords.begin(), a.keywords.end());
  return make<NativeFunction>(
      "methodcaller",
      [name, args, keywords](Interpreter& i, Args& b) {
        std::vector<Value> own_args = args;
        std::vector<KeywordArg> own_keywords = keywords;
        return i.call(i.get_attr(b.positional[0], i.str(name)), own_args,
                      own_keywords);
      },
      "obj");
}

void fill_operator(Interpreter&, ModuleObject& m) {
  add_functions(
      m, {
             {"add", 2, 2, binary<BinaryOp::add>},
             {"sub", 2, 2, binary<BinaryOp::sub>},
             {"mul", 2, 2, binary<BinaryOp::mul>},
             {"truediv", 2, 2, binary<BinaryOp::div>},
             {"floordiv", 2, 2, binary<BinaryOp::floordiv>},
             {"mod", 2, 2, binary<BinaryOp::mod>},
             {"pow", 2, 2, binary<BinaryOp::pow>},
             {"matmul", 2, 2, binary<BinaryOp::matmul>},
             {"and_", 2, 2, binary<BinaryOp::and_>},
             {"or_", 2, 2, binary<BinaryOp::or_>},
             {"xor", 2, 2, binary<BinaryOp::xor_>},
             {"lshift", 2, 2, binary<BinaryOp::lshift>},
             {"rshift", 2, 2, binary<BinaryOp::rshift>},
             {"concat", 2, 2, binary<BinaryOp::add>},
             {"iadd", 2, 2, in_place<BinaryOp::add>},
             {"isub", 2, 2, in_place<BinaryOp::sub>},
             {"imul", 2, 2, in_place<BinaryOp::mul>},
             {"itruediv", 2, 2, in_place<BinaryOp::div>},
             {"eq", 2, 2, compare<CompareOp::eq>},
             {"ne", 2, 2, compare<CompareOp::ne>},
             {"lt", 2, 2, compare<CompareOp::lt>},
             {"le", 2, 2, compare<CompareOp::le>},
             {"gt", 2, 2, compare<CompareOp::gt>},
             {"ge", 2, 2, compare<CompareOp::ge>},
             {"is_", 2, 2, compare<CompareOp::is>},
             {"is_not", 2, 2, compare<CompareOp::is_not>},
             {"neg", 1, 1, unary<UnaryOp::minus>},
             {"pos", 1, 1, unary<UnaryOp::plus>},
             {"invert", 1, 1, unary<UnaryOp::invert>},
             {"not_", 1, 1, unary<UnaryOp::not_>},
             {"truth", 1, 1,
              [](Interpreter& i, Args& a) -> Value {
                return i.truth(a.positional[0]);
              }},
             {"index", 1, 1,
              [](Interpreter& i, Args& a) -> Value {
                return i.to_index(a.positional[0]);
              }},
             {"contains", 2, 2,
              [](Interpreter& i, Args& a) -> Value {
                return i.contains(a.positional[0], a.positional[1]);
              }},
             {"getitem", 2, 2,
              [](Interpreter& i, Args& a) {
                return i.get_item(a.positional[0], a.positional[1]);
              }},
             {"setitem", 3, 3,
              [](Interpreter& i, Args& a) {
                i.set_item(a.positional[0], a.positional[1], a.positional[2]);
                return Value::none();
              }},
             {"delitem", 2, 2,
              [](Interpreter& i, Args& a) {
                i.del_item(a.positional[0], a.positional[1]);
                return Value::none();
              }},
             {"itemgetter", 1, kAnyNumber,
              [](Interpreter&, Args& a) {
                return getter("itemgetter",
                              {a.positional.begin(), a.positional.end()},
                              [](Interpreter& i, const Value& v,
                                 const Value& k) { return i.get_item(v, k); });
              }},
             {"attrgetter", 1, kAnyNumber,
              [](Interpreter&, Args& a) {
                return getter("attrgetter",
                              {a.positional.begin(), a.positional.end()},
                              dotted);
              }},
         });
  m.attributes().set(Symbol("methodcaller"),
                     make<NativeFunction>("methodcaller", method_caller));
  const Value absolute =
      plain_function("operator.abs", 1, 1, [](Interpreter& i, Args& a) {
        return i.call(i.type_of(a.positional[0])->special(Special::abs),
                      {a.positional[0]});
      });
  m.attributes().set(Symbol("abs"), absolute);
}

}  // namespace

void add_functools_module(Interpreter& interp) {
  interp.add_module("functools", fill_functools);
}

void add_operator_module(Interpreter& interp) {
  interp.add_module("operator", fill_operator);
}

}  // namespace mha::lang
