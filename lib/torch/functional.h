#pragma once

#include <string_view>

#include "lang/value.h"

namespace mha::torch {

class Nn;

/// A function of torch.nn.functional by its name; undefined if there is none.
lang::Value find_functional(Nn& nn, std::string_view name);

}  // namespace mha::torch
