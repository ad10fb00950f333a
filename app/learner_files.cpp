#include "learner_files.h"

#include <cstdlib>

namespace mha::app {

namespace {

std::filesystem::path state_folder() {
  const char* state = std::getenv("XDG_STATE_HOME");
  // The specification asks that a relative path be ignored.
  if (state && *state == '/') return std::filesystem::path(state) / "mha-tutor";
  const char* home = std::getenv("HOME");
  return std::filesystem::path(home && *home ? home : ".") / ".local/state/mha-tutor";
}

}  // namespace

std::filesystem::path progress_file(const Settings& settings) {
  return settings.progress.empty() ? state_folder() / "progress.json" : std::filesystem::path(settings.progress);
}

std::filesystem::path attempts_file() { return state_folder() / "attempts.json"; }

}  // namespace mha::app
