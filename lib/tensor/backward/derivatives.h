#pragma once

#include <variant>

#include "tensor/backward/backward.h"

/// The derivatives that are C++ for speed, each beside a few lines of Python
/// that say the same (lib/library/torch/autograd/derivatives.py). For the
/// sources of this folder only.
namespace mha {

using Grads = std::span<const Tensor>;  // of a node's results
using Inputs = std::span<Tensor>;       // what is to be computed

/// A parameter of a node.
template <typename T>
const T& param(const Node& node, size_t i) {
  return std::get<T>(node.params[i]);
}
inline bool is_none(const Node& node, size_t i) {
  return std::holds_alternative<std::monostate>(node.params[i]);
}
inline Shape shape_param(const Node& node, size_t i) {
  const auto* input = std::get_if<InputShape>(&node.params[i]);
  return input ? node.shape_of_input(input->input) : param<Shape>(node, i);
}
/// A tensor or a number that was saved.
Operand operand_param(const Node& node, size_t i);

/// Of a write through a view: the numbers that were written over get the gradient
/// that the writing op, `of_inner`, gives them; all others keep theirs.
void of_copy_slices(const Node& node, Grads grads, Inputs inputs, const Derivative& of_inner);

struct NativeRow {
  const char* rule;
  NativeDerivative derivative;
};
std::span<const NativeRow> view_derivatives();         // derivatives_views.cpp
std::span<const NativeRow> arithmetic_derivatives();   // derivatives.cpp
std::span<const NativeRow> product_derivatives();      // derivatives_products.cpp
std::span<const NativeRow> layer_derivatives();        // derivatives_layers.cpp

}  // namespace mha
