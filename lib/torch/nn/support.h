#pragma once

// What the files of torch.nn share. A module is an ordinary instance whose
// attributes hold `_parameters`, `_buffers` and `_modules`, dicts as in
// PyTorch. Only the core of Module is C++; lib/library/torch/nn/modules/ has
// the rest of it, and the layers.

#include <span>
#include <string>

#include "lang/runtime/interpreter.h"
#include "tensor/core/check.h"
#include "tensor/core/tensor.h"
#include "torch/binding/convert.h"

namespace mha::torch {

/// A method of a class that PyTorch has in Python: its Python signature ("self, input"), or
/// none for the arguments as written.
struct CoreMethod {
  const char* name;
  const char* signature;
  Value (*run)(Interpreter&, Args&);
};
/// Adds them as "Module.NAME".
void add_core_methods(ClassObject& cls, std::span<const CoreMethod> rows);

/// The core of nn.Module, which torch/nn/modules/module.py derives it from; made once.
ClassObject* module_core(Interpreter& interp);

std::string class_name(const lang::Value& v);
/// torch.typename(): "torch.FloatTensor", "int", "torch.nn....Linear".
std::string typename_of(Interpreter& interp, const lang::Value& v);

/// Refuses what PyTorch has and this library has not.
[[noreturn]] void refuse(const std::string& what, const std::string& advice);

}  // namespace mha::torch
