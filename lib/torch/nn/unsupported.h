#pragma once

#include <string_view>

#include "lang/runtime/interpreter.h"

namespace mha::torch {

/// Throws for a name that PyTorch has in `module` and this library has not,
/// with a way round; returns for any other name.
void refuse_if_unsupported(std::string_view module, std::string_view name);

/// Makes torch.optim and other parts importable that are refused on use.
void add_unsupported_parts(lang::Interpreter& interp);

}  // namespace mha::torch
