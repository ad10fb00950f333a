#pragma once

// Answers to "which cells?": places in a tensor of True and False.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tensor/core/tensor.h"

namespace mha::lesson {

/// A set of cells of a tensor with one or two dimensions.
using Places = std::set<std::vector<int64_t>>;

/// The True cells of a boolean tensor.
Places places_of(const Tensor& cells);

/// The possible meanings of the text for a tensor of this shape: "(0, 1) (0,
/// 2)", "[(0, 1), (0, 2)]", "0 2", "none", "all", "row 2", "rows 1 and 2,
/// column 0", "above the diagonal", or rows of True and False or 1 and 0. Two
/// readings if both make sense: [0, 1] for two cells. None if it cannot be read
/// so, or names a cell that does not exist.
std::vector<Places> read_places(const std::string& text, const Shape& shape);

/// The places that the text names, whether they exist or not.
std::optional<Places> named_places(const std::string& text,
                                   const Shape& shape);

/// "(0, 1) (2, 0)", or "0 2" in one dimension, or "none".
std::string places_text(const Places& places);

/// True for text that names places, in numbers or words, whether they exist or
/// not.
bool names_places(const std::string& text, const Shape& shape);

/// True for text that can only be such an answer: it has no other words.
bool reads_as_places(const std::string& text);

}  // namespace mha::lesson
