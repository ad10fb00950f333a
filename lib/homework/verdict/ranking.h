#pragma once

// Decides which of several possible causes is the program's; every comparison is made here.
// Explanations come from running known mistakes in place of the reference's stages. Hypotheses come
// from everything that looks for causes: explanations, the source, errors, properties, mends.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "homework/choice/probes.h"
#include "homework/verdict/result.h"
#include "reading/clues.h"

namespace mha::homework {

/// Evidence for or against an explanation, besides the trial that it explains.
struct Witnesses {
  const Program& program;
  const std::vector<reading::Clue>& clues;
  std::vector<const Probed*> probes;  // may include the trial's own
};

/// The explanations of one trial, the most likely first. Impossible ones are dropped, and so are
/// those that another one beats before the steps are compared. The remaining ones give the same
/// numbers by steps that the program may have taken.
std::vector<Explanation> ranked(std::vector<Explanation> all, Diagnosis& diagnosis,
                                const Witnesses* witnesses = nullptr);

/// Orders the remarks on a right program by its names for tensors: first those whose tensors have
/// their own names there, and remarks before mistakes.
void put_best_named_first(const Diagnosis& diagnosis, std::vector<Explanation>& all);

/// The clue that shows a misconception, or null.
const reading::Clue* clue_for(const Misconception& m, const std::vector<reading::Clue>& clues);

/// Whether the program has one of these words, or made something with one of these operations.
bool is_written(const std::vector<std::string>& words, const Trial& trial, const Program& program);

/// A possible cause, before it is compared with others.
struct Hypothesis {
  Finding finding;
  const Misconception* known = nullptr;  // set if the source or a property shows it
  Location shown = {};  // where a property fails, which may not be the cause
};

/// What is known about a program when causes are compared.
struct Known {
  bool right = false;            // its numbers are right on every probe
  bool followed = true;          // every step was explained by known lines
  std::vector<std::string> not_reached;  // ids of stages
};

/// The causes to report, in the order in which they were found, and the remarks. Of equal causes,
/// and of two at one line, the stronger one stays; ranking.cpp has the scale.
struct Causes {
  std::vector<Finding> findings, remarks;
};
Causes strongest(std::vector<Hypothesis> all, const Known& known);

/// How a mend affects findings that were made otherwise. It explains everything that is wrong, so a
/// cause supported only by some numbers is dropped; a finding at the mend's own line stays and
/// names it. The place of the mend is the place of the mistake.
struct Mended {
  const MendResult& mend;
  const std::vector<std::string>& kinds;  // as in a misconception's `mends`
  bool right_numbers = false;  // the program's numbers were right without it
  bool replaces = false;  // it changes one line, and not just by an addition
  bool reads_unread = false;  // it reads a step's result that nothing read
  bool chooses = false;  // it changes when something is done, not what
  bool is(const char* kind) const { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); }
};
void yield_to_mend(const Mended& mended, std::vector<Finding>& findings);

int line_of(const Location& l);

}  // namespace mha::homework
