#include <cmath>

#include "lang/runtime/builtins.h"
#include "lang/values/number.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/reduce.h"
#include "torch/numpy/numpy.h"

// What Python's operators do to arrays and NumPy's scalars, and the attributes
// of both.

namespace mha::torch {

namespace {

bool is_number_like(Interpreter& interp, const Value& v) {
  return lang::is_number(v) || as_array(interp, v) || as_numpy_scalar(interp, v);
}

/// The other operand: a number, an array, or a nested list of numbers.
bool operand(Interpreter& interp, const Value& v, Tensor& out) {
  if (!is_number_like(interp, v) && !items_in(v) && !as_tensor(v)) return false;
  out = to_array(interp, v);
  return true;
}

/// `x ** 2` and the like take short ways that round as these do.
Tensor power_of(Interpreter& interp, const Tensor& x, const Tensor& y) {
  if (x.dim() > 0 && y.dim() == 0 && is_floating(numpy_result_type(std::array{x, y}))) {
    const double e = y.item().to_double();
    const Tensor base =
        is_floating(x.dtype()) ? x : to(x, numpy_result_type(std::array{x, y}));
    if (e == 0.5) return numpy_unary(interp, "sqrt", base);
    if (e == -1) return numpy_unary(interp, "reciprocal", base);
  }
  return numpy_binary(interp, "power", x, y);
}

/// NumPy's matmul is no ufunc of elements.
constexpr BinaryUfunc kMatmul{"matmul", "", nullptr, "matmul"};

Tensor applied(Interpreter& interp, const BinaryUfunc& ufunc, const Tensor& x, const Tensor& y) {
  if (!ufunc.run) return numpy_matmul(interp, x, y);
  if (std::string_view(ufunc.name) == "power") return power_of(interp, x, y);
  return numpy_binary(interp, ufunc, x, y, x.dim() == 0 && y.dim() == 0);
}

Value array_binary(Interpreter& interp, const BinaryUfunc& ufunc, const Value& a, const Value& b, bool swapped) {
  // A tensor on the right wants to do it itself; on the left it has given up.
  if (!swapped && as_tensor(b)) return Value::not_implemented();
  Tensor other;
  const Tensor& self = array_of(a);
  if (items_in(b) && !as_array(interp, a) && is_integral(self.dtype()) &&
      std::string_view(ufunc.name) == "multiply") {
    return interp.binary(lang::BinaryOp::mul, b, to_value(self.item()));
  }
  if (!operand(interp, b, other)) return Value::not_implemented();
  const Tensor& x = swapped ? other : self;
  const Tensor& y = swapped ? self : other;
  const Tensor result = applied(interp, ufunc, x, y);
  if (as_tensor(b)) {
    return lang::tensor(result.dtype() == DType::bool_ ? to(result, DType::uint8) : result);
  }
  return numpy_value(interp, result);
}

[[noreturn]] void cannot_cast(Interpreter& interp, const char* name, DType from, DType to) {
  raise_numpy(interp, "UFuncTypeError", {"TypeError"},
              std::string("Cannot cast ufunc '") + name + "' output from dtype('" +
                  numpy_name(from) + "') to dtype('" + numpy_name(to) +
                  "') with casting rule 'same_kind'");
}

/// x += y: into x itself if it is an array.
Value array_in_place(Interpreter& interp, const BinaryUfunc& ufunc, const Value& a, const Value& b) {
  if (!as_array(interp, a)) return array_binary(interp, ufunc, a, b, /*swapped=*/false);
  Tensor other;
  if (!operand(interp, b, other)) return Value::not_implemented();
  const Tensor& self = array_of(a);
  const Shape shape = numpy_broadcast(self.shape(), other.shape());
  if (shape != self.shape()) {
    throw ValueError("non-broadcastable output operand with shape " + tight_text(self.shape()) +
                     " doesn't match the broadcast shape " + tight_text(shape));
  }
  const Tensor result = applied(interp, ufunc, self, other);
  if (numpy_kind(result.dtype()) > numpy_kind(self.dtype())) {
    cannot_cast(interp, ufunc.name, result.dtype(), self.dtype());
  }
  copy_(self, result);
  return a;
}

Value array_compared(Interpreter& interp, const BinaryUfunc& ufunc, const Value& a, const Value& b) {
  Tensor other;
  const std::string_view name = ufunc.name;
  const bool unequal = name == "not_equal", equality = unequal || name == "equal";
  if (as_tensor(b)) return equality ? Value(unequal) : Value::not_implemented();
  if (!operand(interp, b, other)) {
    if (!equality) return Value::not_implemented();
    const Tensor all = full(array_of(a).shape(), unequal, DType::bool_);
    return numpy_value(interp, all);
  }
  if (equality) {
    try {
      numpy_broadcast(array_of(a).shape(), other.shape());
    } catch (const Error&) {
      interp.warn("DeprecationWarning",
                  "elementwise comparison failed; this will raise an error in the future.");
      return Value(unequal);
    }
  }
  return numpy_value(interp, numpy_binary(interp, ufunc, array_of(a), other));
}

Scalar only_array_element(const Tensor& x) {
  if (x.numel() != 1) throw TypeError("only size-1 arrays can be converted to Python scalars");
  return reshape(x, {}).item();
}

Value iterate_array(Interpreter& interp, Args& a) {
  const Tensor& x = array_of(a.positional[0]);
  if (!as_array(interp, a.positional[0])) {
    throw TypeError("'" + interp.type_name(a.positional[0]) + "' object is not iterable");
  }
  if (x.dim() == 0) throw TypeError("iteration over a 0-d array");
  auto rows = std::make_shared<std::vector<Tensor>>(unbind(x, 0));
  Interpreter* world = &interp;
  return lang::make_iterator(interp, "iterator", [rows, world, i = size_t{0}](Value& out) mutable {
    if (i == rows->size()) return false;
    out = numpy_value(*world, (*rows)[i++]);
    return true;
  });
}

constexpr std::pair<const char*, const char*> kUnaryOperators[] = {{"__neg__", "negative"},
                               {"__pos__", "positive"},
                               {"__abs__", "absolute"},
                               {"__invert__", "invert"}};

}  // namespace

void add_array_operators(ClassObject& cls) {
  const auto add = [&cls](const std::string& name, const BinaryUfunc& ufunc, auto run, auto... swapped) {
    cls.method("__" + name + "__", "self, value, /", [&ufunc, run, swapped...](Interpreter& i, Args& a) {
      return run(i, ufunc, a.positional[0], a.positional[1], swapped...);
    });
  };
  const auto add_arithmetic = [&add](const BinaryUfunc& ufunc) {
    const std::string name = ufunc.arithmetic;
    add(name, ufunc, array_binary, /*swapped=*/false);
    add("r" + name, ufunc, array_binary, /*swapped=*/true);
    if (ufunc.run) add("i" + name, ufunc, array_in_place);
  };
  for (const BinaryUfunc& ufunc : binary_ufuncs()) {
    if (ufunc.arithmetic) add_arithmetic(ufunc);
    if (ufunc.comparison) add(ufunc.comparison, ufunc, array_compared);
  }
  add_arithmetic(kMatmul);
  for (const auto& [name, ufunc] : kUnaryOperators) {
    cls.method(name, [ufunc = ufunc](Interpreter& i, Args& a) {
      return numpy_value(i, numpy_unary(i, ufunc, array_of(a.positional[0])));
    });
  }
  cls.method("__getitem__", [](Interpreter& i, Args& a) {
    if (!as_array(i, a.positional[0])) throw IndexError("invalid index to scalar variable.");
    return numpy_get_item(i, array_of(a.positional[0]), a.positional[1]);
  });
  cls.method("__setitem__", [](Interpreter& i, Args& a) {
    if (!as_array(i, a.positional[0])) {
      throw TypeError("'" + i.type_name(a.positional[0]) +
                      "' object does not support item assignment");
    }
    numpy_set_item(i, array_of(a.positional[0]), a.positional[1], a.positional[2]);
    return Value::none();
  });
  cls.method("__contains__", [](Interpreter& i, Args& a) {
    const Tensor same = numpy_binary(i, "equal", array_of(a.positional[0]), to_array(i, a.positional[1]));
    return Value(any(same).item().to_bool());
  });
  cls.method("__iter__", iterate_array);
  cls.method("__bool__", [](Interpreter&, Args& a) {
    const Tensor& x = array_of(a.positional[0]);
    if (x.numel() == 1) return Value(reshape(x, {}).item().to_bool());
    if (x.numel() == 0) return Value(false);
    throw ValueError("The truth value of an array with more than one element is ambiguous. Use "
                     "a.any() or a.all()");
  });
  cls.method("__len__", [](Interpreter& i, Args& a) {
    const Tensor& x = array_of(a.positional[0]);
    if (!as_array(i, a.positional[0])) {
      throw TypeError("object of type '" + i.type_name(a.positional[0]) + "' has no len()");
    }
    if (x.dim() == 0) throw TypeError("len() of unsized object");
    return Value(x.shape()[0]);
  });
  cls.method("__int__", [](Interpreter&, Args& a) {
    const Scalar s = only_array_element(array_of(a.positional[0]));
    return s.is_floating() ? lang::int_from_double(s.to_double()) : Value(s.to_int());
  });
  cls.method("__float__", [](Interpreter&, Args& a) {
    return Value(only_array_element(array_of(a.positional[0])).to_double());
  });
  cls.method("__index__", [](Interpreter& i, Args& a) {
    const Tensor& x = array_of(a.positional[0]);
    if (is_integral(x.dtype()) && x.dim() == 0) return Value(x.item().to_int());
    if (!as_array(i, a.positional[0])) {
      throw TypeError("'" + i.type_name(a.positional[0]) +
                      "' object cannot be interpreted as an integer");
    }
    throw TypeError("only integer scalar arrays can be converted to a scalar index");
  });
  cls.method("__deepcopy__", [](Interpreter& i, Args& a) {
    const Tensor copy = clone(array_of(a.positional[0]));
    return as_array(i, a.positional[0]) ? array_value(i, copy) : numpy_value(i, copy);
  });
}

void add_array_attributes(ClassObject& cls) {
  cls.property("shape", [](Interpreter&, const Value& v) { return shape_tuple(array_of(v).shape()); },
               [](Interpreter& i, const Value& v, const Value& shape) {
                 Tensor t = array_of(v);
                 t.set_data(reshape(t, to_shape(i, shape)));
               });
  cls.property("ndim", [](Interpreter&, const Value& v) { return Value(array_of(v).dim()); });
  cls.property("size", [](Interpreter&, const Value& v) { return Value(array_of(v).numel()); });
  cls.property("itemsize", [](Interpreter&, const Value& v) {
    return Value(static_cast<int64_t>(size_of(array_of(v).dtype())));
  });
  cls.property("nbytes", [](Interpreter&, const Value& v) {
    return Value(array_of(v).numel() * static_cast<int64_t>(size_of(array_of(v).dtype())));
  });
  cls.property("strides", [](Interpreter&, const Value& v) {
    Shape bytes = array_of(v).strides();
    for (int64_t& s : bytes) s *= static_cast<int64_t>(size_of(array_of(v).dtype()));
    return shape_tuple(bytes);
  });
  cls.property("dtype", [](Interpreter& i, const Value& v) {
    return numpy_dtype_value(i, array_of(v).dtype());
  });
  cls.property("T", [](Interpreter& i, const Value& v) {
    return array_of(v).dim() == 0 ? v : array_value(i, numpy_T(array_of(v)));
  });
  cls.property("real", [](Interpreter&, const Value& v) { return v; });
  cls.property("base", [](Interpreter& i, const Value& v) {
    const Tensor base = array_of(v).base();
    return base.defined() ? array_value(i, base) : Value::none();
  });
  cls.missing = [](lang::Symbol s) { return numpy_method(s.str()); };
}

}  // namespace mha::torch
