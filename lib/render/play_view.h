#pragma once

#include <string>
#include <vector>

#include "lesson/play/play_keys.h"
#include "render/style.h"

namespace mha::render {

/// The smallest screen that a view is drawn on.
inline constexpr int kLeastPlayWidth = 40, kLeastPlayHeight = 12;

/// A view that is played with, as a whole screen: exactly `height` lines, none wider
/// than the style's width. The task and whether it is reached stand at the top, then
/// the knobs, then what follows from them; what the last turn has changed is marked.
/// `where` says which lesson it is from. What does not fit goes on further pages.
std::vector<std::string> play_screen(const Style& style, int height, const lesson::PlayKeys& keys,
                                     const std::string& where);

/// `now` with marks on the words and numbers that stand in place of others in `before`;
/// unchanged where the two are not laid out alike.
std::string mark_changes(const Style& style, const std::string& now, const std::string& before);

}  // namespace mha::render
