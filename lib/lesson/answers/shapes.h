#pragma once

// Reads shapes as people type them, "5 rows, 3 cols", "4 numbers for each of the 5 words", into
// Python; nothing where a text is none.

#include <string>
#include <vector>

#include "lesson/answers/pieces.h"

namespace mha::lesson {

/// The shapes that the text may be, the likeliest first; some may be empty. `literal`: what it is in Python, or empty.
std::vector<std::string> read_shapes(const std::string& text, const std::string& literal);

/// "a table of 5 by 5 for each sentence", "batch, tokens, 4": some sizes are not said as numbers.
bool lacks_a_size(const Pieces& pieces);

}  // namespace mha::lesson
