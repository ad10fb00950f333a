#pragma once

#include <string>

#include "lesson/lesson.h"
#include "lesson/progress.h"

namespace mha::lesson {

/// A lesson's questions, the learner's answers, the right ones, and what to
/// remember, as Markdown. It does not show the answer to an open question.
/// `progress` may be null.
std::string recap(const Lesson& lesson, const LessonProgress* progress);

/// For the end of the course, as Markdown: the `most` questions that last
/// needed the most tries and hints, by lesson, and the unfinished lessons.
std::string missed_most(const std::vector<Lesson>& course, const Progress& progress,
                        size_t most);

}  // namespace mha::lesson
