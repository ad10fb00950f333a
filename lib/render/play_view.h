#pragma once

#include <string>
#include <vector>

#include "lesson/play/play_keys.h"
#include "render/style.h"

namespace mha::render {

/// The smallest screen for a view.
inline constexpr int kLeastPlayWidth = 40, kLeastPlayHeight = 12;

/// A `play` view as a whole screen: exactly `height` lines, none wider than the
/// style's width. The task and whether it is reached come first, then the
/// knobs, then the pictures; the changes of the last step are marked. `where`
/// says which lesson it is from. Whatever does not fit goes on further pages.
std::vector<std::string> play_screen(const Style& style, int height, const lesson::PlayKeys& keys,
                                     const std::string& where);

/// `now` with marks on the words and numbers that differ from `before`;
/// unmarked if the two have different layouts.
std::string mark_changes(const Style& style, const std::string& now, const std::string& before);

}  // namespace mha::render
