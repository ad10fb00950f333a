#pragma once

#include <string>

#include "lesson/lesson.h"
#include "lesson/progress.h"

namespace mha::lesson {

/// What was asked in a lesson, what the learner said and what came, and what
/// to remember: Markdown to keep. A question that is still open keeps its
/// answer to itself. `progress` may be null.
std::string recap(const Lesson& lesson, const LessonProgress* progress);

}  // namespace mha::lesson
