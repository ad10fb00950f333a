// The type `generator`, of runtime/generator.h.

#include <fmt/format.h>

#include "lang/builtins/builtin_support.h"
#include "lang/runtime/generator.h"
#include "lang/runtime/world.h"

namespace mha::lang {

namespace {

Value given_or_stop(Interpreter& interp, const Value& self, bool more, Value& out) {
  if (!more) throw stop_of(interp, self);
  return std::move(out);
}

Value send(Interpreter& interp, Args& a) {
  Value out;
  const bool more = as_generator(a.positional[0])->send(a.positional[1], out);
  return given_or_stop(interp, a.positional[0], more, out);
}

// throw(exception), or as it was written once: throw(type, value, traceback).
Value raise(Interpreter& interp, Args& a) {
  Value exception = a.positional[1];
  const Value value = a.positional.size() > 2 ? a.positional[2] : Value::none();
  ClassObject* const base = interp.impl().base_exception;
  if (auto* cls = exception.get<ClassObject>(); cls && cls->is_subclass_of(base))
    exception = value.is_none()                 ? interp.call(exception)
                : interp.is_instance(value, cls) ? value
                                                 : interp.call(exception, {value});
  if (!interp.is_instance(exception, base))
    throw TypeError(fmt::format(
        "exceptions must be classes or instances deriving from BaseException, not {}",
        interp.type_name(exception)));
  Value out;
  const bool more = as_generator(a.positional[0])->raise(PyError(exception), out);
  return given_or_stop(interp, a.positional[0], more, out);
}

Value close(Interpreter&, Args& a) {
  as_generator(a.positional[0])->close();
  return Value::none();
}

Value generator_repr(Interpreter&, Args& a) {
  return str(fmt::format("<generator object {} at {}>",
                         as_generator(a.positional[0])->qualname(),
                         fmt::ptr(a.positional[0].object())));
}

}  // namespace

void add_generator_type(Interpreter& interp) {
  const Ref<ClassObject> cls =
      interp.make_class("generator", "builtins", {interp.builtin_class("iterator")});
  cls->set_instance_kind(ObjectKind::iterator);
  add_methods(*cls, {{"send", 1, 1, send},
                     {"throw", 1, 3, raise},
                     {"close", 0, 0, close},
                     {"__repr__", 0, 0, generator_repr}});
  const auto name = [](Interpreter&, const Value& self) {
    const std::string& whole = as_generator(self)->qualname();
    return str(whole.substr(whole.rfind('.') + 1));
  };
  cls->property("__name__", name);
  cls->invalidate();
}

}  // namespace mha::lang
