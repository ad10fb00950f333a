#pragma once

// Which orders of a puzzle's lines are right.

#include <string>
#include <vector>

namespace mha::lesson {

/// How many of the first lines of `order` may stand so, up to all of them.
/// `order` has places in `lines`, which are in a right order themselves. Lines of
/// code have another one if it means the same: assignments may change places when
/// neither uses what the other gives a value, and functions with their whole
/// bodies. Anything that might have an effect stays where it is, and lines of
/// prose have only the one order.
size_t lines_right(const std::vector<std::string>& lines,
                   const std::vector<size_t>& order);

}  // namespace mha::lesson
