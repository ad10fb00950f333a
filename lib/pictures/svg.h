#pragma once

#include <string>

#include "pictures/picture.h"

namespace mha::pictures {

/// The picture as SVG for a page, legible on black and on white: its description as <desc>, and
/// what each cell is as that cell's <title>, which browsers show under the pointer. A cell knows its
/// place: data-row and data-column, counted from 0 in the whole picture. Colours are attributes,
/// for which a page with a content security policy needs no permission.
/// Words are folded at `columns`, and where those are few, parts stand below each other.
/// Without a picture, empty.
constexpr int kMostColumns = 78;
std::string svg(const Shown& shown, int columns = kMostColumns);

/// The same as a file of its own, dark where the reader's system is.
std::string svg_file(const Shown& shown);

}  // namespace mha::pictures
