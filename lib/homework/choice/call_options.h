#pragma once

// The ways to call one candidate for one assignment, and the choice among them.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "homework/choice/choice.h"

namespace mha::homework {

/// A candidate for an assignment, called in the simplest way; its trial says if that failed.
/// `words` are the words of its source, from words_of().
Choice begun(Program& program, const Candidate& candidate, const Assignment& assignment,
             const std::shared_ptr<Reference>& reference, uint32_t seed,
             const std::set<std::string>& words, Layout layout = Layout::as_given);

/// Fills in what a choice's trial shows: its diagnosis, its score and its free sizes.
void look_at(Choice& choice, const std::set<std::string>& words);

/// Calls a choice's candidate again with the same options.
void call_again(Choice& choice);

/// Tries every way to call the candidate and returns the most informative one. Its numbers add
/// to the score, except for being right if the source shows a mistake (`mistaken`).
Choice finished(const Choice& first, bool mistaken);

/// Whether something that is off by default makes a wrong program right: causal=False. Then its author
/// left it out on purpose.
bool leaves_out_by_default(const Choice& wrong);

/// Other layouts to try for a program that is wrong as it was called: it unpacks two sizes, or
/// passes the input to a layer that takes the tokens first. A named homework fixes the layout.
std::vector<Layout> layouts(const Choice& wrong, const std::set<std::string>& words, bool named);

/// The fraction of the assignment's tensors that the program made, under this matching.
double share_of(const Choice& c, size_t matching);

/// For a program of loose statements: the assignment, or form of one, that covers most of what the
/// statements made, and of which they made most. None if they are about something else.
std::optional<Choice> choose_script(Program& program, const std::vector<const Assignment*>& among);

}  // namespace mha::homework
