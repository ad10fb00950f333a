#include <cmath>

#include "lang/values/number.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "torch/numpy/numpy.h"

// The classes of NumPy: ndarray, the scalars np.float64, np.int64, ..., and
// dtype; and how values of a program become arrays.

namespace mha::torch {

namespace {

struct NamedType {
  const char* name;  // of the class and, without '_', of the dtype
  DType dtype;
};
constexpr NamedType kScalarTypes[] = {
    {"uint8", DType::uint8},     {"int8", DType::int8},       {"int16", DType::int16},
    {"int32", DType::int32},     {"int64", DType::int64},     {"float16", DType::float16},
    {"float32", DType::float32}, {"float64", DType::float64}, {"bool_", DType::bool_}};

struct NamedText {
  const char* text;
  DType dtype;
};
constexpr NamedText kTexts[] = {
    {"float", DType::float64}, {"double", DType::float64}, {"f8", DType::float64},
    {"d", DType::float64},     {"single", DType::float32}, {"f4", DType::float32},
    {"f", DType::float32},     {"half", DType::float16},   {"f2", DType::float16},
    {"e", DType::float16},     {"int", DType::int64},      {"i8", DType::int64},
    {"long", DType::int64},    {"l", DType::int64},        {"i4", DType::int32},
    {"i", DType::int32},       {"intc", DType::int32},     {"i2", DType::int16},
    {"i1", DType::int8},       {"u1", DType::uint8},       {"bool", DType::bool_},
    {"?", DType::bool_},       {"int_", DType::int64},     {"float_", DType::float64}};

/// np.float64(x), np.int32(x), ...: a scalar, or an array of an array.
Value make_scalar(Interpreter& interp, DType dtype, std::span<Value> args) {
  if (args.size() < 2) return numpy_value(interp, zeros({}, dtype));
  Value v = args[1];
  if (v.get<lang::StrObject>()) {
    const char* cls = is_floating(dtype) ? "float" : "int";
    v = interp.call(Value(static_cast<lang::Object*>(interp.builtin_class(cls))), {v});
  }
  return numpy_value(interp, to(to_array(interp, v), dtype, /*copy=*/true));
}

/// float and int know how to round, to be written and to be hashed.
Value as_number(const Value& v) { return to_value(array_of(v).item()); }

void add_scalar_methods(ClassObject& cls) {
  cls.method("__repr__", [](Interpreter&, Args& a) {
    return lang::str(numpy_scalar_text(array_of(a.positional[0])));
  });
  cls.method("__hash__", [](Interpreter& i, Args& a) {
    return Value(static_cast<int64_t>(i.hash(as_number(a.positional[0]))));
  });
  cls.method("__format__", [](Interpreter& i, Args& a) {
    const std::string& spec = a.positional[1].get<lang::StrObject>()->text();
    if (spec.empty() && !is_floating(array_of(a.positional[0]).dtype())) {
      return lang::str(numpy_scalar_text(array_of(a.positional[0])));
    }
    return lang::str(i.format(as_number(a.positional[0]), spec));
  });
  cls.method("__round__", "self, ndigits=None", [](Interpreter& i, Args& a) {
    const Tensor& x = array_of(a.positional[0]);
    if (is_given(a.positional[1])) {
      return numpy_value(i, numpy_round(x, i.to_index(a.positional[1])));
    }
    if (!is_floating(x.dtype())) return as_number(a.positional[0]);
    return lang::int_from_double(std::nearbyint(x.item().to_double()));
  });
}

/// np.float64 is a float: what else a float can do is done by one.
void add_float_methods(ClassObject& cls, const ClassObject& python) {
  for (const auto& [name, method] : python.attributes_if_any()->items()) {
    if (!method.get<lang::NativeFunction>() || name.str() == "__new__" ||
        cls.attributes().find(name)) {
      continue;
    }
    cls.method(name.str(), [method = method](Interpreter& i, Args& a) {
      std::vector<Value> args(a.positional.begin(), a.positional.end());
      args[0] = as_number(args[0]);
      return i.call(method, args, a.keywords);
    });
  }
}

}  // namespace

const char* numpy_name(DType dtype) {
  if (dtype == DType::bool_) return "bool";
  for (const NamedType& t : kScalarTypes) {
    if (t.dtype == dtype) return t.name;
  }
  return "float64";
}

ClassObject* numpy_scalar_class(Interpreter& interp, DType dtype) {
  ClassObject*& cls = types(interp).numpy_scalars[static_cast<size_t>(dtype)];
  if (cls) return cls;
  const std::string name = dtype == DType::bool_ ? "bool_" : numpy_name(dtype);
  ClassObject*& generic = types(interp).others["numpy.generic"];
  if (!generic) generic = interp.make_class("generic", "numpy").get();
  ClassObject*& kind = types(interp).others[is_floating(dtype)    ? "numpy.floating"
                                            : dtype == DType::bool_ ? "numpy.generic"
                                                                    : "numpy.integer"];
  if (!kind) {
    kind = interp.make_class(is_floating(dtype) ? "floating" : "integer", "numpy",
                             {lang::Ref<ClassObject>(generic)}).get();
  }
  std::vector<lang::Ref<ClassObject>> bases{lang::Ref<ClassObject>(kind)};
  ClassObject* python = interp.builtin_class("float");
  if (dtype == DType::float64) bases.emplace_back(python);
  cls = interp.make_class(name, "numpy", std::move(bases)).get();
  cls->set_instance_kind(lang::ObjectKind::native);
  cls->method("__new__", [dtype](Interpreter& i, Args& a) {
    return make_scalar(i, dtype, a.positional);
  });
  add_array_operators(*cls);
  add_array_attributes(*cls);
  add_scalar_methods(*cls);
  if (dtype == DType::float64) add_float_methods(*cls, *python);
  return cls;
}

ClassObject* numpy_array_class(Interpreter& interp) {
  ClassObject*& cls = types(interp).array;
  if (cls) return cls;
  cls = interp.make_class("ndarray", "numpy").get();
  cls->set_instance_kind(lang::ObjectKind::native);
  cls->method("__new__", "cls, shape, dtype=None", [](Interpreter& i, Args& a) {
    const DType dtype = to_numpy_dtype(i, a.positional[2]).value_or(DType::float64);
    return array_value(i, zeros(to_shape(i, a.positional[1]), dtype));
  });
  cls->method("__repr__", [](Interpreter& i, Args& a) {
    return lang::str(array_repr(array_of(a.positional[0]), array_print_options(i)));
  });
  cls->method("__str__", [](Interpreter& i, Args& a) {
    return lang::str(array_str(array_of(a.positional[0]), array_print_options(i)));
  });
  cls->method("__hash__", [](Interpreter&, Args&) -> Value {
    throw TypeError("unhashable type: 'numpy.ndarray'");
  });
  cls->method("__format__", [](Interpreter& i, Args& a) {
    const Tensor& x = array_of(a.positional[0]);
    const std::string& spec = a.positional[1].get<lang::StrObject>()->text();
    if (spec.empty()) return lang::str(array_str(x, array_print_options(i)));
    if (x.dim() == 0) return lang::str(i.format(to_value(x.item()), spec));
    throw TypeError("unsupported format string passed to numpy.ndarray.__format__");
  });
  add_array_operators(*cls);
  add_array_attributes(*cls);
  return cls;
}

const Tensor* as_array(Interpreter& interp, const Value& v) {
  const auto* n = v.get<NativeObject>();
  if (!n || !types(interp).array || n->cls() != types(interp).array) return nullptr;
  return n->payload<Tensor>();
}

const Tensor* as_numpy_scalar(Interpreter& interp, const Value& v) {
  const auto* n = v.get<NativeObject>();
  if (!n) return nullptr;
  for (const ClassObject* cls : types(interp).numpy_scalars) {
    if (cls && n->cls() == cls) return n->payload<Tensor>();
  }
  return nullptr;
}

Value array_value(Interpreter& interp, const Tensor& t) {
  t.storage()->is_inference = false;  // NumPy knows nothing of it
  return lang::make<NativeObject>(numpy_array_class(interp), std::make_shared<Tensor>(t));
}

Value numpy_value(Interpreter& interp, const Tensor& t) {
  if (t.dim() > 0) return array_value(interp, t);
  return lang::make<NativeObject>(numpy_scalar_class(interp, t.dtype()),
                                  std::make_shared<Tensor>(t));
}

// --------------------------------------------------------------------- dtype

Value numpy_dtype_value(Interpreter& interp, DType dtype) {
  ClassObject*& cls = types(interp).others["numpy.dtype"];
  if (!cls) {
    cls = interp.make_class("dtype", "numpy").get();
    cls->set_instance_kind(lang::ObjectKind::native);
    const auto of = [](const Value& v) { return *v.get<NativeObject>()->payload<DType>(); };
    cls->method("__new__", "cls, dtype", [](Interpreter& i, Args& a) {
      return numpy_dtype_value(i, to_numpy_dtype(i, a.positional[1]).value_or(DType::float64));
    });
    cls->method("__repr__", [of](Interpreter&, Args& a) {
      return lang::str(std::string("dtype('") + numpy_name(of(a.positional[0])) + "')");
    });
    cls->method("__str__", [of](Interpreter&, Args& a) {
      return lang::str(numpy_name(of(a.positional[0])));
    });
    cls->method("__hash__", [of](Interpreter&, Args& a) {
      return Value(static_cast<int64_t>(of(a.positional[0])) + 1000);
    });
    cls->method("__eq__", [of](Interpreter& i, Args& a) {
      try {
        const auto other = to_numpy_dtype(i, a.positional[1]);
        return Value(other.value_or(DType::float64) == of(a.positional[0]));
      } catch (const Error&) {
        return Value(false);
      }
    });
    cls->property("name", [of](Interpreter&, const Value& v) {
      return lang::str(numpy_name(of(v)));
    });
    cls->property("itemsize", [of](Interpreter&, const Value& v) {
      return Value(static_cast<int64_t>(size_of(of(v))));
    });
    cls->property("kind", [of](Interpreter&, const Value& v) {
      const DType d = of(v);
      return lang::str(is_floating(d)         ? "f"
                       : d == DType::bool_    ? "b"
                       : d == DType::uint8    ? "u"
                                              : "i");
    });
    cls->property("type", [of](Interpreter& i, const Value& v) {
      return Value(static_cast<lang::Object*>(numpy_scalar_class(i, of(v))));
    });
  }
  return lang::make<NativeObject>(cls, std::make_shared<DType>(dtype));
}

std::optional<DType> to_numpy_dtype(Interpreter& interp, const Value& v) {
  if (!is_given(v)) return {};
  if (const auto* s = v.get<lang::StrObject>()) {
    for (const NamedType& t : kScalarTypes) {
      if (s->text() == t.name) return t.dtype;
    }
    for (const NamedText& t : kTexts) {
      if (s->text() == t.text) return t.dtype;
    }
    throw_error<TypeError>("data type '{}' not understood", s->text());
  }
  if (const auto* n = v.get<NativeObject>();
      n && n->cls() == types(interp).others["numpy.dtype"]) {
    return *n->payload<DType>();
  }
  if (const auto* cls = v.get<ClassObject>()) {
    for (const NamedType& t : kScalarTypes) {
      if (cls == types(interp).numpy_scalars[static_cast<size_t>(t.dtype)]) return t.dtype;
    }
    if (cls == interp.builtin_class("float")) return DType::float64;
    if (cls == interp.builtin_class("int")) return DType::int64;
    if (cls == interp.builtin_class("bool")) return DType::bool_;
  }
  TypeError error("Cannot interpret '" + interp.repr(v) + "' as a data type");
  if (!v.is_int()) throw error;
  throw error.with_help("the sizes of an array are one argument, a tuple: (2, 3)");
}

// --------------------------------------------------------------- conversions

namespace {

/// Nested lists of numbers, scalars and arrays: the shape, the common dtype,
/// and the numbers in order.
class ArrayReader {
 public:
  explicit ArrayReader(Interpreter& interp) : interp_(interp) {}

