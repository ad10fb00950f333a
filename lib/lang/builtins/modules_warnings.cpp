// warnings: filters, and recording what would have been shown.

#include "lang/builtins/builtin_support.h"
#include "lang/values/unicode.h"

namespace mha::lang {
namespace {

struct Filter {
  std::string action, message;
  ClassObject* category;
};

struct State {
  std::vector<Filter> filters;           // the first that fits decides
  std::vector<Ref<ListObject>> records;  // of catch_warnings(record=True)
};

Value message_entry(Interpreter& interp, const Value& warning,
                    ClassObject* category) {
  const Value entry =
      make<InstanceObject>(interp.builtin_class("WarningMessage"));
  const auto set = [&](const char* name, const Value& v) {
    entry.object()->attributes().set(Symbol(name), v);
  };
  set("message", warning);
  set("category", Value(category));
  set("filename", str("__main__"));
  set("lineno", int64_t{1});
  set("line", Value::none());
  return entry;
}

bool deal_with(Interpreter& interp, State& state, ClassObject* category,
               const Value& warning) {
  std::string action = "default";
  const std::string text = lower_text(interp.str(warning));
  for (const Filter& f : state.filters) {
    if (!category->is_subclass_of(f.category) || !text.starts_with(f.message))
      continue;
    action = f.action;
    break;
  }
  if (action == "ignore") return true;
  if (action == "error") throw PyError(warning);
  if (state.records.empty()) return false;
  state.records.back()->items.push_back(
      message_entry(interp, warning, category));
  return true;
}

void check_action(const std::string& action) {
  for (const char* known :
       {"default", "error", "ignore", "always", "module", "once"}) {
    if (action == known) return;
  }
  throw Error("AssertionError", "invalid action: '" + action + "'");
}

ClassObject* category_of(Interpreter& interp, const Value& v,
                         const char* if_missing) {
  if (!v.defined() || v.is_none()) return interp.builtin_class(if_missing);
  auto* cls = v.get<ClassObject>();
  if (!cls || !cls->is_subclass_of(interp.builtin_class("Warning"))) {
    throw TypeError("category must be a Warning subclass, not '" +
                    interp.type_name(v) + "'");
  }
  return cls;
}

Value warn(Interpreter& interp, Args& a) {
  const Value& message = a.positional[0];
  ClassObject* warning = interp.builtin_class("Warning");
  if (interp.is_instance(message, warning)) {
    interp.warn(interp.type_name(message), interp.str(message));
    return Value::none();
  }
  ClassObject* category = category_of(interp, a.positional[1], "UserWarning");
  if (interp.builtin_class(category->name()) != category && interp.on_warning) {
    const Value made = interp.call(Value(category), {message});
    if (interp.on_warning(category, made)) return Value::none();
  }
  interp.warn(category->name(), interp.str(message));
  return Value::none();
}

void add_catch_warnings(Interpreter& interp, ModuleObject& m,
                        const std::shared_ptr<State>& state) {
  const Ref<ClassObject> cls = interp.make_class("catch_warnings", "warnings");
  const Symbol record("_record");
  struct Saved {
    std::vector<std::vector<Filter>> filters;
    std::vector<size_t> records;
  };
  const auto saved = std::make_shared<Saved>();
  cls->method("__init__",
              "self, *, record=False, module=None, action=None, category=None",
              [record](Interpreter& i, Args& a) {
                const bool on =
                    a.positional[1].defined() && i.truth(a.positional[1]);
                a.positional[0].object()->attributes().set(record, on);
                return Value::none();
              });
  cls->method("__enter__", "self",
              [state, saved, record](Interpreter&, Args& a) -> Value {
                saved->filters.push_back(state->filters);
                saved->records.push_back(state->records.size());
                const Value* on =
                    a.positional[0].object()->attributes().find(record);
                if (!on || !on->as_bool()) return Value::none();
                state->records.push_back(make<ListObject>());
                return state->records.back();
              });
  cls->method("__exit__", [state, saved](Interpreter&, Args&) {
    if (!saved->filters.empty()) {
      state->filters = saved->filters.back();
      state->records.resize(saved->records.back());
      saved->filters.pop_back();
      saved->records.pop_back();
    }
    return Value::none();
  });
  cls->invalidate();
  m.attributes().set(Symbol("catch_warnings"), cls);
}

void fill(Interpreter& interp, ModuleObject& m) {
  const auto state = std::make_shared<State>();
  interp.on_warning = [&interp, state](ClassObject* category,
                                       const Value& warning) {
    return deal_with(interp, *state, category, warning);
  };
  const Ref<ClassObject> entry =
      interp.make_class("WarningMessage", "builtins");
  entry->module_name = "warnings";
  add_function(m, "warn", "message, category=None, stacklevel=1, source=None",
               warn);
  const auto add_filter = [state](Interpreter& i, Args& a, const Value& message,
                                  const Value& category) {
    Filter f;
    f.action = i.str(a.positional[0]);
    check_action(f.action);
    if (message.defined()) f.message = lower_text(i.str(message));
    f.category = category_of(i, category, "Warning");
    state->filters.insert(state->filters.begin(), f);
    return Value::none();
  };
  add_function(
      m, "filterwarnings",
      "action, message='', category=None, module='', lineno=0, append=False",
      [add_filter](Interpreter& i, Args& a) {
        return add_filter(i, a, a.positional[1], a.positional[2]);
      });
  add_function(m, "simplefilter",
               "action, category=None, lineno=0, append=False",
               [add_filter](Interpreter& i, Args& a) {
                 return add_filter(i, a, Value(), a.positional[1]);
               });
  add_function(m, "resetwarnings", "", [state](Interpreter&, Args&) {
    state->filters.clear();
    return Value::none();
  });
  add_catch_warnings(interp, m, state);
}

}  // namespace

void add_warnings_module(Interpreter& interp) {
  interp.add_module("warnings", fill);
}

}  // namespace mha::lang
