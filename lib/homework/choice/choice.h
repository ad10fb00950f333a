#pragma once

// Chooses which class or function of a program answers which homework, and how to call it:
// whatever fits best.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "homework/diagnosis/diagnosis.h"
#include "homework/trial/program.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// A candidate as an answer to an assignment, with its call on the main probe.
struct Choice {
  const Assignment* assignment = nullptr;
  const Candidate* candidate = nullptr;
  std::shared_ptr<Reference> reference;
  std::shared_ptr<TrialRunner> trials;
  CallOptions options;
  std::shared_ptr<Trial> trial;
  std::shared_ptr<Diagnosis> diagnosis;
  bool named = false;  // the learner named this homework
  bool right = false;
  double score = 0;   // how well it fits, on the scale of scale.h
  std::vector<std::string> free;  // sizes that the program does not determine
};

/// The best choice among these assignments. Nothing if no class or function of the program can
/// be called; then `trouble` says why. `only` limits the choice to one candidate unless empty.
std::optional<Choice> choose(Program& program, const std::vector<const Assignment*>& among,
                             uint32_t seed, Trouble& trouble, const std::string& only = "");

/// Whether a wrong choice gives the expected numbers in the wrong places, as heads that were
/// split wrongly do. The shape must be the expected one or, if the homework is named, have as
/// many axes; and the input must have another number of axes.
bool misplaces(const Choice& choice, bool named);

/// Whether a call made the right result and passed it on to another layer of a whole model: a
/// norm after a residual connection.
bool does_more(const Program& program, const Candidate* candidate, const Trial& trial, Diagnosis& diagnosis);

/// Whether the last step of a script makes a tensor of the shape that the homework's result has.
bool ends_as_result(const Trial& trial, Diagnosis& diagnosis);

/// The wrong part of a program that resembles its homework most, among the homework that `assignment`
/// lists as its parts: the class of a single head. None if no part can be called, or if those that can
/// are right.
std::optional<Choice> wrong_part(Program& program, const Assignment& assignment, uint32_t seed);

}  // namespace mha::homework
