#pragma once

// What a program draws itself, with matplotlib's words.

#include <functional>

#include "lang/runtime/interpreter.h"
#include "pictures/picture.h"

namespace mha::pictures {

/// Adds the module `_pictures`, with which the pages of matplotlib draw (lib/library/matplotlib):
/// draw(kind, values, title, rows, columns) hands `show` a "heatmap" of a tensor (rows, columns) or
/// (panels, rows, columns), or "bars" or a "line" of one (n,); rows and columns are lists of words, or empty.
/// save(number, svg) hands `save` a whole figure as an SVG text; it is None without `save`.
/// What it returns shows the figures that are still open, as a notebook does after a cell.
std::function<void()> add_drawing(lang::Interpreter& interp, std::function<void(const Shown&)> show,
                                  std::function<void(int64_t, const std::string&)> save = nullptr);

}  // namespace mha::pictures
