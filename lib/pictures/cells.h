#pragma once

#include <string>
#include <vector>

#include "pictures/style.h"
#include "tensor/core/print.h"

namespace mha::pictures {

// Helpers that all pictures share: text, numbers, bars.

std::string padded_left(const std::string& text, int width);
std::string padded_right(const std::string& text, int width);
/// The text, or its beginning and a mark that there is more.
std::string shortened(const Style& style, const std::string& text, int width);
/// The text in an SGR colour ("1;33"), if the style has colour.
std::string coloured(const Style& style, const std::string& parameters, const std::string& text);
/// The text wrapped to the terminal, with further lines indented by `indent`
/// spaces.
std::string sentence(const Style& style, const std::string& text, int indent = 0);
/// The lines, the first of them behind `lead` and the others below it: `indent` columns
/// from the left, or as many as the lead takes.
std::string hung(const std::string& lead, const std::vector<std::string>& lines, int indent = -1);
/// The text without spaces at the ends of lines.
std::string without_trailing_blanks(const std::string& text);

/// A number for a sentence: at most four significant digits; two of what is below 0.0001.
std::string number_text(double value);
/// The text with its long floats rounded to four decimals, as in a tensor: 0.21
/// for 0.21000000000000002.
std::string readable_numbers(const std::string& text);
/// "1 row", "2 rows".
std::string plural(int64_t n, const std::string& one);
/// The text with a capital letter at its beginning.
std::string capitalised(std::string text);

/// A share of a scale below this counts as zero.
inline constexpr double kNothing = 0.02;
/// A share from 0 to 1 as a bar of so many columns: in eighths of a column or,
/// in ASCII, in quarters shown by density.
std::string bar(const Style& style, double part, int columns);

/// Numbers to print below or beside each other: all with the same number of
/// decimals, as many as the largest allows, without decimals that are 0 in all.
std::vector<std::string> number_cells(const std::vector<double>& values);
/// The elements of a tensor, in reading order: ints as they are, True, False.
std::vector<std::string> tensor_cells(const Tensor& t);
int widest(const std::vector<std::string>& texts);

/// Up to `most` of `count` indices, including `wanted`; -1 marks omitted ones.
std::vector<int64_t> shown_indices(int64_t count, int64_t most, int64_t wanted);

}  // namespace mha::pictures
