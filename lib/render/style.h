#pragma once

#include "pictures/cells.h"
#include "pictures/code.h"
#include "pictures/style.h"

namespace mha::render {

// lib/render uses the styles and text helpers of lib/pictures.
using pictures::capitalised;
using pictures::Colours;
using pictures::coloured;
using pictures::fit_charset;
using pictures::harmless;
using pictures::hung;
using pictures::padded_left;
using pictures::padded_right;
using pictures::paint;
using pictures::paint_code;
using pictures::paint_names;
using pictures::plural;
using pictures::Role;
using pictures::rule;
using pictures::sentence;
using pictures::sgr;
using pictures::shortened;
using pictures::Style;
using pictures::tensor_cells;
using pictures::widest;
using pictures::without_trailing_blanks;

}  // namespace mha::render
