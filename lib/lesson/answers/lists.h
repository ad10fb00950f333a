#pragma once

// Reads lists and tables of numbers, and True and False, as people type them, into Python; nothing
// where a text is none.

#include <cstdint>
#include <string>
#include <vector>

#include "lesson/answers/pieces.h"

namespace mha::lesson {

std::string read_filled(const Pieces& typed, const std::vector<int64_t>& shape);

std::string read_list(const Pieces& typed, bool decimal_comma);

/// "row 4 looks at 0, row 5 at 1" and "0.4 for the first, 0.6 for the second": numbers with labels that go up.
std::string read_labelled(const Pieces& typed, const std::vector<int64_t>& shape);

/// Rows parted by semicolons or lines.
std::string read_table(const std::string& said, bool decimal_comma);

/// "one and four zeros", "1, then four times 0", "1 for itself, 0 for the rest": a list of as many
/// numbers, where the last may fill what is left.
std::string read_counted(const Pieces& typed, const std::vector<int64_t>& shape);

/// "everything to itself", "only itself: 1" of the first one: 1, then zeros.
std::string read_itself(const Pieces& typed, const std::vector<int64_t>& shape);

/// "0.8 / 0 / 0.4": as many numbers as the list has.
std::string read_slashed(const std::string& text, const std::vector<int64_t>& shape);

/// "F F T", "no, no, yes", "only the last is true": several of them. `shape` has how many.
std::string read_truths(const Pieces& pieces, const std::vector<int64_t>& shape);

/// One of them: "yes, they are not the same", "nothing changes".
std::string read_truth(const Pieces& pieces);

/// "4 to 7" and "0-3, 8": whole numbers with those between them; empty without
/// a range.
std::string read_ranges(const Pieces& pieces);

/// "0,5,0,5" of two numbers and "0,4,0,6,0" of three, with decimal commas; or nothing.
std::string in_decimal_pairs(const std::string& text, const std::vector<int64_t>& shape);

}  // namespace mha::lesson
