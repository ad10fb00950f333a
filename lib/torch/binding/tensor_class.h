#pragma once

#include "lang/runtime/interpreter.h"

namespace mha::torch {

/// Makes the class Tensor and tells the interpreter of it. Its methods are made
/// when they are first looked up.
void add_tensor_class(lang::Interpreter& interp);

/// + - * and the rest, comparisons, x[...]: what operators call.
void add_tensor_operators(lang::ClassObject& cls);

/// torch.FloatTensor, LongTensor, ...; undefined for another name.
lang::Value legacy_class(lang::Interpreter& interp, const std::string& name);

}  // namespace mha::torch
