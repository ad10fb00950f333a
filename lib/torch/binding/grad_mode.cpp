#include <vector>

#include "tensor/core/grad.h"
#include "torch/binding/torch_module.h"

// torch.no_grad and its kin: context managers, and decorators too.

namespace mha::torch {

using lang::Args;
using lang::ClassObject;
using lang::Interpreter;
using lang::Value;

namespace {

struct GradMode {
  bool wanted = false;
  std::vector<bool> before;  // one a `with` under way
};

GradMode& mode(const Value& v) { return *v.get<lang::NativeObject>()->payload<GradMode>(); }

Value decorated(Interpreter& interp, const Value& function, bool on) {
  const Value decorator = interp.get_attr(interp.import("torch.utils._contextlib"), "context_decorator");
  return interp.call(decorator, {function, Value(on)});
}

bool is_function(const Value& v) {
  return v.get<lang::FunctionObject>() || v.get<lang::NativeFunction>() ||
         v.get<lang::BoundMethod>();
}

struct ModeClass {
  const char* name;
  bool wanted;
  bool takes_mode;  // the mode is an argument: set_grad_enabled(False)
  bool at_once;     // and in force from the call on
};
constexpr ModeClass kModes[] = {{"no_grad", false, false, false},
                                {"enable_grad", true, false, false},
                                {"inference_mode", false, true, false},
                                {"set_grad_enabled", true, true, true}};

Value mode_new(Interpreter& interp, Args& a, const ModeClass& row) {
  auto* cls = a.positional[0].get<ClassObject>();
  GradMode m;
  m.wanted = row.wanted;
  Value given = a.positional.size() > 1 ? a.positional[1] : Value();
  if (const Value* v = a.keyword("mode")) given = *v;
  if (given.defined() && is_function(given)) return decorated(interp, given, row.wanted);
  if (row.takes_mode) {
    if (!given.defined() && row.at_once) {
      throw TypeError("set_grad_enabled.__init__() missing 1 required positional argument: 'mode'");
    }
    const bool on = !given.defined() || interp.truth(given);
    m.wanted = row.at_once ? on : !on;
  }
  if (row.at_once) {
    m.before.push_back(grad_enabled());
    set_grad_enabled(m.wanted);
  }
  return lang::make<lang::NativeObject>(cls, std::make_shared<GradMode>(m));
}

}  // namespace

Value grad_mode_class(Interpreter& interp, const std::string& name) {
  for (const ModeClass& row : kModes) {
    if (name != row.name) continue;
    const auto cls = interp.make_class(name, "torch.autograd.grad_mode");
    cls->set_instance_kind(lang::ObjectKind::native);
    cls->method("__new__", [&row](Interpreter& i, Args& a) { return mode_new(i, a, row); });
    cls->method("__enter__", [at_once = row.at_once](Interpreter&, Args& a) {
      GradMode& m = mode(a.positional[0]);
      if (!at_once) {
        m.before.push_back(grad_enabled());
        set_grad_enabled(m.wanted);
      }
      return Value::none();
    });
    cls->method("__exit__", [](Interpreter&, Args& a) {
      GradMode& m = mode(a.positional[0]);
      if (!m.before.empty()) {
        set_grad_enabled(m.before.back());
        m.before.pop_back();
      }
      return Value(false);
    });
    cls->method("__call__", [](Interpreter& i, Args& a) {
      return decorated(i, a.positional[1], mode(a.positional[0]).wanted);
    });
    return cls;
  }
  return {};
}

}  // namespace mha::torch
