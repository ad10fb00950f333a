// The exceptions of Python, and PyError that carries one through C++.

#include <sstream>

#include "lang/runtime/world.h"
#include "lang/values/exception.h"

namespace mha::lang {

namespace {

struct ExceptionRow {
  const char* base;
  std::string_view names;
};

// A base stands above what derives from it.
constexpr ExceptionRow kExceptions[] = {
    {"object", "BaseException"},
    {"BaseException", "SystemExit KeyboardInterrupt GeneratorExit Exception"},
    {"Exception", "StopIteration StopAsyncIteration ArithmeticError AssertionError "
                  "AttributeError BufferError EOFError ImportError LookupError MemoryError "
                  "NameError OSError ReferenceError RuntimeError SyntaxError SystemError "
                  "TypeError ValueError Warning"},
    {"ArithmeticError", "FloatingPointError OverflowError ZeroDivisionError"},
    {"ImportError", "ModuleNotFoundError"},
    {"LookupError", "IndexError KeyError"},
    {"NameError", "UnboundLocalError"},
    {"OSError", "BlockingIOError ChildProcessError ConnectionError FileExistsError "
                "FileNotFoundError InterruptedError IsADirectoryError NotADirectoryError "
                "PermissionError ProcessLookupError TimeoutError"},
    {"RuntimeError", "NotImplementedError RecursionError"},
    {"SyntaxError", "IndentationError"},
    {"IndentationError", "TabError"},
    {"ValueError", "UnicodeError"},
    {"UnicodeError", "UnicodeDecodeError UnicodeEncodeError"},
    {"Warning", "BytesWarning DeprecationWarning EncodingWarning FutureWarning ImportWarning "
                "PendingDeprecationWarning ResourceWarning RuntimeWarning SyntaxWarning "
                "UnicodeWarning UserWarning"},
};

const Symbol& args_name() {
  static const Symbol name("args");
  return name;
}

std::vector<Value> arguments_of(const Value& exception) {
  if (!exception.is_object()) return {};
  const Attributes* own = exception.object()->attributes_if_any();
  const Value* args = own ? own->find(args_name()) : nullptr;
  auto* items = args ? args->get<TupleObject>() : nullptr;
  return items ? items->items : std::vector<Value>();
}

void set_arguments(Object& exception, const Args& a) {
  exception.attributes().set(
      args_name(), tuple(std::vector<Value>(a.positional.begin() + 1, a.positional.end())));
}

Value new_exception(Interpreter&, Args& a) {
  auto made = make<InstanceObject>(a.positional[0].get<ClassObject>());
  set_arguments(*made, a);
  return made;
}

Value init_exception(Interpreter& interp, Args& a) {
  if (!a.keywords.empty())
    throw TypeError(interp.type_name(a.positional[0]) +
                    "() takes no keyword arguments");
  set_arguments(*a.positional[0].object(), a);
  return Value::none();
}

Value exception_str(Interpreter& interp, Args& a) {
  const auto args = arguments_of(a.positional[0]);
  if (args.empty()) return str("");
  if (args.size() == 1) return str(interp.str(args[0]));
  return str(interp.repr(tuple(args)));
}

Value key_error_str(Interpreter& interp, Args& a) {
  const auto args = arguments_of(a.positional[0]);
  if (args.size() == 1) return str(interp.repr(args[0]));
  return exception_str(interp, a);
}

Value exception_repr(Interpreter& interp, Args& a) {
  const auto args = arguments_of(a.positional[0]);
  const std::string name = interp.type_name(a.positional[0]);
  if (args.size() == 1)
    return str(name + "(" + interp.repr(args[0]) + ")");
  return str(name + interp.repr(tuple(args)));
}

// An attribute that an exception may lack: None then.
void optional_attribute(ClassObject* cls, const char* name,
                        size_t argument = 99) {
  cls->property(
      name,
      [symbol = Symbol(std::string("_") + name), argument](
          Interpreter&, const Value& self) {
        const Attributes* own = self.object()->attributes_if_any();
        if (const Value* v = own ? own->find(symbol) : nullptr) return *v;
        const auto args = arguments_of(self);
        return argument < args.size() ? args[argument] : Value::none();
      },
      [symbol = Symbol(std::string("_") + name)](
          Interpreter&, const Value& self, const Value& v) {
        self.object()->attributes().set(symbol, v);
      });
}

}  // namespace

void Interpreter::Impl::add_exceptions() {
  for (const ExceptionRow& row : kExceptions) {
    std::istringstream names{std::string(row.names)};
    for (std::string name; names >> name;) add_class(name, {classes.at(row.base).get()});
  }
  base_exception = classes.at("BaseException").get();
  base_exception->method("__new__", new_exception)
      .method("__init__", init_exception)
      .method("__str__", exception_str)
      .method("__repr__", exception_repr)
      .method("with_traceback", "self, tb",
              [](Interpreter&, Args& a) { return a.positional[0]; })
      .method("add_note", "self, note",
              [](Interpreter&, Args&) { return Value::none(); });
  for (const char* name : {"__cause__", "__context__", "__traceback__"})
    optional_attribute(base_exception, name);
  classes.at("KeyError")->method("__str__", key_error_str);
  optional_attribute(classes.at("StopIteration").get(), "value", 0);
  optional_attribute(classes.at("SystemExit").get(), "code", 0);
  ClassObject* import_error = classes.at("ImportError").get();
  for (const char* name : {"name", "path"})
    optional_attribute(import_error, name);
  optional_attribute(classes.at("NameError").get(), "name");
  for (const char* name : {"name", "obj"})
    optional_attribute(classes.at("AttributeError").get(), name);
  ClassObject* syntax_error = classes.at("SyntaxError").get();
  optional_attribute(syntax_error, "msg", 0);
  for (const char* name : {"lineno", "offset", "text", "filename",
                           "end_lineno", "end_offset"})
    optional_attribute(syntax_error, name);
}

Value Interpreter::make_exception(std::string_view name,
                                  std::vector<Value> args) {
  ClassObject* cls = builtin_class(name);
  if (!cls || !cls->is_subclass_of(impl_->base_exception))
    cls = builtin_class("RuntimeError");
  auto made = make<InstanceObject>(cls);
  made->attributes().set(args_name(), tuple(std::move(args)));
  return made;
}

PyError::PyError(Value e) : exception(std::move(e)) {}

PyError::PyError(const Error& error)
    : note(error.note()), help(error.help()), refusal(error.is_refusal()) {
  Interpreter* interp = current_interpreter();
  if (!interp) {
    what_ = error.kind() + ": " + error.message();
    return;
  }
  std::vector<Value> args;
  if (!error.message().empty()) args.push_back(str(error.message()));
  exception = interp->make_exception(error.kind(), std::move(args));
}

std::string PyError::kind() const {
  if (!exception.is_object()) return what_.substr(0, what_.find(':'));
  ClassObject* cls = exception.object()->own_cls();
  return cls ? cls->name() : "Exception";
}

std::string PyError::message() const {
  if (!exception.is_object()) {
    const size_t colon = what_.find(": ");
    return colon == std::string::npos ? "" : what_.substr(colon + 2);
  }
  Interpreter* interp = current_interpreter();
  if (!interp) {
    const auto args = arguments_of(exception);
    auto* text = args.empty() ? nullptr : args[0].get<StrObject>();
    return text ? text->text() : "";
  }
  try {
    // The last line of a report says no place: that stands above it.
    if (interp->is_instance(exception, interp->builtin_class("SyntaxError")))
      return interp->str(interp->get_attr(exception, "msg"));
    return interp->str(exception);
  } catch (const std::exception&) {
    return "<exception str() failed>";
  }
}

const char* PyError::what() const noexcept {
  if (what_.empty()) {
    try {
      what_ = kind() + ": " + message();
    } catch (...) {
      return "a Python exception";
    }
  }
  return what_.c_str();
}

}  // namespace mha::lang
