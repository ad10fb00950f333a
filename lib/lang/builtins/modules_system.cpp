// sys, time, abc, types, string, pprint and __future__; and the
// names of the standard modules that are not supported.

#include <algorithm>
#include <cfloat>
#include <chrono>
#include <ctime>
#include <thread>

#include "base/text.h"
#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

void set(ModuleObject& m, const char* name, const Value& v) {
  m.attributes().set(Symbol(name), v);
}

// ----------------------------------------------------------------------- sys

Value text_stream(Interpreter& interp, const char* name, bool to_err) {
  const Ref<ClassObject> cls = interp.make_class(std::string("TextIOWrapper"),
                                                 to_err ? "_io.err" : "_io");
  cls->module_name = "_io";
  cls->method("write", "self, text, /",
              [to_err](Interpreter& i, Args& a) -> Value {
                const auto* s = a.positional[1].get<StrObject>();
                if (!s) {
                  throw TypeError("write() argument must be str, not " +
                                  i.type_name(a.positional[1]));
                }
                if (!to_err)
                  i.print(s->text());
                else
                  i.print_err(s->text());
                return s->length();
              });
  cls->method("writelines", "self, lines, /", [](Interpreter& i, Args& a) {
    for (const Value& v : i.to_vector(a.positional[1])) {
      i.call_method(a.positional[0], "write", {v});
    }
    return Value::none();
  });
  cls->method("flush", "self",
              [](Interpreter&, Args&) { return Value::none(); });
  cls->method("isatty", "self",
              [](Interpreter&, Args&) -> Value { return false; });
  cls->invalidate();
  const Value stream = make<InstanceObject>(cls.get());
  stream.object()->attributes().set(Symbol("name"), str(name));
  stream.object()->attributes().set(Symbol("encoding"), str("utf-8"));
  return stream;
}

Value exit_program(Interpreter& interp, Args& a) {
  const Value& status = a.positional[0];
  throw make_error(interp, "SystemExit",
                   status.defined() ? std::vector<Value>{status}
                                    : std::vector<Value>{});
}

void fill_sys(Interpreter& interp, ModuleObject& m) {
  set(m, "stdout", text_stream(interp, "<stdout>", false));
  set(m, "stderr", text_stream(interp, "<stderr>", true));
  set(m, "version", str("3.11.2 (mha-tutor)"));
  set(m, "maxsize", INT64_MAX);
  set(m, "platform", str("linux"));
  set(m, "byteorder", str("little"));
  set(m, "argv", list({str("main.py")}));
  set(m, "path", list({}));
  set(m, "executable", str(""));
  const auto named = [&](const char* name, const char* fields,
                         std::vector<Value> items) {
    const Value factory =
        interp.get_attr(interp.import("collections"), "namedtuple");
    const Value cls = interp.call(factory, {str(name), str(fields)});
    if (auto* c = cls.get<ClassObject>()) c->module_name = "sys";
    return interp.call(cls, std::span<Value>(items));
  };
  set(m, "version_info",
      named("version_info", "major minor micro releaselevel serial",
            {3, 11, 2, str("final"), 0}));
  set(m, "float_info",
      named("float_info", "max min epsilon dig mant_dig",
            {DBL_MAX, DBL_MIN, DBL_EPSILON, 15, 53}));
  add_function(m, "exit", "status=None, /", exit_program);
  add_function(m, "getrecursionlimit", "",
               [](Interpreter& i, Args&) -> Value { return i.budget.depth; });
  add_function(m, "setrecursionlimit", "limit, /", [](Interpreter& i, Args& a) {
    // The limit is the budget's; a program may only ask.
    if (i.to_index(a.positional[0]) < 1) {
      throw ValueError("recursion limit must be greater or equal than 1");
    }
    return Value::none();
  });
  add_function(m, "getdefaultencoding", "",
               [](Interpreter&, Args&) { return str("utf-8"); });
  add_function(m, "intern", "string, /",
               [](Interpreter&, Args& a) { return a.positional[0]; });
}

// ---------------------------------------------------------------------- time

