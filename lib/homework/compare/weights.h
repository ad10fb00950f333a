#pragma once

// Finds the weights of a learner's object. role_matchings.h says which role each may have.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "tensor/core/tensor.h"

namespace mha::homework {

/// A weight, and where it was found.
struct FoundWeight {
  std::string path;  // "heads.0.W_query"
  Tensor tensor;     // the parameter itself
  Tensor bias;       // of its linear layer, or matched to it by name; or undefined
  bool linear = false;  // of a layer, and therefore (out, in)
  bool parameter = true;  // an nn.Parameter rather than a plain tensor or array
  std::optional<double> start = {};  // its numbers when it was made, if they are all the same
};

/// All parameters of an object, in the order of their creation: those of its modules, also
/// of modules in plain lists and dicts, and those it holds directly. A plain tensor counts if
/// it has the shape of a parameter matrix; if there are no parameters at all, every plain
/// tensor and NumPy array counts unless it is a mask.
struct FoundWeights {
  std::vector<FoundWeight> matrices;  // two dimensions and more
  std::vector<FoundWeight> vectors;   // at most one axis is longer than 1
  std::vector<Tensor> all;            // every parameter once
  /// Biases that no matrix matches by name or size.
  std::vector<Tensor> loose;
  /// Modules that are stored in more than one place.
  std::vector<std::string> repeated;
};
FoundWeights find_weights(lang::Interpreter& interp, const lang::Value& object);

/// A parameter over the memory of an earlier one, Parameter(W_query.data), or null.
const FoundWeight* over_another(const FoundWeights& found);

/// The path of each matrix with one number replaced by *, so that the matrices of different
/// heads share a pattern: "heads.0.key" and "heads.1.key", "head_0" and "head_1". If no
/// number counts up to `heads`, every number is replaced.
std::map<const FoundWeight*, std::string> patterns_of(const FoundWeights& found, int64_t heads);

}  // namespace mha::homework
