#pragma once

#include <string>

#include "attention/stages.h"
#include "render/style.h"

namespace mha::render {

/// Every step with its shape, parameters, multiplications and bytes, and the
/// totals; for a model also the totals of all layers.
std::string shapes_text(const Style& style, const AttentionSizes& sizes,
                        const ModelSizes* model);

}  // namespace mha::render
