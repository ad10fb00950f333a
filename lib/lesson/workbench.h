#pragma once

// The prompt without a lesson: a world in which lines are run as they are typed. It has
// what a Session has for whoever talks with it.

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
  /// What follows from a text the user typed: a command, or code and what it shows. What
  /// the code prints goes to the interpreter's own `out` and `err` as it comes, where
  /// someone else has set these.
  Events take(const std::string& text);
  Waiting waiting() const { return left_ ? Waiting::left : Waiting::enter; }
  /// The code typed last, to be opened in an editor.
  std::string draft() const { return last_; }
  std::string exercise() const { return ""; }
  Completions completions(const std::string& before_cursor);
  void interrupt() { World::interrupt_running(); }
  World& world() { return world_; }

 private:
  World world_;
  std::string last_;
  bool left_ = false;
};

}  // namespace mha::lesson
