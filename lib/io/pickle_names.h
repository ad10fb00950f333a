#pragma once

#include <string_view>

#include "io/pickle.h"

/// The names that the pickle of a .pt may import. For pickle.cpp only.
namespace mha::io {

/// What a REDUCE may call.
enum class Callable { rebuild_tensor, rebuild_parameter, ordered_dict, size };

/// The value that `module.name` stands for: a callable, a type of storage or a
/// dtype. Throws ValueError for every other name, naming it.
PickleValue known_global(std::string_view module, std::string_view name);

/// The name of torch.save()'s type of storage for a dtype: "FloatStorage".
std::string_view storage_type_name(DType dtype);

}  // namespace mha::io
