// Built-in names that need the evaluator: the core classes, exceptions, exec,
// eval, compile, globals and locals.

#include <fmt/format.h>

#include "lang/runtime/evaluator.h"
#include "lang/syntax/parser.h"

namespace mha::lang {

namespace {

struct CompiledCode {
  ModulePtr module;
  ParseMode mode;
};

/// What a text or an object of compile() says.
CompiledCode code_of(Interpreter& interp, const Value& v, ParseMode mode, const char* function,
                     const std::string& file = "<string>") {
  if (auto* text = v.get<StrObject>()) {
    std::string code = text->text();
    if (mode == ParseMode::expression)
      code.erase(0, std::min(code.find_first_not_of(" \t"), code.size()));
    const auto source = std::make_shared<Source>(file, std::move(code));
    return {interp.impl().parse_program(source, mode), mode};
  }
  auto* native = v.get<NativeObject>();
  if (native && native->own_cls() == interp.builtin_class("code"))
    return *native->payload<CompiledCode>();
  throw TypeError(fmt::format("{}() arg 1 must be a string, bytes or code object", function));
}

Value compile(Interpreter& interp, Args& a) {
  const bool eval = interp.str(a.positional[2]) == "eval";
  CompiledCode code =
      code_of(interp, a.positional[0], eval ? ParseMode::expression : ParseMode::module, "compile",
              interp.str(a.positional[1]));
  return make<NativeObject>(interp.builtin_class("code"),
                            std::make_shared<CompiledCode>(std::move(code)));
}

const Frame* caller(const Interpreter::Impl& impl) {
  const Frame* frame = impl.frame;
  while (frame && frame->is_comprehension) frame = frame->back;
  return frame;
}

/// The names that a function's frame has, as a dict.
Ref<DictObject> local_names(const Frame& frame) {
  auto names = make<DictObject>();
  for (size_t i = 0; i < frame.scope->locals.size(); ++i)
    if (frame.locals[i].defined())
      names->set(frame.scope->locals[i].str(), frame.locals[i]);
  for (size_t i = 0; i < frame.scope->cells.size(); ++i)
    if (frame.cells[i] && frame.cells[i]->value.defined())
      names->set(frame.scope->cells[i].str(), frame.cells[i]->value);
  return names;
}

Value globals(Interpreter& interp, Args&) {
  const Frame* frame = caller(interp.impl());
  return DictObject::view_of(frame ? frame->globals : &interp.main());
}

Value locals(Interpreter& interp, Args& a) {
  const Frame* frame = caller(interp.impl());
  return frame && frame->callee && frame->scope ? Value(local_names(*frame)) : globals(interp, a);
}

/// exec and eval, in the caller's names or in a dict's. Those of a function or a dict are
/// copied into a module for the run, and back into the dict.
Value run_code(Interpreter& interp, Args& a, ParseMode mode, const char* name) {
  const CompiledCode code = code_of(interp, a.positional[0], mode, name);
  const bool shown = code.mode == ParseMode::expression;
  const Frame* frame = caller(interp.impl());
  Ref<ModuleObject> scratch(frame ? frame->globals : &interp.main());
  const auto copy = [&](const char* module, DictObject& names) {
    scratch = make<ModuleObject>(module);
    Value key, value;
    for (size_t at = 0; names.next(at, key, value);)
      if (auto* text = key.get<StrObject>()) scratch->attributes().set(Symbol(text->text()), value);
  };
  const Value& given = a.positional[1];
  DictObject* dict = given.defined() ? given.get<DictObject>() : nullptr;
  if (given.defined() && !given.is_none() && !dict)
    throw TypeError(fmt::format("{}() globals must be a dict, not {}", name, interp.type_name(given)));
  if (dict) {
    copy("builtins", *dict);
  } else if (frame && frame->callee && frame->scope) {
    copy("<locals>", *local_names(*frame));
    scratch->missing = [outer = Ref<ModuleObject>(frame->globals)](Symbol s) {
      const Value* v = outer->attributes().find(s);
      return v ? *v : Value();
    };
  }
  const auto copy_back = [&] {
    if (!dict) return;
    for (const auto& [symbol, value] : scratch->attributes().items()) dict->set(symbol.str(), value);
  };
  Value result;
  try {
    result = Evaluator(interp).run_module(code.module, *scratch, shown);
  } catch (const PyError&) {
    copy_back();
    throw;
  }
  copy_back();
  return shown && result.defined() ? result : Value::none();
}

}  // namespace

ModulePtr Interpreter::Impl::parse_program(const SourcePtr& source,
                                           ParseMode mode) {
  try {
    return parse(source, mode);
  } catch (const SyntaxError& e) {
    const Place place = e.source()->place(e.span().begin);
    const std::string line(e.source()->line(place.line));
    if (e.kind() != "SyntaxError" && e.kind() != "IndentationError" &&
        e.kind() != "TabError") {
      // RecursionError: the tree would be too high.
      PyError error(e);
      error.trace.push_back({"<module>", e.source(), e.span()});
      throw error;
    }
    Value exception = interp.make_exception(
        e.kind(),
        {lang::str(e.message()),
         tuple({lang::str(e.source()->name()), Value(place.line), Value(place.column),
                lang::str(line + "\n")})});
    const auto own = [&](const char* name, const Value& value) {
      exception.object()->attributes().set(Symbol(name), value);
    };
    own("_filename", lang::str(e.source()->name()));
    own("_lineno", Value(place.line));
    own("_offset", Value(place.column));
    own("_text", lang::str(line + "\n"));
    PyError error(std::move(exception));
    error.note = e.note();
    error.help = e.help();
    error.refusal = e.is_refusal();
    error.trace.push_back({"<module>", e.source(), e.span()});
    throw error;
  }
}

void Interpreter::Impl::add_code_functions() {
  for (const auto& [name, cls] : classes)
    if (name == "object" || name == "type" || name == "property" ||
        name == "staticmethod" || name == "classmethod" || name == "super" ||
        cls->is_subclass_of(base_exception))
      interp.add_builtin(name, cls);
  for (const char* alias : {"IOError", "EnvironmentError"})
    interp.add_builtin(alias, classes.at("OSError"));
  interp.add_builtin("NotImplemented", Value::not_implemented());
  interp.add_builtin("Ellipsis", Value::ellipsis());
  interp.add_builtin("__name__", lang::str("builtins"));
  interp.add_builtin("__debug__", Value(true));
  const auto add = [&](const char* name, std::string_view signature,
                       NativeFn fn) {
    interp.add_builtin(name,
                       make<NativeFunction>(name, std::move(fn), signature));
  };
  add_class("code")->set_instance_kind(ObjectKind::native);
  add("compile", "source, filename, mode", compile);
  add("exec", "source, globals=None, /",
      [](Interpreter& i, Args& a) {
        return run_code(i, a, ParseMode::module, "exec");
      });
  add("eval", "source, globals=None, /",
      [](Interpreter& i, Args& a) {
        return run_code(i, a, ParseMode::expression, "eval");
      });
  add("globals", "", globals);
  add("locals", "", locals);
}

}  // namespace mha::lang
