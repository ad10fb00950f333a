#pragma once

#include <vector>

#include "lesson/lesson.h"

namespace mha::render {

/// The steps of a lesson that do not fit a terminal of 80 columns and 24 lines
/// together with the prompt, each as a problem at its heading or first line.
std::vector<lesson::Problem> tall_steps(const lesson::Lesson& lesson);

}  // namespace mha::render
