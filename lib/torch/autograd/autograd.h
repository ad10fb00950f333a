#pragma once

#include <string>

#include "lang/runtime/interpreter.h"
#include "tensor/backward/backward.h"

// Gradients, as programs ask for them. The graph and the way back through it are
// in lib/tensor; the derivatives are lib/library/torch/autograd/derivatives.

namespace mha::torch {

/// The derivatives that are Python: calls the function with the name of a node's
/// rule. Throws Refusal if there is none.
Derivative python_derivative(lang::Interpreter& interp);

/// The modules that lib/library/torch/autograd builds on.
void add_autograd_core(lang::Interpreter& interp);

/// A hook of one argument, as x.register_hook() adds it: a handle whose remove()
/// takes it off.
lang::Value register_tensor_hook(lang::Interpreter& interp, const Tensor& tensor,
                                 const lang::Value& hook);
/// Keeps the gradient of a tensor that is not a leaf, too.
void retain_grad(const Tensor& tensor);

/// The object that x.grad_fn is; None if nothing made the tensor.
lang::Value grad_fn_value(lang::Interpreter& interp, const Tensor& t);
/// x.grad, and setting it.
lang::Value gradient_of(lang::Interpreter& interp, const lang::Value& self);
void set_gradient(lang::Interpreter& interp, const lang::Value& self, const lang::Value& grad);

}  // namespace mha::torch
