#pragma once

#include <string>
#include <vector>

#include "lesson/review.h"
#include "lesson/session.h"
#include "render/style.h"

namespace mha::render {

/// A lesson's events as terminal text, ending in a newline.
std::string lesson_text(const Style& style, const lesson::Lesson& lesson,
                        const std::vector<lesson::Event>& events);

/// The course with the learner's progress, a line for each lesson; with `goals`
/// also each lesson's goal. `progress` may be null.
std::string course_text(const Style& style,
                        const std::vector<lesson::Lesson>& lessons,
                        const lesson::Progress* progress, bool goals);

/// The first screen: where the learner is and what comes next. `due` questions
/// wait for a review.
std::string welcome_text(const Style& style,
                         const std::vector<lesson::Lesson>& lessons,
                         const lesson::Progress& progress,
                         const lesson::Lesson& now, int step, size_t due);

/// "[3/12]" and what the prompt waits for.
std::string prompt_text(const Style& style, const lesson::Session& session);
std::string review_prompt(const Style& style, const lesson::ReviewSession& session);

}  // namespace mha::render
