#pragma once

// Reads True and False as people say them, into Python; nothing where a text is none.

#include <cstdint>
#include <string>
#include <vector>

#include "lesson/answers/pieces.h"

namespace mha::lesson {

/// "F F T", "no, no, yes", "only the last is true": several of them. `shape` has how many.
std::string read_truths(const Pieces& pieces, const std::vector<int64_t>& shape);

/// One of them: "yes, they are not the same", "nothing changes".
std::string read_truth(const Pieces& pieces);

}  // namespace mha::lesson
