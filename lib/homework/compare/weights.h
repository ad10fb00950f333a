#pragma once

// The weights of a learner's object. Which role each may play: castings.h.

#include <map>
#include <string>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "tensor/core/tensor.h"

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
/// and bare ones. In the order in which they were made. A plain tensor of the shape of a
/// bare matrix is one too; where there are no parameters, all plain tensors and NumPy's
/// arrays count, but for masks.
struct FoundWeights {
  std::vector<FoundWeight> matrices;  // two dimensions and more
  std::vector<FoundWeight> vectors;   // of which one axis at most is longer than 1
  std::vector<Tensor> all;            // every parameter once
  /// Biases that go with none of the matrices by name or size.
  std::vector<Tensor> loose;
  /// Modules that stand at more than one place.
  std::vector<std::string> repeated;
};
FoundWeights find_weights(lang::Interpreter& interp, const lang::Value& object);

/// The path of each matrix with a number in it replaced by *, so that those of as many
/// heads are alike: "heads.0.key" and "heads.1.key", "head_0" and "head_1". Where no number
/// counts heads, all are replaced.
std::map<const FoundWeight*, std::string> patterns_of(const FoundWeights& found, int64_t heads);

}  // namespace mha::homework
