#pragma once

#include <string>

#include "lesson/play/play.h"
#include "render/style.h"

namespace mha::app {

/// Whether there is a screen to play on: both ends are a terminal that is not dumb,
/// and the user asked neither for plain text nor for words to be read aloud.
bool has_play_screen(const render::Style& style);

/// Shows the view on the whole screen until the user leaves. `where` says where
/// the view is from. The terminal is restored whatever ends it (editor/keyboard.h). True if
/// Ctrl-C ended it.
bool play_on_screen(lesson::Playing& playing, const std::string& where);

}  // namespace mha::app
