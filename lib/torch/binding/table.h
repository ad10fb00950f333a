#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "torch/binding/bound.h"

// The functions of PyTorch, a row each, by family. A row serves torch.NAME,
// Tensor.NAME and, where it is `On::in_place`, NAME_.

namespace mha::torch {

std::span<const Row> unary_rows();      // table_unary.cpp
std::span<const Row> activation_rows(); // table_unary.cpp
std::span<const Row> binary_rows();     // table_binary.cpp
std::span<const Row> choice_rows();     // table_binary.cpp
std::span<const Row> reduce_rows();     // table_reduce.cpp
std::span<const Row> order_rows();      // table_reduce.cpp
std::span<const Row> product_rows();    // table_products.cpp
std::span<const Row> view_rows();       // table_views.cpp
std::span<const Row> copy_rows();       // table_views.cpp
std::span<const Row> join_rows();       // table_join.cpp
std::span<const Row> index_rows();      // table_index.cpp
std::span<const Row> factory_rows();    // table_create.cpp
std::span<const Row> random_rows();     // table_random.cpp
std::span<const Row> tensor_rows();     // tensor_methods.cpp
std::span<const Row> question_rows();   // tensor_methods.cpp

/// Adds the methods of the operators that rows serve to the class of tensors.
void add_row_operators(lang::ClassObject& tensor);
/// A tensor, or a number as as_scalar() takes it; nothing for other values.
std::optional<Operand> as_operand(const lang::Value& v);
/// torch.NAME, or Tensor.NAME; undefined if no row has it.
lang::Value find_function(std::string_view name);
lang::Value find_method(std::string_view name);
/// The names that find_function() knows, without the in-place forms.
std::vector<std::string> function_names();
std::vector<std::string> method_names();
/// "(Tensor input, int dim)", one for each overload of torch.NAME or Tensor.NAME; none if no
/// row has it.
std::vector<std::string> function_signatures(std::string_view name);
std::vector<std::string> method_signatures(std::string_view name);
/// The same of any row.
std::vector<std::string> signatures_of(const Row& row, bool method);

/// What the last five parameters of every factory ask for (MHA_OPTIONS, in each overload):
/// the dtype, on a device that is there, and of the new tensor whether it requires gradients.
std::optional<DType> dtype_option(const Call& c);
lang::Value finished(const Call& c, Tensor t);

inline lang::Value fresh(Tensor t) { return lang::tensor(std::move(t)); }

}  // namespace mha::torch

// What ends the signature of every op with out=, and of every factory.
#define MHA_OUT ", *, Tensor out=None"
#define MHA_OPTIONS                                          \
  "dtype dtype=None, layout layout=None, device device=None, " \
  "bool? pin_memory=False, bool? requires_grad=False"
