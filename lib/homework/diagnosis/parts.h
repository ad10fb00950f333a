#pragma once

// A mistake inside a part of what was handed in: in the class of one head, say,
// of which the whole is put together.

#include <memory>
#include <optional>
#include <vector>

#include "homework/diagnosis/diagnosis.h"
#include "homework/trial/program.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// A part, judged by the homework that it is an answer to.
struct PartChecked {
  const Candidate* candidate = nullptr;
  std::shared_ptr<Reference> reference;
  std::shared_ptr<Trial> trial;
  std::shared_ptr<Diagnosis> diagnosis;
  std::vector<Explanation> explanations;  // as Diagnosis::explain() gives them
  bool right = false;
};

/// The wrong part of a program that most of a homework can be seen in, among the
/// homework that `assignment` is put together from. None if no part can be
/// called, or those that can are right.
std::optional<PartChecked> wrong_part(Program& program, const Assignment& assignment,
                                      uint32_t seed);

}  // namespace mha::homework
