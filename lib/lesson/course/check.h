#pragma once

// Lessons are proven before a learner sees them: everything in them is run, and
// whatever does not do what it says is reported at its place.

#include <vector>

#include "lesson/lesson.h"
#include "torch/register.h"

namespace mha::lesson {

/// Cells run, or fail where they must; pictures can be drawn; likely answers
/// are wrong and meet their own replies; starts fail, solutions pass, wrong
/// programs fail and meet their own replies; every question has hints, and none
/// says it all; new numbers are new, shown, and leave the question answerable;
/// what is played with runs at the ends of every knob, and its goal can be reached.
/// All that is wrong is reported, in the order of the file.
std::vector<Problem> check_lesson(const Lesson& lesson,
                                  torch::TorchOptions options = {});

/// All lessons; ids and numbers are unique, and what one needs comes before it.
std::vector<Problem> check_course(const std::vector<Lesson>& lessons,
                                  torch::TorchOptions options = {});

}  // namespace mha::lesson
