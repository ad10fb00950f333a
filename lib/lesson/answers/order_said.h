#pragma once

// Reads the order in which an answer puts lines.

#include <string>
#include <vector>

namespace mha::lesson {

/// The letters, in the order given, of an answer that puts the lines, as they stand, in
/// order: "b a c", "bac", "b, then a, then c", "2 1 3", or a word or two of each line.
/// Empty if it is none.
std::string order_meant(const std::string& said, const std::vector<std::string>& lines);

}  // namespace mha::lesson
