#pragma once

#include <string>
#include <vector>

#include "homework/compare/recording.h"

namespace mha::homework {

struct Choice;

/// Something that must hold of every answer, and whether it does of one.
struct PropertyResult {
  std::string id;     // "causal"
  std::string title;  // what should hold, in words
  bool holds = true;
  std::string detail; // where it does not: "token 0 changes by 0.31"
  Location place{};   // of what breaks it, where that can be told
  std::string operation{};  // that is there: "dropout"
};

/// What must hold beside the numbers: in eval two calls agree, the output
/// depends on the input and the input is not written to; and what the
/// assignment asks for. Of a program that ran.
std::vector<PropertyResult> check_properties(const Choice& choice);

}  // namespace mha::homework
