#pragma once

#include <string>

#include "render/style.h"
#include "tensor/core/tensor.h"

namespace mha::render {

/// What transpose(dim0, dim1) does to a tensor of that shape, holding 0, 1, 2,
/// ...: before and after, in memory, and the attention scores with and without
/// it. Throws IndexError or ValueError for sizes it cannot show.
std::string transpose_demo(const Style& style, const Shape& shape,
                           int64_t dim0, int64_t dim1);

}  // namespace mha::render
