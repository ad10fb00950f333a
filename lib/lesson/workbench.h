#pragma once

// The prompt without a lesson: a world that runs lines as they are typed. It
// has the same interface as a Session.

#include <string>
#include <vector>

#include "lesson/completion.h"
#include "lesson/event.h"
#include "lesson/world.h"

namespace mha::lesson {

class Workbench {
 public:
  explicit Workbench(torch::TorchOptions options) : world_(options) {}

  /// A line that take() does not run as code: `show x`, `help`, `quit`.
  static bool is_command(const std::string& text);
  /// Takes a text that the user typed: a command or code. Returns what to show.
  /// If the caller has set the interpreter's `out` and `err`, printed output
  /// goes there at once.
  Events take(const std::string& text);
  Waiting waiting() const { return left_ ? Waiting::left : Waiting::enter; }
  /// The last code typed, to open in an editor.
  std::string draft() const { return last_; }
  std::string exercise() const { return ""; }
  std::string missing(const std::string&) const { return ""; }
  Completions completions(const std::string& before_cursor);
  void interrupt() { World::interrupt_running(); }
  World& world() { return world_; }

 private:
  World world_;
  std::string last_;
  bool left_ = false;
};

}  // namespace mha::lesson