  Tensor read(const Value& data, std::optional<DType> dtype) {
    measure(data);
    store(data, 0);
    const DType found = dtype.value_or(found_.value_or(DType::float64));
    return from_scalars(shape_, numbers_, found);
  }

 private:
  /// The items of a sequence, or the parts of an array.
  bool items_of(const Value& v, std::vector<Value>& items) {
    if (const auto own = items_in(v)) {
      items.assign(own->begin(), own->end());
    } else if (v.get<lang::RangeObject>()) {
      items = interp_.to_vector(v);
    } else if (const Tensor* x = tensor_in(v); x && x->dim() > 0) {
      for (const Tensor& part : unbind(*x, 0)) items.push_back(numpy_value(interp_, part));
    } else {
      return false;
    }
    return true;
  }

  const Tensor* tensor_in(const Value& v) {
    if (const Tensor* t = as_tensor(v)) return t;
    if (const Tensor* t = as_array(interp_, v)) return t;
    return as_numpy_scalar(interp_, v);
  }

  void measure(Value data) {
    std::vector<Value> items;
    while (items_of(data, items)) {
      shape_.push_back(static_cast<int64_t>(items.size()));
      if (shape_.size() > 32) throw ValueError("setting an array element with a sequence.");
      if (items.empty()) return;
      const Value first = items.front();
      data = first;
      items.clear();
    }
  }

