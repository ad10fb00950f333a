// The import system: modules are made when they are first asked for.

#include <fmt/format.h>

#include "base/text.h"
#include "lang/evaluator.h"

namespace mha::lang {

namespace {

constexpr std::string_view kUnsupportedClass = "unsupported name";

[[noreturn]] void refuse(const std::string& what, const std::string& advice) {
  Error error("NotImplementedError", what + " is not part of this tutor");
  error.with_help(advice);
  throw error;
}

/// "matplotlib" of "matplotlib.pyplot.plot".
std::string_view parent_name(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view()
                                       : name.substr(0, dot);
}

struct Refused {
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
      auto* refused = a.positional[0].get<NativeObject>()->payload<Refused>();
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
  return make<NativeObject>(cls, std::make_shared<Refused>(Refused{
                                     std::move(name), std::move(advice)}));
}

}  // namespace

void Interpreter::add_module(std::string name, ModuleFactory factory) {
  impl_->factories.insert_or_assign(std::move(name), std::move(factory));
}

void Interpreter::add_unsupported(std::string name, std::string advice) {
  impl_->unsupported.insert_or_assign(std::move(name), std::move(advice));
}

Value Interpreter::import(const std::string& name) {
  const Activation active(*this);
  return impl_->import_module(name);
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
  } else {
    // No module of ours has a name nearly as long as that.
    constexpr size_t kLongest = 200;
    std::string top = name.substr(0, name.rfind('.', kLongest));
    if (name.size() <= kLongest) top = name;
    auto advice = unsupported.find(top);
    while (advice == unsupported.end() && !parent_name(top).empty()) {
      top = std::string(parent_name(top));
      advice = unsupported.find(top);
    }
    if (advice == unsupported.end()) {
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
        bool is_package = false;
        for (const auto& entry : factories)
          is_package |= entry.first.starts_with(parent + ".");
        if (!is_package)
          error = Error("ModuleNotFoundError",
                        fmt::format("No module named '{}'; '{}' is not a "
                                    "package", name, parent));
        throw error;
      }
      Error error("ModuleNotFoundError",
                  fmt::format("No module named '{}'", name));
      std::vector<std::string> names;
      for (const auto& entry : factories) names.push_back(entry.first);
      const std::string near = nearest(name, names);
      error.with_help(
          near.empty()
              ? "a program runs here on its own: paste what it needs from '" +
                    name + "' into this file"
              : "did you mean '" + near + "'?");
      throw error;
    }
    module = make<ModuleObject>(name);
    module->attributes().set(Symbol("__name__"), lang::str(name));
    modules.emplace(name, module);
    module->missing = [name, text = advice->second](Symbol s) -> Value {
      refuse(name + "." + s.str(), text);
    };
  }
  if (!parent.empty())
    if (const auto package = modules.find(parent); package != modules.end())
      package->second->attributes().set(
          Symbol(name.substr(parent.size() + 1)), module);
  return module;
}

Value Interpreter::Impl::import_name(ModuleObject& module, Symbol name) {
  if (const Value* own = module.attributes().find(name)) return *own;
  const std::string full = module.name() + "." + name.str();
  if (modules.count(full) || factories.count(full))
    return import_module(full);
  std::string top = module.name();
  for (; !top.empty(); top = std::string(parent_name(top)))
    if (const auto advice = unsupported.find(top);
        advice != unsupported.end() && !factories.count(module.name()))
      return refused_name(interp, full, advice->second);
  if (module.missing) {
    Value found = module.missing(name);
    if (found.defined()) {
      module.attributes().set(name, found);
      return found;
    }
  }
  Error error("ImportError",
              fmt::format("cannot import name '{}' from '{}' (unknown location)",
                          name.str(), module.name()));
  std::vector<std::string> names;
  for (const auto& item : module.attributes().items())
    names.push_back(item.first.str());
  const std::string near = nearest(name.str(), names);
  if (!near.empty()) error.with_help("did you mean '" + near + "'?");
  throw error;
}

void Evaluator::exec_import(Frame& f, const Import& s) {
  for (const ImportName& n : s.names) {
    Value bound = guarded(f, n.span, [&]() -> Value {
      const auto module = impl_.import_module(n.path);
      if (n.alias || n.path.find('.') == std::string::npos) return module;
      return impl_.import_module(n.path.substr(0, n.path.find('.')));
    });
    LookupCache cache;
    assign_name(f, n.target, cache, std::move(bound));
  }
}

void Evaluator::exec_import_from(Frame& f, const ImportFrom& s) {
  static const Symbol all_name("__all__");
  if (s.level > 0)
    guarded(f, s.module_span.end > s.module_span.begin ? s.module_span : s.span,
            [] {
              Error error("ImportError",
                          "attempted relative import with no known parent "
                          "package");
              error.with_help(
                  "a program runs here on its own: paste what it needs into "
                  "this file");
              throw error;
            });
  const auto module =
      guarded(f, s.module_span.end > s.module_span.begin ? s.module_span : s.span,
              [&] { return impl_.import_module(s.module); });
  if (s.star) {
    guarded(f, s.span, [&] {
      Value listed;
      if (module->attributes().find(all_name))
        listed = *module->attributes().find(all_name);
      else if (module->missing && !impl_.unsupported.count(s.module))
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
