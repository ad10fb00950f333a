#pragma once

// How explanations are found: a table of subjects, each a kind of exception,
// words that its message holds, and a function that looks at the values of the
// expression that failed. To explain one more error, add a row to the table of
// the file it belongs to.

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "tensor/core/print.h"
#include "torch/binding/convert.h"
#include "torch/explain/explain.h"

namespace mha::torch {

/// A tensor, or NumPy's array, among the operands of the failing expression.
struct SeenTensor {
  std::string text;  // as the program names it, or "the left operand", ...
  Tensor tensor;
  bool is_array = false;
};

/// An error and what surrounds it.
struct Failure {
  Failure(const lang::PyError& e, lang::Interpreter& i);

  const lang::PyError& error;
  lang::Interpreter& interp;
  std::string kind, message;
  /// The program's text of the failing expression, of its line, and of the
  /// function (or whole program) around it.
  std::string code, line, around;
  std::vector<SeenTensor> tensors;

  bool says(std::string_view words) const {
    return message.find(words) != std::string::npos;
  }
  /// The text between two marks of the message, or "".
  std::string between(std::string_view before, std::string_view after) const;
  /// All whole numbers in the message, in order.
  std::vector<int64_t> numbers() const;
  /// The first operand that is an instance of that class of torch.nn, also as
  /// the callee `self.NAME`.
  lang::Value find_module(std::string_view cls) const;
};

using ExplainFn = bool (*)(const Failure&, Explanation&);

struct Subject {
  const char* kind;   // "" for any
  const char* words;  // "" for any
  ExplainFn explain;
};

std::span<const Subject> product_subjects();  // products.cpp
std::span<const Subject> shape_subjects();    // shapes.cpp
std::span<const Subject> value_subjects();    // values.cpp
std::span<const Subject> name_subjects();     // names.cpp
std::span<const Subject> python_subjects();   // python.cpp

// ------------------------------------------------------------------- wording

/// "q is (4, 8)".
std::string is_shape(const SeenTensor& t);
/// "q is (4, 8) and k is (6, 8)".
std::string are_shapes(const SeenTensor& a, const SeenTensor& b);
/// The text with brackets around it if it is more than a name or call:
/// "(a + b)", so that a method can follow.
std::string atom(const std::string& text);
/// "x.T" of two dimensions (of "x.T": "x"), "x.transpose(-2, -1)" of more, or
/// what does that to an array.
std::string swapped_text(const SeenTensor& t);
/// "torch.int64".
std::string dtype_text(const Tensor& t);

// --------------------------------------------------------- shapes that would do

bool broadcasts(const Shape& a, const Shape& b);
/// Whether torch.matmul takes them.
bool multiplies(const Shape& a, const Shape& b);
/// "inputs @ query is (5,)": the product of a vector and a matrix, in the order that fits; or "".
std::string vector_product(const SeenTensor& a, const SeenTensor& b);
Shape swapped(Shape shape);  // the last two dimensions
Shape unsqueezed(Shape shape, size_t dim);

}  // namespace mha::torch
