#pragma once

#include <string>

#include "lesson/world.h"
#include "render/style.h"

namespace mha::render {

/// A 2-D tensor as numbers with a shade beside each that grows with it: by
/// colour, by blocks, or by signs in plain ASCII. Rows and columns carry their
/// words where the picture has them. Cells of -inf are shown as masked.
std::string heatmap(const Style& style, const lesson::PictureData& picture);

/// A picture of any kind.
std::string picture_text(const Style& style, const lesson::PictureData& picture);

}  // namespace mha::render
