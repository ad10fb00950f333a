#pragma once

// The ways to call one candidate for one assignment, and which of them shows most.

#include <memory>
#include <set>
#include <string>

#include "homework/choice/choice.h"

namespace mha::homework {

/// A candidate for an assignment, called in the plainest way. Its trial tells if there is
/// trouble with it. `words`: those of its source, from words_of().
Choice begun(Program& program, const Candidate& candidate, const Assignment& assignment,
             const std::shared_ptr<Reference>& reference, uint32_t seed,
             const std::set<std::string>& words, Layout layout = Layout::as_given);

/// Sees what a choice's trial tells of it: its diagnosis, its score, the sizes that are free.
void look_at(Choice& choice, const std::set<std::string>& words);

/// Calls a choice's candidate once more, in its manner.
void call_again(Choice& choice);

/// The same in the manner that shows most; to its score comes what the numbers say, but
/// not that they are right, if the source shows a mistake.
Choice finished(const Choice& first, bool mistaken);

}  // namespace mha::homework
