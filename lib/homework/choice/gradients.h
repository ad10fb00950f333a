#pragma once

#include <optional>
#include <string>
#include <vector>

#include "homework/compare/recording.h"

namespace mha::homework {

struct Choice;

/// Parameters on which the result of a program depends, but to which no gradient goes from it.
struct CutGradient {
  std::vector<std::string> paths;  // "W_key"
  bool all = false;                // whether no parameter gets a gradient
  std::string code;                // what has no gradient any more: "self.W_key(x).detach()"
  Location place;                  // of that code
};

/// Looks for such parameters in the graph behind the result, in training mode. Nothing if the
/// program makes no tensor with a gradient: then it is not meant to learn.
std::optional<CutGradient> cut_gradient(const Choice& choice);

}  // namespace mha::homework
