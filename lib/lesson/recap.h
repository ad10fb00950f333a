#pragma once

#include <string>

#include "lesson/lesson.h"
#include "lesson/progress.h"

namespace mha::lesson {

/// What was asked in a lesson, what the learner said and what came, and what
/// to remember: Markdown to keep. A question that is still open keeps its
/// answer to itself. `progress` may be null.
std::string recap(const Lesson& lesson, const LessonProgress* progress);

/// For the end of the course, as Markdown: the `most` questions that took most
/// tries and hints when they were last asked, by lesson, and the lessons that
/// have not been finished.
std::string missed_most(const std::vector<Lesson>& course, const Progress& progress,
                        size_t most);

}  // namespace mha::lesson
