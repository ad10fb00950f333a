#pragma once

// NumPy: arrays are tensors of lib/tensor under another class, with NumPy's
// rules for types, its printing and its words where something does not fit.
// What the numpy*.cpp files share.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensor/core/check.h"
#include "tensor/core/print.h"
#include "torch/binding/convert.h"
#include "torch/binding/device.h"

namespace mha::torch {

// ------------------------------------------------------------------- values

/// "float64": a dtype by NumPy's name.
const char* numpy_name(DType dtype);
/// The class np.float64, np.int64, ... Its objects hold a 0-d tensor.
lang::ClassObject* numpy_scalar_class(lang::Interpreter& interp, DType dtype);
lang::ClassObject* numpy_array_class(lang::Interpreter& interp);
lang::Value numpy_dtype_value(lang::Interpreter& interp, DType dtype);
/// np.float32, float, "float32", a dtype; nothing for None. Throws TypeError in
/// NumPy's words.
std::optional<DType> to_numpy_dtype(lang::Interpreter& interp, const lang::Value& v);
/// The tensor of an array or of one of NumPy's scalars.
inline const Tensor& array_of(const lang::Value& v) {
  return *v.get<lang::NativeObject>()->payload<Tensor>();
}
/// A tuple of sizes.
lang::Value shape_tuple(const Shape& shape);
/// "(2,3)", as NumPy's messages show a shape.
std::string tight_text(const Shape& shape);

/// np.asarray(): an array or tensor itself (which shares its numbers), numbers
/// and nested lists as a new one.
Tensor to_array(lang::Interpreter& interp, const lang::Value& v,
                std::optional<DType> dtype = {});
/// An int, a tuple or a list as a shape.
Shape to_shape(lang::Interpreter& interp, const lang::Value& v);
/// The same for a new array; throws ValueError for a negative size.
Shape to_sizes(lang::Interpreter& interp, const lang::Value& v);
/// An axis counted from the front; throws numpy.AxisError.
int64_t to_axis(lang::Interpreter& interp, const lang::Value& v, int64_t rank);
int64_t wrap_axis(lang::Interpreter& interp, int64_t axis, int64_t rank,
                  const char* prefix = "");
/// None: every axis. An int or a tuple of them.
Shape to_axes(lang::Interpreter& interp, const lang::Value& v, int64_t rank);
/// Given, and not None.
inline bool is_given(const lang::Value& v) { return v.defined() && !v.is_none(); }
/// Throws an exception of a class of NumPy's own, derived from built-in ones.
[[noreturn]] void raise_numpy(lang::Interpreter& interp, const char* name,
                              std::initializer_list<const char*> bases, const std::string& text);
[[noreturn]] void refuse_numpy(const std::string& what);

// --------------------------------------------------------------- arithmetic

/// What counts first where two types meet: 0 for bool, 1 for ints, 2 for floats.
inline int numpy_kind(DType d) { return d == DType::bool_ ? 0 : is_floating(d) ? 2 : 1; }
/// NumPy's table of types, and what it gives operands of these shapes: scalars
/// weigh less than arrays within a kind.
DType numpy_promote(DType a, DType b);
DType numpy_result_type(std::span<const Tensor> operands);
/// The shape both have in common; throws ValueError in NumPy's words.
Shape numpy_broadcast(const Shape& a, const Shape& b);
/// Any ufunc by its name: "add", "sqrt", "greater". Warns as NumPy does;
/// `scalar` says that an operator was used on two scalars.
Tensor numpy_unary(lang::Interpreter& interp, std::string_view name, const Tensor& x);
/// One of two operands, and the operator of Python's that it is: "add", "eq".
struct BinaryUfunc {
  const char* name;
  const char* warned_as;
  Tensor (*run)(const Tensor&, const Tensor&, DType);
  const char *arithmetic = nullptr, *comparison = nullptr;
};
std::span<const BinaryUfunc> binary_ufuncs();
Tensor numpy_binary(lang::Interpreter& interp, const BinaryUfunc& ufunc, const Tensor& a,
                    const Tensor& b, bool scalar = false);
Tensor numpy_binary(lang::Interpreter& interp, std::string_view name, const Tensor& a,
                    const Tensor& b);
bool is_unary_ufunc(std::string_view name);
bool is_binary_ufunc(std::string_view name);
lang::Value numpy_ufunc(const std::string& name);

Tensor numpy_matmul(lang::Interpreter& interp, const Tensor& a, const Tensor& b);
Tensor numpy_sum(const Tensor& x, const Shape& axes, bool keepdims,
                 std::optional<DType> dtype = {});
Tensor numpy_round(const Tensor& x, int64_t decimals);

// ----------------------------------------------------------------- indexing

lang::Value numpy_get_item(lang::Interpreter& interp, const Tensor& x, const lang::Value& key);
void numpy_set_item(lang::Interpreter& interp, const Tensor& x, const lang::Value& key,
                    const lang::Value& value);

// ----------------------------------------------------------------- printing

struct ArrayPrintOptions {
  int precision = 8;
  int64_t threshold = 1000, edge_items = 3;
  size_t line_width = 75;
  bool suppress = false;
};
ArrayPrintOptions& array_print_options(lang::Interpreter& interp);
std::string array_str(const Tensor& t, const ArrayPrintOptions& options);
std::string array_repr(const Tensor& t, const ArrayPrintOptions& options);
/// An np.float32 and its kin by themselves.
std::string numpy_scalar_text(const Tensor& t);

// ----------------------------------------------------------------- the tables

/// A function of numpy: a Python signature, or none for the arguments as
/// written. `method` names the parameter that is the array of a method of the
/// same name: all rows with it are methods of ndarray, too.
struct NumpyRow {
  const char* name;
  const char* signature;
  lang::Value (*run)(lang::Interpreter&, std::span<lang::Value>);
  bool is_method = false;
};
std::span<const NumpyRow> numpy_reduce_rows();  // reduce.cpp
std::span<const NumpyRow> numpy_shape_rows();   // shape.cpp
std::span<const NumpyRow> numpy_make_rows();    // make.cpp
std::span<const NumpyRow> numpy_choose_rows();  // choose.cpp
/// Makes `import numpy.random` work.
void add_draws(lang::Interpreter& interp);
/// A method of ndarray; undefined if there is none such.
lang::Value numpy_method(std::string_view name);

/// Operators and attributes of ndarray and the scalars.
void add_array_operators(lang::ClassObject& cls);
void add_array_attributes(lang::ClassObject& cls);
/// Makes `import numpy` work.
void add_numpy(lang::Interpreter& interp);

}  // namespace mha::torch