template <typename Clock>
double seconds() {
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

Value sleep(Interpreter& interp, Args& a) {
  const Value& given = a.positional[0];
  const double wanted = given.is_float()
                            ? given.as_float()
                            : static_cast<double>(interp.to_index(given));
  if (wanted < 0) throw ValueError("sleep length must be non-negative");
  using Clock = std::chrono::steady_clock;
  const double until = seconds<Clock>() + wanted;
  for (double left; (left = until - seconds<Clock>()) > 0;) {
    std::this_thread::sleep_for(
        std::chrono::duration<double>(std::min(left, 0.02)));
    interp.tick(1'000'000);  // slept time is looked at like work
  }
  return Value::none();
}

// The time of day, as the codes of a format ask for it: "%H:%M:%S".
Value strftime_now(Interpreter& interp, Args& a) {
  const auto* format = a.positional[0].get<StrObject>();
  if (!format) {
    throw TypeError("strftime() argument 1 must be str, not " +
                    interp.type_of(a.positional[0])->name());
  }
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  ::localtime_r(&now, &local);
  char text[400];
  return str(std::string(text, std::strftime(text, sizeof text, format->text().c_str(), &local)));
}

void fill_time(Interpreter&, ModuleObject& m) {
  using Steady = std::chrono::steady_clock;
  using System = std::chrono::system_clock;
  for (const char* name :
       {"perf_counter", "monotonic", "process_time", "thread_time"}) {
    add_function(m, name, "", [](Interpreter&, Args&) -> Value {
      return seconds<Steady>();
    });
  }
  for (const char* name :
       {"perf_counter_ns", "monotonic_ns", "process_time_ns"}) {
    add_function(m, name, "", [](Interpreter&, Args&) -> Value {
      return static_cast<int64_t>(seconds<Steady>() * 1e9);
    });
  }
  add_function(m, "time", "",
               [](Interpreter&, Args&) -> Value { return seconds<System>(); });
  add_function(m, "time_ns", "", [](Interpreter&, Args&) -> Value {
    return static_cast<int64_t>(seconds<System>() * 1e9);
  });
  add_function(m, "sleep", "seconds, /", sleep);
  add_function(m, "strftime", "format, /", strftime_now);
}

// ----------------------------------------------------------------------- abc

std::vector<std::string> abstract_methods(Interpreter& interp,
                                          ClassObject& cls) {
  std::vector<std::string> names;
  static const Symbol mark("__isabstractmethod__");
  for (const ClassObject* base : cls.mro()) {
    const Attributes* own = base->attributes_if_any();
    if (!own) continue;
    for (const auto& item : own->items()) {
      const Value found = cls.lookup(item.first);
      if (!found.is(item.second) || !found.is_object()) continue;
      Value function = found;
      if (const auto* d = found.get<Descriptor>()) function = d->function;
      if (!function.is_object()) continue;
      const Attributes* marks = function.object()->attributes_if_any();
      const Value* marked = marks ? marks->find(mark) : nullptr;
      if (marked && interp.truth(*marked)) names.push_back(item.first.str());
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void fill_abc(Interpreter& interp, ModuleObject& m) {
  const Ref<ClassObject> cls = interp.make_class("ABC", "abc");
  ClassObject* abc = cls.get();
  const auto new_instance = [abc](Interpreter& i, Args& a) -> Value {
    auto* wanted =
        a.positional.empty() ? nullptr : a.positional[0].get<ClassObject>();
    if (!wanted) throw TypeError("ABC.__new__(X): X is not a type object");
    const std::vector<std::string> open = abstract_methods(i, *wanted);
    if (!open.empty()) {
      throw TypeError("Can't instantiate abstract class " + wanted->name() +
                      " with abstract method" + (open.size() > 1 ? "s " : " ") +
                      join(open, ", "));
    }
    Value next = wanted->lookup_after(abc, Symbol("__new__"));
    const bool of_object =
        next.defined() &&
        next.is(i.builtin_class("object")->lookup(Symbol("__new__")));
    if (const auto* d = next.get<Descriptor>()) next = d->function;
    if (next.defined() && !of_object)
      return i.call(next, a.positional, a.keywords);
    if (wanted->instance_kind() == ObjectKind::instance) {
      return make<InstanceObject>(wanted);
    }
    return i.call(next, {a.positional[0]});
  };
  cls->attributes().set(
      Symbol("__new__"),
      make<Descriptor>(Descriptor::Type::static_method,
                       make<NativeFunction>("__new__", new_instance)));
  cls->invalidate();
  set(m, "ABC", cls);
  const Ref<ClassObject> meta =
      interp.make_class("ABCMeta", "abc", {interp.builtin_class("type")});
  set(m, "ABCMeta", meta);
  for (const char* name : {"abstractmethod", "abstractproperty"}) {
    add_function(m, name, "funcobj", [](Interpreter&, Args& a) {
      Value function = a.positional[0];
      if (const auto* d = function.get<Descriptor>()) function = d->function;
      if (function.is_object()) {
        function.object()->attributes().set(Symbol("__isabstractmethod__"),
                                            true);
      }
      return a.positional[0];
    });
  }
}

// ---------------------------------------------------------- types and string

void fill_types(Interpreter& interp, ModuleObject& m) {
  set(m, "GeneratorType", interp.builtin_class("generator"));
  const Ref<ClassObject> space = interp.make_class("SimpleNamespace", "types");
  space->method("__init__", [](Interpreter& i, Args& a) {
    if (a.positional.size() > 1)
      throw TypeError("no positional arguments expected");
    for (const KeywordArg& k : a.keywords)
      i.generic_set_attr(a.positional[0], k.name, k.value);
    return Value::none();
  });
  const auto items = [](const Value& v) {
    const Attributes* own = v.object()->attributes_if_any();
    return own ? own->items() : std::vector<std::pair<Symbol, Value>>();
  };
  space->method("__repr__", "self", [items](Interpreter& i, Args& a) {
    const ReprGuard guard(a.positional[0].object());
    if (guard.repeated()) return str("namespace(...)");
    std::string out;
    for (const auto& [name, value] : items(a.positional[0])) {
      out += (out.empty() ? "" : ", ") + name.str() + "=" + i.repr(value);
    }
    return str("namespace(" + out + ")");
  });
  ClassObject* space_class = space.get();
  space->method("__eq__", "self, other",
                [items, space_class](Interpreter& i, Args& a) -> Value {
                  if (!i.is_instance(a.positional[1], space_class))
                    return Value::not_implemented();
                  const auto x = items(a.positional[0]),
                             y = items(a.positional[1]);
                  if (x.size() != y.size()) return false;
                  for (const auto& [name, value] : x) {
                    const auto same = std::find_if(
                        y.begin(), y.end(),
                        [&](const auto& p) { return p.first == name; });
                    if (same == y.end() || !i.equal(value, same->second))
                      return false;
                  }
                  return true;
                });
  space->invalidate();
  set(m, "SimpleNamespace", space);
  set(m, "NoneType", Value(interp.type_of(Value::none())));
  set(m, "ModuleType", Value(interp.type_of(Value(static_cast<Object*>(&m)))));
  for (const char* name : {"GenericAlias", "UnionType"}) {
    set(m, name, Value(interp.builtin_class(name)));
  }
  if (ClassObject* function = interp.builtin_class("function")) {
    set(m, "FunctionType", Value(function));
    set(m, "LambdaType", Value(function));
  }
}

void fill_string(Interpreter&, ModuleObject& m) {
  const std::string lower = "abcdefghijklmnopqrstuvwxyz";
  const std::string upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::string punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  const std::string space = " \t\n\r\v\f";
  set(m, "ascii_lowercase", str(lower));
  set(m, "ascii_uppercase", str(upper));
  set(m, "ascii_letters", str(lower + upper));
  set(m, "digits", str("0123456789"));
  set(m, "hexdigits", str("0123456789abcdefABCDEF"));
  set(m, "octdigits", str("01234567"));
  set(m, "punctuation", str(punctuation));
  set(m, "whitespace", str(space));
  set(m, "printable", str("0123456789" + lower + upper + punctuation + space));
}

// -------------------------------------------------------------------- pprint

// One value that starts at a column and may not pass another; containers that
// do not fit go over several lines, an item each.
std::string laid_out(Interpreter& interp, const Value& v, int64_t column,
                     int64_t after, int64_t width) {
  std::string flat = interp.repr(v);
  if (column + codepoint_count(flat) + after <= width) return flat;
  const std::string gap =
      ",\n" + std::string(static_cast<size_t>(column) + 1, ' ');
  std::string out;
  const auto lines = [&](const std::vector<Value>& items, int64_t end) {
    for (size_t i = 0; i < items.size(); ++i) {
      const bool last = i + 1 == items.size();
      out += (i ? gap : "") + laid_out(interp, items[i], column + 1,
                                       last ? after + end : 1, width);
    }
  };
  if (const auto* items = v.get<ListObject>(); items && !items->items.empty()) {
    lines(items->items, 1);
    return "[" + out + "]";
  }
  if (const auto* items = v.get<TupleObject>();
      items && !items->own_cls() && !items->items.empty()) {
    lines(items->items, items->items.size() == 1 ? 2 : 1);
    return "(" + out + (items->items.size() == 1 ? ",)" : ")");
  }
  if (const auto* dict = v.get<DictObject>();
      dict && dict->size() && !dict->own_cls()) {
    std::vector<Value> keys;
    Value key, value;
    for (size_t at = 0; dict->next(at, key, value);) keys.push_back(key);
    try {
      sort_values(interp, keys, Value(), false);
    } catch (const Error&) {
      // Keys of several types stay in their order.
    }
    for (size_t i = 0; i < keys.size(); ++i) {
      const std::string shown = interp.repr(keys[i]) + ": ";
      const Value held = *v.get<DictObject>()->find(keys[i]);
      out += (i ? gap : "") + shown +
             laid_out(interp, held, column + 1 + codepoint_count(shown),
                      i + 1 == keys.size() ? after + 1 : 1, width);
    }
    return "{" + out + "}";
  }
  return flat;
}

Value with_sorted_keys(Interpreter& interp, const Value& v) {
  const auto* dict = v.get<DictObject>();
  if (!dict || dict->own_cls()) return v;
  std::vector<Value> keys = interp.to_vector(v);
  try {
    sort_values(interp, keys, Value(), false);
  } catch (const Error&) {
    return v;
  }
  const auto sorted = make<DictObject>();
  for (const Value& k : keys) {
    sorted->set(k, with_sorted_keys(interp, *v.get<DictObject>()->find(k)));
  }
  return sorted;
}

std::string pretty(Interpreter& interp, const Args& a, size_t width_at) {
  const Value& width = a.positional[width_at];
  return laid_out(interp, with_sorted_keys(interp, a.positional[0]), 0, 0,
                  width.defined() ? interp.to_index(width) : 80);
}

void fill_pprint(Interpreter&, ModuleObject& m) {
  for (const char* name : {"pprint", "pp"}) {
    add_function(m, name, "object, stream=None, indent=1, width=80, depth=None",
                 [](Interpreter& i, Args& a) {
                   i.print(pretty(i, a, 3) + "\n");
                   return Value::none();
                 });
  }
  add_function(m, "pformat", "object, indent=1, width=80, depth=None",
               [](Interpreter& i, Args& a) { return str(pretty(i, a, 2)); });
}

void fill_future(Interpreter&, ModuleObject& m) {
  for (const char* name :
       {"annotations", "division", "print_function", "absolute_import",
        "unicode_literals", "generator_stop", "with_statement", "nested_scopes",
        "generators", "barry_as_FLUFL"}) {
    set(m, name, Value::none());
  }
}

struct Unsupported {
  const char* name;
  const char* advice;
};

constexpr Unsupported kUnsupported[] = {
    {"random", "use torch.rand, torch.randn, torch.randint or torch.randperm"},
    {"enum", "use plain names for the constants: RED = 0"},
    {"textwrap", "use the methods of str"},
    {"statistics", "use sum() and len(), or a tensor's mean() and std()"},
    {"decimal", "use float or int"},
    {"fractions", "use int pairs or float"},
    {"heapq", "use sorted() or a list"},
    {"bisect", "use sorted() or a list"},
    {"struct", "bytes are not part of the language here"},
    {"base64", "bytes are not part of the language here"},
    {"sqlite3", "programs here have no access to files"},
    {"gzip", "programs here have no access to files"},
};

}  // namespace

void add_system_modules(Interpreter& interp) {
  interp.add_module("sys", fill_sys);
  for (const char* name : {"exit", "quit"})
    interp.add_builtin(name, make<NativeFunction>(name, exit_program,
                                                  "code=None, /"));
  interp.add_module("time", fill_time);
  interp.add_module("abc", fill_abc);
  interp.add_module("types", fill_types);
  interp.add_module("string", fill_string);
  interp.add_module("pprint", fill_pprint);
  interp.add_module("__future__", fill_future);
  for (const Unsupported& u : kUnsupported)
    interp.add_unsupported(u.name, u.advice);
}

void add_standard_modules(Interpreter& interp) {
  add_math_module(interp);
  add_typing_module(interp);
  add_collections_module(interp);
  add_dataclasses_module(interp);
  add_functools_module(interp);
  add_itertools_module(interp);
  add_operator_module(interp);
  add_copy_module(interp);
  add_warnings_module(interp);
  add_system_modules(interp);
}

}  // namespace mha::lang
