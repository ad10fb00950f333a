#pragma once

// Between values of a program and what lib/tensor works with.

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "tensor/core/dtype.h"
#include "tensor/core/scalar.h"
#include "tensor/core/tensor.h"
#include "tensor/ops/index.h"

namespace mha {
class Generator;
}

namespace mha::torch {

// Names that every source of torch uses.
using lang::Args;
using lang::Attributes;
using lang::ClassObject;
using lang::DictObject;
using lang::FunctionObject;
using lang::Interpreter;
using lang::ModuleObject;
using lang::NativeFunction;
using lang::NativeObject;
using lang::Ref;
using lang::Symbol;
using lang::Value;

/// The classes that torch adds to one interpreter. They live as long as it.
struct Types {
  lang::ClassObject* tensor = nullptr;
  lang::ClassObject* parameter = nullptr;  // set by add_torch, from nn
  lang::ClassObject* size = nullptr;
  lang::ClassObject* dtype = nullptr;
  lang::ClassObject* device = nullptr;
  lang::ClassObject* layout = nullptr;
  lang::ClassObject* memory_format = nullptr;
  lang::ClassObject* generator = nullptr;
  lang::ClassObject* array = nullptr;  // what .numpy() gives
  /// np.float64, np.int64, ... by DType; null until one is made.
  std::array<lang::ClassObject*, 10> numpy_scalars{};
  std::shared_ptr<void> numpy_printing, numpy_random;  // settings, generator
  std::vector<lang::Value> dtypes;  // by DType
  lang::Value cpu, strided;
  lang::Value contiguous_format, preserve_format;
  lang::Value default_generator;
  /// Classes that are made when they are first needed, by name.
  std::map<std::string, lang::ClassObject*> others;
};
Types& types(lang::Interpreter& interp);

/// The arguments of a function, bound to its Python signature, of a method `self` first;
/// one that was not given is undefined.
using Arguments = std::span<lang::Value>;

/// A class as a value.
inline lang::Value class_value(lang::ClassObject* cls) {
  return lang::Value(static_cast<lang::Object*>(cls));
}
/// The tensor that a value is, or null.
inline const Tensor* as_tensor(const lang::Value& v) {
  auto* t = v.get<lang::TensorObject>();
  return t ? &t->tensor : nullptr;
}
/// A bool, int or float (NumPy's too) as a number for an op. An int beyond 64 bits throws
/// RuntimeError "Overflow when unpacking long".
std::optional<Scalar> as_scalar(const lang::Value& v);
/// The items of a list or a tuple; nothing for other values.
std::optional<std::span<const lang::Value>> items_in(const lang::Value& v);
/// An int, or a sequence of ints.
Shape to_dims(lang::Interpreter& interp, const lang::Value& v);
/// A torch.dtype, or Python's float, int and bool.
std::optional<DType> as_dtype(const lang::Value& v);
/// The generator of a torch.Generator value, or null.
Generator* as_random_generator(const lang::Value& v);

lang::Value to_value(Scalar s);
lang::Value to_value(lang::Interpreter& interp, DType dtype);
/// torch.Size.
lang::Value size_value(lang::Interpreter& interp, const Shape& shape);
lang::Value to_value(std::vector<Tensor> tensors);  // a tuple
lang::Value list_of(std::vector<Tensor> tensors);

/// Nested lists, tuples, numbers and tensors as torch.tensor() reads them.
Tensor tensor_from_data(lang::Interpreter& interp, const lang::Value& data,
                        std::optional<DType> dtype = {});
/// tolist(): nested lists of numbers, or a number for 0-d.
lang::Value to_nested_list(const Tensor& t);

/// What stands between the brackets of x[...].
std::vector<Index> to_indices(lang::Interpreter& interp, const lang::Value& key);

/// "str", "Tensor", "torch.dtype": a type as PyTorch's messages name it.
std::string type_text(const lang::Value& v);

/// What a factory or .to() does with its device: the CPU passes, others are
/// refused in PyTorch's words.
void check_device(lang::Interpreter& interp, const lang::Value& device);

/// A named result, as torch.max(x, dim=1) gives: torch.return_types.NAME with
/// fields `values` and `indices` (or others).
lang::Value named_result(lang::Interpreter& interp, const char* name,
                         std::initializer_list<const char*> fields,
                         std::vector<lang::Value> values);

// Of NumPy, in numpy/array.cpp.

/// The tensor behind an np.float64, np.int64, ..., or null.
const Tensor* as_numpy_scalar(lang::Interpreter& interp, const lang::Value& v);
/// What an operation of NumPy gives: a scalar where nothing is left of the shape.
lang::Value numpy_value(lang::Interpreter& interp, const Tensor& t);

}  // namespace mha::torch
