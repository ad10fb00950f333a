#include "torch/binding/tensor_class.h"

#include <memory>

#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/print.h"
#include "tensor/core/views.h"
#include "torch/autograd/autograd.h"
#include "torch/binding/device.h"
#include "torch/binding/table.h"
#include "torch/binding/torch_module.h"

namespace mha::torch {

namespace {

const Tensor& tensor_of(const Value& v) { return *as_tensor(v); }

using Getter = Value (*)(Interpreter&, const Tensor&);

/// An attribute that cannot be set.
void attribute(ClassObject& cls, const char* name, Getter get) {
  cls.property(
      name, [get](Interpreter& i, const Value& v) { return get(i, tensor_of(v)); },
      [name](Interpreter&, const Value&, const Value&) {
        throw Error("AttributeError", "attribute '" + std::string(name) +
                                          "' of 'torch._C._TensorBase' objects is not writable");
      });
}

void set_data(Interpreter&, const Value& self, const Value& data) {
  const Tensor* other = as_tensor(data);
  if (!other) {
    throw_error<TypeError>("Variable data has to be a tensor, but got {}", type_text(data));
  }
  Tensor t = tensor_of(self);
  throw_if(t.requires_grad() && !is_floating(other->dtype()),
           "data set to a tensor that requires gradients must be floating point or complex dtype");
  t.set_data(detach(*other));
}

void set_requires_grad(Interpreter&, const Value& self, const Value& on) {
  if (!on.is_bool()) throw RuntimeError("requires_grad must be a bool");
  Tensor t = tensor_of(self);
  if (!on.as_bool() || t.is_leaf()) t.set_requires_grad(on.as_bool());
}

Value reversed_dims(Interpreter& interp, const Value& self) {
  const Tensor& t = tensor_of(self);
  if (t.dim() != 2 && t.dim() != 0 && t.dim() != 1) {
    interp.warn(
        "UserWarning",
        "The use of `x.T` on tensors of dimension other than 2 to reverse their shape "
        "is deprecated and it will throw an error in a future release. Consider `x.mT` "
        "to transpose batches of matrices or `x.permute(*torch.arange(x.ndim - 1, -1, "
        "-1))` to reverse the dimensions of a tensor.");
  }
  return fresh(numpy_T(t));
}

void add_attributes(ClassObject& cls) {
  attribute(cls, "shape", [](Interpreter& i, const Tensor& t) { return size_value(i, t.shape()); });
  attribute(cls, "dtype", [](Interpreter& i, const Tensor& t) { return to_value(i, t.dtype()); });
  attribute(cls, "device", [](Interpreter& i, const Tensor&) { return types(i).cpu; });
  attribute(cls, "layout", [](Interpreter& i, const Tensor&) { return types(i).strided; });
  attribute(cls, "ndim", [](Interpreter&, const Tensor& t) { return Value(t.dim()); });
  attribute(cls, "itemsize", [](Interpreter&, const Tensor& t) {
    return Value(static_cast<int64_t>(size_of(t.dtype())));
  });
  attribute(cls, "nbytes", [](Interpreter&, const Tensor& t) {
    return Value(t.numel() * static_cast<int64_t>(size_of(t.dtype())));
  });
  attribute(cls, "is_leaf", [](Interpreter&, const Tensor& t) { return Value(t.is_leaf()); });
  attribute(cls, "grad_fn", grad_fn_value);
  attribute(cls, "mT", [](Interpreter&, const Tensor& t) { return fresh(mT(t)); });
  attribute(cls, "H", [](Interpreter&, const Tensor& t) {
    throw_if(t.dim() != 2 && t.dim() != 0,
             "tensor.H is only supported on matrices (2-D tensors). Got {}-D tensor.{}", t.dim(),
             t.dim() > 2 ? " For batches of matrices, consider using tensor.mH" : "");
    return fresh(t.dim() == 0 ? t : transpose(t, 0, 1));
  });
  attribute(cls, "real", [](Interpreter&, const Tensor& t) { return fresh(t); });
  attribute(cls, "_version", [](Interpreter&, const Tensor& t) {
    return Value(static_cast<int64_t>(t.version()));
  });
  attribute(cls, "retains_grad", [](Interpreter&, const Tensor& t) {
    return Value(!t.is_leaf() && t.grad_slot() && t.grad_slot()->retains);
  });
  attribute(cls, "names", [](Interpreter&, const Tensor& t) {
    return lang::tuple(std::vector<Value>(t.shape().size(), Value::none()));
  });
  for (const char* name : {"is_cuda", "is_sparse", "is_quantized", "is_meta", "is_mps",
                           "is_mkldnn"}) {
    attribute(cls, name, [](Interpreter&, const Tensor&) { return Value(false); });
  }
  attribute(cls, "is_cpu", [](Interpreter&, const Tensor&) { return Value(true); });
  cls.property("T", reversed_dims);
  cls.property("data", [](Interpreter&, const Value& v) { return fresh(tensor_of(v).aside()); }, set_data);
  cls.property("grad", gradient_of, set_gradient);
  cls.attributes().find(Symbol("grad"))->get<lang::Descriptor>()->deleter =
      lang::make<lang::NativeFunction>("grad", [](Interpreter& i, Args& a) {
        set_gradient(i, a.positional[0], Value::none());
        return Value::none();
      });
  cls.property(
      "requires_grad", [](Interpreter&, const Value& v) { return Value(tensor_of(v).requires_grad()); },
      set_requires_grad);
}

// ---------------------------------------------------- torch.Tensor(2, 3) etc.

/// A size, a list of numbers or another tensor, as the old constructors take.
Tensor legacy_new(Interpreter& interp, std::span<Value> args, DType dtype) {
  if (args.empty()) return empty({0}, dtype);
  const Value& first = args[0];
  if (args.size() == 1) {
    if (const Tensor* t = as_tensor(first)) {
      if (t->dtype() != dtype) {
        throw_error<TypeError>("expected {} (got {})", scalar_type_name(dtype),
                               scalar_type_name(t->dtype()));
      }
      return alias(detach(*t));
    }
    const bool is_size = interp.type_of(first) == types(interp).size;
    if (!is_size && !first.is_int()) {
      if (first.get<lang::ListObject>() || first.get<lang::TupleObject>() ||
          first.get<lang::RangeObject>() || as_array(interp, first)) {
        return tensor_from_data(interp, first, dtype);
      }
      if (first.get<lang::StrObject>()) throw TypeError("new(): invalid data type 'str'");
      throw_error<TypeError>("new(): data must be a sequence (got {})", type_text(first));
    }
    if (is_size) {
      Shape shape;
      for (const Value& v : first.get<lang::TupleObject>()->items) shape.push_back(v.as_int());
      return empty(shape, dtype);
    }
  }
  Shape shape;
  for (const Value& v : args) {
    if (!v.is_int()) {
      throw_error<TypeError>("new() received an invalid combination of arguments - got ({}, ...)",
                             type_text(first));
    }
    shape.push_back(v.as_int());
  }
  return empty(shape, dtype);
}

struct LegacyClass {
  const char* name;
  DType dtype;
};
constexpr LegacyClass kLegacy[] = {
    {"FloatTensor", DType::float32}, {"DoubleTensor", DType::float64},
    {"HalfTensor", DType::float16},  {"BFloat16Tensor", DType::bfloat16},
    {"LongTensor", DType::int64},    {"IntTensor", DType::int32},
    {"ShortTensor", DType::int16},   {"CharTensor", DType::int8},
    {"ByteTensor", DType::uint8},    {"BoolTensor", DType::bool_}};

}  // namespace

Value legacy_class(Interpreter& interp, const std::string& name) {
  for (const LegacyClass& row : kLegacy) {
    if (name != row.name) continue;
    const auto cls = interp.make_class(name, "torch");
    cls->method("__new__", [dtype = row.dtype](Interpreter& i, Args& a) {
      return fresh(legacy_new(i, a.positional.subspan(1), dtype));
    });
    cls->set_instance_kind(lang::ObjectKind::tensor);
    cls->attributes().set(
        lang::Symbol("__instancecheck__"),
        lang::make<lang::NativeFunction>(
            "__instancecheck__", [dtype = row.dtype](Interpreter&, Args& a) {
              const Tensor* t = as_tensor(a.positional.back());
              return Value(t && t->dtype() == dtype);
            }));
    cls->invalidate();
    return cls;
  }
  return {};
}

void add_tensor_class(Interpreter& interp) {
  const auto cls = interp.make_class("Tensor", "torch");
  cls->set_instance_kind(lang::ObjectKind::tensor);
  types(interp).tensor = cls.get();
  add_tensor_operators(*cls);
  add_attributes(*cls);
  cls->method("__new__", [](Interpreter& i, Args& a) {
    return fresh(legacy_new(i, a.positional.subspan(1), default_dtype()));
  });
  cls->missing = [](lang::Symbol name) {
    if (name.str() == "__all__") {
      std::vector<Value> names;
      for (const std::string& n : method_names()) names.push_back(lang::str(n));
      return lang::list(std::move(names));
    }
    Value v = find_method(name.str());
    if (!v.defined()) refuse_if_known("Tensor", name.str());
    return v;
  };
  interp.set_tensor_class(cls);
}

}  // namespace mha::torch
