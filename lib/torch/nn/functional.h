#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lang/runtime/interpreter.h"

namespace mha::torch {

/// A function of torch.nn.functional that PyTorch has in C++, by its name; undefined if
/// there is none. The others are in lib/library/torch/nn/functional.py.
lang::Value find_functional(std::string_view name);
std::vector<std::string> functional_names();
/// "(Tensor input, Tensor weight, Tensor bias)"; none if there is no such function.
std::vector<std::string> functional_signatures(std::string_view name);

/// Makes `torch._C._nn` and `_tutor` work: what lib/library is made of. _tutor has
///   refuse(what, advice): "what is not supported here", with the advice as its help;
///   one_op(grad_fn, rule): a decorator, under which a function of tensors counts as one
///     operation with that grad_fn, as it does in PyTorch; `rule` names its derivative,
///     which gets the same arguments. Without one it is that of what it is made of.
/// torch._C._nn has the core of nn.Module, too.
void add_functional_core(lang::Interpreter& interp, lang::Value module_core);

}  // namespace mha::torch
