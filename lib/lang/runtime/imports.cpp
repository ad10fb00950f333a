// The import system: modules are made when they are first asked for.

#include <fmt/format.h>

#include "base/front_end.h"
#include "base/text.h"
#include "lang/runtime/evaluator.h"
#include "library/left_out.h"
#include "library/library.h"

namespace mha::lang {

namespace {

constexpr std::string_view kUnsupportedClass = "unsupported name";

[[noreturn]] void refuse(const std::string& what, const std::string& advice) {
  Refusal error(what + " is not part of this tutor");
  error.with_help(advice);
  throw error;
}

/// Names that a page of the library leaves out are refused.
void leave_out(ModuleObject& module) {
  if (module.missing || !library::leaves_out(module.name())) return;
  module.missing = [owner = module.name()](Symbol name) -> Value {
    const std::string* advice = library::left_out(owner, name.str());
    if (!advice) return {};
    refuse(owner + "." + name.str(), *advice);
  };
}

/// "matplotlib" of "matplotlib.pyplot.plot".
std::string_view parent_name(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view()
                                       : name.substr(0, dot);
}

struct RefusedName {
  std::string name, advice;
};

/// A name taken from a module that is not supported: whatever is done with it
/// is refused.
Value refused_name(Interpreter& interp, std::string name, std::string advice) {
  ClassObject* cls = interp.builtin_class(kUnsupportedClass);
  if (!cls) {
    cls = interp.make_class(std::string(kUnsupportedClass), "builtins").get();
    cls->set_instance_kind(ObjectKind::native);
    const NativeFn stop = [](Interpreter&, Args& a) -> Value {
      auto* refused = a.positional[0].get<NativeObject>()->payload<RefusedName>();
      refuse(refused->name, refused->advice);
    };
    for (const char* method :
         {"__call__", "__getattr__", "__getitem__", "__iter__", "__len__",
          "__enter__", "__exit__", "__add__", "__radd__", "__sub__", "__rsub__",
          "__mul__", "__rmul__", "__truediv__", "__rtruediv__", "__neg__",
          "__bool__", "__float__", "__int__", "__contains__",
          "__mro_entries__"})
      cls->method(method, stop);
  }
  return make<NativeObject>(cls, std::make_shared<RefusedName>(RefusedName{
                                     std::move(name), std::move(advice)}));
}

bool takes_import_errors(const Try& s) {
  const auto named = [](const Expr& type) {
    if (type.kind != ExprKind::name) return false;
    const std::string& name = static_cast<const NameExpr&>(type).ref.name.str();
    return name == "ImportError" || name == "ModuleNotFoundError" || name == "Exception" ||
           name == "BaseException";
  };
  return std::any_of(s.handlers.begin(), s.handlers.end(), [&](const ExceptClause& h) {
    if (!h.type) return true;
    if (h.type->kind != ExprKind::tuple) return named(*h.type);
    const auto& types = static_cast<const Sequence&>(*h.type).items;
    return std::any_of(types.begin(), types.end(),
                       [&](const ExprPtr& type) { return type && named(*type); });
  });
}

/// Whether a program is ready for a module that is not there:
/// `try: import tiktoken` and then `except ImportError:`.
bool is_ready(const Frame& frame) {
  for (const Frame* f = &frame; f; f = f->back)
    for (const TryBody* body = f->trying; body; body = body->outer)
      if (takes_import_errors(*body->of)) return true;
  return false;
}

}  // namespace

void Interpreter::add_module(std::string name, ModuleFactory factory) {
  impl_->factories.insert_or_assign(std::move(name), std::move(factory));
}

void Interpreter::add_module(std::string name, SourcePtr source) {
  add_module(std::move(name), [this, source = std::move(source)](Interpreter&, ModuleObject& module) {
    module.attributes().set(Symbol("__file__"), lang::str(source->name()));
    impl_->run_in(module, [&] { return impl_->parse_program(source, ParseMode::module); });
  });
}

Value Interpreter::import(const std::string& name) {
  const Activation active(*this);
  return impl_->import_module(name);
}

// Never destroyed: the end of a command need not wait for that.
const ModulePtr& Interpreter::Impl::parse_library(const EmbeddedFile& file) {
  thread_local auto& parsed = *new std::unordered_map<const EmbeddedFile*, ModulePtr>;
  ModulePtr& program = parsed[&file];
  if (!program) {
    program = parse_program(Source::of_library(std::string(file.name), std::string(file.text)), ParseMode::module);
  }
  return program;
}

void Interpreter::run_library(ModuleObject& module) {
  static const Symbol has_run("__file__");
  const EmbeddedFile* file = library::find_module(module.name());
  if (!file || module.attributes().find(has_run)) return;
  module.attributes().set(has_run, lang::str(std::string(file->name)));
  try {
    impl_->run_in(module, [&] { return impl_->parse_library(*file); });
    leave_out(module);
  } catch (...) {  // a limit was met in it: the next who asks starts anew
    module.attributes().erase(has_run);
    throw;
  }
}

void Interpreter::Impl::run_in(ModuleObject& module, const std::function<ModulePtr()>& program) {
  const Activation active(interp);
  const auto run = [&] { Evaluator(interp).run_module(program(), module, false); };
  if (frame)
    run();
  else
    stack.run([&] { run(); });
}

namespace {

/// What find_module finds. Where it finds nothing it may throw a ModuleNotFoundError that
/// knows of a similar name: `guess` gets that help.
std::optional<Interpreter::FoundModule> own_module(const Interpreter& interp, const std::string& name,
                                                   std::string* guess = nullptr) {
  try {
    return interp.find_module ? interp.find_module(name) : std::nullopt;
  } catch (const Error& e) {
    if (e.kind() != "ModuleNotFoundError") throw;
    if (guess) *guess = e.help();
    return std::nullopt;
  }
}

}  // namespace

Ref<ModuleObject> Interpreter::Impl::import_own(const std::string& name) {
  const std::string top = name.substr(0, name.find('.'));
  if (factories.count(top)) return {};
  const auto found = own_module(interp, name);
  if (!found) return {};
  const std::string parent(parent_name(name));
  if (!parent.empty()) {
    import_module(parent);
    if (const auto known = modules.find(name); known != modules.end())
      return known->second;  // the package has imported it
  }
  const auto module = make<ModuleObject>(name);
  const auto set = [&](const char* key, const std::string& text) {
    module->attributes().set(Symbol(key), lang::str(text));
  };
  set("__name__", name);
  set("__package__", found->is_package ? name : parent);
  modules.emplace(name, module);
  if (found->source) {
    set("__file__", found->source->name());
    begun.insert(name);
    try {
      run_in(*module, [&] { return parse_program(found->source, ParseMode::module); });
    } catch (...) {
      modules.erase(name);
      begun.erase(name);
      throw;
    }
    begun.erase(name);
  }
  if (!parent.empty())
    import_module(parent)->attributes().set(Symbol(name.substr(parent.size() + 1)), module);
  return module;
}

const std::string* Interpreter::Impl::advice_on(const std::string& module) const {
  if (factories.count(module)) return nullptr;
  // No module of ours has a name nearly as long as that.
  constexpr size_t kLongest = 200;
  std::string top = module.size() <= kLongest ? module
                                              : module.substr(0, module.rfind('.', kLongest));
  for (; !top.empty(); top = std::string(parent_name(top)))
    if (const std::string* known = library::left_out("modules", top)) return known;
  return nullptr;
}

Ref<ModuleObject> Interpreter::Impl::import_module(const std::string& name) {
  if (const auto known = modules.find(name); known != modules.end())
    return known->second;
  const auto factory = factories.find(name);
  const std::string parent(parent_name(name));
  Ref<ModuleObject> module;
  if (factory != factories.end()) {
    Ref<ModuleObject> package;
    if (!parent.empty()) package = import_module(parent);
    if (const auto known = modules.find(name); known != modules.end())
      return known->second;  // the package has made it
    module = make<ModuleObject>(name);
    module->attributes().set(Symbol("__name__"), lang::str(name));
    modules.emplace(name, module);
    factory->second(interp, *module);
  } else if (Ref<ModuleObject> own = import_own(name)) {
    return own;
  } else {
    const std::string* const advice = advice_on(name);
    if (advice == nullptr) {
      // As Python: the first part of the path that is not there.
      if (!parent.empty()) {
        for (size_t dot = name.find('.'); dot != std::string::npos;
             dot = name.find('.', dot + 1))
          import_module(name.substr(0, dot));
        const auto package = import_module(parent);
        if (const Value* inner = package->attributes().find(
                Symbol(name.substr(parent.size() + 1))))
          if (auto* found = inner->get<ModuleObject>()) return found;
        Error error("ModuleNotFoundError",
                    fmt::format("No module named '{}'", name));
        std::string guess;
        own_module(interp, name, &guess);
        throw error.with_help(guess);
      }
      Error error("ModuleNotFoundError",
                  fmt::format("No module named '{}'", name));
      std::vector<std::string> names;
      for (const auto& entry : factories) names.push_back(entry.first);
      std::string guess;
      own_module(interp, name, &guess);
      error.with_help(guess.empty() ? did_you_mean(name, names) : guess);
      if (error.help().empty())
        error.with_help(interp.find_module
                            ? front_end().missing(name + ".py")
                            : "a program runs here on its own: paste what it needs from '" + name +
                                  "' into this file");
      throw error;
    }
    module = make<ModuleObject>(name);
    module->attributes().set(Symbol("__name__"), lang::str(name));
    modules.emplace(name, module);
    module->missing = [name, text = *advice](Symbol s) -> Value {
      refuse(name + "." + s.str(), text);
    };
  }
  if (!parent.empty())
    if (const auto package = modules.find(parent); package != modules.end()) {
      const Symbol last(name.substr(parent.size() + 1));
      package->second->attributes().set(last, Value(module));
    }
  return module;
}

Value Interpreter::Impl::import_name(ModuleObject& module, Symbol name) {
  if (const Value* own = module.attributes().find(name)) return *own;
  const std::string full = module.name() + "." + name.str();
  if (modules.count(full) || factories.count(full)) {
    const Value found = import_module(full);
    const Value* const own = module.attributes().find(name);
    return own ? *own : found;
  }
  const bool is_own = module.attributes().find(Symbol("__package__")) != nullptr;
  if (is_own)
    if (Ref<ModuleObject> own = import_own(full)) return own;
  if (const std::string* const advice = advice_on(module.name()))
    return refused_name(interp, full, *advice);
  if (module.missing) {
    Value found = module.missing(name);
    if (found.defined()) {
      module.attributes().set(name, found);
      return found;
    }
  }
  const Value* file = is_own ? module.attributes().find(Symbol("__file__")) : nullptr;
  const bool circular = begun.count(module.name()) > 0;
  Error error("ImportError",
              fmt::format("cannot import name '{}' from {}'{}' {}({})", name.str(),
                          circular ? "partially initialized module " : "", module.name(),
                          circular ? "(most likely due to a circular import) " : "",
                          file ? interp.str(*file) : "unknown location"));
  std::vector<std::string> names;
  for (const auto& item : module.attributes().items())
    names.push_back(item.first.str());
  throw error.with_help(did_you_mean(name.str(), names));
}

namespace {

/// "models.layers" of `from .layers import ...` in a module of the package models.
std::string absolute_name(const Frame& f, const ImportFrom& s) {
  if (s.level == 0) return s.module;
  const Value* own = f.globals->attributes().find(Symbol("__package__"));
  const auto* text = own ? own->get<StrObject>() : nullptr;
  std::string package = text ? text->text() : "";
  if (package.empty()) {
    throw Error("ImportError", "attempted relative import with no known parent package")
        .with_help("Python has this error for a program that is started itself; leave out the dot before '" +
                   s.module + "', and what it names is looked for in the program's folder");
  }
  for (int up = 1; up < s.level; ++up) {
    if (parent_name(package).empty())
      throw Error("ImportError", "attempted relative import beyond top-level package");
    package = std::string(parent_name(package));
  }
  return s.module.empty() ? package : package + "." + s.module;
}

}  // namespace

Ref<ModuleObject> Evaluator::module_for(const Frame& f, const std::string& name) {
  if (is_ready(f)) {
    // As Python: the first part of the path that is not there.
    for (size_t end = 0; end != std::string::npos;) {
      end = name.find('.', end + 1);
      const std::string part = name.substr(0, end);
      if (!impl_.advice_on(part) || own_module(interp_, part)) continue;
      throw Error("ModuleNotFoundError", fmt::format("No module named '{}'", part));
    }
  }
  return impl_.import_module(name);
}

void Evaluator::exec_import(Frame& f, const Import& s) {
  for (const ImportName& n : s.names) {
    Value bound = guarded(f, n.span, [&]() -> Value {
      const auto module = module_for(f, n.path);
      if (n.alias || n.path.find('.') == std::string::npos) return module;
      return impl_.import_module(n.path.substr(0, n.path.find('.')));
    });
    LookupCache cache;
    assign_name(f, n.target, cache, std::move(bound));
  }
}

void Evaluator::exec_import_from(Frame& f, const ImportFrom& s) {
  static const Symbol all_name("__all__");
  const Span place = s.module_span.end > s.module_span.begin ? s.module_span : s.span;
  const auto module = guarded(f, place, [&] { return module_for(f, absolute_name(f, s)); });
  if (s.star) {
    guarded(f, s.span, [&] {
      Value listed;
      if (module->attributes().find(all_name))
        listed = *module->attributes().find(all_name);
      else if (module->missing && !impl_.advice_on(s.module))
        listed = module->missing(all_name);
      Attributes& into = f.names ? *f.names : f.globals->attributes();
      if (listed.defined()) {
        for (const Value& v : interp_.to_vector(listed))
          if (auto* text = v.get<StrObject>()) {
            const Symbol symbol(text->text());
            into.set(symbol, impl_.import_name(*module, symbol));
          }
        return;
      }
      const auto items = module->attributes().items();
      for (const auto& [symbol, value] : items)
        if (!symbol.str().starts_with("_")) into.set(symbol, value);
    });
    return;
  }
  for (const ImportName& n : s.names) {
    Value bound = guarded(f, n.span, [&] {
      return impl_.import_name(*module, Symbol(n.path));
    });
    LookupCache cache;
    assign_name(f, n.target, cache, std::move(bound));
  }
}

}  // namespace mha::lang
