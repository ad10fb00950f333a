#pragma once

#include <nlohmann/json.hpp>

#include "lesson/event.h"
#include "lesson/lesson.h"

namespace mha::web {

/// Events for a page: `kind`; `html` for what was Markdown, `text` for what keeps its columns, with
/// the terminal's colours; `words`, a picture told; `label`, as it stands before the text.
nlohmann::json blocks(const lesson::Lesson& lesson, const lesson::Events& events, int width);

}  // namespace mha::web
