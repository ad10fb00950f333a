#pragma once

// Slices, ranges and ends in answers to "which cells?", in other signs and words.

#include <optional>
#include <string>

#include "lesson/answers/places.h"

namespace mha::lesson {

/// "from 3 on", "3 and later", "the second half": cells of one axis up to an end; nothing where it
/// is something else.
std::optional<Places> up_to_an_end(const std::string& text, const Shape& shape);

/// A table that is small enough: 01 12 are the places (0, 1) (1, 2). In a row, 012 are 0 1 2.
std::string with_pairs_apart(const std::string& typed, const Shape& shape);

/// "(3, 0) to (3, 5)": with the cells of that row in between.
std::string with_cells_between(const std::string& typed);

/// Python's slices, 4:8, 3: and (3, 0:6), and (3, :), "row 3, 0-5" or "3: 1 2", in words; "4th" as
/// "fourth".
std::string in_words(const std::string& typed, const Shape& shape);

}  // namespace mha::lesson
