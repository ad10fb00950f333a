#pragma once

#include <string>
#include <vector>

#include "pictures/style.h"
#include "tensor/core/tensor.h"

namespace mha::pictures {

// What the pictures are put together from.

std::string padded_left(const std::string& text, int width);
std::string padded_right(const std::string& text, int width);
/// The text, or its beginning with a sign that there is more.
std::string shortened(const Style& style, const std::string& text, int width);
/// The text in an SGR colour ("1;33"), where there is colour.
std::string coloured(const Style& style, const std::string& parameters, const std::string& text);
/// Wrapped to the terminal; further lines hang by `indent` blanks.
std::string sentence(const Style& style, const std::string& text, int indent = 0);
/// Without blanks at the end of any line.
std::string without_trailing_blanks(const std::string& text);

/// A number in words: at most four digits that matter.
std::string number_text(double value);
/// A text in which floats of more digits than anybody reads have four decimals, as a
/// tensor's have: 0.21 for 0.21000000000000002.
std::string readable_numbers(const std::string& text);
/// "(2, 3)", as Python writes it.
std::string shape_text(const Shape& shape);
/// "1 row", "2 rows".
std::string plural(int64_t n, const std::string& one);

/// Less than this part of a scale is as good as nothing.
inline constexpr double kNothing = 0.02;
/// A share from 0 to 1 as a bar of so many columns: in eighths of a column or, in
/// ASCII, in quarters told by density.
std::string bar(const Style& style, double part, int columns);

/// Numbers that stand under or beside each other: all with as many decimals as
/// the largest of them bears, none that are zero in all.
std::vector<std::string> number_cells(const std::vector<double>& values);
/// The elements of a tensor, in reading order: ints as they are, True, False.
std::vector<std::string> tensor_cells(const Tensor& t);
int widest(const std::vector<std::string>& texts);

/// Up to `most` of `count` indices, `wanted` among them; -1 stands for those
/// that are left out.
std::vector<int64_t> shown_indices(int64_t count, int64_t most, int64_t wanted);

}  // namespace mha::pictures
