#pragma once

#include <filesystem>

#include "commands/command.h"

namespace mha::app {

// What a learner did is kept in the folder mha-tutor under $XDG_STATE_HOME, or under
// ~/.local/state: in progress.json what they did in lessons, in attempts.json their homework.

/// The file of lessons that --progress names, such as that of another machine or of a
/// page; else the learner's own.
std::filesystem::path progress_file(const Settings& settings);
std::filesystem::path attempts_file();

}  // namespace mha::app
