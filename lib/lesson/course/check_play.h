#pragma once

#include <vector>

#include "lesson/lesson.h"
#include "torch/register.h"

namespace mha::lesson {

/// Adds the problems of a `play` view. Checks that its code runs at the start
/// and gives the same twice, that the ends of its knobs give no errors but
/// PyTorch's own, that pictures can be drawn, and that the goal is false at the
/// start and true after the lesson's `set` lines.
void check_play(const Lesson& lesson, const Play& play, torch::TorchOptions options,
                std::vector<Problem>& problems);

}  // namespace mha::lesson
