#pragma once

#include <string>
#include <vector>

#include "lesson/world.h"

namespace mha::lesson {

/// What may follow what stands before the cursor: whole words, sorted, each beginning with
/// the last `typed` bytes that are there already.
struct Completions {
  size_t typed = 0;
  std::vector<std::string> words;
};

/// Names in scope and Python's own words; behind a dot, what the value before it has; and
/// `commands`, where the word is the first. Names that begin with _ come only where that is
/// typed. Nothing of the program is called: of `f(x).` no value is known.
Completions complete(World& world, const std::string& before_cursor,
                     const std::vector<std::string>& commands);

}  // namespace mha::lesson
