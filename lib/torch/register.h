#pragma once

#include "lang/runtime/interpreter.h"

namespace mha::torch {

struct TorchOptions {
  /// Print the dropout masks of a PyTorch built with MKL (the x86 wheels).
  bool mkl_dropout = false;
};

/// Makes `import torch` and all below it work in this world, sets the class of
/// tensors, and names the well-known modules that are not supported.
void add_torch(lang::Interpreter& interp, TorchOptions options = {});

}  // namespace mha::torch
