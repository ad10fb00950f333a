#pragma once

// Using a `play` view by typed lines, at a lesson's prompt or without a screen:
// `set scores[0, 2] = 3`, and after each line what has changed.

#include <optional>
#include <string>

#include "lesson/event.h"
#include "lesson/play/play.h"

namespace mha::lesson {

/// What a `set` line sets, "scores[0, 2] = 3"; none for another line.
std::optional<std::string> set_line(const std::string& line);

/// Says what to type in place of `set x[0, 1] = 9` where no view is open: Python's own
/// assignment. False for any other line.
bool refuse_set(const std::string& line, Events& out);

/// The form that an answer takes: "Enter shows the view; or type `set ...`".
std::string play_form(const Playing& playing);

/// Shows the task, what can be set, and the current pictures.
void show_play(const Playing& playing, Events& out);

/// What can be set, a line each, with its value now.
void show_knobs(const Playing& playing, Events& out);

/// Carries out a `set` line or `reset`, and shows what has changed. False for
/// any other line.
bool take_play_line(Playing& playing, const std::string& line, Events& out);

/// What may be typed: "`set divisor = 1.0` ...".
std::string play_usage(const Playing& playing);

/// Reaches the goal with the lesson's own `set` lines, and shows the result.
void show_way(const Play& play, Playing& playing, Events& out);

}  // namespace mha::lesson
