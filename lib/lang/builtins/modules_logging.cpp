// logging: loggers, their levels and one handler, that of basicConfig().

#include <chrono>
#include <ctime>
#include <map>

#include <fmt/format.h>

#include "lang/builtins/builtin_support.h"

namespace mha::lang {
namespace {

constexpr int64_t kWarning = 30;
constexpr const char* kPlainFormat = "%(levelname)s:%(name)s:%(message)s";

struct Level {
  const char* name;    // "WARNING"
  const char* method;  // "warning"
  int64_t value;
};
constexpr Level kLevels[] = {{"DEBUG", "debug", 10},
                             {"INFO", "info", 20},
                             {"WARNING", "warning", kWarning},
                             {"ERROR", "error", 40},
                             {"CRITICAL", "critical", 50}};

/// What the loggers of one world share.
struct Logging {
  std::map<std::string, int64_t> levels;  // by name, "" for the root; 0: not set
  bool configured = false;
  std::string format = kPlainFormat;
  std::string date_format = "%Y-%m-%d %H:%M:%S";
  bool to_out = false;
};
using State = std::shared_ptr<Logging>;

std::string level_name(int64_t level) {
  for (const Level& l : kLevels) {
    if (l.value == level) return l.name;
  }
  return fmt::format("Level {}", level);
}

int64_t level_of(Interpreter& interp, const Value& v) {
  const auto* text = v.get<StrObject>();
  if (!text) return interp.to_index(v);
  for (const Level& l : kLevels) {
    if (text->text() == l.name) return l.value;
  }
  if (text->text() == "WARN") return kWarning;
  if (text->text() == "FATAL") return 50;
  if (text->text() == "NOTSET") return 0;
  throw ValueError("Unknown level: " + interp.repr(v));
}

/// The level of a logger, or of the nearest one above it that has one.
int64_t effective_level(const Logging& state, std::string name) {
  while (true) {
    const auto it = state.levels.find(name);
    if (it != state.levels.end() && it->second > 0) return it->second;
    if (name.empty()) return kWarning;
    const size_t dot = name.rfind('.');
    name = dot == std::string::npos ? "" : name.substr(0, dot);
  }
}

std::string time_text(const std::string& format, bool with_milliseconds) {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm local = {};
  ::localtime_r(&seconds, &local);
  char text[200];
  const size_t n = std::strftime(text, sizeof text, format.c_str(), &local);
  std::string out(text, n);
  if (with_milliseconds) {
    const auto since = now.time_since_epoch();
    out += fmt::format(",{:03}", std::chrono::duration_cast<std::chrono::milliseconds>(since).count() % 1000);
  }
  return out;
}

/// `args` is a tuple.
void log(Interpreter& interp, const Logging& state, const std::string& name, int64_t level,
         const Value& message, const Value& args) {
  if (level < effective_level(state, name)) return;
  std::string text = interp.str(message);
  const auto& values = args.get<TupleObject>()->items;
  if (!values.empty()) {
    const bool dict = values.size() == 1 && values[0].get<DictObject>();
    text = interp.str(interp.binary(BinaryOp::mod, str(text), dict ? values[0] : args));
  }
  if (!state.configured) {
    // Without a handler, the words of what is a warning at least.
    if (level >= kWarning) interp.print_err(text + "\n");
    return;
  }
  const auto record = make<DictObject>();
  record->set(str("message"), str(text));
  record->set(str("msg"), message);
  record->set(str("name"), str(name.empty() ? "root" : name));
  record->set(str("levelname"), str(level_name(level)));
  record->set(str("levelno"), level);
  record->set(str("module"), str("main"));
  record->set(str("filename"), str("main.py"));
  const bool own = state.date_format != "%Y-%m-%d %H:%M:%S";
  record->set(str("asctime"), str(time_text(state.date_format, !own)));
  const std::string line =
      interp.str(interp.binary(BinaryOp::mod, str(state.format), Value(record.get()))) + "\n";
  state.to_out ? interp.print(line) : interp.print_err(line);
}

void configure(Interpreter& interp, Logging& state, const Value& level, const Value& format,
               const Value& date_format, const Value& stream, const Value& force) {
  const auto given = [](const Value& v) { return v.defined() && !v.is_none(); };
  if (state.configured && !(given(force) && interp.truth(force))) return;
  state.configured = true;
  if (given(level)) state.levels[""] = level_of(interp, level);
  if (given(format)) state.format = interp.str(format);
  if (given(date_format)) state.date_format = interp.str(date_format);
  state.to_out = given(stream) && interp.str(interp.get_attr(stream, "name")) == "<stdout>";
}

std::string name_of(const Value& logger) {
  const Value* name = logger.object()->attributes().find(Symbol("name"));
  const auto* text = name ? name->get<StrObject>() : nullptr;
  return !text || text->text() == "root" ? "" : text->text();
}

Ref<ClassObject> logger_class(Interpreter& interp, const State& state) {
  const Ref<ClassObject> cls = interp.make_class("Logger", "logging");
  const std::string rest = "msg, *args, exc_info=None, stack_info=False, stacklevel=1, extra=None";
  for (const Level& l : kLevels) {
    cls->method(l.method, "self, " + rest, [state, level = l.value](Interpreter& i, Args& a) {
      log(i, *state, name_of(a.positional[0]), level, a.positional[1], a.positional[2]);
      return Value::none();
    });
  }
  for (const char* same : {"exception", "fatal", "warn"}) {
    const int64_t level = std::string_view(same) == "warn" ? kWarning : same[0] == 'f' ? 50 : 40;
    cls->method(same, "self, " + rest, [state, level](Interpreter& i, Args& a) {
      log(i, *state, name_of(a.positional[0]), level, a.positional[1], a.positional[2]);
      return Value::none();
    });
  }
  cls->method("log", "self, level, " + rest, [state](Interpreter& i, Args& a) {
    log(i, *state, name_of(a.positional[0]), i.to_index(a.positional[1]), a.positional[2], a.positional[3]);
    return Value::none();
  });
  cls->method("setLevel", "self, level", [state](Interpreter& i, Args& a) {
    state->levels[name_of(a.positional[0])] = level_of(i, a.positional[1]);
    return Value::none();
  });
  cls->method("getEffectiveLevel", "self", [state](Interpreter&, Args& a) -> Value {
    return effective_level(*state, name_of(a.positional[0]));
  });
  cls->method("isEnabledFor", "self, level", [state](Interpreter& i, Args& a) -> Value {
    return i.to_index(a.positional[1]) >= effective_level(*state, name_of(a.positional[0]));
  });
  cls->method("hasHandlers", "self", [state](Interpreter&, Args&) -> Value { return state->configured; });
  cls->invalidate();
  return cls;
}

void fill(Interpreter& interp, ModuleObject& m) {
  const State state = std::make_shared<Logging>();
  state->levels[""] = kWarning;
  const Ref<ClassObject> cls = logger_class(interp, state);
  m.attributes().set(Symbol("Logger"), cls);
  for (const Level& l : kLevels) m.attributes().set(Symbol(l.name), l.value);
  m.attributes().set(Symbol("WARN"), kWarning);
  m.attributes().set(Symbol("FATAL"), int64_t{50});
  m.attributes().set(Symbol("NOTSET"), int64_t{0});
  // A logger is the same whenever it is asked for.
  const auto loggers = make<DictObject>();
  m.attributes().set(Symbol("_loggers"), Value(loggers.get()));
  ModuleObject* const module = &m;
  const auto get_logger = [cls = cls.get(), module](const std::string& name) -> Value {
    auto* known = module->attributes().find(Symbol("_loggers"))->get<DictObject>();
    if (const Value* found = known->find(std::string_view(name))) return *found;
    const Value logger = make<InstanceObject>(cls);
    logger.object()->attributes().set(Symbol("name"), str(name));
    known->set(str(name), logger);
    return logger;
  };
  m.attributes().set(Symbol("root"), get_logger("root"));
  add_function(m, "getLogger", "name=None", [get_logger](Interpreter& i, Args& a) {
    const Value& name = a.positional[0];
    const bool given = name.defined() && !name.is_none();
    if (given && !name.get<StrObject>()) throw TypeError("A logger name must be a string");
    return get_logger(given && !i.str(name).empty() ? i.str(name) : "root");
  });
  add_function(m, "basicConfig",
               "*, level=None, format=None, datefmt=None, stream=None, force=False, style='%', handlers=None, "
               "filename=None, filemode='a', encoding=None, errors=None",
               [state](Interpreter& i, Args& a) {
                 configure(i, *state, a.positional[0], a.positional[1], a.positional[2], a.positional[3],
                           a.positional[4]);
                 return Value::none();
               });
  add_function(m, "getLevelName", "level", [](Interpreter& i, Args& a) -> Value {
    if (a.positional[0].get<StrObject>()) return level_of(i, a.positional[0]);
    return str(level_name(i.to_index(a.positional[0])));
  });
  for (const Level& l : kLevels) {
    add_function(m, l.method, "msg, *args, exc_info=None, stack_info=False, stacklevel=1, extra=None",
                 [state, level = l.value](Interpreter& i, Args& a) {
                   configure(i, *state, {}, {}, {}, {}, {});
                   log(i, *state, "", level, a.positional[0], a.positional[1]);
                   return Value::none();
                 });
  }
}

}  // namespace

void add_logging_module(Interpreter& interp) { interp.add_module("logging", fill); }

}  // namespace mha::lang
