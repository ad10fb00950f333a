#pragma once

// Which of several causes is the program's: all that says how they compare stands here.
// Explanations come of running known mistakes in place of the reference's steps; hypotheses
// of all that looks for causes: explanations, the source, errors, properties, mends.

#include <optional>
#include <vector>

#include "homework/choice/probes.h"
#include "homework/verdict/result.h"
#include "reading/clues.h"

namespace mha::homework {

/// What speaks for an explanation, or against it, beside the trial that it explains.
struct Witnesses {
  const Program& program;
  const std::vector<reading::Clue>& clues;
  std::vector<const Probed*> probes;  // the trial's own may be among them
};

/// Explanations of one trial, the likeliest first. What cannot be is left out, and so is
/// what something else is better than, beside what was made first: those that are left
/// give the same numbers, by steps that the program may have taken.
std::vector<Explanation> ranked(std::vector<Explanation> all, Diagnosis& diagnosis,
                                const Witnesses* witnesses = nullptr);

/// The same of remarks on a program that is right, by what it calls its tensors: those first
/// whose tensors have their own names there, and remarks before mistakes.
void put_best_named_first(const Diagnosis& diagnosis, std::vector<Explanation>& all);

/// The clue that tells of a misconception, or null.
const reading::Clue* clue_for(const Misconception& m, const std::vector<reading::Clue>& clues);

/// A cause that something found, before it is compared with others.
struct Hypothesis {
  Finding finding;
  const Misconception* known = nullptr;  // of the source's and a property's
  Location shown = {};  // where a property is seen to break, which may not be why
};

/// What is known of a program when its causes are compared.
struct Known {
  bool right = false;            // its numbers are, on every probe
  bool followed = true;          // no step was explained only by its own numbers
  std::vector<std::string> not_reached;  // ids of stages
};

/// The causes that are told, in the order in which they were found, and the remarks. Of the
/// same cause, and of two at one line, the stronger one stays; the scale is in ranking.cpp.
struct Causes {
  std::vector<Finding> findings, remarks;
};
Causes strongest(std::vector<Hypothesis> all, const Known& known);

/// What a change that makes the program right says of causes that were found otherwise: it
/// explains all that is wrong, so that what only some numbers spoke for is no cause; a
/// finding at its own line knows more. The change is where the mistake is.
struct Mended {
  const MendResult& mend;
  bool wraps = false;  // it puts something to use
  bool right_numbers = false;  // the program's numbers were right without it
};
void yield_to_mend(const Mended& mended, std::vector<Finding>& findings);

int line_of(const Location& l);

}  // namespace mha::homework
