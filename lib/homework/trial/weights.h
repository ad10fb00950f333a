#pragma once

// The weights of a learner's object, and which role each may play.

#include <map>
#include <string>
#include <vector>

#include "homework/trial/reference.h"
#include "lang/interpreter.h"

namespace mha::homework {

/// A weight where it was found.
struct FoundWeight {
  std::string path;  // "heads.0.W_query"
  Tensor tensor;     // the parameter itself
  Tensor bias;       // of a linear layer, or of a name that goes with it; or undefined
  bool linear = false;  // of a layer: (out, in)
  bool parameter = true;  // and no plain tensor or array
};

/// All parameters below an object: of modules, also in plain lists and dicts,
/// and bare ones. In the order in which they were made. Where there are none,
/// plain tensors and NumPy's arrays count, but for masks.
struct FoundWeights {
  std::vector<FoundWeight> matrices;  // two dimensions and more
  std::vector<FoundWeight> vectors;   // of which one axis at most is longer than 1
  std::vector<Tensor> all;            // every parameter once
  /// Modules that stand at more than one place.
  std::vector<std::string> repeated;
};
FoundWeights find_weights(lang::Interpreter& interp, const lang::Value& object);

/// One way to read the weights that were found as those of the assignment.
using Roles = std::map<std::string, LinearMap>;

/// One way to read a program's weights as roles.
struct Reading {
  Roles roles;
  int surprise = 0;  // how much names and order speak against it
};

/// Every way that the sizes allow, the likely ones first: fused layers cut, the
/// layers of several heads joined, either side of a square matrix. Names decide
/// about the order only.
std::vector<Reading> possible_roles(const Assignment& assignment,
                                  const std::map<std::string, int64_t>& sizes,
                                  const FoundWeights& found);

}  // namespace mha::homework