  [[noreturn]] void ragged(size_t depth) {
    throw_error<ValueError>(
        "setting an array element with a sequence. The requested array has an inhomogeneous shape "
        "after {} dimensions. The detected shape was {} + inhomogeneous part.",
        depth, shape_text(Shape(shape_.begin(), shape_.begin() + static_cast<int64_t>(depth))));
  }

  void store(const Value& v, size_t dim) {
    std::vector<Value> items;
    if (items_of(v, items)) {
      if (dim >= shape_.size() || static_cast<int64_t>(items.size()) != shape_[dim]) ragged(dim);
      for (const Value& item : items) store(item, dim + 1);
      return;
    }
    if (dim < shape_.size()) ragged(dim);
    if (const Tensor* t = tensor_in(v)) {
      add(t->dtype());
      numbers_.push_back(t->item());
      return;
    }
    std::optional<Scalar> s;
    if (!v.get<lang::BigIntObject>()) s = as_scalar(v);
    if (!s) refuse_numpy("an array of '" + interp_.type_name(v) + "' objects");
    add(v.is_float() ? DType::float64 : v.is_bool() ? DType::bool_ : DType::int64);
    numbers_.push_back(*s);
  }

  void add(DType dtype) { found_ = found_ ? numpy_promote(*found_, dtype) : dtype; }

