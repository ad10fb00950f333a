#pragma once

// Finds a mistake inside a part of the program, such as the class of a single head from which
// the answer is built.

#include <memory>
#include <optional>
#include <vector>

#include "homework/diagnosis/diagnosis.h"
#include "homework/trial/program.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// A part, and how it does as an answer to a homework of its own.
struct PartChecked {
  const Candidate* candidate = nullptr;
  std::shared_ptr<Reference> reference;
  std::shared_ptr<Trial> trial;
  std::shared_ptr<Diagnosis> diagnosis;
  std::vector<Explanation> explanations;  // from Diagnosis::explain()
  bool right = false;
};

/// The wrong part that resembles its homework most, among the homework that `assignment` lists
/// as its parts. None if no part can be called, or if those that can are right.
std::optional<PartChecked> wrong_part(Program& program, const Assignment& assignment,
                                      uint32_t seed);

}  // namespace mha::homework
