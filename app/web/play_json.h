#pragma once

#include <nlohmann/json.hpp>

#include "lesson/play/play.h"

namespace mha::web {

/// A view for a page: its "task" and whether it is "reached", the "knobs" with their values as text,
/// and as "html" what they give, in so many columns.
nlohmann::json play_json(const lesson::Playing& playing, int width);

}  // namespace mha::web
