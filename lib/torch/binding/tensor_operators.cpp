#include "lang/runtime/builtins.h"
#include "lang/runtime/format.h"
#include "lang/values/number.h"
#include "tensor/core/factory.h"
#include "tensor/core/node.h"
#include "tensor/core/print.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/index.h"
#include "tensor/ops/reduce.h"
#include "torch/binding/table.h"
#include "torch/binding/tensor_class.h"

// What Python asks of tensors beside the operators that rows of the tables serve.

namespace mha::torch {

namespace {

const Tensor& self(const Args& a) { return *as_tensor(a.positional[0]); }

Value get_item(Interpreter& interp, Args& a) {
  const Value& key = a.positional[1];
  if (key.is_int()) {
    const Tensor& x = self(a);
    if (x.dim() > 0 && key.as_int() >= 0 && key.as_int() < x.shape()[0]) {
      return lang::tensor(select(x, 0, key.as_int()));
    }
  }
  return lang::tensor(index(self(a), to_indices(interp, key)));
}

Value set_item(Interpreter& interp, Args& a) {
  const std::optional<Operand> value = as_operand(a.positional[2]);
  if (!value) {
    throw_error<TypeError>("can't assign a {} to a {}", type_text(a.positional[2]),
                           tensor_type_name(self(a).dtype()));
  }
  index_put_(self(a), to_indices(interp, a.positional[1]), *value);
  return Value::none();
}

Value contains_element(Interpreter& interp, Args& a) {
  const std::optional<Operand> element = as_operand(a.positional[1]);
  if (!element) {
    throw_error("Tensor.__contains__ only supports Tensor or scalar, but you passed in a {}.",
                interp.repr(Value(static_cast<lang::Object*>(interp.type_of(a.positional[1])))));
  }
  return Value(any(eq(*element, self(a))).item().to_bool());
}

Value iterate_tensor(Interpreter& interp, Args& a) {
  if (self(a).dim() == 0) throw TypeError("iteration over a 0-d tensor");
  auto rows = std::make_shared<std::vector<Tensor>>(unbind(self(a), 0));
  return lang::make_iterator(interp, "tuple_iterator", [rows, i = size_t{0}](Value& out) mutable {
    if (i == rows->size()) return false;
    out = lang::tensor((*rows)[i++]);
    return true;
  });
}

Scalar only_tensor_element(const Tensor& x) {
  throw_if<ValueError>(x.numel() != 1,
                       "only one element tensors can be converted to Python scalars");
  return x.item();
}

Value truth(Interpreter&, Args& a) {
  const Tensor& x = self(a);
  if (x.numel() == 1) return Value(x.item().to_bool());
  throw RuntimeError(x.numel() == 0
                         ? "Boolean value of Tensor with no values is ambiguous"
                         : "Boolean value of Tensor with more than one value is ambiguous");
}

Value format(Interpreter& interp, Args& a) {
  const Tensor& x = self(a);
  const std::string& spec = a.positional[1].get<lang::StrObject>()->text();
  if (x.dim() == 0) return lang::str(interp.format(to_value(x.item()), spec));
  if (spec.empty()) return lang::str(interp.str(a.positional[0]));
  throw_error<TypeError>("unsupported format string passed to {}.__format__",
                         interp.type_name(a.positional[0]));
}

}  // namespace

void add_tensor_operators(ClassObject& cls) {
  add_row_operators(cls);
  for (const char* shift : {"__lshift__", "__rshift__", "__ilshift__", "__irshift__"}) {
    cls.method(shift, [](Interpreter&, Args&) -> Value {
      throw Refusal("<< and >> of a tensor are not supported here")
          .with_help("multiply by a power of two, or divide by one with //");
    });
  }
  cls.method("__getitem__", get_item);
  cls.method("__setitem__", set_item);
  cls.method("__contains__", contains_element);
  cls.method("__iter__", iterate_tensor);
  cls.method("__bool__", truth);
  cls.method("__format__", format);
  cls.method("__len__", [](Interpreter&, Args& a) {
    if (self(a).dim() == 0) throw TypeError("len() of a 0-d tensor");
    return Value(self(a).shape()[0]);
  });
  cls.method("__int__", [](Interpreter&, Args& a) {
    const Scalar s = only_tensor_element(self(a));
    return s.is_floating() ? lang::int_from_double(s.to_double()) : Value(s.to_int());
  });
  cls.method("__float__", [](Interpreter&, Args& a) {
    return Value(only_tensor_element(self(a)).to_double());
  });
  cls.method("__index__", [](Interpreter&, Args& a) {
    const Tensor& x = self(a);
    throw_if<TypeError>(x.numel() != 1 || is_floating(x.dtype()),
                        "only integer tensors of a single element can be converted to an index");
    return Value(x.item().to_int());
  });
  cls.method("__reversed__", [](Interpreter&, Args& a) {
    return self(a).dim() == 0 ? a.positional[0] : lang::tensor(flip(self(a), {0}));
  });
  cls.method("__hash__", [](Interpreter&, Args& a) {
    return Value(static_cast<int64_t>(reinterpret_cast<intptr_t>(a.positional[0].object())));
  });
  cls.method("__repr__", "self, *, tensor_contents=None",
             [](Interpreter&, Args& a) { return lang::str(repr(self(a))); });
  cls.method("__deepcopy__", [](Interpreter& interp, Args& a) {
    const Tensor& x = self(a);
    throw_if(!x.is_leaf(),
             "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
             "protocol at the moment");
    Tensor copy = clone(detach(x));
    if (x.requires_grad()) copy.set_requires_grad(true);
    if (x.grad_slot() && x.grad_slot()->grad.defined()) {
      copy.make_grad_slot().grad = clone(detach(x.grad_slot()->grad));
    }
    ClassObject* own = interp.type_of(a.positional[0]);
    return Value(lang::make<lang::TensorObject>(
        copy, own == types(interp).tensor ? nullptr : own));
  });
}

}  // namespace mha::torch