  Interpreter& interp_;
  std::optional<DType> found_;
  Shape shape_;
  std::vector<Scalar> numbers_;
};

}  // namespace

Tensor to_array(Interpreter& interp, const Value& v, std::optional<DType> dtype) {
  const Tensor* t = as_array(interp, v);
  if (!t) t = as_numpy_scalar(interp, v);
  if (!t && as_tensor(v)) {
    t = as_tensor(v);
    throw_if(
        t->requires_grad(),
        "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.");
  }
  if (t) return to(*t, dtype.value_or(t->dtype()));
  return ArrayReader(interp).read(v, dtype);
}

Shape to_shape(Interpreter& interp, const Value& v) {
  Shape shape;
  if (items_in(v) || as_array(interp, v)) {
    for (const Value& item : interp.to_vector(v)) shape.push_back(interp.to_index(item));
  } else if (v.is_int() || v.is_bool() || as_numpy_scalar(interp, v)) {
    shape.push_back(interp.to_index(v));
  } else {
    throw_error<TypeError>("expected a sequence of integers or a single integer, got '{}'",
                           interp.repr(v));
  }
  throw_if<ValueError>(shape.size() > 32,
                       "maximum supported dimension for an ndarray is 32, found {}", shape.size());
  return shape;
}

Shape to_sizes(Interpreter& interp, const Value& v) {
  const Shape shape = to_shape(interp, v);
  for (const int64_t n : shape) {
    if (n < 0) throw ValueError("negative dimensions are not allowed");
  }
  return shape;
}

int64_t wrap_axis(Interpreter& interp, int64_t axis, int64_t rank, const char* prefix) {
  if (axis >= -rank && axis < rank) return axis < 0 ? axis + rank : axis;
  raise_numpy(interp, "AxisError", {"ValueError", "IndexError"},
              std::string(prefix) + "axis " + std::to_string(axis) +
                  " is out of bounds for array of dimension " + std::to_string(rank));
}

int64_t to_axis(Interpreter& interp, const Value& v, int64_t rank) {
  return wrap_axis(interp, interp.to_index(v), rank);
}

Shape to_axes(Interpreter& interp, const Value& v, int64_t rank) {
  Shape axes;
  if (!is_given(v)) {
    for (int64_t d = 0; d < rank; ++d) axes.push_back(d);
  } else if (const auto* t = v.get<lang::TupleObject>()) {
    for (const Value& item : t->items) axes.push_back(to_axis(interp, item, rank));
  } else {
    axes.push_back(to_axis(interp, v, rank));
  }
  for (size_t i = 0; i < axes.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (axes[i] == axes[j]) throw ValueError("duplicate value in 'axis'");
    }
  }
  return axes;
}

Value shape_tuple(const Shape& shape) {
  return lang::tuple(std::vector<Value>(shape.begin(), shape.end()));
}

std::string tight_text(const Shape& shape) {
  std::string out = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    out += (i ? "," : "") + (shape[i] < 0 ? std::string("newaxis") : std::to_string(shape[i]));
  }
  return out + (shape.size() == 1 ? ",)" : ")");
}

void raise_numpy(Interpreter& interp, const char* name, std::initializer_list<const char*> bases,
                 const std::string& text) {
  ClassObject*& cls = types(interp).others[std::string("numpy.") + name];
  if (!cls) {
    std::vector<lang::Ref<ClassObject>> parents;
    for (const char* base : bases) parents.emplace_back(interp.builtin_class(base));
    cls = interp.make_class(name, "numpy", std::move(parents)).get();
  }
  throw lang::PyError(interp.call(Value(static_cast<lang::Object*>(cls)), {lang::str(text)}));
}

void refuse_numpy(const std::string& what) {
  throw Refusal(what + " is not supported here")
      .with_help("the core of NumPy is: arrays of numbers, their arithmetic, sums and means, "
                 "dot, matmul, einsum, reshape, transpose, concatenate, where, random");
}

ArrayPrintOptions& array_print_options(Interpreter& interp) {
  std::shared_ptr<void>& options = types(interp).numpy_printing;
  if (!options) options = std::make_shared<ArrayPrintOptions>();
  return *static_cast<ArrayPrintOptions*>(options.get());
}

}  // namespace mha::torch
