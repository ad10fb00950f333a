// sys and time.

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
  cls->method("flush", "self",
              [](Interpreter&, Args&) { return Value::none(); });
  cls->method("isatty", "self",
              [to_err](Interpreter& i, Args&) -> Value { return to_err && i.err_is_terminal; });
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
  m.missing = [&interp, &m](Symbol asked) {
    const auto named = [&](const char* name, const char* fields, std::vector<Value> items) {
      if (asked.str() != name) return;
      const Value cls = interp.call(interp.get_attr(interp.import("collections"), "namedtuple"),
                                    {str(name), str(fields)});
      cls.get<ClassObject>()->module_name = "sys";
      set(m, name, interp.call(cls, std::span<Value>(items)));
    };
    named("version_info", "major minor micro releaselevel serial", {3, 11, 2, str("final"), 0});
    named("float_info", "max min epsilon dig mant_dig", {DBL_MAX, DBL_MIN, DBL_EPSILON, 15, 53});
    const Value* found = m.attributes().find(asked);
    return found ? *found : Value();
  };
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
}

// ---------------------------------------------------------------------- time

template <typename C>
double seconds() {
  return std::chrono::duration<double>(C::now().time_since_epoch()).count();
}

Value sleep(Interpreter& interp, Args& a) {
  const Value& given = a.positional[0];
  const double wanted = given.is_float()
                            ? given.as_float()
                            : static_cast<double>(interp.to_index(given));
  if (wanted < 0) throw ValueError("sleep length must be non-negative");
  const double until = seconds<std::chrono::steady_clock>() + wanted;
  for (double left; (left = until - seconds<std::chrono::steady_clock>()) > 0;) {
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

}  // namespace

void add_system_modules(Interpreter& interp) {
  interp.add_module("sys", fill_sys);
  for (const char* name : {"exit", "quit"})
    interp.add_builtin(name, make<NativeFunction>(name, exit_program,
                                                  "code=None, /"));
  interp.add_module("time", fill_time);
}

void add_standard_modules(Interpreter& interp) {
  add_math_module(interp);
  add_native_module(interp);
  add_operator_module(interp);
  add_system_modules(interp);
}

}  // namespace mha::lang
