#pragma once

#include <string>
#include <vector>

#include "lesson/world.h"

namespace mha::lesson {

/// Completions of the text before the cursor: whole words, sorted, each
/// starting with the last `typed` bytes of that text.
struct Completions {
  size_t typed = 0;
  std::vector<std::string> words;
};

/// Completes names in scope and Python's keywords; after a dot, attributes of
/// the value; and `commands`, for a first word. Offers names that start with _
/// only after a typed _. Calls nothing in the program, so the value in `f(x).`
/// is unknown.
Completions complete(World& world, const std::string& before_cursor,
                     const std::vector<std::string>& commands);

}  // namespace mha::lesson
