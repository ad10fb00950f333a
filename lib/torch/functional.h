#pragma once

#include <string>
#include <string_view>

#include "lang/value.h"
#include "tensor/tensor.h"
#include "torch/nn_support.h"

// What torch.nn.functional and the layers built on it share.

namespace mha::torch {

/// A function of torch.nn.functional by its name; undefined if there is none.
lang::Value find_functional(Nn& nn, std::string_view name);

/// Throws ValueError unless 0 <= p <= 1.
void check_probability(Nn& nn, const lang::Value& p);
lang::Value apply_dropout(Nn& nn, const lang::Value& x, const lang::Value& p,
                          bool training, bool in_place);
/// softmax, log_softmax or softmin; without dim PyTorch's choice, and its
/// warning. What is no tensor, or no usual dim, is left to the method `name`.
lang::Value apply_softmax(Nn& nn, const char* name, const lang::Value& x,
                          const lang::Value& dim, const lang::Value& dtype);

/// Ints from a tuple or list; TypeError in the words of C++ functions.
Shape ints_arg(Nn& nn, const char* function, const char* name, int position,
               const lang::Value& v);

// Activations that are made of several ops but have one name in PyTorch.
Tensor hardtanh(const Tensor& x, double low, double high);
Tensor selu(const Tensor& x);
Tensor celu(const Tensor& x, double alpha);
Tensor mish(const Tensor& x);
Tensor hardswish(const Tensor& x);
Tensor hardsigmoid(const Tensor& x);
Tensor logsigmoid(const Tensor& x);
Tensor softsign(const Tensor& x);
Tensor tanhshrink(const Tensor& x);
Tensor glu(const Tensor& x, int64_t dim);
Tensor threshold(const Tensor& x, double limit, double value);

}  // namespace mha::torch
