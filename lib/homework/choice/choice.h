#pragma once

// Which class or function was handed in, for which assignment, and how it is
// called: whatever fits best.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "homework/diagnosis/diagnosis.h"
#include "homework/trial/program.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// A candidate as an answer to an assignment, called on the main probe.
struct Choice {
  const Assignment* assignment = nullptr;
  const Candidate* candidate = nullptr;
  std::shared_ptr<Reference> reference;
  std::shared_ptr<TrialRunner> trials;
  Manner manner;
  std::shared_ptr<Trial> trial;
  std::shared_ptr<Diagnosis> diagnosis;
  bool named = false;  // the homework is what the program is said to be
  bool right = false;
  double score = 0;   // how well it fits
  std::vector<std::string> free;  // sizes that nothing in the program tells
};

/// The best choice among these assignments; nothing if the program has no class
/// or function that could be called. `trouble` then says why. `only`, if not empty,
/// is the one candidate that is looked at.
std::optional<Choice> choose(Program& program, const std::vector<const Assignment*>& among,
                             uint32_t seed, Trouble& trouble, const std::string& only = "");

/// Whether a choice that is wrong gives the numbers that are expected at other places, in
/// their shape or, where the homework is named, in as many axes; and the input has more
/// axes, or fewer: heads that were cut out wrongly.
bool misplaces(const Choice& choice, bool named);

/// Whether a call made the right result, and put it into a layer that whole models have: a
/// norm behind a shortcut.
bool does_more(const Program& program, const Candidate* candidate, const Trial& trial, Diagnosis& diagnosis);

}  // namespace mha::homework
