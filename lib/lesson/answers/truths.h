#pragma once

// Yes and no in words.

#include <string>

#include "lesson/answers/pieces.h"

namespace mha::lesson {

/// "True" or "False" where the pieces say so; nothing where they say neither, or both.
std::string read_truth(const Pieces& pieces);

/// "F F T", "no, no, yes".
std::string read_truths(const Pieces& pieces);

}  // namespace mha::lesson
