#pragma once

#include <string_view>

#include "io/pickle.h"

/// The names that the pickle of a .pt may import. For pickle.cpp only.
namespace mha::io {

/// The functions that a REDUCE may call.
enum class Callable { rebuild_tensor, rebuild_parameter, ordered_dict, size };

/// The value of `module.name`: a callable, a storage type or a dtype. Throws
/// ValueError, which names it, for any other name.
PickleValue known_global(std::string_view module, std::string_view name);

/// The name of torch.save()'s type of storage for a dtype: "FloatStorage".
std::string_view storage_type_name(DType dtype);

}  // namespace mha::io
