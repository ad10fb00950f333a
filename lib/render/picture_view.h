#pragma once

#include <string>

#include "lesson/picture.h"
#include "render/style.h"

namespace mha::render {

/// A picture of any kind, ending in a newline: drawn, or told in sentences
/// where the style is `spoken`. No line is wider than the terminal; what does
/// not fit is folded, or left out and counted.
std::string picture_text(const Style& style, const lesson::PictureData& picture);

// The kinds, drawn.
/// A tensor as numbers with a shade beside each that grows with it: by colour,
/// by blocks, or by signs in plain ASCII. Rows and columns carry their words
/// or indices. Matrices of more than two dimensions stand side by side.
std::string heatmap(const Style& style, const lesson::PictureData& picture);
/// Memory as a strip of cells. Under it, for each tensor that shares it, the
/// order in which its elements are met.
std::string tape(const Style& style, const lesson::PictureData& picture);
/// Each element by its label, t0h1.2, and what each index stands for.
std::string heads(const Style& style, const lesson::PictureData& picture);
/// The right operand stands above the result and the left one beside it, so
/// that row and column meet in the cell they make.
std::string product(const Style& style, const lesson::PictureData& picture);
/// The steps that a number came by, with the numbers they used.
std::string provenance(const Style& style, const lesson::PictureData& picture);

/// Any of them as sentences that can be read aloud.
std::string spoken_picture(const Style& style, const lesson::PictureData& picture);

/// "index 0 is the token, index 1 the head, ...", or which index mixes what.
std::string heads_verdict(const lesson::PictureData& picture);
/// Why the operands of a product do not fit.
std::string product_misfit(const lesson::PictureData& picture);

}  // namespace mha::render
