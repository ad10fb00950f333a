#pragma once

#include <string>

#include "attention/stages.h"
#include "render/style.h"

namespace mha::render {

/// Every step with its shape, parameters, multiplications and bytes, and what
/// they come to; for a model also over all its layers.
std::string shapes_text(const Style& style, const AttentionSizes& sizes,
                        const ModelSizes* model);

}  // namespace mha::render
