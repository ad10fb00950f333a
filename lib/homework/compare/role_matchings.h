#pragma once

// Assigns the weights found in a program to the roles of the assignment: W_query, W_key, ...

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "homework/compare/reference.h"
#include "homework/compare/weights.h"

namespace mha::homework {

/// One way to assign a program's weights to roles.
struct RoleMatching {
  Roles roles;       // without the roles that no weight fills
  int name_cost = 0;  // how much the names and order of the weights speak against it
  bool apart = false;  // whether a fused layer was cut into heads whose columns stand apart
};

/// Every choice that the sizes allow, the most likely first; never an empty list. Fused
/// layers are cut, the layers of several heads are joined, and a square matrix is read both
/// as (in, out) and as (out, in). Names only affect the order. With `heads_last`, as in
/// view(batch, tokens, head_dim, heads), the columns of a head may also stand apart, both in what
/// splits into heads and in what joins them.
std::vector<RoleMatching> possible_matchings(const Assignment& assignment,
                                       const std::map<std::string, int64_t>& sizes,
                                       const FoundWeights& found, bool heads_last = false);

}  // namespace mha::homework
