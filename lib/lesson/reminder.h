#pragma once

// What a question needs that stands elsewhere in its lesson, for a learner who is asked it
// on another day.

#include "lesson/event.h"
#include "lesson/scene.h"

namespace mha::lesson {

/// Enters the step and shows what the question stands on: the step's own blocks; before a
/// question that stands alone, the nearest step of its section that shows something; of an
/// exercise, all since its heading. If the question is `renewed`, its new numbers come with all
/// but the words of an exercise.
void enter_with_section(Scene& scene, int step, bool renewed, Events& out);

/// Shows the functions and classes of the lesson's earlier steps that the exercise uses.
void show_used(const Lesson& lesson, int step, const Exercise& exercise, Events& out);

/// Shows the shapes of the tensors and layers that the question, or what has been shown, reads
/// but nothing shown makes or prints; of a tensor whose shape is asked for, the line that makes it.
void show_given(Scene& scene, Events& out);

}  // namespace mha::lesson
