#include "lang/runtime/builtins.h"
#include "lang/runtime/format.h"
#include "lang/values/number.h"
#include "tensor/core/factory.h"
#include "tensor/core/print.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/index.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/unary.h"
#include "torch/binding/convert.h"
#include "torch/binding/tensor_class.h"

// What Python's operators do to tensors. An operand that is neither a tensor
// nor a number is NotImplemented, so that Python's own TypeError comes of it.

namespace mha::torch {

using lang::Args;
using lang::ClassObject;
using lang::Interpreter;
using lang::Value;

namespace {

const Tensor& self(const Args& a) { return *as_tensor(a.positional[0]); }

bool to_operand(const Value& v, Operand& out) {
  if (const Tensor* t = as_tensor(v)) {
    out = *t;
    return true;
  }
  if (const std::optional<Scalar> s = as_scalar(v)) {
    out = *s;
    return true;
  }
  return false;
}

using BinaryOp = Tensor (*)(const Tensor&, const Operand&);
using InPlaceOp = void (*)(const Tensor&, const Operand&);

/// x op y with the tensor on the left, or y op x with it on the right.
void add_binary(ClassObject& cls, const char* name, BinaryOp op) {
  const auto apply = [op](Interpreter&, Args& a) {
    Operand other(0);
    if (!to_operand(a.positional[1], other)) return Value::not_implemented();
    return lang::tensor(op(self(a), other));
  };
  if (std::string_view(name) == "__pow__") {
    cls.method(name, "self, exponent, /", apply);
  } else {
    cls.method(name, apply);
  }
}

void add_in_place(ClassObject& cls, const char* name, InPlaceOp op) {
  cls.method(name, [op](Interpreter&, Args& a) {
    Operand other(0);
    if (!to_operand(a.positional[1], other)) return Value::not_implemented();
    op(self(a), other);
    return a.positional[0];
  });
}

void add_unary(ClassObject& cls, const char* name, Tensor (*op)(const Tensor&, const Tensor&)) {
  cls.method(name, [op](Interpreter&, Args& a) { return lang::tensor(op(self(a), {})); });
}

#define MHA_BINARY(DUNDER, EXPR) \
  add_binary(cls, DUNDER, [](const Tensor& x, const Operand& y) -> Tensor { return EXPR; })
#define MHA_IN_PLACE(DUNDER, EXPR) \
  add_in_place(cls, DUNDER, [](const Tensor& x, const Operand& y) { EXPR; })

void add_arithmetic(ClassObject& cls) {
  MHA_BINARY("__add__", add(x, y));
  MHA_BINARY("__radd__", add(x, y));
  MHA_BINARY("__sub__", sub(x, y));
  MHA_BINARY("__rsub__", rsub(x, y));
  MHA_BINARY("__mul__", mul(x, y));
  MHA_BINARY("__rmul__", mul(x, y));
  MHA_BINARY("__truediv__", div(x, y));
  MHA_BINARY("__rtruediv__", mul(reciprocal(x), y));
  MHA_BINARY("__floordiv__", floor_divide(x, y));
  MHA_BINARY("__rfloordiv__", floor_divide(y, x));
  MHA_BINARY("__mod__", remainder(x, y));
  MHA_BINARY("__rmod__", remainder(y, x));
  MHA_BINARY("__pow__", pow(x, y));
  // PyTorch makes a tensor of the base; the digits follow from that.
  MHA_BINARY("__rpow__", pow(scalar_tensor(y.scalar(), result_type(y, x)), x));
  MHA_BINARY("__and__", bitwise_and(x, y));
  MHA_BINARY("__rand__", bitwise_and(x, y));
  MHA_BINARY("__or__", bitwise_or(x, y));
  MHA_BINARY("__ror__", bitwise_or(x, y));
  MHA_BINARY("__xor__", bitwise_xor(x, y));
  MHA_BINARY("__rxor__", bitwise_xor(x, y));
  MHA_IN_PLACE("__iadd__", add(x, y, 1, x));
  MHA_IN_PLACE("__isub__", sub(x, y, 1, x));
  MHA_IN_PLACE("__imul__", mul(x, y, x));
  MHA_IN_PLACE("__itruediv__", div(x, y, Rounding::none, x));
  MHA_IN_PLACE("__ifloordiv__", floor_divide(x, y, x));
  MHA_IN_PLACE("__imod__", remainder(x, y, x));
  MHA_IN_PLACE("__ipow__", pow(x, y, x));
  MHA_IN_PLACE("__iand__", bitwise_and(x, y, x));
  MHA_IN_PLACE("__ior__", bitwise_or(x, y, x));
  MHA_IN_PLACE("__ixor__", bitwise_xor(x, y, x));
  MHA_BINARY("__eq__", eq(x, y));
  MHA_BINARY("__ne__", ne(x, y));
  MHA_BINARY("__lt__", lt(x, y));
  MHA_BINARY("__le__", le(x, y));
  MHA_BINARY("__gt__", gt(x, y));
  MHA_BINARY("__ge__", ge(x, y));
  for (const char* shift : {"__lshift__", "__rshift__", "__ilshift__", "__irshift__"}) {
    cls.method(shift, [](Interpreter&, Args&) -> Value {
      throw Refusal("<< and >> of a tensor are not supported here")
          .with_help("multiply by a power of two, or divide by one with //");
    });
  }
  add_unary(cls, "__neg__", neg);
  add_unary(cls, "__abs__", abs);
  add_unary(cls, "__invert__", bitwise_not);
  cls.method("__pos__", [](Interpreter&, Args& a) {
    if (self(a).dtype() == DType::bool_) {
      throw RuntimeError("The `+` operator, on a bool tensor is not supported.");
    }
    return a.positional[0];
  });
  cls.method("__matmul__", [](Interpreter&, Args& a) {
    const Tensor* other = as_tensor(a.positional[1]);
    if (!other) return Value::not_implemented();
    return lang::tensor(matmul(self(a), *other));
  });
  cls.method("__rmatmul__", [](Interpreter&, Args& a) {
    const Tensor* other = as_tensor(a.positional[1]);
    if (!other) return Value::not_implemented();
    return lang::tensor(matmul(*other, self(a)));
  });
}

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
  Operand value(0);
  if (!to_operand(a.positional[2], value)) {
    throw TypeError("can't assign a " + type_text(a.positional[2]) + " to a " +
                    std::string(tensor_type_name(self(a).dtype())));
  }
  index_put_(self(a), to_indices(interp, a.positional[1]), value);
  return Value::none();
}

Value contains_element(Interpreter& interp, Args& a) {
  Operand element(0);
  if (!to_operand(a.positional[1], element)) {
    throw RuntimeError("Tensor.__contains__ only supports Tensor or scalar, but you passed in a " +
                       interp.repr(Value(static_cast<lang::Object*>(interp.type_of(a.positional[1])))) + ".");
  }
  return Value(any(eq(element, self(a))).item().to_bool());
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
  if (x.numel() != 1) {
    throw ValueError("only one element tensors can be converted to Python scalars");
  }
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
  throw TypeError("unsupported format string passed to " + interp.type_name(a.positional[0]) +
                  ".__format__");
}

}  // namespace

void add_tensor_operators(ClassObject& cls) {
  add_arithmetic(cls);
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
    if (x.numel() != 1 || is_floating(x.dtype())) {
      throw TypeError("only integer tensors of a single element can be converted to an index");
    }
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
    if (!x.is_leaf()) {
      throw RuntimeError(
          "Only Tensors created explicitly by the user (graph leaves) support the "
          "deepcopy protocol at the moment");
    }
    Tensor copy = clone(detach(x));
    if (x.requires_grad()) copy.set_requires_grad(true);
    ClassObject* own = interp.type_of(a.positional[0]);
    return Value(lang::make<lang::TensorObject>(
        copy, own == types(interp).tensor ? nullptr : own));
  });
}

}  // namespace mha::torch
