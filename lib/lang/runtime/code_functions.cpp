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

Value new_code(Interpreter& interp, ModulePtr module, ParseMode mode) {
  return make<NativeObject>(
      interp.builtin_class("code"),
      std::make_shared<CompiledCode>(CompiledCode{std::move(module), mode}));
}

Value compile(Interpreter& interp, Args& a) {
  auto* source = a.positional[0].get<StrObject>();
  if (!source)
    throw TypeError("compile() arg 1 must be a string, bytes or AST object");
  auto* file = a.positional[1].get<StrObject>();
  auto* mode = a.positional[2].get<StrObject>();
  if (!file || !mode) throw TypeError("compile() arg 2 and 3 must be str");
  ParseMode parse_mode = ParseMode::module;
  if (mode->text() == "eval")
    parse_mode = ParseMode::expression;
  else if (mode->text() != "exec" && mode->text() != "single")
    throw ValueError("compile() mode must be 'exec', 'eval' or 'single'");
  auto text = std::make_shared<Source>(file->text(), source->text());
  return new_code(interp, interp.impl().parse_program(text, parse_mode),
                  parse_mode);
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
  if (frame && frame->names) {
    auto names = make<DictObject>();
    for (const auto& [name, value] : frame->names->items())
      names->set(name.str(), value);
    return names;
  }
  if (frame && frame->callee && frame->scope) return local_names(*frame);
  return globals(interp, a);
}

/// exec and eval: in the caller's names, or in a dict's, which are copied into
/// a module for the run and back after it.
Value run_code(Interpreter& interp, Args& a, ParseMode mode, const char* name) {
  auto& impl = interp.impl();
  ModulePtr module;
  if (auto* text = a.positional[0].get<StrObject>()) {
    std::string code = text->text();
    if (mode == ParseMode::expression)
      code.erase(0, std::min(code.find_first_not_of(" \t"), code.size()));
    module = impl.parse_program(
        std::make_shared<Source>("<string>", std::move(code)), mode);
  } else if (auto* native = a.positional[0].get<NativeObject>();
             native && native->own_cls() == interp.builtin_class("code")) {
    const auto* compiled = native->payload<CompiledCode>();
    module = compiled->module;
    mode = compiled->mode;
  } else {
    throw TypeError(fmt::format(
        "{}() arg 1 must be a string, bytes or code object", name));
  }
  const bool shown = mode == ParseMode::expression;
  const auto value_of = [&](Value v) {
    return shown && v.defined() ? v : Value::none();
  };
  Evaluator evaluator(interp);
  const auto given = [](const Value& v) { return v.defined() && !v.is_none(); };
  const Frame* frame = caller(impl);
  if (!given(a.positional[1]) && !given(a.positional[2])) {
    if (!frame || !frame->callee || !frame->scope)
      return value_of(evaluator.run_module(
          module, frame ? *frame->globals : interp.main(), shown));
    auto scratch = make<ModuleObject>("<locals>");
    Value key, value;
    const auto names = local_names(*frame);
    for (size_t at = 0; names->next(at, key, value);)
      scratch->attributes().set(Symbol(key.get<StrObject>()->text()), value);
    scratch->missing = [outer = Ref<ModuleObject>(frame->globals)](Symbol s) {
      const Value* v = outer->attributes().find(s);
      return v ? *v : Value();
    };
    return value_of(evaluator.run_module(module, *scratch, shown));
  }
  std::vector<DictObject*> dicts;
  for (size_t i = 1; i < 3; ++i) {
    if (!given(a.positional[i])) continue;
    auto* dict = a.positional[i].get<DictObject>();
    if (!dict)
      throw TypeError(fmt::format("{}() {} must be a {}, not {}", name,
                                  i == 1 ? "globals" : "locals",
                                  i == 1 ? "dict" : "mapping",
                                  interp.type_name(a.positional[i])));
    dicts.push_back(dict);
  }
  auto scratch = make<ModuleObject>("builtins");
  for (DictObject* dict : dicts) {
    Value key, value;
    for (size_t at = 0; dict->next(at, key, value);)
      if (auto* s = key.get<StrObject>())
        scratch->attributes().set(Symbol(s->text()), value);
  }
  DictObject* const target = dicts.back();
  const auto write_back = [&] {
    for (const auto& [symbol, value] : scratch->attributes().items()) {
      const Value* old = target->find(symbol.str());
      if (!old && dicts.size() == 2 && dicts[0]->find(symbol.str()) &&
          dicts[0]->find(symbol.str())->is(value))
        continue;
      if (!old || !old->is(value)) target->set(symbol.str(), value);
    }
  };
  Value result;
  try {
    result = evaluator.run_module(module, *scratch, shown);
  } catch (const PyError&) {
    write_back();
    throw;
  }
  write_back();
  return value_of(std::move(result));
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
    Attributes& own = exception.object()->attributes();
    own.set(Symbol("_filename"), lang::str(e.source()->name()));
    own.set(Symbol("_lineno"), Value(place.line));
    own.set(Symbol("_offset"), Value(place.column));
    own.set(Symbol("_text"), lang::str(line + "\n"));
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
  ClassObject* code = add_class("code");
  code->set_instance_kind(ObjectKind::native);
  const auto add = [&](const char* name, std::string_view signature,
                       NativeFn fn) {
    interp.add_builtin(name,
                       make<NativeFunction>(name, std::move(fn), signature));
  };
  add("compile",
      "source, filename, mode, flags=0, dont_inherit=False, optimize=-1",
      compile);
  add("exec", "source, globals=None, locals=None, /",
      [](Interpreter& i, Args& a) {
        return run_code(i, a, ParseMode::module, "exec");
      });
  add("eval", "source, globals=None, locals=None, /",
      [](Interpreter& i, Args& a) {
        return run_code(i, a, ParseMode::expression, "eval");
      });
  add("globals", "", globals);
  add("locals", "", locals);
  classes.at("SyntaxError")
      ->method("__str__", "self, /", [](Interpreter& i, Args& a) -> Value {
        const Value& self = a.positional[0];
        const std::string msg = i.str(i.get_attr(self, "msg"));
        const Value line = i.get_attr(self, "lineno");
        if (line.is_none()) return lang::str(msg);
        return lang::str(fmt::format("{} ({}, line {})", msg,
                               i.str(i.get_attr(self, "filename")),
                               i.str(line)));
      });
}

}  // namespace mha::lang
