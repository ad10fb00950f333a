#pragma once

#include "lang/runtime/interpreter.h"

// torch.nn and what lies below it. Start reading at support.h, which says
// what a module is.

namespace mha::torch {

/// Registers torch.nn, torch.nn.functional, torch.nn.init and their kin in an
/// interpreter that knows the Tensor class already (types(interp).tensor), and
/// sets types(interp).parameter. Every other class is made when a program
/// first names it.
void add_nn(lang::Interpreter& interp);

}  // namespace mha::torch
