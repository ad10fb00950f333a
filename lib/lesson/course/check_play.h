#pragma once

#include <vector>

#include "lesson/lesson.h"
#include "torch/register.h"

namespace mha::lesson {

/// Adds what is wrong with a view that is played with: its code runs at the start
/// and gives the same twice, no end of a knob meets an error that is not PyTorch's
/// own, pictures can be drawn, and the goal is false at the start and true at the
/// end of the lesson's way.
void check_play(const Lesson& lesson, const Play& play, torch::TorchOptions options,
                std::vector<Problem>& problems);

}  // namespace mha::lesson
