#pragma once

// Which of a program's weights may play which role of the assignment's.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "homework/compare/reference.h"
#include "homework/compare/weights.h"

namespace mha::homework {

/// One way to read all of a program's weights as roles.
struct Casting {
  Roles roles;       // a role that no weight plays is left out
  int surprise = 0;  // how much names and order speak against it
};

/// Every casting that the sizes allow, the likely ones first; never none. Fused
/// layers are cut, the layers of several heads joined, and a square matrix is
/// read from either side. Names decide about the order only.
std::vector<Casting> possible_castings(const Assignment& assignment,
                                       const std::map<std::string, int64_t>& sizes,
                                       const FoundWeights& found);

}  // namespace mha::homework
