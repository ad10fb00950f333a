#pragma once

#include <string>
#include <vector>

#include "lesson/session.h"
#include "render/style.h"

namespace mha::render {

/// What a lesson shows, as terminal text; ends in a newline.
std::string lesson_text(const Style& style, const lesson::Lesson& lesson,
                        const std::vector<lesson::Event>& events);

/// The course with what has been done of it.
std::string course_text(const Style& style,
                        const std::vector<lesson::Lesson>& lessons,
                        const lesson::Progress* progress);

/// "[3/12]" and what the prompt waits for.
std::string prompt_text(const Style& style, const lesson::Session& session);

}  // namespace mha::render
