#pragma once

#include <string>

#include "lesson/event.h"
#include "lesson/lesson.h"
#include "pictures/svg.h"

namespace mha::render {

/// What a lesson shows as HTML, an element for each event: prose, code in colours, pictures as SVG.
/// `width` is the columns of what keeps its lines, and of the words in pictures.
std::string lesson_html(const lesson::Lesson& lesson, const lesson::Events& events, int width);

/// A picture as a figure, or why there is none.
std::string picture_html(const pictures::Shown& shown, int width = pictures::kMostColumns);

}  // namespace mha::render
